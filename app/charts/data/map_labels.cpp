// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/map_labels.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr double textAspect = 2.5;
/// Along each axis: a finer map is looked at in steps, since a name is many cells wide.
constexpr std::size_t mostSteps = 128;

/// The region that a cell belongs to: under-filled ones have the colour of compute.
std::optional<Regime> regionOf(const MapCell& cell)
{
    return cell.regime == Regime::UnderFilled ? Regime::Compute : cell.regime;
}

/// Distances to the nearest cell outside the region (the map's edge counts as outside), by two sweeps of a chamfer
/// over the eight neighbours, in fractions of the map with x divided by the text's aspect.
class Clearances {
public:
    Clearances(const RegimeMapData& data, Regime regime)
        : m_stepX(stepFor(data.xs.size())),
          m_stepY(stepFor(data.ys.size())),
          m_width((data.xs.size() + m_stepX - 1) / m_stepX),
          m_height((data.ys.size() + m_stepY - 1) / m_stepY),
          m_values(m_width * m_height, 0.0)
    {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            const MapCell& cell = data.cell(i % m_width * m_stepX, i / m_width * m_stepY);
            m_values[i] = regionOf(cell) == regime ? 1e9 : 0.0;
        }
        sweep(true);
        sweep(false);
    }
    struct Best {
        std::size_t x = 0; ///< of the cell in the map
        std::size_t y = 0;
        double clearance = 0.0;
    };
    [[nodiscard]] Best best() const
    {
        const auto found = std::max_element(m_values.begin(), m_values.end());
        const auto index = static_cast<std::size_t>(found - m_values.begin());
        return {index % m_width * m_stepX, index / m_width * m_stepY, *found};
    }

private:
    static std::size_t stepFor(std::size_t count) { return (count + mostSteps - 1) / mostSteps; }
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
    std::size_t m_stepX;
    std::size_t m_stepY;
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
        const auto size = std::count_if(data.cells.begin(), data.cells.end(),
                                        [&](const MapCell& cell) { return regionOf(cell) == regime; });
        if (static_cast<double>(size) < 0.02 * static_cast<double>(data.cells.size()))
            continue;
        const Clearances::Best best = Clearances(data, regime).best();
        labels.push_back({regime,
                          {(data.xEdges[best.x] + data.xEdges[best.x + 1]) / 2.0,
                           (data.yEdges[best.y] + data.yEdges[best.y + 1]) / 2.0},
                          best.clearance});
    }
    return labels;
}

} // namespace ridgepoint
