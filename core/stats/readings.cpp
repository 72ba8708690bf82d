// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/stats/readings.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace ridgepoint {

void Readings::beginRound()
{
    m_startRound = !m_readings.empty();
}

bool Readings::add(Seconds time, FlagSet flags, Hertz clock, Seconds wall)
{
    if (!std::isfinite(time.value()) || time.value() <= 0.0)
        return false;
    const int round = m_readings.empty() ? 0 : m_readings.back().round + (m_startRound ? 1 : 0);
    m_startRound = false;
    m_readings.push_back({time, round, flags, std::max(wall, time), m_state});
    if (std::isfinite(clock.value()) && clock.value() > 0.0) {
        m_clockSum += clock.value();
        ++m_clockCount;
    }
    return true;
}

Hertz Readings::clock() const
{
    return m_clockCount > 0 ? Hertz(m_clockSum / m_clockCount) : Hertz{};
}

DeviceState Readings::state() const
{
    std::vector<const Reading*> fastest;
    for (const Reading& reading : m_readings)
        fastest.push_back(&reading);
    std::sort(fastest.begin(), fastest.end(), [](const Reading* a, const Reading* b) { return a->time < b->time; });
    fastest.resize((fastest.size() + 3) / 4);
    const auto mean = [&](double DeviceState::*which) {
        double sum = 0.0;
        for (const Reading* reading : fastest)
            sum += std::log(reading->state.*which);
        return fastest.empty() ? 1.0 : std::exp(sum / static_cast<double>(fastest.size()));
    };
    return {mean(&DeviceState::memory), mean(&DeviceState::compute), mean(&DeviceState::launch)};
}

FlagSet Readings::flags() const
{
    FlagSet common;
    for (const Flag flag : {Flag::Throttled, Flag::Preempted, Flag::MachineBusy}) {
        const auto carriers = std::count_if(m_readings.begin(), m_readings.end(),
                                            [flag](const Reading& reading) { return reading.flags.has(flag); });
        if (carriers > 0 && 4 * static_cast<std::size_t>(carriers) >= m_readings.size())
            common |= flag;
    }
    return common;
}

double percentile(std::vector<double> values, double fraction)
{
    assert(!values.empty());
    const auto count = static_cast<double>(values.size());
    const double position = std::clamp((count + 1.0 / 3.0) * fraction + 1.0 / 3.0, 1.0, count) - 1.0;
    const auto below = static_cast<std::size_t>(position);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(below);
    std::nth_element(values.begin(), middle, values.end());
    const double lower = *middle;
    if (below + 1 >= values.size())
        return lower;
    const double upper = *std::min_element(middle + 1, values.end());
    return lower + (position - static_cast<double>(below)) * (upper - lower);
}

} // namespace ridgepoint
