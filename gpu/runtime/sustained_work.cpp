// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/sustained_work.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr double largestGrowth = 32.0;
constexpr int mostAttempts = 16;
/// Keeps a device whose clock stands still (or one without any time) from being run for ever.
constexpr std::size_t mostReadings = 1000;

} // namespace

Result<std::int64_t> SustainedWork::repetitionsOfOneReading()
{
    std::int64_t repetitions = 1;
    for (int attempt = 0; attempt < mostAttempts; ++attempt) {
        const auto timing = m_work->run(repetitions);
        if (!timing)
            return timing.error();
        if (timing->time >= reading * 0.7)
            break;
        const double growth = timing->time > Seconds(0.0) ? std::clamp(reading / timing->time, 1.5, largestGrowth)
                                                          : largestGrowth;
        repetitions = static_cast<std::int64_t>(std::ceil(static_cast<double>(repetitions) * growth));
    }
    return repetitions;
}

Result<void> SustainedWork::measure()
{
    const auto repetitions = repetitionsOfOneReading();
    if (!repetitions)
        return repetitions.error();
    std::vector<BatchTiming> all;
    const Seconds start = m_device->api().hostTime();
    while (m_device->api().hostTime() - start < span && all.size() < mostReadings) {
        auto timing = m_work->run(*repetitions);
        if (!timing)
            return timing.error();
        timing->time = timing->time / static_cast<double>(*repetitions);
        all.push_back(*timing);
    }
    // Power and heat decide what is kept up: asked once, at the end, when the last second's average is that of this
    // work.
    const GpuMoment moment = m_device->clocks().moment();
    for (BatchTiming& timing : all) {
        timing.watts = moment.watts;
        timing.celsius = moment.celsius;
    }
    m_readings.assign(all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
    return {};
}

Result<BatchTiming> SustainedWork::run(std::int64_t repetitions)
{
    if (m_readings.empty())
        if (auto measured = measure(); !measured)
            return measured.error();
    BatchTiming timing = m_readings[m_next];
    m_next = (m_next + 1) % m_readings.size();
    timing.time = timing.time * static_cast<double>(repetitions);
    return timing;
}

} // namespace ridgepoint
