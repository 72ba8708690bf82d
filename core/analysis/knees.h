// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"
#include "core/model/roof.h"
#include "core/model/units.h"
#include "core/model/workload.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ridgepoint {

/// One point of the curve of bandwidth over the size of the working set.
struct CurvePoint {
    Bytes footprint; ///< of the whole working set, all threads together
    BytesPerSecond bandwidth;
};

/// Finds the levels of the memory hierarchy in a measured curve: a level ends where the bandwidth falls through the
/// geometric mean of its own plateau and the next. `claimed` names the levels, nearest first, "dram" last; what they
/// claim as capacity only says roughly where to look, because a virtual machine may claim far more than it has.
/// Levels that the curve does not show are left out; "dram" is always there, last, without a knee. Points that are
/// not finite and positive are ignored. Capacities of private levels are given for one thread, and are what is
/// claimed where the knee lies beyond that by less than an octave. Where the curve does not
/// show the farthest cache that is claimed, "dram" bears its claim.
[[nodiscard]] std::vector<MemoryLevel> levelsFromCurve(std::span<const CurvePoint> curve,
                                                       std::span<const MemoryLevel> claimed, int threads);

/// The largest total footprint that caches serve: the last knee times its threads where private; 0 with no cache.
[[nodiscard]] Bytes lastCacheKnee(std::span<const MemoryLevel> levels, int threads);

/// A footprint that the caches do not serve: four times the last knee. Where the knee lies well under what the caches
/// are said to hold, others share them and the knee moves with what they do (52 to 350 MiB of 480 within a minute on
/// one virtual machine): then the claim, which nothing exceeds, so that one knee more or less does not decide, or four
/// times a claim up to 256 MiB, because a cache can go on serving part of a larger tensor; at least one and a half
/// knees, at most 64 or 1 GiB, because a claim can be made up. 0 with no cache, neither seen nor claimed. A GPU's cache
/// is its own, and its knee lies under the claim because two halves hold copies of each other's data:
/// a tensor of the size of the claim would still be served by it in good part, so there it is four times the claim.
[[nodiscard]] Bytes beyondCaches(std::span<const MemoryLevel> levels, int threads, DeviceKind kind = DeviceKind::Cpu);

/// Elements of the default tensor: beyondCaches(), rounded to a power of two, so that "memory" means memory; 256 MiB
/// where no cache is known; at most a quarter of `memory` (0: unknown).
[[nodiscard]] std::int64_t defaultElements(std::span<const MemoryLevel> levels, int threads, Precision precision,
                                           Bytes memory, DeviceKind kind = DeviceKind::Cpu);

} // namespace ridgepoint
