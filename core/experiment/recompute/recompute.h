// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"
#include "core/model/gradient_chain.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// The parts of the experiment on recomputing.
namespace recompute {

inline constexpr SeriesTerm saveAll{"save", "save everything"};
inline constexpr SeriesTerm anew{"recompute", "recompute"};
/// The plots: time by the length of the chain, what is saved by the length, time by the cost of one operation.
inline constexpr int timePlot = 0, savedPlot = 1, costPlot = 2;
/// Links of the chain whose operations' cost is varied.
inline constexpr int costChain = 8;

/// The lengths that are run, up to the longest: 1, 2, 3, 4, 6, 8, 12 …
[[nodiscard]] std::vector<int> lengthsUpTo(int longest);
/// Where the second line crosses the first from below, x between two places that both have, on logarithmic axes: from
/// there on the second takes longer. Of several crossings the last.
[[nodiscard]] std::optional<double> crossing(const std::vector<ExperimentPoint>& first,
                                             const std::vector<ExperimentPoint>& second);
/// What is seen: how far both fall at the longest chain, and where recomputing stops to pay.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace recompute

} // namespace ridgepoint
