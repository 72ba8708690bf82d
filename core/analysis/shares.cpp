// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/shares.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr double cacheTransitionSlope = 1.1;
constexpr std::array inOrder{Regime::Compute, Regime::Memory, Regime::Overhead, Regime::UnderFilled};

Interval around(double value, double halfWidth)
{
    return {std::clamp(value - halfWidth, 0.0, 1.0), std::clamp(value + halfWidth, 0.0, 1.0)};
}

/// Whether the intervals of the two largest shares overlap.
bool isAmbiguous(const Shares& shares, const std::array<Interval, 4>& intervals)
{
    std::array<std::size_t, 4> order{0, 1, 2, 3};
    std::sort(order.begin(), order.end(),
              [&shares](std::size_t a, std::size_t b) { return shares.of(inOrder[a]) > shares.of(inOrder[b]); });
    return intervals[order[0]].low <= intervals[order[1]].high;
}

} // namespace

MeasuredShares sharesFrom(const Slope& operations, const Slope& size)
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

    if (larger > cacheTransitionSlope)
        result.flags |= Flag::CacheTransition;
    if (shares.largest() == Regime::UnderFilled)
        result.flags |= Flag::UnderFilled;
    if (operations.oneSided || size.oneSided)
        result.flags |= Flag::Edge;
    if (isAmbiguous(shares, result.intervals))
        result.flags |= Flag::Ambiguous;
    return result;
}

double fixedShareFrom(double slopeDepth, double slopeOperations, const Shares& shares)
{
    return std::clamp(1.0 + slopeDepth - std::max(0.0, slopeOperations), 0.0, std::max(0.0, shares.overhead));
}

} // namespace ridgepoint
