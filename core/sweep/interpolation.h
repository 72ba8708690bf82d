// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/sample.h"
#include "core/sweep/plan.h"

#include <optional>
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

/// The direction of the cube that a map has no axis for: the one that its third slider walks along. Nothing for plans
/// of one or three axes.
[[nodiscard]] std::optional<AxisKind> thirdDirection(const Plan& map);

/// Samples, flagged Interpolated, for the cells of a map that lie between its neighbouring slices: the nearest measured
/// ones on both sides along the third direction. So a slider that comes to a new slice shows at once what is known of
/// it. What `measured` has of the slice itself is taken into account and left out of the result; nothing where only one
/// side, or neither, is measured.
[[nodiscard]] std::vector<Sample> fillFromSlices(const Plan& map, std::span<const Sample> measured);

} // namespace ridgepoint
