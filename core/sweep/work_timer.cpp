// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/work_timer.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr Seconds shortestOnCpu{20e-6};
/// A GPU's events tell half a microsecond, and a look at its clocks takes ten times that: neither is to be 1 % of a
/// reading.
constexpr Seconds shortestOnGpu{500e-6};
// From here on one run is long enough to be its own warm-up and its own reading.
constexpr Seconds longRun{3e-3};
/// Readings from here on are corrected for the time that their threads had no processor; shorter ones are taken again,
/// so
// often at most.
constexpr Seconds shortestCorrected{200e-6};
constexpr int mostDiscarded = 5;
// Aiming a little above the shortest reading, so that noise does not send every second batch back to calibration.
constexpr double margin = 1.25;
constexpr double largestRepetitions = 1e8;
constexpr int calibrationTries = 12;

bool isUsable(Seconds time) { return std::isfinite(time.value()) && time.value() > 0.0; }

/// Fewer readings where each takes long: the rounds of all cells are to come round often.
int readingsFor(Seconds reading)
{
    if (reading <= Seconds(200e-6))
        return 5;
    return reading < longRun ? 3 : 1;
}

Error noTime()
{
    return {ErrorKind::DeviceFailure,
            "sweep.no-time",
            "The device reports no measurable time for this workload; measure again, or choose a larger size.",
            {}};
}

} // namespace

WorkTimer::WorkTimer(DeviceKind device) : m_shortestReading(device == DeviceKind::Cuda ? shortestOnGpu : shortestOnCpu)
{}

Result<void> WorkTimer::calibrate(PreparedWork& work, Readings& readings)
{
    double repetitions = 1.0;
    for (int attempt = 0; attempt < calibrationTries; ++attempt) {
        const auto timing = work.run(static_cast<std::int64_t>(repetitions));
        if (!timing)
            return timing.error();
        if (isUsable(timing->given())) {
            const Seconds one = timing->given() / repetitions;
            // A second look where one run says that many are needed: the first is cold and reads too long.
            const bool isReliable = attempt > 0 || timing->given() >= m_shortestReading;
            if (isReliable && timing->given() * margin >= m_shortestReading) {
                m_repetitions = static_cast<std::int64_t>(
                    std::clamp(std::ceil(margin * (m_shortestReading / one)), 1.0, largestRepetitions));
                m_runTime = one;
                if (timing->given() >= longRun && repetitions == 1.0)
                    readings.add(timing->given(), timing->flags, timing->clock, timing->time, timing->isSlowdownKnown);
                return {};
            }
            repetitions = std::clamp(std::ceil(margin * (m_shortestReading / one)), repetitions + 1.0,
                                     largestRepetitions);
        } else {
            repetitions = std::min(repetitions * 16.0, largestRepetitions);
        }
    }
    return noTime();
}

Result<void> WorkTimer::takeReadings(PreparedWork& work, Readings& readings)
{
    int wanted = 1;
    int tries = 0;
    int discarded = 0;
    for (int taken = 0; taken < wanted && tries < 2 * wanted + calibrationTries; ++tries) {
        const auto timing = work.run(m_repetitions);
        if (!timing)
            return timing.error();
        const Seconds given = timing->given();
        if (!isUsable(given))
            continue;
        const auto repetitions = static_cast<double>(m_repetitions);
        if (given < m_shortestReading && repetitions < largestRepetitions) {
            // Calibrated in a slow moment: readings this short would measure the timer.
            m_repetitions = static_cast<std::int64_t>(
                std::min(std::ceil(margin * repetitions * (m_shortestReading / given)), largestRepetitions));
            continue;
        }
        // Of a short reading the switching back and forth itself takes a part that nobody counts; another one is soon
        // taken.
        const bool isCorrected = given >= shortestCorrected;
        if (!isCorrected && timing->lost > timing->time * costlyLoss && discarded < mostDiscarded) {
            ++discarded;
            continue;
        }
        m_runTime = given / repetitions;
        readings.add(m_runTime, timing->flags, timing->clock, timing->time / repetitions, timing->isSlowdownKnown);
        ++taken;
        wanted = readingsFor(given);
    }
    return {};
}

Result<void> WorkTimer::round(PreparedWork& work, bool isCold, Readings& readings)
{
    readings.beginRound();
    const std::size_t before = readings.size();
    if (m_repetitions == 0) {
        if (auto calibrated = calibrate(work, readings); !calibrated)
            return calibrated;
    } else if (isCold && m_runTime < longRun) {
        // Another workload ran meanwhile: one run brings code and data back.
        if (const auto warmed = work.run(1); !warmed)
            return warmed.error();
    }
    if (readings.size() == before)
        if (auto taken = takeReadings(work, readings); !taken)
            return taken;
    return readings.size() > before ? Result<void>() : Result<void>(noTime());
}

} // namespace ridgepoint
