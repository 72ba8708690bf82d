// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ridgepoint {

/// What short control pieces of work reached beside a measurement, each as its roof is measured; 0 where none was
/// taken.
struct ControlReadings {
    double bandwidth = 0.0; ///< B/s beyond the caches
    double rate = 0.0;      ///< of the operation at hand, in registers: FLOP/s or op/s
    double launch = 0.0;    ///< seconds a launch

    friend bool operator==(const ControlReadings&, const ControlReadings&) = default;
};

/// By how much a device is slower at a moment than when its roofs were measured: 1 is the same, 2 twice as slow.
struct DeviceState {
    double memory = 1.0;  ///< traffic beyond the caches
    double compute = 1.0; ///< arithmetic and caches, which follow the clock
    double launch = 1.0;  ///< handing a pass over

    friend bool operator==(const DeviceState&, const DeviceState&) = default;
};

} // namespace ridgepoint
