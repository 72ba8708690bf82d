// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/neighbours.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ridgepoint {
namespace {

bool hasAxis(const Plan& plan, AxisKind kind)
{
    return std::any_of(plan.axes.begin(), plan.axes.end(), [kind](const Axis& axis) { return axis.kind == kind; });
}

/// Half an octave to either side, or one whole number where that rounds to nothing.
std::vector<std::int64_t> eitherSide(std::int64_t value, std::int64_t maximum)
{
    const auto exact = static_cast<double>(value);
    std::vector<std::int64_t> values;
    const std::int64_t below = std::min(value - 1, static_cast<std::int64_t>(std::llround(exact / std::numbers::sqrt2)));
    const std::int64_t above = std::max(value + 1, static_cast<std::int64_t>(std::llround(exact * std::numbers::sqrt2)));
    if (below >= 1)
        values.push_back(below);
    if (above <= maximum)
        values.push_back(above);
    return values;
}

} // namespace

std::vector<Plan> neighbourPlans(const Plan& plan)
{
    std::vector<Plan> plans;
    const auto add = [&](AxisKind kind, std::int64_t maximum) {
        if (hasAxis(plan, kind))
            return;
        for (const std::int64_t value : eitherSide(coordinate(plan.base, kind), maximum)) {
            plans.push_back(plan);
            plans.back().base = moved(plan.base, kind, value);
        }
    };
    add(AxisKind::Operations, maximumOperationsPerElement);
    add(AxisKind::Size, maximumElements);
    return plans;
}

} // namespace ridgepoint
