// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/instruction_set.h"

#include <cstddef>
#include <cstdint>

namespace ridgepoint {

/// One thread's share of bandwidth work, over whole cache lines of 16 floats at 64-byte aligned addresses; each is
/// done `passes` >= 1 times over without a pause. They touch no byte outside, except to prefetch it.
struct BandwidthKernels {
    /// Adds `first` and `second` to every element in place, in turn by pass, as two streams: 8 B of traffic an element.
    void (*update)(float* data, std::size_t lines, std::int64_t passes, float first, float second) = nullptr;
    /// The same with prefetch 1 KiB ahead, for what lies beyond the private caches.
    void (*updateFar)(float* data, std::size_t lines, std::int64_t passes, float first, float second) = nullptr;
    /// Copies with non-temporal stores, which do not read the destination first: 8 B an element.
    void (*copy)(float* to, const float* from, std::size_t lines, std::int64_t passes) = nullptr;
    /// Returns the sum of all elements, added `passes` times: 4 B an element.
    float (*read)(const float* data, std::size_t lines, std::int64_t passes) = nullptr;
    /// Sets every element to the number of the pass, counted from one, with non-temporal stores: 4 B an element.
    void (*write)(float* data, std::size_t lines, std::int64_t passes) = nullptr;
};

/// The kernels compiled for that instruction set. Calling them needs isSupported(set).
[[nodiscard]] BandwidthKernels bandwidthKernelsFor(InstructionSet set);

} // namespace ridgepoint
