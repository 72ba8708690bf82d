// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/experiment_panel.h"

#include "app/charts/draw/flame_paint.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ridgepoint {
namespace {

/// Names of bars take so much of a plot's width at most.
constexpr double mostLabelShare = 0.55;
/// And those of a timeline's groups beside them.
constexpr double mostGroupShare = 0.22;
/// What such a name takes of a row, in heights of the type.
constexpr double nameHeight = 1.2;

/// What a row by series takes of the height at most, in heights of the type: its name, its values and their ratio.
constexpr double heightBySeries = 6.0;

/// Room between two groups, in rows.
constexpr double gapBetweenGroups = 0.45;
/// What of a row its bars leave free above and below.
constexpr double inset = 0.14;

/// The prefix that an axis' numbers share: of counts and ratios none, of a linear axis its end's, of powers of ten the
/// middle's.
AxisScale prefixOf(const ExperimentAxis& axis, const QCPRange& range)
{
    const bool isLinear = axis.scale == AxisScaleKind::Linear;
    if (axis.scale == AxisScaleKind::PowersOfTwo
        || (isLinear && (axis.unit.empty() || axis.unit == "x" || axis.unit == "%")))
        return {};
    const double end = std::max(std::abs(range.lower), std::abs(range.upper));
    return isLinear ? axisScale(end, end) : axisScale(std::max(range.lower, range.upper * 1e-6), range.upper);
}

/// From Python to tensor cores: one prefix for a whole axis would make "1e-8 T" of its lower end.
bool isWide(const QCPRange& range) { return range.lower > 0.0 && range.upper / range.lower > 1e6; }

/// "10 k", "1 M"; times keep their unit, "10 µs".
QString prefixed(double value, const std::string& unit, const Format& format)
{
    const AxisScale own = axisScale(value, value);
    const QString suffix = own.prefix + (unit == "s" ? QStringLiteral("s") : QString());
    const QString number = format.powerOfTen(value / own.factor);
    return suffix.isEmpty() ? number : number + QChar(0x202F) + suffix;
}

/// Rows from the top: groups stand a little apart.
double rowTop(const std::vector<TimelineLane>& lanes, std::size_t lane)
{
    double top = 0.0;
    for (std::size_t i = 1; i <= lane; ++i)
        top += lanes[i].group == lanes[i - 1].group ? 1.0 : 1.0 + gapBetweenGroups;
    return top;
}

} // namespace

double rowCount(const std::vector<TimelineLane>& lanes)
{
    return lanes.empty() ? 1.0 : rowTop(lanes, lanes.size() - 1) + 1.0;
}

QPointF ExperimentPanel::at(double x, double y) const
{
    const QCPAxisRect& rect = m_rect;
    return {rect.axis(QCPAxis::atBottom)->coordToPixel(x), rect.axis(QCPAxis::atLeft)->coordToPixel(y)};
}

QPointF ExperimentPanel::pixelOf(const ExperimentPoint& point) const
{
    if (hasBars())
        return {valueAxis().coordToPixel(m_data.startOf(point) + point.y), rowOf(point).center().y()};
    if (isFlame())
        return boxOf(point).intersected(area()).center();
    return at(point.x, point.y);
}

QRectF ExperimentPanel::rowOf(const ExperimentPoint& point) const
{
    const ExperimentPlotData& data = m_data;
    const auto found = data.rows.find(point.label);
    const auto row = static_cast<double>(found == data.rows.end() ? data.labels.size() : found->second.place);
    const QCPAxis& rows = *m_rect.axis(QCPAxis::atLeft);
    const auto count = static_cast<double>(data.labels.size());
    const double top = rows.coordToPixel(count - row);
    const double bottom = rows.coordToPixel(count - row - 1.0);
    const double gap = (bottom - top) * 0.16;
    QRectF all(area().left(), top + gap, area().width(), bottom - top - 2.0 * gap);
    if (const double most = theme().fontPixels * heightBySeries; data.plot.isBySeries && all.height() > most)
        all = QRectF(all.left(), all.center().y() - most / 2.0, all.width(), most); // names stay by their dots
    if (m_names == RowNames::Above)
        all.setTop(std::min(all.top() + nameHeight * theme().fontPixels, all.center().y()));
    if (found == data.rows.end() || data.plot.isBySeries) // which stand on one line
        return all;
    if (data.plot.isStacked) { // what is said, and below it what was measured
        const std::vector<Provenance>& stacks = found->second.stacks;
        const auto stack = std::find(stacks.begin(), stacks.end(), point.provenance);
        const double height = all.height() / static_cast<double>(data.mostBars);
        const double first = all.center().y() - height * static_cast<double>(stacks.size()) / 2.0;
        return stack == stacks.end() ? all
                                     : QRectF(all.left(), first + height * static_cast<double>(stack - stacks.begin()),
                                              all.width(), height);
    }
    // Several series share the row; what is predicted of none of them is of the whole row. Those that have nothing of
    // this label take no place in it, so that bars stand beside their label; all bars are equally thick.
    const std::vector<SeriesName>& names = found->second.series;
    const auto place = std::find(names.begin(), names.end(), point.series);
    if (place == names.end())
        return all;
    const double height = all.height() / static_cast<double>(data.mostBars);
    const double first = all.center().y() - height * static_cast<double>(names.size()) / 2.0;
    return {all.left(), first + height * static_cast<double>(place - names.begin()), all.width(), height};
}

