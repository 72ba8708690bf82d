// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/describe.h"
#include "app/charts/draw/regime_map_chart.h"

#include <cmath>

namespace ridgepoint {

std::vector<ChartPoint> RegimeMapChart::shownPoints() const
{
    std::vector<ChartPoint> points;
    if (!snapshot())
        return points;
    for (const MapCell& cell : m_data.cells)
        if (cell.state == CellState::Measured || cell.state == CellState::Interpolated)
            points.push_back(chartPoint(*snapshot(), cell.index));
    return points;
}

std::vector<QPointF> RegimeMapChart::pixelsOf(const ChartPoint& point) const
{
    const auto index = shownCell(point.workload);
    if (!index)
        return {};
    const std::size_t x = *index % m_data.xs.size();
    const std::size_t y = *index / m_data.xs.size();
    return {pixel({(m_data.xEdges[x] + m_data.xEdges[x + 1]) / 2.0, (m_data.yEdges[y] + m_data.yEdges[y + 1]) / 2.0})};
}

double RegimeMapChart::valueOfCoordinate(double coordinate) const { return std::exp2(coordinate); }

double RegimeMapChart::coordinateOfValue(double value) const { return std::log2(value); }

QString RegimeMapChart::nameOfAxis(const QCPAxis& axis) const { return axisTitle(&axis == xAxis ? m_data.xAxis : m_data.yAxis, m_data.base); }

QPointF RegimeMapChart::pinKeyCorner() const { return plot().bottomRight(); }

} // namespace ridgepoint
