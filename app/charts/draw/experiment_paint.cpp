// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the experiments' chart paints lines, bars, dots and their names.
#include "app/charts/draw/experiment_chart.h"

#include "app/charts/draw/experiment_limits.h"
#include "app/charts/draw/saved_edges.h"
#include "app/charts/draw/series_marks.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/label_placement.h"
#include "core/experiment/recompute/recompute.h"
#include "core/model/roof.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace ridgepoint {
namespace {

bool isSaid(const ExperimentPoint& point) { return point.provenance != Provenance::Measured; }

} // namespace

QColor ExperimentChart::colorOf(std::size_t plot, const SeriesName& series) const
{
    const auto& places = m_data.plots[plot].colors;
    const auto found = places.find(series);
    if (found == places.end())
        return theme().mutedText;
    return found->second == 0 ? theme().accent : seriesColor(theme(), found->second - 1);
}

void ExperimentChart::paintGround(QCPPainter* painter)
{
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        painter->fillRect(area(i), theme().plot);
}

void ExperimentChart::paintModel(QCPPainter* painter)
{
    for (std::size_t i = 0; i < m_data.plots.size(); ++i)
        if (m_data.plots[i].kind == ExperimentChartKind::Roofline)
            drawRoofs(painter, i);
}

void ExperimentChart::paintPoints(QCPPainter* painter)
{
    for (std::size_t i = 0; i < m_data.plots.size(); ++i) {
        switch (m_data.plots[i].kind) {
        case ExperimentChartKind::Lines: drawLines(painter, i); break;
        case ExperimentChartKind::Bars: drawBars(painter, i); break;
        case ExperimentChartKind::Roofline: drawDots(painter, i); break;
        case ExperimentChartKind::Timeline: drawTimeline(painter, i); break;
        case ExperimentChartKind::Flame: drawFlameBar(painter, i); break;
        }
    }
}

void ExperimentChart::paintFrame(QCPPainter* painter)
{
    paintDrawing(painter);
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const QRectF bounds = QRectF(m_panels[i]->outerRect()).adjusted(0, 0, 0, -drawingHeight());
        if (i >= m_data.plots.size())
            continue;
        const QFont bold = theme().font(1.0, QFont::DemiBold);
        const double left = hasRows(i) ? bounds.left() + theme().fontPixels * 0.8 : area(i).left();
        text().draw(*painter, {left, area(i).top() - theme().fontPixels * 1.2 - keyHeight(i)},
                    TextPainter::fitted(catalogueWords(m_data.plots[i].plot.title), bold,
                                        bounds.right() - left - theme().fontPixels),
                    {.font = bold, .color = theme().text});
        if (isBlank(i))
            drawEmpty(painter, area(i), hasTime(i) ? tr("Nothing was measured here yet.") : blankWords());
        else if (isTimeline(i))
            drawLanes(painter, i);
        else if (isFlame(i))
            drawFlameKey(painter, i);
        else if (hasBars(i))
            drawLabels(painter, i);
        else
            drawKey(painter, i);
    }
    if (isEmpty())
        drawEmpty(painter, QRectF(viewport()));
}

bool ExperimentChart::isBlank(std::size_t plot) const
{
    const ExperimentPlotData& data = m_data.plots[plot];
    return !isEmpty() && data.series.empty() && data.lanes.empty() && data.boxes.empty();
}

QString ExperimentChart::blankWords() const
{
    QStringList words;
    for (const UnavailablePart& part : m_result ? m_result->unavailable : std::vector<UnavailablePart>())
        if (!part.isRoof && std::none_of(m_data.plots.begin(), m_data.plots.end(), [&](const ExperimentPlotData& data) {
                return std::any_of(data.series.begin(), data.series.end(),
                                   [&](const ExperimentSeries& series) { return series.name == part.series; });
            }))
            words << errorMessage(part.reason);
    words.removeDuplicates();
    return words.isEmpty() ? tr("Nothing was measured here yet.") : words.join(QLatin1Char(' '));
}

int ExperimentChart::drawingHeight() const
{
    return m_info != nullptr && m_info->drawing == ExperimentDrawing::SavedEdges
             ? savedEdgesHeight(theme(), viewport().height())
             : 0;
}

void ExperimentChart::paintDrawing(QCPPainter* painter) const
{
    if (const int height = drawingHeight(); height > 0 && !m_data.plots.empty())
        drawSavedEdges(*painter, QRectF(viewport().left(), viewport().bottom() - height, viewport().width(), height),
                       theme(), text(), colorOf(0, recompute::saveAll), colorOf(0, recompute::anew));
}

