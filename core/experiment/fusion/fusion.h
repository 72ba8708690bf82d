// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"

#include <memory>
#include <vector>

namespace ridgepoint {

/// The parts of the experiment on fusion.
namespace fusing {

inline constexpr int timePlot = 0, speedupPlot = 1;

/// The operations to a pass that a chain of this length can be run with: its divisors, 1 first.
[[nodiscard]] std::vector<int> depthsOf(int chainLength);
/// What is seen of each operation: what one pass gains over one operation a pass, and what a second operation in the
/// same pass costs.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace fusing

} // namespace ridgepoint
