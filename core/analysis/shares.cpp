// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/shares.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ridgepoint {
namespace {

constexpr double cacheTransitionSlope = 1.1;
/// A machine that gives this much of a roof is not under-filled, whatever its slopes say.
constexpr double fullMachine = 0.8;

Interval around(double value, double halfWidth)
{
    return {std::clamp(value - halfWidth, 0.0, 1.0), std::clamp(value + halfWidth, 0.0, 1.0)};
}

/// The shares sum to 1: none can be more than the least of the others leaves, nor less than their most leaves.
void holdToTheirSum(std::array<Interval, 4>& intervals)
{
    double low = 0.0;
    double high = 0.0;
    for (const Interval& each : intervals) {
        low += each.low;
        high += each.high;
    }
    for (Interval& each : intervals)
        each = {std::max(each.low, 1.0 - (high - each.high)), std::min(each.high, 1.0 - (low - each.low))};
}

/// The regimes that a point may be in by its shares, largest first.
std::vector<Regime> regimesByShare(const Shares& shares, std::optional<double> shareOfRoof)
{
    std::vector<Regime> regimes{Regime::Compute, Regime::Memory, Regime::Overhead};
    if (shareOfRoof.value_or(0.0) < fullMachine)
        regimes.push_back(Regime::UnderFilled);
    std::stable_sort(regimes.begin(), regimes.end(), [&](Regime a, Regime b) { return shares.of(a) > shares.of(b); });
    return regimes;
}

/// Whether the interval of the first of the regimes overlaps that of any other.
bool isAmbiguous(const std::vector<Regime>& regimes, const std::array<Interval, 4>& intervals)
{
    const double low = intervals[static_cast<std::size_t>(regimes.front())].low;
    return std::any_of(regimes.begin() + 1, regimes.end(),
                       [&](Regime other) { return intervals[static_cast<std::size_t>(other)].high >= low; });
}

} // namespace

std::optional<Regime> runnerUp(const Shares& shares, Regime named, std::optional<double> shareOfRoof,
                               const std::array<bool, 4>& mayLimit)
{
    for (const Regime regime : regimesByShare(shares, shareOfRoof))
        if (regime != named && mayLimit[static_cast<std::size_t>(regime)])
            return regime;
    return std::nullopt;
}

MeasuredShares sharesFrom(const Slope& operations, const Slope& size, std::optional<double> shareOfRoof)
{
    MeasuredShares result;
    const double k = std::max(0.0, operations.value);
    const double n = std::max(0.0, size.value);
    const double larger = std::max(k, n);
    const double scale = larger > 1.0 ? 1.0 / larger : 1.0;
    Shares& shares = result.shares;
    shares.compute = std::min(k, n) * scale;
    shares.memory = std::max(0.0, n - k) * scale;
    shares.underFilled = std::max(0.0, k - n) * scale;
    shares.overhead = std::max(0.0, 1.0 - larger);

    // min and max move with whichever slope they are equal to; a difference moves with both.
    const double smallerHalf = k <= n ? operations.halfWidth : size.halfWidth;
    const double largerHalf = k <= n ? size.halfWidth : operations.halfWidth;
    const double differenceHalf = std::hypot(operations.halfWidth, size.halfWidth) * scale;
    result.intervals = {around(shares.compute, smallerHalf * scale), around((n - k) * scale, differenceHalf),
                        around(1.0 - larger, largerHalf), around((k - n) * scale, differenceHalf)};

    holdToTheirSum(result.intervals);

    if (larger > cacheTransitionSlope)
        result.flags |= Flag::CacheTransition;
    const std::vector<Regime> regimes = regimesByShare(shares, shareOfRoof);
    result.regime = regimes.front();
    if (result.regime == Regime::UnderFilled)
        result.flags |= Flag::UnderFilled;
    if (operations.oneSided || size.oneSided)
        result.flags |= Flag::Edge;
    if (isAmbiguous(regimes, result.intervals))
        result.flags |= Flag::Ambiguous;
    return result;
}

} // namespace ridgepoint