void ExperimentChart::drawLines(QCPPainter* painter, std::size_t plot) const
{
    const QRectF inside = area(plot);
    for (const ExperimentSeries& series : m_data.plots[plot].series) {
        const QColor color = colorOf(plot, series.name);
        QPolygonF line;
        for (const ExperimentPoint& point : series.points)
            if (const QPointF place = pixelOf(plot, point); std::isfinite(place.y()))
                line << place;
        painter->setBrush(Qt::NoBrush);
        QPen pen = thinPen(color, theme(), series.provenance);
        if (series.provenance == Provenance::Predicted)
            pen.setStyle(Qt::DashLine);
        painter->setPen(pen);
        for (const QPolygonF& part : clippedPolyline(line, inside))
            painter->drawPolyline(part);
        for (const ExperimentPoint& point : series.points) {
            // Of a prediction only what has a name is a place to be seen.
            if (series.provenance == Provenance::Predicted && point.label.empty())
                continue;
            const QPointF place = pixelOf(plot, point);
            painter->setPen(QPen(color, theme().thinWidth()));
            if (const auto bar = clipped(QLineF(at(plot, point.x, point.low), at(plot, point.x, point.high)), inside);
                bar && point.low != point.high)
                painter->drawLine(*bar);
            painter->setPen(QPen(isSaid(point) ? color : theme().markerOutline, theme().thinWidth()));
            painter->setBrush(isSaid(point) ? QBrush(theme().plot) : QBrush(color));
            // A ring of somebody else's shows around a number of ours at the same place.
            const bool isOthers = point.provenance == Provenance::Published
                               || point.provenance == Provenance::Datasheet;
            const double radius = theme().markerSize * (isOthers ? 0.6 : 0.42);
            if (inside.contains(place))
                painter->drawEllipse(place, radius, radius);
        }
    }
    drawNames(painter, plot);
}

/// Names of what was said (a predicted crossing, somebody's device), where there is room; numbers measured are read by
/// the mouse.
void ExperimentChart::drawNames(QCPPainter* painter, std::size_t plot) const
{
    const QRectF inside = area(plot);
    const QFont font = theme().font(0.92);
    LabelPlacer placer(inside);
    const double reach = theme().markerSize * 0.42;
    std::set<QString> written; // the same name at the same place is written once
    int tried = 0;
    for (const ExperimentSeries& series : m_data.plots[plot].series)
        for (const ExperimentPoint& point : series.points) {
            const QPointF place = pixelOf(plot, point);
            if (!isSaid(point) || point.label.empty() || !inside.contains(place))
                continue;
            const QString words = catalogueWords(point.label);
            const QString key = words + QString::number(std::lround(place.x()));
            if (written.contains(key) || ++tried > mostNames)
                continue;
            const QSizeF size = TextPainter::sizeOf(words, font);
            const double away = reach + theme().fontPixels * 0.45;
            const std::array candidates{
                OrientedBox{{place.x() + away + size.width() / 2.0, place.y()}, size.width(), size.height(), 0.0},
                OrientedBox{{place.x() + away + size.width() / 2.0, place.y() + size.height()},
                            size.width(),
                            size.height(),
                            0.0},
                OrientedBox{{place.x() - away - size.width() / 2.0, place.y()}, size.width(), size.height(), 0.0}};
            if (const auto free = placer.place(candidates)) {
                text().draw(*painter, free->center, words,
                            {.font = font,
                             .color = colorOf(plot, series.name),
                             .anchor = Qt::AlignCenter,
                             .halo = theme().plot});
                written.insert(key);
            }
        }
}

