// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"
#include "core/model/roof.h"

#include <cstddef>
#include <vector>

namespace ridgepoint {

/// The footprint, of all threads together, well inside a level: half of the nearest cache, or midway, in the logarithm,
/// between the knees on either side.
[[nodiscard]] Bytes footprintInside(const std::vector<MemoryLevel>& levels, std::size_t index, int threads);

/// Well past the last knee and twice what the caches claim, as far as memory allows: over 512 MiB, a cache that claims
/// 480 still served so much that the roof lay 3 % above what a pass over new data reached.
[[nodiscard]] Bytes footprintOutside(const std::vector<MemoryLevel>& levels, int threads, const DeviceInfo& device);

} // namespace ridgepoint
