// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/describe.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/desktop/explore/guess_words.h"
#include "app/desktop/explore/predict_mode.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/views/chart_area.h"
#include "core/model/cost.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

/// What the roof of a regime allows the workload on its device, without a what-if.
std::optional<FlopsPerSecond> allowedBy(Regime regime, const Workload& workload, const Snapshot& snapshot)
{
    const auto prediction = predict(workload, deviceRoofs(snapshot), snapshot.device.kind);
    if (!prediction)
        return std::nullopt;
    const Seconds term = regime == Regime::Compute  ? prediction->compute
                       : regime == Regime::Memory   ? prediction->memory
                       : regime == Regime::Overhead ? prediction->overhead
                                                    : prediction->latency;
    return term > Seconds() ? std::optional(costOf(workload).flops / term) : std::nullopt;
}

/// The measured regimes along one row (or column) of the map, where the under-filled one is of computing, as its colour
/// is. Where too few of its cells are measured, those filled in between count too.
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
                places.push_back({static_cast<double>(values[i]),
                                  *point.regime == Regime::UnderFilled ? Regime::Compute : *point.regime});
        }
        return places;
    };
    constexpr std::size_t enough = 5;
    std::vector<RegimePlace> places = gather(true);
    return places.size() >= enough ? places : gather(false);
}

/// The border nearest to the guess in the row or column through a workload: the one that the map draws, and where the
/// same regimes were measured to change; what was measured alone where none is drawn.
std::optional<BorderAnswer> borderBy(double guess, const RegimeMapChart& map, const Workload& workload, bool isRow)
{
    const RegimeMapData& data = map.data();
    const auto cell = map.input().snapshot ? data.cellOf(workload) : std::nullopt;
    if (!cell)
        return std::nullopt;
    const std::size_t width = data.xs.size();
    const auto measured = regimesAlong(map, isRow ? *cell / width : *cell % width, isRow);
    const double at = std::log2(static_cast<double>(coordinate(workload, isRow ? data.yAxis : data.xAxis)));
    const auto drawn = crossingsOf(data.borders, isRow, at);
    const auto away = [&](const BorderCrossing& crossing) { return std::abs(crossing.place - std::log2(guess)); };
    const auto nearest = std::ranges::min_element(drawn, {}, away);
    if (nearest == drawn.end()) {
        const auto judged = judgeBorder(guess, measured);
        return judged ? std::optional(BorderAnswer{{judged->before, judged->after}, {}, judged->place}) : std::nullopt;
    }
    BorderAnswer answer{{nearest->first, nearest->second}, std::exp2(nearest->place), {}, !data.whatIf.empty()};
    if (const auto judged = judgeBorder(*answer.predicted, measured, answer.regimes))
        answer.measured = judged->place;
    return answer;
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
    const SnapshotPointer& snapshot = m_charts.roofline()->input().snapshot;
    return performanceGuessWords(
        FlopsPerSecond(m_place->y), point,
        point.regime && snapshot ? allowedBy(*point.regime, point.workload, *snapshot) : std::nullopt, m_format);
}

QString PredictMode::revealBorder()
{
    const RegimeMapChart& map = *m_charts.map();
    const bool row = m_isRowAsked;
    if (!m_place || !map.input().snapshot || map.places().shownPoints().empty())
        return tr("Nothing is measured there yet: F5 measures it.");
    const double guess = std::exp2(row ? m_place->x : m_place->y);
    if (const auto answer = borderBy(guess, map, m_cursor.workload(), row))
        return borderGuessWords(guess, *answer, row,
                                axisTitle(row ? map.data().xAxis : map.data().yAxis, map.data().base), m_format);
    return row ? tr("There is no border in the marked row: it has one regime throughout.")
               : tr("There is no border in the marked column: it has one regime throughout.");
}

bool PredictMode::hasBorder(bool inRow) const
{
    return borderBy(1.0, *m_charts.map(), m_cursor.workload(), inRow).has_value();
}

/// A measured point of the map of another regime and another size, one after the other; else any other.
void PredictMode::goToAnotherPoint()
{
    const Workload before = m_cursor.workload();
    std::vector<ChartPoint> others = m_charts.map()->places().shownPoints();
    std::erase_if(others, [](const ChartPoint& point) {
        return point.interpolated() || point.provenance != Provenance::Measured;
    });
    const auto here = std::ranges::find(others, before, &ChartPoint::workload);
    const auto regime = here == others.end() ? std::nullopt : here->regime;
    std::erase_if(others, [&](const ChartPoint& point) { return point.workload == before; });
    std::vector<ChartPoint> unlike = others;
    std::erase_if(unlike, [&](const ChartPoint& point) {
        return !point.regime || point.regime == regime || point.workload.elements == before.elements;
    });
    if (!unlike.empty())
        others = std::move(unlike);
    if (others.empty())
        return;
    constexpr double goldenSection = 0.6180339887; // whose multiples spread evenly, however many follow
    const double part = std::fmod(++m_rounds * goldenSection, 1.0);
    m_cursor.setWorkload(others[static_cast<std::size_t>(part * static_cast<double>(others.size()))].workload);
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
