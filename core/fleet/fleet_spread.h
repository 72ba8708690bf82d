// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace ridgepoint {

/// What one node measured of a roof, with the range of its rounds, all in the roof's unit.
struct NodeValue {
    double value = 0.0;
    double low = 0.0;
    double high = 0.0;
};

/// Of fewer nodes than these none is named: of three, two that agree by chance would accuse the third.
inline constexpr std::size_t fewestNodesToName = 4;

/// How the values of many nodes lie: distances are of logarithms, so that half and double are equally far.
struct FleetSpread {
    double median = 0.0; ///< in the roof's unit
    /// Robust standard deviation of the logarithms: 1.4826 times the median absolute deviation, with the correction for
    /// few values of Croux and Rousseeuw (Time-efficient algorithms for two highly robust estimators of scale, 1992).
    double deviation = 0.0;
    double halfRange = 0.0; ///< median over the nodes of half the logarithmic range of their own rounds

    friend bool operator==(const FleetSpread&, const FleetSpread&) = default;
};

/// Values must be above zero; all zero where there are none.
[[nodiscard]] FleetSpread spreadOf(std::span<const NodeValue> values);

/// The difference of logarithms from which on a node lies outside: the largest of what machines of one model differ by
/// anyhow (sameState), of what rounds on a usual node differ by, and of six robust deviations, of few nodes more. The
/// deviation is at least `usualDeviation`, that of the device's other roofs of the kind, because four values may agree
/// by chance. Infinite for fewer nodes than fewestNodesToName.
[[nodiscard]] double outlierLimit(const FleetSpread& spread, double usualDeviation, std::size_t nodes);

/// Whether the value is that far from the median, and the range of its own rounds does not reach the median either.
[[nodiscard]] bool isOutside(const NodeValue& value, const FleetSpread& spread, double limit);

/// The median of the numbers, of two in the middle their mean; 0 where there are none.
[[nodiscard]] double medianOf(std::span<const double> numbers);

} // namespace ridgepoint
