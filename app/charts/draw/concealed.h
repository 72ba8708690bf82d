// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

namespace ridgepoint {

/// What is hidden until somebody has guessed it, from nothing on. Each drawing place asks the function below that names
/// what it draws.
enum class Concealed {
    Nothing,
    Results,          ///< whatever is measured, predicted or published of a workload
    ResultsAndBorder, ///< also where one regime ends and another one begins
    Everything,       ///< also roofs, and axes that fit what was measured: they show more decades
};

[[nodiscard]] constexpr bool showsResults(Concealed level) { return level == Concealed::Nothing; }
[[nodiscard]] constexpr bool showsBorder(Concealed level) { return level <= Concealed::Results; }
[[nodiscard]] constexpr bool showsRoofs(Concealed level) { return level <= Concealed::ResultsAndBorder; }
/// Whether axes of values fit what was measured.
[[nodiscard]] constexpr bool showsRanges(Concealed level) { return showsRoofs(level); }

/// An axis that does not: from a tensor of one number on one slow core to the largest one on the fastest GPU.
struct AnyRange {
    double low = 0.0;
    double high = 0.0;
};
inline constexpr AnyRange anyRuntime{1e-7, 1e1};     ///< seconds
inline constexpr AnyRange anyPerformance{1e6, 1e14}; ///< FLOP/s
inline constexpr AnyRange anyBandwidth{1e6, 1e14};   ///< B/s

/// An axis in which a curve can be drawn whose values the roofs predict from `low` to `high`, both above 0: the four
/// decades about an even power of ten, whichever is nearest to their middle, so that it tells no more than a
/// hundredfold where they lie; and as many more as hold all of them, by twos for the same reason.
[[nodiscard]] inline AnyRange decadesAround(double low, double high)
{
    constexpr double half = 2.0;
    constexpr double margin = 0.2; // a guess may be too low or too high
    const double from = std::log10(low);
    const double to = std::log10(high);
    const double middle = 2.0 * std::round((from + to) / 4.0);
    return {std::pow(10.0, std::min(middle - half, 2.0 * std::floor((from - margin) / 2.0))),
            std::pow(10.0, std::max(middle + half, 2.0 * std::ceil((to + margin) / 2.0)))};
}

} // namespace ridgepoint
