// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"

#include <string_view>

namespace ridgepoint {

/// Whether two descriptions are of one device, as far as they tell: every processor is called "cpu", so its name, its
/// threads, its instruction set and its memory say which (one model of a laptop comes with half the memory channels);
/// a GPU has an identity of its own where both tell it. What only one of them tells counts for nothing, but for the
/// machine: the nodes of a cluster are alike in everything else, and one that is not named is the machine at hand.
[[nodiscard]] bool isSameDevice(const DeviceInfo& a, const DeviceInfo& b);

/// Whether two names, as drivers, profilers and datasheets write them, are of one model: "NVIDIA A100-SXM4-40GB" and
/// "A100 SXM4 40 GB". Makers, brands and what stands in brackets count for nothing, nor does a size of memory that one
/// alone tells; PCIe and NVL are other models of a GPU than those that do not say so. Empty names are of none.
[[nodiscard]] bool isSameDeviceName(std::string_view a, std::string_view b);

} // namespace ridgepoint
