// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/roof_meter.h"

#include "core/stats/readings.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

/// Launches are timed in short batches, many to a round, so that a 25th percentile means something.
constexpr Seconds launchBatch{50e-6};
constexpr int launchBatches = 32;
/// Rates: long enough to reach a steady clock frequency, short enough to interleave two dozen roofs.
constexpr Seconds rateBatch{1.5e-3};
constexpr Seconds rateRound{6e-3};
constexpr int mostCalibrations = 40;
constexpr double largestGrowth = 16.0;
constexpr std::int64_t mostRepetitions = std::int64_t{1} << 40;

} // namespace

RoofMeter::RoofMeter(std::string id, RoofWork work) : m_id(std::move(id)), m_work(std::move(work)) {}

Result<Seconds> RoofMeter::batch()
{
    const Result<BatchTiming> timing = m_work.work->run(m_repetitions);
    if (!timing)
        return timing.error();
    if (const double seconds = timing->time.value(); std::isfinite(seconds) && seconds > 0.0)
        return timing->time;
    return Error{ErrorKind::DeviceFailure, "roof.no-time",
                 "The roof %1 could not be measured: the device reported no time for its work; measure the roofs again.",
                 {m_id}};
}

Result<void> RoofMeter::calibrate()
{
    const Seconds target = m_work.kind == RoofKind::Launch ? launchBatch : rateBatch;
    m_repetitions = 1;
    for (int attempt = 0; attempt < mostCalibrations; ++attempt) {
        const Result<Seconds> time = batch();
        if (!time) {
            m_repetitions = 0;
            return time.error();
        }
        if (*time >= target * 0.7 || m_repetitions >= mostRepetitions)
            break;
        const double growth = std::clamp(target / *time, 1.5, largestGrowth);
        m_repetitions = static_cast<std::int64_t>(std::ceil(static_cast<double>(m_repetitions) * growth));
    }
    return {};
}

Result<void> RoofMeter::measureRound()
{
    if (m_repetitions == 0)
        if (const Result<void> ready = calibrate(); !ready)
            return ready;
    std::vector<double> readings;
    const bool launches = m_work.kind == RoofKind::Launch;
    for (Seconds spent; launches ? static_cast<int>(readings.size()) < launchBatches : spent < rateRound;) {
        const Result<Seconds> time = batch();
        if (!time)
            return time.error();
        spent += *time;
        readings.push_back(time->value() / static_cast<double>(m_repetitions));
        // A batch that was cut short by a disturbance elsewhere, or calibrated cold, must not hold a round up.
        if (launches && spent > rateRound * 4.0)
            break;
    }
    m_rounds.push_back(percentile(std::move(readings), 0.25));
    return {};
}

Roof RoofMeter::roof() const
{
    assert(!m_rounds.empty());
    const auto [fastest, slowest] = std::minmax_element(m_rounds.begin(), m_rounds.end());
    Roof roof{.id = m_id, .kind = m_work.kind, .method = m_work.method};
    if (m_work.kind == RoofKind::Launch) {
        roof.value = percentile(m_rounds, 0.5) / m_work.amount;
        roof.low = *fastest / m_work.amount;
        roof.high = *slowest / m_work.amount;
    } else {
        roof.value = m_work.amount / *fastest;
        roof.low = m_work.amount / *slowest;
        roof.high = roof.value;
    }
    return roof;
}

} // namespace ridgepoint
