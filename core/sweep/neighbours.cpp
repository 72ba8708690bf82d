// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/neighbours.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ridgepoint {
namespace {

/// The plan moved to another value of a direction in which it has one value only.
Plan movedPlan(Plan plan, AxisKind kind, std::int64_t value)
{
    plan.base = moved(plan.base, kind, value);
    for (Axis& axis : plan.axes)
        if (axis.kind == kind)
            axis.values = {value};
    return plan;
}

bool hasSeveralValues(const Plan& plan, AxisKind kind)
{
    return std::any_of(plan.axes.begin(), plan.axes.end(),
                       [kind](const Axis& axis) { return axis.kind == kind && axis.values.size() > 1; });
}

/// Half an octave to either side, or one whole number where that rounds to nothing.
std::vector<std::int64_t> eitherSide(std::int64_t value, std::int64_t maximum)
{
    const auto exact = static_cast<double>(value);
    std::vector<std::int64_t> values;
    const std::int64_t below = std::min(value - 1,
                                        static_cast<std::int64_t>(std::llround(exact / std::numbers::sqrt2)));
    const std::int64_t above = std::max(value + 1,
                                        static_cast<std::int64_t>(std::llround(exact * std::numbers::sqrt2)));
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
        if (plan.cellCount() == 0 || hasSeveralValues(plan, kind))
            return;
        for (const std::int64_t value : eitherSide(coordinate(plan.cell(0), kind), maximum))
            plans.push_back(movedPlan(plan, kind, value));
    };
    add(AxisKind::Operations, maximumOperationsPerElement);
    add(AxisKind::Size, maximumElements);
    return plans;
}

} // namespace ridgepoint
