// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"

namespace ridgepoint {

/// Whether two descriptions are of one device, as far as they tell: every processor is called "cpu", so its name, its
/// threads, its instruction set and its memory say which (one model of a laptop comes with half the memory channels);
/// a GPU has an identity of its own where both tell it. What only one of them tells counts for nothing.
[[nodiscard]] bool isSameDevice(const DeviceInfo& a, const DeviceInfo& b);

} // namespace ridgepoint
