// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ridgepoint {
namespace {

constexpr double reportedFraction = 0.25;
// More than the 0.95 that is claimed: stopping as soon as an interval happens to be narrow costs a point or two.
constexpr double coverageOfOneLook = 0.965;
// A 25th percentile of fewer readings that hang together lies too high.
constexpr int readingsOfAFullRound = 5;

std::vector<double> timesOf(const Readings& readings)
{
    std::vector<double> times;
    times.reserve(readings.size());
    for (const Reading& reading : readings.all())
        times.push_back(reading.time.value());
    return times;
}

/// Each round's own 25th percentile, ascending.
std::vector<double> roundPercentiles(const Readings& readings)
{
    std::vector<double> percentiles;
    const auto all = readings.all();
    for (std::size_t begin = 0; begin < all.size();) {
        std::vector<double> times;
        std::size_t end = begin;
        for (; end < all.size() && all[end].round == all[begin].round; ++end)
            times.push_back(all[end].time.value());
        percentiles.push_back(percentile(std::move(times), reportedFraction));
        begin = end;
    }
    std::sort(percentiles.begin(), percentiles.end());
    return percentiles;
}

} // namespace

double Summary::relativeWidth() const
{
    return readings > 0 ? (high - low) / time : std::numeric_limits<double>::infinity();
}

int orderStatisticRank(int count)
{
    // P(Binomial(count, 1/2) < j), summed term by term until the claim would break. The terms' logarithms are kept,
    // because the first terms of a thousand rounds and more lie below the smallest double.
    double logTerm = -count * std::numbers::ln2;
    double below = 0.0;
    int rank = 0;
    for (int j = 1; 2 * j <= count; ++j) {
        below += std::exp(logTerm);
        if (1.0 - 2.0 * below < coverageOfOneLook)
            break;
        rank = j;
        logTerm += std::log(static_cast<double>(count - j + 1) / j);
    }
    return rank;
}

Summary summarise(const Readings& readings)
{
    Summary summary;
    if (readings.empty()) {
        summary.flags = Flag::FewReadings;
        return summary;
    }
    const std::vector<double> times = timesOf(readings);
    summary.rounds = readings.rounds();
    summary.readings = static_cast<int>(times.size());
    summary.flags = readings.flags();
    summary.clock = readings.clock();
    summary.median = Seconds(percentile(times, 0.5));
    const double time = percentile(times, reportedFraction);
    if (summary.rounds < minimumRounds) {
        const auto [low, high] = std::minmax_element(times.begin(), times.end());
        summary.low = Seconds(*low);
        summary.high = Seconds(*high);
        summary.flags |= Flag::FewReadings;
    } else {
        const std::vector<double> rounds = roundPercentiles(readings);
        const auto rank = static_cast<std::size_t>(orderStatisticRank(summary.rounds));
        const bool areFull = summary.readings >= readingsOfAFullRound * summary.rounds;
        summary.low = Seconds(rounds[areFull ? rank - 1 : (rank - 1) / 2]);
        summary.high = Seconds(rounds[rounds.size() - rank]);
    }
    summary.time = std::clamp(Seconds(time), summary.low, summary.high);
    return summary;
}

Sample sampleOf(const Workload& workload, const std::string& device, const Readings& readings)
{
    const Summary summary = summarise(readings);
    Sample sample;
    sample.workload = workload;
    sample.device = device;
    sample.time = summary.time;
    sample.median = summary.median;
    sample.low = summary.low;
    sample.high = summary.high;
    sample.rounds = summary.rounds;
    sample.readings = summary.readings;
    sample.clock = summary.clock;
    sample.flags = summary.flags;
    const std::size_t kept = std::min(readings.size(), maximumKeptReadings);
    sample.keptReadings.reserve(kept);
    for (std::size_t i = 0; i < kept; ++i)
        sample.keptReadings.push_back(static_cast<float>(readings.all()[i * readings.size() / kept].time.value()));
    return sample;
}

} // namespace ridgepoint
