// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/device_identity.h"

namespace ridgepoint {

/// On which machine a device is (Machine::place()), without the node of a job; empty for this one.
[[nodiscard]] std::string placeOf(const DeviceInfo& device);
/// Why a session's device cannot be measured here, where a device of another machine has its id.
[[nodiscard]] Error elsewhereError(const DeviceInfo& there, const DeviceInfo& here);
/// Whether a device of the session is that of another machine, while one of this machine goes by its id.
[[nodiscard]] bool isElsewhere(const DeviceInfo& device);

} // namespace ridgepoint
