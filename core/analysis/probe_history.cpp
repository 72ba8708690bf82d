// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/probe_history.h"

#include "core/stats/summary.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ridgepoint {
namespace {

/// A probe that floods is cut off here; forty updates a second are usual.
constexpr std::size_t mostUpdates = 1000;
/// Updates that the figures take even where they are older than a second: a long run gives few.
constexpr int leastUpdates = 6;

} // namespace

void ProbeHistory::add(Seconds now, Sample sample)
{
    const bool same = !m_updates.empty() && m_updates.back().sample.workload == sample.workload
                   && m_updates.back().sample.device == sample.device;
    m_here = same ? m_here + 1 : 1;
    m_updates.push_back({now, std::move(sample)});
    while (m_updates.size() > mostUpdates
           || (now - m_updates.front().at > stripLength && m_updates.size() > leastUpdates))
        m_updates.pop_front();
}

void ProbeHistory::clear()
{
    m_updates.clear();
    m_here = 0;
}

Workload ProbeHistory::workload() const { return m_updates.empty() ? Workload{} : m_updates.back().sample.workload; }

std::optional<Sample> ProbeHistory::current(Seconds now) const
{
    if (m_updates.empty())
        return std::nullopt;
    const int here = std::min(m_here, static_cast<int>(m_updates.size()));
    auto first = m_updates.end() - here;
    while (m_updates.end() - first > leastUpdates && now - first->at > figureLength)
        ++first;
    Readings readings;
    for (auto update = first; update != m_updates.end(); ++update) {
        readings.beginRound();
        if (update->sample.keptReadings.empty())
            readings.add(update->sample.time, update->sample.flags, update->sample.clock);
        for (const float reading : update->sample.keptReadings)
            readings.add(Seconds(static_cast<double>(reading)), update->sample.flags, update->sample.clock);
    }
    const Sample& latest = m_updates.back().sample;
    return sampleOf(latest.workload, latest.device, readings);
}

std::optional<Sample> ProbeHistory::worthKeeping(Seconds now) const
{
    return m_here >= updatesToKeep ? current(now) : std::nullopt;
}

double ProbeHistory::updatesPerSecond(Seconds now) const
{
    auto first = m_updates.begin();
    while (first != m_updates.end() && now - first->at > figureLength)
        ++first;
    const auto count = m_updates.end() - first;
    if (count < 2) {
        if (m_updates.size() < 2)
            return 0.0;
        // Slower than once a second: the last distance tells.
        const double apart = (m_updates.back().at - (m_updates.end() - 2)->at).value();
        return apart > 0.0 ? 1.0 / apart : 0.0;
    }
    const double span = (m_updates.back().at - first->at).value();
    return span > 0.0 ? static_cast<double>(count - 1) / span : 0.0;
}

std::vector<ProbePoint> ProbeHistory::trail(Seconds now) const
{
    std::vector<ProbePoint> points;
    for (const Update& update : m_updates) {
        const double age = (now - update.at) / trailLength;
        const bool latest = &update == &m_updates.back();
        if (age <= 1.0 || latest)
            points.push_back({update.sample.workload, update.sample.time, latest ? 0.0 : std::clamp(age, 0.0, 1.0)});
    }
    return points;
}

std::vector<ProbeReading> ProbeHistory::strip(Seconds now) const
{
    std::vector<ProbeReading> readings;
    for (const Update& update : m_updates)
        if (const Seconds ago = now - update.at; ago <= stripLength)
            readings.push_back({ago, update.sample.time});
    return readings;
}

} // namespace ridgepoint
