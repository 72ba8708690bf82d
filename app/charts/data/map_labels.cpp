// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/map_labels.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr double textAspect = 2.5;

Regime regionOf(const MapCell& cell)
{
    const Regime regime = cell.shares->largest();
    return regime == Regime::UnderFilled ? Regime::Compute : regime;
}

/// Distances to the nearest cell outside the region (the map's edge counts as outside), by two sweeps of a chamfer
/// over the eight neighbours, in fractions of the map with x divided by the text's aspect.
class Clearances {
public:
    Clearances(const RegimeMapData& data, Regime regime)
        : m_width(data.xs.size()), m_height(data.ys.size()), m_values(m_width * m_height, 0.0)
    {
        for (std::size_t i = 0; i < m_values.size(); ++i)
            m_values[i] = data.cells[i].shares && regionOf(data.cells[i]) == regime ? 1e9 : 0.0;
        sweep(true);
        sweep(false);
    }
    [[nodiscard]] std::size_t best() const
    {
        return static_cast<std::size_t>(std::max_element(m_values.begin(), m_values.end()) - m_values.begin());
    }
    [[nodiscard]] double at(std::size_t index) const { return m_values[index]; }

private:
    void sweep(bool forward)
    {
        const double stepX = 1.0 / (static_cast<double>(m_width) * textAspect);
        const double stepY = 1.0 / static_cast<double>(m_height);
        const double diagonal = std::hypot(stepX, stepY);
        const std::size_t count = m_values.size();
        for (std::size_t n = 0; n < count; ++n) {
            const std::size_t i = forward ? n : count - 1 - n;
            const long x = static_cast<long>(i % m_width);
            const long y = static_cast<long>(i / m_width);
            const long back = forward ? -1 : 1;
            double least = m_values[i];
            least = std::min(least, value(x + back, y) + stepX);
            least = std::min(least, value(x, y + back) + stepY);
            least = std::min(least, value(x + back, y + back) + diagonal);
            least = std::min(least, value(x - back, y + back) + diagonal);
            m_values[i] = least;
        }
    }
    [[nodiscard]] double value(long x, long y) const
    {
        if (x < 0 || y < 0 || x >= static_cast<long>(m_width) || y >= static_cast<long>(m_height))
            return 0.0;
        return m_values[static_cast<std::size_t>(y) * m_width + static_cast<std::size_t>(x)];
    }
    std::size_t m_width;
    std::size_t m_height;
    std::vector<double> m_values;
};

} // namespace

std::vector<RegionLabel> regionLabels(const RegimeMapData& data)
{
    std::vector<RegionLabel> labels;
    if (data.cells.empty())
        return labels;
    for (const Regime regime : {Regime::Memory, Regime::Compute, Regime::Overhead}) {
        const auto size = std::count_if(data.cells.begin(), data.cells.end(), [&](const MapCell& cell) { return cell.shares && regionOf(cell) == regime; });
        if (static_cast<double>(size) < 0.02 * static_cast<double>(data.cells.size()))
            continue;
        const Clearances clearances(data, regime);
        const std::size_t best = clearances.best();
        const std::size_t x = best % data.xs.size();
        const std::size_t y = best / data.xs.size();
        labels.push_back({regime, {(data.xEdges[x] + data.xEdges[x + 1]) / 2.0, (data.yEdges[y] + data.yEdges[y + 1]) / 2.0}, clearances.at(best)});
    }
    return labels;
}

} // namespace ridgepoint
