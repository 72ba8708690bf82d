// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ridgepoint {

/// How slow a device is at a moment, by control readings of what its roofs are made of: the time that a control piece of
/// work takes over the time that it takes in the device's reference state. 1 is the reference, 2 twice as slow.
struct DeviceState {
    double memory = 1.0;  ///< traffic beyond the caches
    double compute = 1.0; ///< the operation at hand, in registers: the clock
    double launch = 1.0;  ///< handing a pass over

    friend bool operator==(const DeviceState&, const DeviceState&) = default;
};

} // namespace ridgepoint
