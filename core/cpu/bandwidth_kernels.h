// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/instruction_set.h"
#include "core/cpu/memory_access.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ridgepoint {

/// One thread's share of bandwidth work, over whole cache lines of 16 floats at 64-byte aligned addresses; each is
/// done `passes` >= 1 times over without a pause. They touch no byte outside, except to prefetch it.
struct BandwidthKernels {
    using Update = void (*)(float* data, std::size_t lines, std::int64_t passes, float first, float second);
    using Copy = void (*)(float* to, const float* from, std::size_t lines, std::int64_t passes);
    using Read = float (*)(const float* data, std::size_t lines, std::int64_t passes);
    using Write = void (*)(float* data, std::size_t lines, std::int64_t passes);

    /// Adds `first` and `second` to every element in place, in turn by pass, by each MemoryAccess: 8 B of traffic an
    /// element.
    std::array<Update, allMemoryAccesses.size()> update{};
    /// Returns the sum of all elements, added `passes` times, as one stream without prefetch: 4 B an element.
    Read read = nullptr;
    /// The same as two streams with prefetch.
    Read readFar = nullptr;
    /// Copies with usual stores: 8 B an element.
    Copy copy = nullptr;
    /// Copies with non-temporal stores, which do not read the destination first: 8 B an element.
    Copy copyFar = nullptr;
    /// Sets every element to the number of the pass, counted from one, with usual stores: 4 B an element.
    Write write = nullptr;
    /// The same with non-temporal stores.
    Write writeFar = nullptr;

    [[nodiscard]] Update updateBy(MemoryAccess access) const { return update[static_cast<std::size_t>(access)]; }
};

/// The kernels compiled for that instruction set. Calling them needs isSupported(set).
[[nodiscard]] BandwidthKernels bandwidthKernelsFor(InstructionSet set);

} // namespace ridgepoint