bool ExperimentPanel::isBar(const ExperimentPoint& point) const
{
    if (point.provenance != Provenance::Predicted || m_data.plot.isStacked)
        return true;
    const ExperimentPlotData& data = m_data;
    const auto row = data.rows.find(point.label);
    return data.plot.barsOfPredictions && (row == data.rows.end() || row->second.series.empty());
}

void ExperimentPanel::drawCut(QCPPainter* painter, QPointF tip, QPointF along, const QColor& color) const
{
    const double size = theme().fontPixels * 0.45;
    const QPointF across(-along.y() * size * 0.6, along.x() * size * 0.6);
    painter->setPen(Qt::NoPen);
    painter->setBrush(color);
    painter->drawPolygon(QPolygonF{tip, tip - along * size + across, tip - along * size - across});
}

QCPAxis& ExperimentPanel::valueAxis() const { return *m_rect.axis(hasBars() ? QCPAxis::atBottom : QCPAxis::atLeft); }

QRectF ExperimentPanel::laneRow(std::size_t lane) const
{
    const std::vector<TimelineLane>& lanes = m_data.lanes;
    const QCPAxis& rows = *m_rect.axis(QCPAxis::atLeft);
    const double count = rowCount(lanes);
    const double top = rows.coordToPixel(count - rowTop(lanes, lane) - inset);
    const double bottom = rows.coordToPixel(count - rowTop(lanes, lane) - 1.0 + inset);
    return {area().left(), top, area().width(), bottom - top};
}

QRectF ExperimentPanel::barOf(std::size_t lane, const TimelineSpan& span) const
{
    const QCPAxis& time = *m_rect.axis(QCPAxis::atBottom);
    const QRectF row = laneRow(lane);
    const double left = time.coordToPixel(span.begin);
    // What lasts less than a pixel is still seen.
    const double right = std::max(left + 1.0, time.coordToPixel(span.begin + span.duration));
    const double thin = span.kind == SpanKind::Wait ? row.height() * 0.36 : 0.0;
    return {left, row.top() + thin, right - left, row.height() - 2.0 * thin};
}

QRectF ExperimentPanel::boxOf(const ExperimentPoint& span) const
{
    const std::vector<FlameBox>& boxes = m_data.boxes;
    const FlameBox* box = flameBoxOf(boxes, span);
    return box == nullptr ? QRectF()
                          : flameRect(*box, flamePlaceIn(area(), boxes, *m_rect.axis(QCPAxis::atBottom), theme()));
}

double ExperimentPanel::distanceToBox(const ExperimentPoint& span, QPointF pixel) const
{
    constexpr double reach = 3.0;
    const QRectF box = boxOf(span).intersected(area());
    if (box.isEmpty() || pixel.y() < box.top() || pixel.y() >= box.bottom())
        return std::numeric_limits<double>::infinity();
    const double away = std::max({box.left() - pixel.x(), pixel.x() - box.right(), 0.0});
    return away <= reach ? away : std::numeric_limits<double>::infinity();
}

