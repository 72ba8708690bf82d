// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/units.h"

#include <chrono>
#include <ctime>
#include <span>

namespace ridgepoint {

/// When a thread began and ended its share of a piece of work, and for how long of that share it had no processor.
struct alignas(64) WorkShare {
    std::chrono::steady_clock::time_point begin;
    std::chrono::steady_clock::time_point end;
    Seconds lost;
};

/// Threads that spin pass work on within a few microseconds. What took longer was not given its processor, or had to
/// wait so long for one that was not that it fell asleep.
inline constexpr Seconds longestHandOver{50e-6};

/// How long work lay between two threads because the one that was to go on had no processor; nothing up to
/// longestHandOver, which is what handing over costs and belongs to the time.
[[nodiscard]] inline Seconds delayed(std::chrono::steady_clock::time_point from,
                                     std::chrono::steady_clock::time_point to)
{
    const Seconds between(std::chrono::duration<double>(to - from).count());
    return between > longestHandOver ? between : Seconds();
}

/// Watches one thread's share of a piece of work from its construction to end(): time on the clock that the thread's
/// own processor clock (CLOCK_THREAD_CPUTIME_ID) lacks was taken by another program or by the hypervisor. Spinning for
/// other threads must lie outside. Costs two looks at each clock, some 0.4 us together.
class WorkWatch {
public:
    WorkWatch() : m_processor(processorTime()), m_begin(std::chrono::steady_clock::now()) {}

    [[nodiscard]] WorkShare end() const
    {
        const auto now = std::chrono::steady_clock::now();
        const double wall = std::chrono::duration<double>(now - m_begin).count();
        const double lost = wall - (processorTime() - m_processor);
        return {m_begin, now, Seconds(lost > 0.0 ? lost : 0.0)};
    }

private:
    [[nodiscard]] static double processorTime()
    {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
    }

    double m_processor; ///< first, so that the look at it is outside of the wall time
    std::chrono::steady_clock::time_point m_begin;
};

[[nodiscard]] inline std::chrono::steady_clock::time_point lastEnd(std::span<const WorkShare> shares)
{
    auto last = shares.front().end;
    for (const WorkShare& share : shares)
        last = share.end > last ? share.end : last;
    return last;
}

/// How much later a piece of work that was handed over at `from` ended than it would have, had no thread lost its
/// processor, before its share or in it: the end of the last thread less the last of the ends that each would have had.
/// Nothing for no thread.
[[nodiscard]] inline Seconds lostTogether(std::span<const WorkShare> shares, std::chrono::steady_clock::time_point from)
{
    if (shares.empty())
        return {};
    const auto last = lastEnd(shares);
    Seconds least(1e300);
    for (const WorkShare& share : shares) {
        const Seconds earlier = Seconds(std::chrono::duration<double>(last - share.end).count()) + share.lost
                              + delayed(from, share.begin);
        least = earlier < least ? earlier : least;
    }
    return least;
}

} // namespace ridgepoint
