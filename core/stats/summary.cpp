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

std::vector<double> timesOf(const Readings& readings, Seconds Reading::*which = &Reading::time)
{
    std::vector<double> times;
    times.reserve(readings.size());
    for (const Reading& reading : readings.all())
        times.push_back((reading.*which).value());
    return times;
}

/// By how much rounds usually differ, as a standard deviation of ln T: 1 % on a machine of one's own, 3 % on a shared
/// one, where an interval must hold too.
constexpr double usualBetweenRounds = 0.03;
/// As many rounds' worth is that knowledge beside what the rounds at hand say.
constexpr double usualWeight = 4.0;

/// The 97.5th percentile of Student's t (the Cornish-Fisher expansion to the third order; Abramowitz and Stegun
/// 26.7.5).
double studentQuantile(double freedom)
{
    constexpr double z = 1.959963984540;
    constexpr double z3 = z * z * z;
    constexpr double z5 = z3 * z * z;
    constexpr double z7 = z5 * z * z;
    return z + (z3 + z) / (4.0 * freedom) + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * freedom * freedom)
         + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * freedom * freedom * freedom);
}

/// Half of the interval of ln T that so few rounds leave: how rounds differ is known from these rounds and from what
/// rounds differ by in general, weighed by their counts (the estimate of a variance with a conjugate prior).
double halfWidthOfFew(const std::vector<double>& rounds)
{
    const auto count = static_cast<double>(rounds.size());
    double mean = 0.0;
    for (const double time : rounds)
        mean += std::log(time) / count;
    double squares = usualWeight * usualBetweenRounds * usualBetweenRounds;
    for (const double time : rounds)
        squares += (std::log(time) - mean) * (std::log(time) - mean);
    const double freedom = usualWeight + count - 1.0;
    return studentQuantile(freedom) * std::sqrt(squares / freedom / count);
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

Summary summarise(const Readings& all)
{
    const Readings readings = all.ofOneState();
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
    summary.wall = Seconds(percentile(timesOf(readings, &Reading::wall), reportedFraction));
    summary.median = Seconds(percentile(times, 0.5));
    const double time = percentile(times, reportedFraction);
    const std::vector<double> rounds = roundPercentiles(readings);
    if (summary.rounds < minimumRounds) {
        const auto [low, high] = std::minmax_element(times.begin(), times.end());
        const double factor = std::exp(halfWidthOfFew(rounds));
        summary.low = Seconds(std::min(*low, time / factor));
        summary.high = Seconds(std::max(*high, time * factor));
        summary.flags |= Flag::FewReadings;
    } else {
        const auto rank = static_cast<std::size_t>(orderStatisticRank(summary.rounds));
        const bool areFull = summary.readings >= readingsOfAFullRound * summary.rounds;
        summary.low = Seconds(rounds[areFull ? rank - 1 : (rank - 1) / 2]);
        summary.high = Seconds(rounds[rounds.size() - rank]);
    }
    summary.time = std::clamp(Seconds(time), summary.low, summary.high);
    return summary;
}

Sample sampleOf(const Workload& workload, const std::string& device, const Readings& all)
{
    const Readings readings = all.ofOneState();
    const Summary summary = summarise(readings);
    Sample sample;
    sample.workload = workload;
    sample.device = device;
    sample.time = summary.time;
    sample.wall = summary.wall > summary.time ? summary.wall : Seconds();
    sample.median = summary.median;
    sample.low = summary.low;
    sample.high = summary.high;
    sample.controls = readings.controls();
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

Convergence StoppingRule::judge(const Summary& summary) const
{
    if (summary.rounds >= minimumRounds && summary.relativeWidth() <= targetInterval)
        return Convergence::Reached;
    return summary.rounds >= maximumRounds ? Convergence::Exhausted : Convergence::Continue;
}

} // namespace ridgepoint
