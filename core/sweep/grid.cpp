// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/grid.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {

Grid::Grid(const Plan& plan)
    : m_plan(plan), m_axisCount(static_cast<int>(plan.axes.size())), m_cellCount(plan.cellCount())
{
    for (std::size_t axis = 0; axis < plan.axes.size(); ++axis) {
        m_lengths[axis] = static_cast<int>(plan.axes[axis].values.size());
        for (const std::int64_t value : plan.axes[axis].values)
            m_logs[axis].push_back(std::log(static_cast<double>(value)));
    }
}

std::optional<int> Grid::axisOf(AxisKind kind) const
{
    for (int axis = 0; axis < m_axisCount; ++axis)
        if (m_plan.axes[static_cast<std::size_t>(axis)].kind == kind)
            return axis;
    return std::nullopt;
}

Grid::Place Grid::placeOf(std::size_t cell) const
{
    Place place{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto length = static_cast<std::size_t>(m_lengths[axis]);
        place[axis] = static_cast<int>(cell % length);
        cell /= length;
    }
    return place;
}

std::size_t Grid::cellAt(const Place& place) const
{
    std::size_t cell = 0;
    for (std::size_t axis = 3; axis-- > 0;)
        cell = cell * static_cast<std::size_t>(m_lengths[axis]) + static_cast<std::size_t>(place[axis]);
    return cell;
}

std::optional<std::size_t> Grid::find(const Workload& workload) const
{
    Place place{};
    for (std::size_t axis = 0; axis < m_plan.axes.size(); ++axis) {
        const auto& values = m_plan.axes[axis].values;
        const auto found = std::lower_bound(values.begin(), values.end(), coordinate(workload, m_plan.axes[axis].kind));
        if (found == values.end() || *found != coordinate(workload, m_plan.axes[axis].kind))
            return std::nullopt;
        place[axis] = static_cast<int>(found - values.begin());
    }
    const std::size_t cell = cellAt(place);
    // Whatever no axis names (operation, precision, chain …) must be the plan's own.
    return m_plan.cell(cell) == workload ? std::optional(cell) : std::nullopt;
}

} // namespace ridgepoint
