// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/stats/readings.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace ridgepoint {

void Readings::beginRound() { m_startRound = !m_readings.empty(); }

bool Readings::add(Seconds time, FlagSet flags, Hertz clock, Seconds wall, bool isSlowdownKnown)
{
    if (!std::isfinite(time.value()) || time.value() <= 0.0)
        return false;
    const int round = m_readings.empty() ? 0 : m_readings.back().round + (m_startRound ? 1 : 0);
    m_startRound = false;
    m_readings.push_back({time, round, flags, std::max(wall, time), m_controls, isSlowdownKnown});
    if (std::isfinite(clock.value()) && clock.value() > 0.0) {
        m_clockSum += clock.value();
        ++m_clockCount;
    }
    return true;
}

Hertz Readings::clock() const { return m_clockCount > 0 ? Hertz(m_clockSum / m_clockCount) : Hertz{}; }

namespace {

constexpr double sameState = 1.15;
constexpr double costlyLoss = 0.1;

bool isSameState(const ControlReadings& a, const ControlReadings& b)
{
    const auto isNear = [](double one, double other) { return one <= other * sameState && other <= one * sameState; };
    return isNear(a.bandwidth, b.bandwidth) && isNear(a.rate, b.rate) && isNear(a.launch, b.launch);
}

/// In no unit: of two states the slower one has more, whatever was not read of both.
double slowness(const ControlReadings& controls)
{
    const auto orOne = [](double value) { return value > 0.0 ? value : 1.0; };
    return orOne(controls.launch) / (orOne(controls.bandwidth) * orOne(controls.rate));
}

} // namespace

Readings Readings::ofOneState() const
{
    // Who works while the other thread is without a processor has memory, and perhaps a core, for itself: what is left
    // of the time when a long loss is taken off can be too short.
    const auto isWhole = [](const Reading& reading) { return reading.wall * (1.0 - costlyLoss) <= reading.time; };
    std::size_t wholeRounds = 0;
    int lastWhole = -1;
    for (const Reading& reading : m_readings)
        if (isWhole(reading) && std::exchange(lastWhole, reading.round) != reading.round)
            ++wholeRounds;
    const bool isAnyLossy = !std::all_of(m_readings.begin(), m_readings.end(), isWhole);
    const bool onlyWhole = isAnyLossy && wholeRounds > 0 && wholeRounds * 4 >= static_cast<std::size_t>(rounds());
    struct State {
        ControlReadings state;
        std::vector<int> rounds;
    };
    std::vector<State> states;
    for (const Reading& reading : m_readings) {
        if (onlyWhole && !isWhole(reading))
            continue;
        auto state = std::find_if(states.begin(), states.end(),
                                  [&](const State& other) { return isSameState(other.state, reading.controls); });
        if (state == states.end())
            state = states.insert(states.end(), State{reading.controls, {}});
        if (state->rounds.empty() || state->rounds.back() != reading.round)
            state->rounds.push_back(reading.round);
    }
    if (states.empty() || (states.size() < 2 && !onlyWhole))
        return *this;
    std::sort(states.begin(), states.end(),
              [](const State& a, const State& b) { return slowness(a.state) < slowness(b.state); });
    const auto most = std::max_element(
        states.begin(), states.end(), [](const State& a, const State& b) { return a.rounds.size() < b.rounds.size(); });
    const bool isEnough = states.front().rounds.size() * 4 >= static_cast<std::size_t>(rounds());
    const State& chosen = isEnough ? states.front() : *most;
    Readings some;
    int last = -1;
    for (const Reading& reading : m_readings) {
        if (!isSameState(chosen.state, reading.controls) || (onlyWhole && !isWhole(reading)))
            continue;
        if (reading.round != last)
            some.beginRound();
        last = reading.round;
        some.setControls(reading.controls);
        some.add(reading.time, reading.flags, {}, reading.wall, reading.isSlowdownKnown);
    }
    some.m_clockSum = m_clockSum;
    some.m_clockCount = m_clockCount;
    return some;
}

void Readings::endRound(const ControlReadings& after)
{
    const int round = m_readings.empty() ? 0 : m_readings.back().round;
    for (auto reading = m_readings.rbegin(); reading != m_readings.rend() && reading->round == round; ++reading)
        for (const auto control : {&ControlReadings::bandwidth, &ControlReadings::rate, &ControlReadings::launch})
            if (reading->controls.*control > 0.0 && after.*control > 0.0)
                reading->controls.*control = std::sqrt(reading->controls.*control * after.*control);
}

FlagSet Readings::flags() const
{
    FlagSet common;
    for (const Flag flag : {Flag::Throttled, Flag::PowerLimited, Flag::Preempted, Flag::MachineBusy}) {
        const bool isAsked = flag == Flag::Throttled || flag == Flag::PowerLimited;
        const auto carriers = std::count_if(m_readings.begin(), m_readings.end(),
                                            [flag](const Reading& reading) { return reading.flags.has(flag); });
        const auto all = std::count_if(m_readings.begin(), m_readings.end(), [isAsked](const Reading& reading) {
            return reading.isSlowdownKnown || !isAsked;
        });
        if (carriers > 0 && 4 * carriers >= all)
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
