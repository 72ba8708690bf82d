// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/roof_footprints.h"

#include "core/analysis/knees.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr double memoryShare = 0.25; ///< of the device's memory, for the largest working set
constexpr Bytes smallestOutside{512.0 * 1024 * 1024};
/// A GPU goes over 512 MiB in a tenth of a millisecond, of which filling and draining it between two passes are 3 %.
constexpr Bytes smallestOutsideOnGpu{2048.0 * 1024 * 1024};

Bytes totalCapacity(const MemoryLevel& level, int threads) { return level.capacity * (level.perThread ? threads : 1); }

} // namespace

Bytes footprintInside(const std::vector<MemoryLevel>& levels, std::size_t index, int threads)
{
    const Bytes own = totalCapacity(levels[index], threads);
    if (index == 0)
        return own / 2.0;
    return Bytes(std::sqrt(totalCapacity(levels[index - 1], threads).value() * own.value()));
}

Bytes footprintOutside(const std::vector<MemoryLevel>& levels, int threads, const DeviceInfo& device)
{
    Bytes wanted = std::max(beyondCaches(levels, threads, device.kind),
                            device.kind == DeviceKind::Cuda ? smallestOutsideOnGpu : smallestOutside);
    for (const MemoryLevel& level : levels)
        wanted = std::max(wanted, level.claimed * (level.perThread ? 2.0 * threads : 2.0));
    return device.memory > Bytes(0.0) ? std::min(wanted, device.memory * memoryShare) : wanted;
}

} // namespace ridgepoint
