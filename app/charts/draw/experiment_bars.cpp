// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/experiment_bars.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

/// Between the end of a bar and its value, and between the value and what follows, in heights of the type.
constexpr double gapOfValue = 0.5;
/// Values take so much of a plot's width at most.
constexpr double mostValueShare = 0.4;

} // namespace

void ExperimentBars::draw(QCPPainter* painter) const
{
    const QRectF inside = area();
    for (const ExperimentSeries& series : m_data.series)
        for (const ExperimentPoint& point : series.points)
            if (isBar(point))
                drawBar(painter, point);
    // What theory says lies over the bars: where they should end.
    for (const ExperimentSeries& series : m_data.series)
        for (const ExperimentPoint& point : series.points) {
            const double x = pixelOf(point).x();
            if (isBar(point) || x < inside.left() || x > inside.right())
                continue;
            const QRectF row = rowOf(point).intersected(inside);
            painter->setPen(QPen(theme().plot, theme().lineWidth * 2.4));
            painter->drawLine(QLineF(x, row.top(), x, row.bottom()));
            painter->setPen(QPen(theme().text, theme().lineWidth * 1.1, Qt::DashLine));
            painter->drawLine(QLineF(x, row.top(), x, row.bottom()));
        }
    for (const ExperimentSeries& series : m_data.series)
        for (const ExperimentPoint& point : series.points)
            if (isBar(point))
                drawValue(painter, point);
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
    const auto whisker = whiskerOf(point);
    if (!whisker)
        return;
    const double cap = std::min(row.height() * 0.25, theme().fontPixels * 0.4);
    painter->setPen(QPen(theme().text, std::max(1.2, theme().lineWidth * 0.8)));
    painter->drawLine(*whisker);
    for (const QPointF& tip : {whisker->p1(), whisker->p2()})
        painter->drawLine(QLineF(tip.x(), tip.y() - cap, tip.x(), tip.y() + cap));
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
    double right = whisker ? std::max(end, whisker->x2()) : end;
    std::vector<double> marks;
    for (const double mark : marksOf(point))
        if (const double x = valueAxis().coordToPixel(mark); x >= inside.left() && x <= inside.right())
            marks.push_back(x);
    for (const double mark : marks)
        if (mark > right - gap && mark < right + gap + width + gap)
            right = std::max(right, mark);
    const bool fitsRight = right + gap + width <= QRectF(m_rect.outerRect()).right();
    double inner = (whisker ? std::min(end, whisker->x1()) : end) - gap;
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
    const auto& [low, high] = std::pair(m_data.yLow, m_data.yHigh);
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
            const double words = TextPainter::sizeOf(valueWords(point), valueFont()).width() + 2.0 * gap;
            double end = shareOf(std::max(point.y, point.high));
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
        return std::clamp(valueAxis().coordToPixel(value), inside.left(), inside.right());
    };
    const double middle = rowOf(point).center().y();
    return QLineF(bounded(point.low), middle, bounded(point.high), middle);
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
    const double width = labelWidth();
    const QRectF inside = area();
    double above = inside.top() - theme().fontPixels;
    for (const LabelName& label : data.labels) {
        const QRectF row = rowOf({.label = label, .provenance = Provenance::Predicted});
        const double y = row.center().y();
        if (y <= inside.top() || y >= inside.bottom() || y - above < theme().fontPixels * 0.9)
            continue; // zoomed in, the others have room
        above = y;
        text().draw(*painter, {inside.left() - theme().fontPixels * 0.6, row.center().y()},
                    TextPainter::fitted(catalogueWords(label), theme().font(), width + 1.0),
                    {.font = theme().font(), .color = theme().text, .anchor = Qt::AlignRight | Qt::AlignVCenter});
    }
}

} // namespace ridgepoint
