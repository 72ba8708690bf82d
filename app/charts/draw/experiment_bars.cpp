// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/experiment_bars.h"

#include "app/charts/style/clip.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace ridgepoint {
namespace {

/// Between the end of a bar and its value, and between the value and what follows, in heights of the type.
constexpr double gapOfValue = 0.5;
/// Values take so much of a plot's width at most.
constexpr double mostValueShare = 0.4;
/// Radius of a dot, of a sample's marker.
constexpr double barDotOverMarkers = 0.6;

} // namespace

void ExperimentBars::draw(QCPPainter* painter) const
{
    const auto drawOne = m_data.plot.isStacked ? &ExperimentBars::drawPart
                       : hasDots()             ? &ExperimentBars::drawDot
                                               : &ExperimentBars::drawBar;
    const auto drawAll = [&](auto which) {
        for (const ExperimentSeries& series : m_data.series)
            for (const ExperimentPoint& point : series.points)
                if (isBar(point))
                    (this->*which)(painter, point);
    };
    if (m_data.plot.isBySeries)
        drawSpans(painter);
    if (hasDots())
        drawMarks(painter); // under the dots, which are small
    drawAll(drawOne);
    if (m_data.plot.isStacked)
        return drawBesideStacks(painter);
    if (!hasDots())
        drawMarks(painter);
    if (!m_data.plot.isBySeries)
        return drawAll(&ExperimentBars::drawValue);
    const auto ends = spans();
    for (const auto& [least, most] : ends) {
        drawValueAbove(painter, *least, least == most ? Qt::AlignHCenter : Qt::AlignRight);
        if (least != most)
            drawValueAbove(painter, *most, Qt::AlignLeft);
    }
}

std::vector<std::pair<const ExperimentPoint*, const ExperimentPoint*>> ExperimentBars::spans() const
{
    std::map<std::pair<LabelName, Provenance>, std::pair<const ExperimentPoint*, const ExperimentPoint*>> ends;
    for (const ExperimentSeries& series : m_data.series)
        for (const ExperimentPoint& point : series.points) {
            if (!isBar(point) || !(point.y > 0.0))
                continue;
            auto& [least,
                   most] = ends.try_emplace({point.label, point.provenance}, std::pair(&point, &point)).first->second;
            least = point.y < least->y ? &point : least;
            most = point.y > most->y ? &point : most;
        }
    std::vector<std::pair<const ExperimentPoint*, const ExperimentPoint*>> all;
    for (const auto& [row, span] : ends)
        all.push_back(span);
    return all;
}

void ExperimentBars::drawSpans(QCPPainter* painter) const
{
    const QRectF inside = area();
    for (const auto& [least, most] : spans()) {
        const auto line = clipped(QLineF(pixelOf(*least), pixelOf(*most)), inside);
        if (least == most || !line)
            continue;
        painter->setPen(QPen(theme().mutedText, theme().lineWidth * 1.2));
        painter->drawLine(*line);
        const QString words = format().factor(most->y / least->y);
        if (TextPainter::sizeOf(words, valueFont()).width() < line->length())
            text().draw(*painter, line->center() + QPointF(0.0, besideLine()), words,
                        {.font = valueFont(),
                         .color = theme().mutedText,
                         .anchor = Qt::AlignHCenter | Qt::AlignTop,
                         .halo = theme().plot});
    }
}

void ExperimentBars::drawValueAbove(QCPPainter* painter, const ExperimentPoint& point, Qt::Alignment side) const
{
    const QPointF place = pixelOf(point);
    const QRectF inside = area();
    if (place.x() < inside.left() || place.x() > inside.right())
        return;
    const QString words = valueWords(point);
    const double reach = theme().markerSize * barDotOverMarkers;
    const double width = TextPainter::sizeOf(words, valueFont()).width();
    double x = place.x() + (side == Qt::AlignRight ? reach : side == Qt::AlignLeft ? -reach : 0.0);
    if (side == Qt::AlignRight)
        x = std::max(x, inside.left() + width); // not over the names
    text().draw(*painter, {x, place.y() - besideLine()}, words,
                {.font = valueFont(), .color = theme().text, .anchor = side | Qt::AlignBottom, .halo = theme().plot});
}