bool ExperimentPanel::hasSampleInView() const
{
    const ExperimentPlotData& data = m_data;
    const QRectF inside = area();
    if (isTimeline()) {
        for (std::size_t lane = 0; lane < data.lanes.size(); ++lane)
            for (const TimelineSpan& span : data.lanes[lane].spans)
                if (barOf(lane, span).intersects(inside))
                    return true;
        return false;
    }
    if (isFlame())
        return std::any_of(data.boxes.begin(), data.boxes.end(),
                           [&](const FlameBox& box) { return boxOf(box.point).intersects(inside); });
    return std::any_of(data.series.begin(), data.series.end(), [&](const ExperimentSeries& series) {
        return std::any_of(series.points.begin(), series.points.end(),
                           [&](const ExperimentPoint& point) { return inside.contains(pixelOf(point)); });
    });
}

/// Of a time it is what is shown at once that chooses the unit: zoomed in, microseconds become nanoseconds.
AxisScale ExperimentPanel::scaleOf(const QCPAxis& axis) const
{
    return prefixOf(*described(axis), hasTime() ? QCPRange(0.0, axis.range().size()) : axis.range());
}

std::vector<Tick> ExperimentPanel::ticksOf(const QCPAxis& axis, int most) const
{
    const ExperimentAxis* axisOf = described(axis);
    if (axisOf == nullptr)
        return {};
    const QCPRange range = axis.range();
    if (axisOf->scale == AxisScaleKind::PowersOfTwo) {
        const auto powers = axisOf->unit.empty() ? powerOfTwoTicks : plainPowerOfTwoTicks;
        return powers(range.lower, range.upper, most, format());
    }
    const double factor = scaleOf(axis).factor;
    if (axisOf->scale == AxisScaleKind::Linear)
        return linearTicks(range.lower, range.upper, most, axisOf->unit == "%" ? 0.01 : factor, format());
    std::vector<Tick> ticks = powerOfTenTicks(range.lower, range.upper, most, factor, format());
    if (isWide(range))
        for (Tick& tick : ticks)
            tick.label = prefixed(tick.value, axisOf->unit, format());
    return ticks;
}

QString ExperimentPanel::titleOf(const QCPAxis& axis) const
{
    const ExperimentAxis* axisOf = described(axis);
    if (axisOf == nullptr)
        return {};
    const bool isBare = axisOf->unit == "%" || (axisOf->scale == AxisScaleKind::PowersOfTen && isWide(axis.range()));
    const QString unit = (isBare ? QString() : scaleOf(axis).prefix) + unitWords(axisOf->unit);
    return unit.isEmpty() ? catalogueWords(axisOf->title)
                          : QStringLiteral("%1 (%2)").arg(catalogueWords(axisOf->title), unit);
}

QColor ExperimentPanel::colorOf(const SeriesName& series) const
{
    const auto& places = m_data.colors;
    const auto found = places.find(series);
    if (found == places.end())
        return theme().mutedText;
    if (found->second == 0)
        return theme().accent;
    // Violet, the first of the series' colours, is next to the accent's blue: it comes behind teal and brown.
    const std::size_t place = found->second - 1;
    return seriesColor(theme(), place < 2 ? place + 1 : place == 2 ? 0 : place);
}

double ExperimentPanel::labelWidth() const
{
    if (hasBars() && m_names != RowNames::Beside)
        return 0.0;
    double width = 0.0;
    for (const LabelName& label : m_data.labels)
        width = std::max(width, TextPainter::sizeOf(catalogueWords(label), theme().font()).width());
    for (const TimelineLane& lane : m_data.lanes)
        width = std::max(width, TextPainter::sizeOf(catalogueWords(lane.name), theme().font()).width());
    return std::min(width, m_width * mostLabelShare);
}

double ExperimentPanel::groupWidth() const
{
    double width = 0.0;
    for (const TimelineLane& lane : m_data.lanes)
        width = std::max(width,
                         TextPainter::sizeOf(catalogueWords(lane.group), theme().font(1.0, QFont::DemiBold)).width()
                             + theme().fontPixels);
    return std::min(width, m_width * mostGroupShare);
}

const ExperimentAxis* ExperimentPanel::described(const QCPAxis& axis) const
{
    if (&axis == m_rect.axis(QCPAxis::atBottom))
        return hasBars() ? &m_data.plot.y : &m_data.plot.x;
    return hasRows() || &axis != m_rect.axis(QCPAxis::atLeft) ? nullptr : &m_data.plot.y;
}

} // namespace ridgepoint
