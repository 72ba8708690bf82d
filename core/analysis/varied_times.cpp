// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/varied_times.h"

#include "core/analysis/compare.h"
#include "core/analysis/shares.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ridgepoint {

/// Samples of one line have the same values of all other names.
std::vector<std::optional<Slope>> slopesOfVaried(std::size_t name, std::span<const VariedTime> times)
{
    std::vector<Sample> samples;
    samples.reserve(times.size());
    for (const VariedTime& time : times) {
        Sample sample;
        sample.workload.elements = time.values[name];
        sample.device.clear();
        for (std::size_t i = 0; i < time.values.size(); ++i)
            if (i != name)
                sample.device += std::to_string(time.values[i]) + ",";
        sample.time = time.time;
        sample.low = time.low;
        sample.high = time.high;
        if (!time.isRepeated)
            sample.flags = Flag::FewReadings;
        samples.push_back(sample);
    }
    return slopesAlong(AxisKind::Size, samples);
}

Growth growthOf(const std::optional<Slope>& slope)
{
    if (!slope)
        return Growth::Unknown;
    const double growth = std::exp2(slope->value);
    const double least = std::exp2(slope->value - slope->halfWidth);
    const double most = std::exp2(slope->value + slope->halfWidth);
    // As in the doubling test: nothing is told where overhead and work are both within the interval.
    if (least <= hardlyMore && most >= aboutTwice)
        return Growth::Unknown;
    // What no equation of time has is told only where the whole interval says so.
    if (growth < 1.0 / hardlyMore)
        return most < 1.0 / hardlyMore ? Growth::Falls : Growth::Unknown;
    if (growth <= hardlyMore)
        return Growth::Flat;
    if (growth < aboutTwice)
        return Growth::Slower;
    if (growth <= clearlyMoreThanTwice)
        return Growth::Follows;
    return least > clearlyMoreThanTwice ? Growth::Faster : Growth::Unknown;
}

namespace {

/// What each slope says. One that says something else than both of its neighbours is no more than scatter where its
/// interval has the slope of a neighbour that another one confirms; what needs a whole interval is not told so.
std::vector<Growth> growthsOf(std::span<const std::optional<Slope>> slopes)
{
    std::vector<Growth> each;
    for (const std::optional<Slope>& slope : slopes)
        each.push_back(growthOf(slope));
    const auto isLike = [&](std::size_t i, std::size_t j) { return j < each.size() && each[j] == each[i]; };
    const auto isAlone = [&](std::size_t i) { return !isLike(i, i - 1) && !isLike(i, i + 1); }; // 0 - 1 is none
    std::vector<Growth> all = each;
    for (std::size_t i = 0; i < each.size(); ++i) {
        if (each[i] == Growth::Unknown || !isAlone(i))
            continue;
        for (const std::size_t beside : {i - 1, i + 1})
            if (beside < each.size() && !isAlone(beside)
                && (each[beside] == Growth::Flat || each[beside] == Growth::Slower || each[beside] == Growth::Follows)
                && std::abs(slopes[beside]->value - slopes[i]->value) <= slopes[i]->halfWidth) {
                all[i] = each[beside];
                break;
            }
    }
    return all;
}

} // namespace

std::vector<GrowthStretch> growthAlong(std::size_t name, std::span<const VariedTime> times)
{
    if (times.empty())
        return {};
    std::vector<std::int64_t> smallest = times.front().values;
    for (const VariedTime& time : times)
        for (std::size_t i = 0; i < smallest.size(); ++i)
            smallest[i] = std::min(smallest[i], time.values[i]);
    std::vector<VariedTime> line;
    for (const VariedTime& time : times) {
        std::vector<std::int64_t> others = time.values;
        others[name] = smallest[name];
        if (others == smallest)
            line.push_back(time);
    }
    std::ranges::sort(line, {}, [&](const VariedTime& time) { return time.values[name]; });
    if (line.size() < 2)
        return {};
    const auto slopes = slopesOfVaried(name, line);
    const std::vector<Growth> growths = growthsOf(slopes);
    std::vector<GrowthStretch> stretches;
    std::size_t places = 0; // in the last stretch
    for (std::size_t i = 0; i < line.size(); ++i) {
        const Growth growth = growths[i];
        const std::int64_t value = line[i].values[name];
        if (stretches.empty() || stretches.back().growth != growth) {
            stretches.push_back({growth, value, value, 0.0});
            places = 0;
        }
        GrowthStretch& last = stretches.back();
        last.to = value;
        ++places;
        if (growth != Growth::Unknown)
            last.slope += (slopes[i]->value - last.slope) / static_cast<double>(places);
    }
    return stretches;
}

std::optional<Regime> regimeBySlopes(const Slope& operations, const Slope& size)
{
    const MeasuredShares measured = sharesFrom(operations, size);
    return measured.flags.has(Flag::Ambiguous) ? std::nullopt : std::optional(measured.regime);
}

std::vector<std::optional<Regime>> regimesBySlopes(std::size_t operations, std::size_t size,
                                                   std::span<const VariedTime> times)
{
    const auto byOperations = slopesOfVaried(operations, times);
    const auto bySize = slopesOfVaried(size, times);
    std::vector<std::optional<Regime>> regimes(times.size());
    for (std::size_t i = 0; i < times.size(); ++i)
        if (byOperations[i] && bySize[i])
            regimes[i] = regimeBySlopes(*byOperations[i], *bySize[i]);
    return regimes;
}

} // namespace ridgepoint
