// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/device.h"

namespace ridgepoint {

/// Whether two descriptions are of one device, as far as they tell: every processor is called "cpu", so its name, its
/// threads, its instruction set and its memory say which (one model of a laptop comes with half the memory channels);
/// a GPU has an identity of its own where both tell it. What only one of them tells counts for nothing.
[[nodiscard]] bool isSameDevice(const DeviceInfo& a, const DeviceInfo& b);

/// Why a session's device cannot be measured here, where a device of another machine has its id.
[[nodiscard]] Error elsewhereError(const DeviceInfo& there, const DeviceInfo& here);
/// Whether a device of the session is that of another machine, while one of this machine goes by its id.
[[nodiscard]] bool isElsewhere(const DeviceInfo& device);

} // namespace ridgepoint
