// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"

#include <memory>
#include <vector>

namespace ridgepoint {

/// The parts of the experiment on tensor size.
namespace sizing {

inline constexpr int timePlot = 0, growthPlot = 1, productPlot = 2;
/// Rows and columns of the weights that few rows are multiplied by: 16 MiB in FP32.
inline constexpr std::int64_t weights = 2048;
inline constexpr std::int64_t mostRows = 256;
inline constexpr SeriesTerm product{"weights", "2048 x 2048 weights"};

/// What is seen: the floor and how far it reaches, where work takes over, where a cache ends, and the product that
/// doubles for nothing for another reason.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace sizing

} // namespace ridgepoint
