// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Places of a chart where nothing is drawn yet, as workloads that can be measured.
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// The value of an axis at a coordinate: the nearest whole number; of depths the nearest that divides the chain.
std::int64_t valueNear(AxisKind axis, double coordinate, const Workload& line)
{
    if (axis != AxisKind::Depth)
        return std::max<std::int64_t>(1, std::llround(coordinate));
    std::int64_t nearest = 1;
    for (std::int64_t depth = 1; depth <= line.chainLength; ++depth)
        if (line.chainLength % depth == 0
            && std::abs(std::log(static_cast<double>(depth) / coordinate))
                   < std::abs(std::log(static_cast<double>(nearest) / coordinate)))
            nearest = depth;
    return nearest;
}

} // namespace

std::optional<Workload> CurvesChart::freeWorkloadAt(QPointF mouse) const
{
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (!plot(i).contains(mouse) || !snapshot())
            continue;
        // Beyond the ends nobody can say how long it would take, or whether it fits into the memory.
        const double at = std::clamp(m_panels[i]->axis(QCPAxis::atBottom)->pixelToCoord(mouse.x()), m_data.low,
                                     m_data.high);
        return moved(m_data.line, m_data.axis, valueNear(m_data.axis, at, m_data.line));
    }
    return std::nullopt;
}

/// Any cell can be chosen, also of a map in which nothing is measured yet.
std::optional<Workload> RegimeMapChart::freeWorkloadAt(QPointF mouse) const
{
    if (data().cells.empty() || !plot().contains(mouse))
        return std::nullopt;
    const auto cell = data().cellAt({xAxis->pixelToCoord(mouse.x()), yAxis->pixelToCoord(mouse.y())});
    return cell ? std::optional(data().workload(*cell % data().xs.size(), *cell / data().xs.size())) : std::nullopt;
}

} // namespace ridgepoint
