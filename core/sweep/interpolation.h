// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/sample.h"
#include "core/sweep/plan.h"

#include <span>
#include <vector>

namespace ridgepoint {

/// Samples, flagged Interpolated, for the cells of the plan that `measured` lacks: ln T, linear in the logarithms of
/// the coordinates between the nearest measured cells. The interval is widened by what the interpolation may miss.
/// Cells that do not lie between measured cells are left out, as are those farther than farthestFilled from any:
/// nothing is extrapolated, and nothing smeared over a map of which a part was measured. Also fills the neighbours
/// along directions that the plan has no axis for (neighbourPlans), so that analyse() finds both slopes of every cell.
/// Samples of other devices or workloads are ignored; so are interpolated ones.
[[nodiscard]] std::vector<Sample> fillInterpolated(const Plan& plan, std::span<const Sample> measured);

} // namespace ridgepoint
