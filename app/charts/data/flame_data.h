// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/frame/experiment_result.h"

#include <cstddef>
#include <vector>

namespace ridgepoint {

/// A span of a flame bar, placed; seconds where the plot's unit is that.
struct FlameBox {
    ExperimentPoint point;
    double begin = 0.0;
    double length = 0.0; ///< the point's y; less where spans that are held by one are longer together than that one
    double own = 0.0;    ///< what of y is in none of the spans that it holds
    double share = 1.0;  ///< of the outermost span that holds it; 1 of that itself
    int depth = 0;       ///< how many others hold it
    std::size_t outermost = 0; ///< the place of that span among the boxes
    bool holds = false;        ///< any other span
};

/// Spans by name: what has a span's label as its parent is held by it and stands under it, one behind the other in the
/// order in which they came. Outermost ones first, then what those hold, and so on. Spans without a name or a
/// length, those of a name that was there before, and those that hold each other in a circle are left out. Pure.
[[nodiscard]] std::vector<FlameBox> flameBoxes(const std::vector<ExperimentPoint>& spans);
/// Rows that the boxes need, at least 1.
[[nodiscard]] int flameRows(const std::vector<FlameBox>& boxes);
/// How long all of it is; 0 without boxes.
[[nodiscard]] double flameLength(const std::vector<FlameBox>& boxes);
/// The box of this point, or null.
[[nodiscard]] const FlameBox* flameBoxOf(const std::vector<FlameBox>& boxes, const ExperimentPoint& point);

} // namespace ridgepoint