/// What theory says: where bars should end.
void ExperimentBars::drawMarks(QCPPainter* painter) const
{
    const QRectF inside = area();
    for (const ExperimentSeries& series : m_data.series)
        for (const ExperimentPoint& point : series.points) {
            const double x = pixelOf(point).x();
            if (isBar(point) || x < inside.left() || x > inside.right())
                continue;
            QRectF row = rowOf(point).intersected(inside);
            if (m_data.plot.isBySeries) // values stand above
                row = QRectF(row.left(), row.center().y() - besideLine(), row.width(), 2.0 * besideLine());
            painter->setPen(QPen(theme().plot, theme().lineWidth * 2.4));
            painter->drawLine(QLineF(x, row.top(), x, row.bottom()));
            painter->setPen(QPen(theme().text, theme().lineWidth * 1.1, Qt::DashLine));
            painter->drawLine(QLineF(x, row.top(), x, row.bottom()));
        }
}

void ExperimentBars::drawBar(QCPPainter* painter, const ExperimentPoint& point) const
{
    const QRectF inside = area();
    const QRectF row = rowOf(point);
    const double end = std::clamp(pixelOf(point).x(), inside.left(), inside.right());
    const QRectF bar = QRectF(QPointF(inside.left(), row.top() + row.height() * 0.08),
                              QPointF(end, row.bottom() - row.height() * 0.08))
                           .intersected(inside);
    QColor fill = isSaid(point) ? theme().plot : colorOf(point.series);
    if (!isSaid(point))
        fill.setAlpha(theme().dark ? 190 : 165);
    painter->setPen(isSaid(point) ? QPen(theme().mutedText, std::max(1.2, theme().thinWidth()), Qt::DashDotLine)
                                  : QPen(Qt::NoPen));
    painter->setBrush(fill);
    painter->drawRect(bar);
    drawWhisker(painter, point);
}

void ExperimentBars::drawDot(QCPPainter* painter, const ExperimentPoint& point) const
{
    const QRectF inside = area();
    const QPointF place = pixelOf(point);
    QColor track = theme().mutedText;
    track.setAlphaF(0.35F);
    painter->setPen(QPen(track, 1.0, Qt::DotLine));
    painter->drawLine(QLineF(inside.left(), place.y(), inside.right(), place.y()));
    drawWhisker(painter, point);
    if (place.x() < inside.left() || place.x() > inside.right())
        return;
    const QColor color = colorOf(point.series);
    painter->setPen(isSaid(point) ? QPen(m_data.plot.isBySeries ? color : theme().mutedText, theme().lineWidth)
                                  : QPen(theme().markerOutline, theme().thinWidth()));
    painter->setBrush(isSaid(point) ? theme().plot : color);
    painter->drawEllipse(place, theme().markerSize * barDotOverMarkers, theme().markerSize * barDotOverMarkers);
}

void ExperimentBars::drawPart(QCPPainter* painter, const ExperimentPoint& point) const
{
    const QRectF inside = area();
    const QRectF row = rowOf(point);
    const QCPAxis& axis = valueAxis();
    const double start = m_data.startOf(point);
    const double begin = std::clamp(axis.coordToPixel(start), inside.left(), inside.right());
    const double end = std::clamp(axis.coordToPixel(start + point.y), inside.left(), inside.right());
    const QRectF part = QRectF(QPointF(begin, row.top() + row.height() * 0.06),
                               QPointF(end, row.bottom() - row.height() * 0.06))
                            .intersected(inside);
    const QColor color = colorOf(point.series);
    QColor fill = color;
    fill.setAlpha(isSaid(point) ? 45 : theme().dark ? 190 : 165);
    painter->setPen(isSaid(point) ? QPen(color, std::max(1.0, theme().thinWidth()), Qt::DashLine)
                                  : QPen(theme().plot, 1.0)); // neighbours stay apart
    painter->setBrush(fill);
    painter->drawRect(part);
    if (!isSaid(point) && start + point.y < m_data.yHigh * 0.999) // the whole is not uncertain
        drawWhisker(painter, point);
    if (!hasRoomInside(point, std::abs(axis.coordToPixel(1.0) - axis.coordToPixel(0.0))))
        return;
    text().draw(*painter, part.center(), valueWords(point),
                {.font = valueFont(),
                 .color = theme().text,
                 .anchor = Qt::AlignCenter,
                 .halo = isSaid(point) ? QColor() : theme().plot});
}

bool ExperimentBars::hasRoomInside(const ExperimentPoint& part, double perUnit) const
{
    const double words = TextPainter::sizeOf(valueWords(part), valueFont()).width();
    const double gap = theme().fontPixels * gapOfValue;
    // Its own interval may take some of it, and so may that of the part before it.
    return words + 2.0 * gap + 0.5 * std::abs(part.high - part.low) * perUnit < part.y * perUnit;
}

