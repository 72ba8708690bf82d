// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"

#include <memory>
#include <optional>
#include <vector>

namespace ridgepoint {

/// The parts of the experiment on arithmetic intensity.
namespace intensity {

inline constexpr int timePlot = 0, computePlot = 1, bandwidthPlot = 2;
inline constexpr SeriesTerm article{"A100", "A100"};

/// Where the flat line of a pass that waits for memory meets the rising one of a pass that computes: the time at the
/// fewest operations over the time that an operation takes at the end of the line. Nothing where the line does not get
/// as far (where at its end the time does not yet follow the operations), or one of these times is too uncertain.
[[nodiscard]] std::optional<double> kneeOf(const std::vector<ExperimentPoint>& line);
/// What is seen: where each operation leaves the memory roof, and what it reaches.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace intensity

} // namespace ridgepoint
