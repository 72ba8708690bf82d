// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/regime.h"

#include <QPointF>

#include <array>
#include <optional>

namespace ridgepoint {

/// Weights of compute, memory and overhead, which sum to 1.
using TernaryWeights = std::array<double, 3>;

/// The three weights of measured shares; under-filled counts as compute, whose colour it wears. Nothing where no share
/// is positive.
[[nodiscard]] std::optional<TernaryWeights> ternaryWeights(const Shares& shares);

/// Where weights lie in the triangle of the unit square, with y down as on the screen: compute at the top's middle,
/// memory at the lower left corner, overhead at the lower right one.
[[nodiscard]] QPointF ternaryPlace(const TernaryWeights& weights);
/// The weights of a place; those of a place outside of the triangle have a negative one.
[[nodiscard]] TernaryWeights weightsAtTernary(QPointF place);

} // namespace ridgepoint
