// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/ternary.h"

#include <algorithm>

namespace ridgepoint {

std::optional<TernaryWeights> ternaryWeights(const Shares& shares)
{
    TernaryWeights weights{std::max(0.0, shares.compute + shares.underFilled), std::max(0.0, shares.memory),
                           std::max(0.0, shares.overhead)};
    const double sum = weights[0] + weights[1] + weights[2];
    if (!(sum > 0.0))
        return std::nullopt;
    for (double& weight : weights)
        weight /= sum;
    return weights;
}

QPointF ternaryPlace(const TernaryWeights& weights) { return {weights[0] * 0.5 + weights[2], 1.0 - weights[0]}; }

TernaryWeights weightsAtTernary(QPointF place)
{
    const double compute = 1.0 - place.y();
    const double overhead = place.x() - compute * 0.5;
    return {compute, 1.0 - compute - overhead, overhead};
}

} // namespace ridgepoint
