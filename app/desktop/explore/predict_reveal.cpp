// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/describe.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/desktop/explore/guess_words.h"
#include "app/desktop/explore/predict_mode.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/views/chart_area.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// Of the window's own series, which comes first: a guess is not judged by a session that is compared.
template <class Data> std::vector<ChartPoint> measuredPoints(const Data& data)
{
    std::vector<ChartPoint> points = data.series.empty() ? std::vector<ChartPoint>() : data.series.front().points;
    std::erase_if(points, [](const ChartPoint& point) {
        return point.interpolated() || point.provenance != Provenance::Measured;
    });
    return points;
}

/// The measured regimes along one row (or column) of the map. Where too few of its cells are measured, those filled in
/// between count too.
std::vector<RegimePlace> regimesAlong(const RegimeMapChart& map, std::size_t at, bool row)
{
    const RegimeMapData& data = map.data();
    const auto gather = [&](bool onlyMeasured) {
        std::vector<RegimePlace> places;
        const std::vector<std::int64_t>& values = row ? data.xs : data.ys;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const MapCell& cell = row ? data.cell(i, at) : data.cell(at, i);
            if (cell.state != CellState::Measured && (onlyMeasured || cell.state != CellState::Interpolated))
                continue;
            const ChartPoint point = chartPoint(*map.input().snapshot, cell.index);
            if (point.regime)
                places.push_back({static_cast<double>(values[i]), *point.regime});
        }
        return places;
    };
    constexpr std::size_t enough = 5;
    std::vector<RegimePlace> places = gather(true);
    return places.size() >= enough ? places : gather(false);
}

} // namespace

QString PredictMode::revealPoint()
{
    const QString nothing = tr("Nothing is measured there yet: F5 measures it.");
    const std::vector<ChartPoint> points = measuredPoints(m_charts.roofline()->data());
    if (points.empty() || !m_place)
        return nothing;
    const auto away = [&](const ChartPoint& point) {
        return std::abs(std::log(point.intensity().value() / m_place->x));
    };
    const ChartPoint& point = *std::min_element(
        points.begin(), points.end(), [&](const ChartPoint& a, const ChartPoint& b) { return away(a) < away(b); });
    m_charts.roofline()->set(&ChartInput::guess,
                             {.lines = {}, .place = PlotPlace{0, point.intensity().value(), m_place->y}});
    m_cursor.setWorkload(point.workload); // its ring is the measurement
    return performanceGuessWords(FlopsPerSecond(m_place->y), point, m_format);
}

QString PredictMode::revealBorder()
{
    const RegimeMapChart& map = *m_charts.map();
    const bool row = m_isRowAsked;
    const auto cell = m_place && map.input().snapshot && !map.data().cells.empty()
                        ? map.data().cellAt({m_place->x, m_place->y})
                        : std::nullopt;
    if (!cell || map.places().shownPoints().empty())
        return tr("Nothing is measured there yet: F5 measures it.");
    const std::size_t width = map.data().xs.size();
    const double guess = std::exp2(row ? m_place->x : m_place->y);
    if (const auto judged = judgeBorder(guess, regimesAlong(map, row ? *cell / width : *cell % width, row)))
        return borderGuessWords(guess, *judged, row,
                                axisTitle(row ? map.data().xAxis : map.data().yAxis, map.data().base), m_format);
    return row ? tr("There is no border in the marked row: it has one regime throughout.")
               : tr("There is no border in the marked column: it has one regime throughout.");
}

bool PredictMode::hasBorder(bool inRow) const
{
    const RegimeMapChart& map = *m_charts.map();
    const auto cell = map.input().snapshot ? map.data().cellOf(m_cursor.workload()) : std::nullopt;
    const std::size_t width = map.data().xs.size();
    return cell && judgeBorder(1.0, regimesAlong(map, inRow ? *cell / width : *cell % width, inRow)).has_value();
}

QString PredictMode::revealCurve()
{
    CurvesChart& curves = *m_charts.curves();
    const std::vector<CurvePlace> drawn = m_sketch.curve();
    std::vector<CurvePlace> said;
    std::vector<CurvePlace> measured;
    GuessMarks marks{.lines = std::vector<std::vector<PlotPlace>>(3), .place = {}};
    for (const ChartPoint& point : measuredPoints(curves.data())) {
        const auto x = static_cast<double>(coordinate(point.workload, curves.sharedAxis()));
        measured.push_back({x, point.time.value()});
        const auto value = valueAt(drawn, x);
        if (!value)
            continue;
        // What was drawn in one plot is a guess for all three.
        const double seconds = m_sketchPlot == 0 ? *value
                             : m_sketchPlot == 1 ? point.flops.value() / *value
                                                 : point.bytes.value() / *value;
        said.push_back({x, seconds});
        marks.lines[0].push_back({0, x, seconds});
        marks.lines[1].push_back({1, x, point.flops.value() / seconds});
        marks.lines[2].push_back({2, x, point.bytes.value() / seconds});
    }
    const auto judged = judgeCurve(said, measured);
    if (!judged)
        return tr("Nothing is measured under your curve yet: F5 measures it.");
    curves.set(&ChartInput::guess, marks);
    return curveGuessWords(*judged, m_format);
}

} // namespace ridgepoint
