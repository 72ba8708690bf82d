// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/describe.h"
#include "app/charts/draw/regime_map_chart.h"

#include <cmath>

namespace ridgepoint {

std::vector<ChartPoint> RegimeMapChart::shownPoints() const
{
    std::vector<ChartPoint> points;
    for (const MapCell& cell : data().cells)
        if (cell.state == CellState::Measured || cell.state == CellState::Interpolated)
            points.push_back(chartPoint(*m_picture->wish.snapshot, cell.index));
    return points;
}

bool RegimeMapChart::hasSampleInView(std::size_t) const
{
    for (std::size_t i = 0; i < data().cells.size(); ++i)
        if (const MapCell& cell = data().cells[i];
            (cell.state == CellState::Measured || cell.state == CellState::Interpolated) && !cellRect(i).isEmpty())
            return true;
    return false;
}

std::vector<QPointF> RegimeMapChart::pixelsOf(const ChartPoint& point) const
{
    const auto index = shownCell(point.workload);
    if (!index)
        return {};
    const std::size_t x = *index % data().xs.size();
    const std::size_t y = *index / data().xs.size();
    return {pixel({(data().xEdges[x] + data().xEdges[x + 1]) / 2.0, (data().yEdges[y] + data().yEdges[y + 1]) / 2.0})};
}

double RegimeMapChart::valueOfCoordinate(const QCPAxis&, double coordinate) const { return std::exp2(coordinate); }

double RegimeMapChart::coordinateOfValue(const QCPAxis&, double value) const { return std::log2(value); }

QString RegimeMapChart::nameOfAxis(const QCPAxis& axis) const
{
    return axisTitle(&axis == xAxis ? data().xAxis : data().yAxis, data().base);
}

QPointF RegimeMapChart::pinKeyCorner() const { return plot().bottomRight(); }

} // namespace ridgepoint
