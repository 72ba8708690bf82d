// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// The parts of the experiment on the back of an envelope.
namespace envelope {

/// The plots: what can be done in a second, and the time of one pass by its operations.
inline constexpr int secondPlot = 0, passPlot = 1;
inline constexpr LabelTerm moved{"moved", "Numbers moved"};
inline constexpr LabelTerm computed{"computed", "Floating-point operations"};
inline constexpr SeriesTerm here{"here", "here"};
inline constexpr SeriesTerm article{"A100", "A100"};
inline constexpr SeriesTerm pass{"pass", "one pass"};
/// The predicted place where moving and computing take equally long.
inline constexpr LabelTerm ridge{"ridge", "ridge"};
/// What the article says of an A100 and fp32: "400 billion numbers", "20 trillion operations", "about a hundred
/// operations".
inline constexpr double articleMoved = 400e9, articleComputed = 20e12, articleRidge = 100.0;

/// Applications per element that are run: 1, 2, 4 … up to the most.
[[nodiscard]] std::vector<std::int64_t> applicationsUpTo(std::int64_t most);
/// The points of the passes of a provenance by growing x, without the ridge.
[[nodiscard]] std::vector<ExperimentPoint> passes(const ExperimentResult& result, Provenance provenance);

/// What the line of the passes shows.
enum class RidgeKind {
    Found,       ///< both parts are there
    NeverFlat,   ///< it rises from the first on: computing is what limits throughout
    NeverRising, ///< it hardly rises to its end: memory limits throughout
    Uncertain,   ///< the times differ too much from round to round
    TooFewPoints,
};
struct MeasuredRidge { ///< where a line of passes turns from memory to computing
    RidgeKind kind = RidgeKind::TooFewPoints;
    double operations = 0.0; ///< per element, where found
    double low = 0.0;        ///< by the ends of the intervals of the flat part and of the last point
    double high = 0.0;
};
/// Where the flat part of a line of passes meets its rising part: the rising part, drawn back from the last point in
/// proportion to the operations, reaches the time that the passes with the fewest operations take.
[[nodiscard]] MeasuredRidge ridgeOf(const std::vector<ExperimentPoint>& line);
/// "31.5 billion", "1.2 trillion": a count as one says it, to three digits.
[[nodiscard]] std::string spoken(double count);

/// What is seen: what fits into a second, where computing begins to count, and why the article's figure is another.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace envelope

} // namespace ridgepoint
