// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/disturbances.h"

#include <algorithm>
#include <limits>

namespace ridgepoint::test {
namespace {

constexpr double shortestDwell = 1.0; // seconds
constexpr double longestDwell = 4.0;
// As long as a scheduler leaves a processor to one program while another one waits.
constexpr double shortestSlice = 1e-3;
constexpr double longestSlice = 4e-3;

constexpr MachineState disturbedState{.memory = 0.5, .clock = 0.8, .launch = 3.0};
constexpr SlicePattern burstPattern{
    .shortestCalm = 0.2, .longestCalm = 1.0, .shortestStretch = 0.02, .longestStretch = 0.2, .oneThread = false};
constexpr SlicePattern neighbourPattern{
    .shortestCalm = 0.0, .longestCalm = 0.0, .shortestStretch = 0.05, .longestStretch = 0.5, .oneThread = true};

double between(double low, double high, std::mt19937_64& random)
{
    return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1p-53; // the same with every standard library
}

} // namespace

MachineState slowestState(const Disturbances& disturbances)
{
    return {.memory = disturbances.memory ? disturbedState.memory : 1.0,
            .clock = disturbances.clock ? disturbedState.clock : 1.0,
            .launch = disturbances.launches ? disturbedState.launch : 1.0};
}

Switching::Switching(std::uint64_t seed) : m_random(seed), m_startsDisturbed(m_random() % 2 == 1) {}

std::size_t Switching::changesUntil(Seconds now)
{
    while (m_changes.empty() || m_changes.back() <= now.value())
        m_changes.push_back((m_changes.empty() ? 0.0 : m_changes.back())
                            + between(shortestDwell, longestDwell, m_random));
    const auto next = std::upper_bound(m_changes.begin(), m_changes.end(), now.value());
    return static_cast<std::size_t>(next - m_changes.begin());
}

bool Switching::isDisturbed(Seconds now) { return (changesUntil(now) % 2 == 1) != m_startsDisturbed; }

Seconds Switching::nextChange(Seconds now) { return Seconds(m_changes[changesUntil(now)]); }

Thefts::Thefts(const SlicePattern& pattern, std::uint64_t seed) : m_pattern(pattern), m_random(seed) {}

/// Adds the next stretch of slices.
void Thefts::extend()
{
    double at = m_until + between(m_pattern.shortestCalm, m_pattern.longestCalm, m_random);
    const double end = at + between(m_pattern.shortestStretch, m_pattern.longestStretch, m_random);
    m_thread = (m_thread + 1) % disturbedThreads;
    while (at < end) {
        if (!m_pattern.oneThread)
            m_thread = static_cast<int>(m_random() % disturbedThreads);
        const double slice = between(shortestSlice, longestSlice, m_random);
        m_slices.push_back({.begin = at, .end = at + slice, .thread = m_thread});
        at += slice + between(shortestSlice, longestSlice, m_random);
    }
    m_until = at;
}

Slice Thefts::after(double now, int thread)
{
    const auto endsBefore = [](const Slice& slice, double time) { return slice.end <= time; };
    while (m_slices.empty() || m_slices.back().end <= now)
        extend();
    auto index = static_cast<std::size_t>(std::lower_bound(m_slices.begin(), m_slices.end(), now, endsBefore)
                                          - m_slices.begin());
    while (thread >= 0 && m_slices[index].thread != thread)
        if (++index == m_slices.size())
            extend();
    return m_slices[index];
}

DisturbanceSchedule::DisturbanceSchedule(const Disturbances& disturbances, std::uint64_t seed)
    : m_disturbances(disturbances), m_memory(8 * seed + 1), m_clock(8 * seed + 2), m_launches(8 * seed + 3)
{
    if (disturbances.bursts)
        m_thefts.emplace_back(burstPattern, 8 * seed + 4);
    if (disturbances.stolenCore)
        m_thefts.emplace_back(neighbourPattern, 8 * seed + 5);
}

MachineState DisturbanceSchedule::at(Seconds now)
{
    MachineState state;
    if (m_disturbances.memory && m_memory.isDisturbed(now))
        state.memory = disturbedState.memory;
    if (m_disturbances.clock && m_clock.isDisturbed(now))
        state.clock = disturbedState.clock;
    if (m_disturbances.launches && m_launches.isDisturbed(now))
        state.launch = disturbedState.launch;
    return state;
}

Seconds DisturbanceSchedule::nextChange(Seconds now)
{
    Seconds next(std::numeric_limits<double>::infinity());
    if (m_disturbances.memory)
        next = std::min(next, m_memory.nextChange(now));
    if (m_disturbances.clock)
        next = std::min(next, m_clock.nextChange(now));
    if (m_disturbances.launches)
        next = std::min(next, m_launches.nextChange(now));
    return next;
}

Seconds DisturbanceSchedule::endOf(int thread, Seconds begin, Seconds work)
{
    double now = begin.value();
    double left = work.value();
    while (!m_thefts.empty()) {
        Slice first = m_thefts.front().after(now, thread);
        for (std::size_t other = 1; other < m_thefts.size(); ++other)
            if (const Slice slice = m_thefts[other].after(now, thread); slice.begin < first.begin)
                first = slice;
        const double free = std::max(0.0, first.begin - now);
        if (left <= free)
            break;
        left -= free;
        now = first.end;
    }
    return Seconds(now + left);
}

Seconds DisturbanceSchedule::endOfPass(Seconds begin, Seconds work)
{
    Seconds end = begin;
    for (int thread = 0; thread < disturbedThreads; ++thread)
        end = std::max(end, endOf(thread, begin, work));
    return end;
}

} // namespace ridgepoint::test
