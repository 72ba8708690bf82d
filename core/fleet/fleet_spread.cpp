// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/fleet_spread.h"

#include "core/model/roof.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace ridgepoint {
namespace {

constexpr double normalByMad = 1.4826; ///< standard deviation of a normal distribution by its MAD
constexpr double deviationsOutside = 6.0;
constexpr double penaltyOfFew = 4.0; ///< nodes at which the limit doubles

/// By what the MAD of so few normal values is too small.
double correctionFor(std::size_t count)
{
    constexpr std::array<double, 10> ofFew{1.0, 1.0, 1.196, 1.495, 1.363, 1.206, 1.200, 1.140, 1.129, 1.107};
    const auto number = static_cast<double>(count);
    return count < ofFew.size() ? ofFew[count] : number / (number - 0.8);
}

/// Half the range of a node's rounds; 0 where it tells none.
double halfRangeOf(const NodeValue& value)
{
    return value.low > 0.0 && value.high > value.low ? std::log(value.high / value.low) / 2.0 : 0.0;
}

} // namespace

double medianOf(std::span<const double> numbers)
{
    if (numbers.empty())
        return 0.0;
    std::vector<double> sorted(numbers.begin(), numbers.end());
    std::ranges::sort(sorted);
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0;
}

FleetSpread spreadOf(std::span<const NodeValue> values)
{
    if (values.empty())
        return {};
    std::vector<double> plain;
    std::vector<double> ranges;
    for (const NodeValue& value : values) {
        plain.push_back(value.value);
        ranges.push_back(halfRangeOf(value));
    }
    const double median = medianOf(plain);
    for (double& value : plain)
        value = std::abs(std::log(value / median));
    return {.median = median,
            .deviation = normalByMad * correctionFor(values.size()) * medianOf(plain),
            .halfRange = medianOf(ranges)};
}

double outlierLimit(const FleetSpread& spread, double usualDeviation, std::size_t nodes)
{
    if (nodes < fewestNodesToName)
        return std::numeric_limits<double>::infinity();
    const double factor = deviationsOutside * (1.0 + penaltyOfFew / static_cast<double>(nodes));
    return std::max({std::log(sameState), spread.halfRange, factor * std::max(spread.deviation, usualDeviation)});
}

bool isOutside(const NodeValue& value, const FleetSpread& spread, double limit)
{
    const bool reaches = value.low > 0.0 && value.low <= spread.median && spread.median <= value.high;
    return !reaches && std::abs(std::log(value.value / spread.median)) > limit;
}

} // namespace ridgepoint
