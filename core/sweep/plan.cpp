// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/plan.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr std::size_t maximumCells = std::size_t{1} << 20;

Error axisError(const char* id, const char* text, AxisKind kind)
{
    return {ErrorKind::InvalidInput, id, text, {std::string(nameOf(kind))}};
}

Result<void> checkAxes(const Plan& plan)
{
    if (plan.axes.empty() || plan.axes.size() > 3)
        return Error{ErrorKind::InvalidInput,
                     "plan.axes",
                     "The plan has %1 axes; give one (a line), two (a map) or three (the cube) of ops, depth and size.",
                     {std::to_string(plan.axes.size())}};
    std::size_t cells = 1;
    for (std::size_t i = 0; i < plan.axes.size(); ++i) {
        const Axis& axis = plan.axes[i];
        for (std::size_t j = 0; j < i; ++j)
            if (plan.axes[j].kind == axis.kind)
                return axisError("plan.axis-twice", "The axis %1 is given twice; give each axis once.", axis.kind);
        if (axis.values.empty())
            return axisError("plan.axis-empty", "The axis %1 has no values; give at least one.", axis.kind);
        for (std::size_t v = 1; v < axis.values.size(); ++v)
            if (axis.values[v - 1] >= axis.values[v])
                return axisError("plan.axis-order",
                                 "The values of the axis %1 are not ascending; sort them and give each once.",
                                 axis.kind);
        // Dividing instead of multiplying: the product of hostile lengths must not wrap around.
        if (axis.values.size() > maximumCells / cells)
            return Error{ErrorKind::InvalidInput,
                         "plan.too-many-cells",
                         "The plan has more than %1 cells; give ranges with fewer values.",
                         {std::to_string(maximumCells)}};
        cells *= axis.values.size();
    }
    return {};
}

/// Each coordinate alone decides whether a workload is valid, so every value is tried once instead of every cell.
Result<void> checkWorkloads(const Plan& plan)
{
    const Workload first = plan.cell(0);
    for (const Axis& axis : plan.axes)
        for (const std::int64_t value : axis.values)
            if (auto checked = validate(moved(first, axis.kind, value)); !checked)
                return checked;
    return {};
}

} // namespace

std::size_t Plan::cellCount() const
{
    std::size_t cells = axes.empty() ? 0 : 1;
    for (const Axis& axis : axes)
        cells *= axis.values.size();
    return cells;
}

Workload Plan::cell(std::size_t index) const
{
    Workload workload = base;
    for (const Axis& axis : axes) {
        workload = moved(workload, axis.kind, axis.values[index % axis.values.size()]);
        index /= axis.values.size();
    }
    return workload;
}

Result<void> validate(const Plan& plan)
{
    if (auto checked = checkAxes(plan); !checked)
        return checked;
    if (!std::isfinite(plan.budget.value()) || plan.budget.value() <= 0.0)
        return Error{ErrorKind::InvalidInput,
                     "plan.budget",
                     "The time budget is %1 s; give a positive number of seconds, such as 6s.",
                     {std::to_string(plan.budget.value())}};
    if (!(plan.targetInterval > 0.0 && plan.targetInterval < 1.0))
        return Error{ErrorKind::InvalidInput,
                     "plan.target-interval",
                     "The target interval is %1; give a fraction between 0 and 1, such as 0.03.",
                     {std::to_string(plan.targetInterval)}};
    return checkWorkloads(plan);
}

Plan orOneCell(const Plan& plan)
{
    if (validate(plan).ok())
        return plan;
    Plan oneCell;
    oneCell.axes = {{AxisKind::Size, {1}}};
    return oneCell;
}

} // namespace ridgepoint