void ExperimentChart::drawBar(QCPPainter* painter, std::size_t plot, const ExperimentPoint& point) const
{
    const QRectF inside = area(plot);
    const QRectF row = rowOf(plot, point);
    const QColor color = colorOf(plot, point.series);
    const double end = std::clamp(pixelOf(plot, point).x(), inside.left(), inside.right());
    const QRectF bar = QRectF(QPointF(inside.left(), row.top() + row.height() * 0.08),
                              QPointF(end, row.bottom() - row.height() * 0.08))
                           .intersected(inside);
    QColor fill = isSaid(point) ? theme().plot : color;
    if (!isSaid(point))
        fill.setAlpha(theme().dark ? 190 : 165);
    painter->setPen(isSaid(point) ? QPen(theme().mutedText, std::max(1.2, theme().thinWidth()), Qt::DashDotLine)
                                  : QPen(Qt::NoPen));
    painter->setBrush(fill);
    painter->drawRect(bar);
    double right = end;
    if (point.low != point.high) {
        const QCPAxis& axis = valueAxis(plot);
        const auto bounded = [&](double value) {
            return std::clamp(axis.coordToPixel(value), inside.left(), inside.right());
        };
        const QLineF whisker(bounded(point.low), row.center().y(), bounded(point.high), row.center().y());
        const double cap = std::min(row.height() * 0.25, theme().fontPixels * 0.4);
        painter->setPen(QPen(theme().text, std::max(1.2, theme().lineWidth * 0.8)));
        painter->drawLine(whisker);
        for (const QPointF& tip : {whisker.p1(), whisker.p2()})
            painter->drawLine(QLineF(tip.x(), tip.y() - cap, tip.x(), tip.y() + cap));
        right = std::max(right, whisker.x2());
    }
    // Beside the bar where there is room, else inside it.
    const QFont font = theme().font(1.0, QFont::DemiBold);
    const QString words = quantityWords(point.y, m_data.plots[plot].plot.y.unit, format());
    const double width = TextPainter::sizeOf(words, font).width();
    const double gap = theme().fontPixels * 0.5;
    // Where the mark of a prediction would cross the value, the value stands beyond the mark.
    std::vector<double> marks = marksOf(plot, point);
    std::sort(marks.begin(), marks.end());
    for (const double mark : marks)
        if (mark > right - gap && mark < right + gap + width + gap)
            right = std::max(right, mark);
    const bool fitsRight = right + gap + width <= inside.right() + theme().fontPixels;
    // Inside, it ends before the whisker and before a mark that would cross it.
    double inner = std::min(end, whiskerLeft(plot, point)) - gap;
    for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark)
        if (*mark > inner - width - gap && *mark < inner + gap)
            inner = *mark - gap;
    inner = std::max(inner, inside.left() + gap + width); // never over the names at the left
    text().draw(*painter, {fitsRight ? right + gap : inner, row.center().y()}, words,
                {.font = font,
                 .color = theme().text,
                 .anchor = (fitsRight ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter,
                 .halo = theme().plot,
                 .haloWidth = fitsRight ? 3.0 : 4.0});
}

std::vector<double> ExperimentChart::marksOf(std::size_t plot, const ExperimentPoint& bar) const
{
    const ExperimentPlotData& data = m_data.plots[plot];
    std::vector<double> marks;
    const auto row = data.rows.find(bar.label);
    if (row == data.rows.end())
        return marks;
    const double middle = rowOf(plot, bar).center().y();
    for (const auto& [series, index] : row->second.marks) {
        const ExperimentPoint& point = data.series[series].points[index];
        if (std::abs(rowOf(plot, point).center().y() - middle) < 1.0)
            marks.push_back(pixelOf(plot, point).x());
    }
    return marks;
}

double ExperimentChart::whiskerLeft(std::size_t plot, const ExperimentPoint& point) const
{
    return point.low != point.high ? std::max(area(plot).left(), valueAxis(plot).coordToPixel(point.low))
                                   : area(plot).right();
}

void ExperimentChart::drawBars(QCPPainter* painter, std::size_t plot) const
{
    const QRectF inside = area(plot);
    for (const ExperimentSeries& series : m_data.plots[plot].series)
        for (const ExperimentPoint& point : series.points)
            if (isBar(plot, point))
                drawBar(painter, plot, point);
    // What theory says lies over the bars: where they should end.
    for (const ExperimentSeries& series : m_data.plots[plot].series)
        for (const ExperimentPoint& point : series.points) {
            const double x = pixelOf(plot, point).x();
            if (isBar(plot, point) || x < inside.left() || x > inside.right())
                continue;
            const QRectF row = rowOf(plot, point).intersected(inside);
            painter->setPen(QPen(theme().plot, theme().lineWidth * 2.4));
            painter->drawLine(QLineF(x, row.top(), x, row.bottom()));
            painter->setPen(QPen(theme().text, theme().lineWidth * 1.1, Qt::DashLine));
            painter->drawLine(QLineF(x, row.top(), x, row.bottom()));
        }
}

void ExperimentChart::drawLabels(QCPPainter* painter, std::size_t plot) const
{
    const ExperimentPlotData& data = m_data.plots[plot];
    const double width = labelWidth(plot);
    const QRectF inside = area(plot);
    double above = inside.top() - theme().fontPixels;
    for (const LabelName& label : data.labels) {
        const QRectF row = rowOf(plot, {.label = label, .provenance = Provenance::Predicted});
        const double y = row.center().y();
        if (y <= inside.top() || y >= inside.bottom() || y - above < theme().fontPixels * 0.9)
            continue; // zoomed in, the others have room
        above = y;
        text().draw(*painter, {inside.left() - theme().fontPixels * 0.6, row.center().y()},
                    TextPainter::fitted(catalogueWords(label), theme().font(), width + 1.0),
                    {.font = theme().font(), .color = theme().text, .anchor = Qt::AlignRight | Qt::AlignVCenter});
    }
    drawBarKey(painter, plot);
}

} // namespace ridgepoint
