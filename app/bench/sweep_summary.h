// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/analyse.h"
#include "core/session/session.h"
#include "core/sweep/sweep_runner.h"

#include <span>
#include <string>

namespace ridgepoint {

/// What `sweep` prints when no file is asked for: what was measured, the regimes found, the ridge point and the
/// overhead floor. `points` is index-aligned with `samples`, which holds interpolated cells too;
/// `took` is the time of the sweep without the roofs before it.
[[nodiscard]] std::string summaryText(const Plan& plan, const RoofSet& roofs, std::span<const Sample> samples,
                                      std::span<const PointAnalysis> points, RunOutcome outcome, Seconds took);

} // namespace ridgepoint