std::vector<ExperimentBars::Beside> ExperimentBars::besideStack(const LabelName& label, Provenance provenance,
                                                                double perUnit) const
{
    std::vector<Beside> all;
    for (const ExperimentSeries& series : m_data.series)
        if (series.provenance == provenance)
            for (const ExperimentPoint& point : series.points)
                if (point.label == label && !hasRoomInside(point, perUnit))
                    all.push_back({valueWords(point), colorOf(point.series)});
    return all;
}

double ExperimentBars::widthOf(const std::vector<Beside>& all) const
{
    double width = 0.0;
    for (const Beside& one : all)
        width += TextPainter::sizeOf(one.words, valueFont()).width() + theme().fontPixels * 2.0 * gapOfValue;
    return width;
}

void ExperimentBars::drawBesideStacks(QCPPainter* painter) const
{
    const double perUnit = std::abs(valueAxis().coordToPixel(1.0) - valueAxis().coordToPixel(0.0));
    for (const auto& [label, row] : m_data.rows)
        for (const Provenance stack : row.stacks) {
            double x = area().right() + theme().fontPixels * gapOfValue;
            const double y = rowOf({.label = label, .provenance = stack}).center().y();
            if (y < area().top() || y > area().bottom())
                continue;
            for (const Beside& one : besideStack(label, stack, perUnit)) {
                text().draw(*painter, {x, y}, one.words, {.font = valueFont(), .color = one.color});
                x += widthOf({one});
            }
        }
}

double ExperimentBars::marginOfStacks(double left) const
{
    double margin = 0.0;
    for (int pass = 0; pass < 2; ++pass) { // what has no room inside depends on the room that is left
        const double perUnit = (width() - left - margin) / std::max(1e-30, m_data.yHigh);
        for (const auto& [label, row] : m_data.rows)
            for (const Provenance stack : row.stacks)
                margin = std::max(margin,
                                  widthOf(besideStack(label, stack, perUnit)) + theme().fontPixels * gapOfValue);
    }
    return std::min(margin, mostValueShare * width());
}

void ExperimentBars::drawWhisker(QCPPainter* painter, const ExperimentPoint& point) const
{
    const auto whisker = whiskerOf(point);
    if (!whisker)
        return;
    const double cap = std::min(rowOf(point).height() * 0.25, theme().fontPixels * 0.4);
    const QPen pen(theme().text, std::max(1.2, theme().lineWidth * 0.8));
    painter->setPen(pen);
    painter->drawLine(*whisker);
    const double start = m_data.startOf(point);
    for (const auto& [value, tip, along] :
         {std::tuple{point.low, whisker->p1(), -1.0}, std::tuple{point.high, whisker->p2(), 1.0}}) {
        painter->setPen(pen);
        if (std::abs(valueAxis().coordToPixel(start + value) - tip.x()) > 1.0)
            drawCut(painter, tip, {along, 0.0}, theme().text);
        else
            painter->drawLine(QLineF(tip.x(), tip.y() - cap, tip.x(), tip.y() + cap));
    }
}

/// Behind the bar, its interval and the marks that would cross it; inside the bar where the plot is zoomed so far that
/// there is no room behind.
void ExperimentBars::drawValue(QCPPainter* painter, const ExperimentPoint& point) const
{
    const QRectF inside = area();
    const double end = std::clamp(pixelOf(point).x(), inside.left(), inside.right());
    const QString words = valueWords(point);
    const double width = TextPainter::sizeOf(words, valueFont()).width();
    const double gap = theme().fontPixels * gapOfValue;
    const auto whisker = whiskerOf(point);
    const double reach = hasDots() ? theme().markerSize * barDotOverMarkers : 0.0;
    double right = std::max(end + reach, whisker ? whisker->x2() : end);
    std::vector<double> marks;
    for (const double mark : marksOf(point))
        if (const double x = valueAxis().coordToPixel(mark); x >= inside.left() && x <= inside.right())
            marks.push_back(x);
    for (const double mark : marks)
        if (mark > right - gap && mark < right + gap + width + gap)
            right = std::max(right, mark);
    const bool fitsRight = right + gap + width <= QRectF(m_rect.outerRect()).right();
    double inner = std::min(end - reach, whisker ? whisker->x1() : end) - gap;
    for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark)
        if (*mark > inner - width - gap && *mark < inner + gap)
            inner = *mark - gap;
    inner = std::max(inner, inside.left() + gap + width); // never over the names at the left
    text().draw(*painter, {fitsRight ? right + gap : inner, rowOf(point).center().y()}, words,
                {.font = valueFont(),
                 .color = theme().text,
                 .anchor = (fitsRight ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter,
                 .halo = theme().plot,
                 .haloWidth = fitsRight ? 3.0 : 4.0});
}

