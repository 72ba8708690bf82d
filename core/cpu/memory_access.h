// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace ridgepoint {

/// How a thread goes over its part of a tensor in place. No way is best at every level of every processor: two streams
/// with prefetch draw a fifth more from DRAM, and cost a quarter in the last cache of a Zen 4, where a Zen 5 gains an
/// eighth.
enum class MemoryAccess {
    OneStream,       ///< from the first line to the last
    TwoStreams,      ///< both halves at once
    TwoStreamsAhead, ///< both halves at once, and lines some KiB ahead prefetched
};
inline constexpr std::array allMemoryAccesses{MemoryAccess::OneStream, MemoryAccess::TwoStreams,
                                              MemoryAccess::TwoStreamsAhead};

/// "1 stream a thread", "2 streams a thread", "2 streams a thread with prefetch".
[[nodiscard]] constexpr std::string_view wordsFor(MemoryAccess access)
{
    switch (access) {
    case MemoryAccess::OneStream: return "1 stream a thread";
    case MemoryAccess::TwoStreams: return "2 streams a thread";
    case MemoryAccess::TwoStreamsAhead: return "2 streams a thread with prefetch";
    }
    return {};
}

} // namespace ridgepoint
