// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/cell_meter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

constexpr Seconds shortestOnCpu{20e-6};
/// A GPU's events tell half a microsecond, and a look at its clocks takes ten times that: neither is to be 1 % of a reading.
constexpr Seconds shortestOnGpu{500e-6};
// From here on one run is long enough to be its own warm-up and its own reading.
constexpr Seconds longRun{3e-3};
/// From here on the state of the device may have changed before a visit is over.
constexpr Seconds longVisit{20e-3};
// Readings from here on are corrected for the time that their threads had no processor; shorter ones are taken again, so
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
    return {ErrorKind::DeviceFailure, "sweep.no-time",
            "The device reports no measurable time for this workload; measure again, or choose another size.", {}};
}

} // namespace

CellMeter::CellMeter(Backend& backend, const Clock& clock, const RoofSet& roofs, const Workload& base)
    : m_backend(backend), m_clock(clock),
      m_shortestReading(backend.info().kind == DeviceKind::Cuda ? shortestOnGpu : shortestOnCpu), m_control(backend, clock, roofs, base)
{
}

void CellMeter::release()
{
    m_work.reset();
    m_workload.reset();
}

Result<bool> CellMeter::makeReady(const Workload& workload)
{
    if (m_work && m_workload == workload)
        return std::exchange(m_isChilled, false);
    // Let go first: two large tensors must not be in memory at once.
    release();
    auto prepared = m_backend.prepare(workload);
    if (!prepared)
        return prepared.error();
    m_work = std::move(*prepared);
    m_isChilled = false;
    m_workload = workload;
    return true;
}

Result<void> CellMeter::calibrate(CellRecord& record)
{
    double repetitions = 1.0;
    for (int attempt = 0; attempt < calibrationTries; ++attempt) {
        const auto timing = m_work->run(static_cast<std::int64_t>(repetitions));
        if (!timing)
            return timing.error();
        if (isUsable(timing->given())) {
            const Seconds one = timing->given() / repetitions;
            // A second look where one run says that many are needed: the first is cold and reads too long.
            const bool isSettled = attempt > 0 || timing->given() >= m_shortestReading;
            if (isSettled && timing->given() * margin >= m_shortestReading) {
                record.repetitions = static_cast<std::int64_t>(
                    std::clamp(std::ceil(margin * (m_shortestReading / one)), 1.0, largestRepetitions));
                record.runTime = one;
                if (timing->given() >= longRun && repetitions == 1.0)
                    record.readings.add(timing->given(), timing->flags, timing->clock, timing->time);
                return {};
            }
            repetitions = std::clamp(std::ceil(margin * (m_shortestReading / one)), repetitions + 1.0, largestRepetitions);
        } else {
            repetitions = std::min(repetitions * 16.0, largestRepetitions);
        }
    }
    return noTime();
}

Result<void> CellMeter::takeReadings(CellRecord& record)
{
    int wanted = 1;
    int tries = 0;
    int discarded = 0;
    for (int taken = 0; taken < wanted && tries < 2 * wanted + calibrationTries; ++tries) {
        const auto timing = m_work->run(record.repetitions);
        if (!timing)
            return timing.error();
        const Seconds given = timing->given();
        if (!isUsable(given))
            continue;
        const auto repetitions = static_cast<double>(record.repetitions);
        if (given < m_shortestReading * 0.9 && repetitions < largestRepetitions) {
            // Calibrated in a slow moment: readings this short would measure the timer.
            record.repetitions = static_cast<std::int64_t>(
                std::min(std::ceil(margin * repetitions * (m_shortestReading / given)), largestRepetitions));
            continue;
        }
        // Of a short reading the switching back and forth itself takes a part that nobody counts; another one is soon taken.
        const bool isCorrected = given >= shortestCorrected;
        if (!isCorrected && timing->lost > timing->time * costlyLoss && discarded < mostDiscarded) {
            ++discarded;
            continue;
        }
        record.runTime = given / repetitions;
        record.readings.add(record.runTime, timing->flags, timing->clock, timing->time / repetitions);
        ++taken;
        wanted = readingsFor(given);
    }
    return {};
}

Result<void> CellMeter::visit(const Workload& workload, CellRecord& record)
{
    if (m_control.lookWhenDue())
        chill();
    record.readings.setControls(m_control.readings());
    const Seconds begin = m_clock.now();
    const std::size_t before = record.readings.size();
    const auto isCold = makeReady(workload);
    if (!isCold)
        return isCold.error();
    record.readings.beginRound();
    if (record.repetitions == 0) {
        if (auto calibrated = calibrate(record); !calibrated)
            return calibrated;
    } else if (*isCold && record.runTime < longRun) {
        // Another workload ran meanwhile: one run brings code and data back.
        if (const auto warmed = m_work->run(1); !warmed)
            return warmed.error();
    }
    if (record.readings.size() == before)
        if (auto taken = takeReadings(record); !taken)
            return taken;
    // A reading of seconds has as much of the state after it as of that before.
    if (m_clock.now() - begin >= longVisit && m_control.lookWhenDue()) {
        record.readings.endRound(m_control.readings());
        chill();
    }
    record.visitCost = m_clock.now() - begin;
    if (record.readings.size() == before)
        return noTime();
    return {};
}

} // namespace ridgepoint