QString ExperimentBars::valueWords(const ExperimentPoint& point) const
{
    return quantityWords(point.y, m_data.plot.y.unit, format());
}

double ExperimentBars::valueMargin(double left) const
{
    if (m_data.plot.isStacked)
        return marginOfStacks(left);
    const double low = m_data.yLow; // no binding: a lambda of clang 14 captures none
    const double high = m_data.yHigh;
    const bool isLinear = m_data.plot.y.scale == AxisScaleKind::Linear;
    const auto shareOf = [&](double value) {
        return isLinear ? (value - low) / (high - low) : std::log(value / low) / std::log(high / low);
    };
    const double gap = theme().fontPixels * gapOfValue;
    const double room = width() - left;
    double margin = 0.0;
    for (const ExperimentSeries& series : m_data.series)
        for (const ExperimentPoint& point : series.points) {
            if (!isBar(point))
                continue;
            const double words = TextPainter::sizeOf(valueWords(point), valueFont()).width() + 2.0 * gap
                               + (hasDots() ? theme().markerSize * barDotOverMarkers : 0.0);
            double end = shareOf(std::max(point.y, m_data.drawnInterval(point).second));
            for (const double mark : marksOf(point))
                if (const double at = shareOf(mark); at > end - gap / room && at < end + (words + gap) / room)
                    end = std::max(end, at);
            // Where the plot's right edge moves, the bar's end moves with it: end (room - margin) + words = room.
            if (end = std::min(end, 1.0); end > 0.0)
                margin = std::max(margin, (words - (1.0 - end) * room) / end);
        }
    return std::min(margin, mostValueShare * width());
}

std::optional<QLineF> ExperimentBars::whiskerOf(const ExperimentPoint& point) const
{
    if (point.low == point.high)
        return std::nullopt;
    const QRectF inside = area();
    const auto bounded = [&](double value) {
        return std::clamp(valueAxis().coordToPixel(m_data.startOf(point) + value), inside.left(), inside.right());
    };
    const double middle = rowOf(point).center().y();
    const auto [low, high] = m_data.drawnInterval(point);
    return QLineF(bounded(low), middle, bounded(high), middle);
}

std::vector<double> ExperimentBars::marksOf(const ExperimentPoint& bar) const
{
    const ExperimentPlotData& data = m_data;
    std::vector<double> marks;
    const auto row = data.rows.find(bar.label);
    if (row == data.rows.end())
        return marks;
    const double middle = rowOf(bar).center().y();
    for (const auto& [series, index] : row->second.marks) {
        const ExperimentPoint& point = data.series[series].points[index];
        if (std::abs(rowOf(point).center().y() - middle) < 1.0)
            marks.push_back(point.y);
    }
    std::sort(marks.begin(), marks.end());
    return marks;
}

void ExperimentBars::drawLabels(QCPPainter* painter) const
{
    const ExperimentPlotData& data = m_data;
    if (names() == RowNames::Before)
        return;
    const bool isAbove = names() == RowNames::Above;
    const QRectF inside = area();
    const double em = theme().fontPixels;
    const double width = isAbove ? inside.width() : labelWidth() + 1.0;
    double above = inside.top() - em;
    for (const LabelName& label : data.labels) {
        const QRectF row = rowOf({.label = label, .provenance = Provenance::Predicted});
        const double y = row.center().y();
        if (y <= inside.top() || y >= inside.bottom() || y - above < em * 0.9)
            continue; // zoomed in, the others have room
        above = y;
        text().draw(*painter, isAbove ? QPointF(inside.left(), row.top()) : QPointF(inside.left() - em * 0.6, y),
                    TextPainter::fitted(catalogueWords(label), theme().font(), width),
                    {.font = theme().font(),
                     .color = theme().text,
                     .anchor = isAbove ? Qt::AlignLeft | Qt::AlignBottom : Qt::AlignRight | Qt::AlignVCenter});
    }
}

} // namespace ridgepoint
