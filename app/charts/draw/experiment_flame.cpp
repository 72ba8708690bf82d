// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A flame bar in the experiments' chart: where its spans lie, what is read of them, and its key.
#include "app/charts/draw/experiment_chart.h"

#include "app/charts/draw/flame_paint.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ridgepoint {
namespace {

/// Rows are three lines of words high and a little more at most, in ems.
constexpr double highestRow = 5.0;

FlamePlace placeIn(const QRectF& area, const std::vector<FlameBox>& boxes, const QCPAxis& time, const Theme& theme)
{
    return {.area = area,
            .rows = flameRows(boxes),
            .rowMost = theme.fontPixels * highestRow,
            .pixelOf = [&time](double value) { return time.coordToPixel(value); }};
}

} // namespace

QRectF ExperimentChart::boxOf(std::size_t plot, const ExperimentPoint& span) const
{
    const std::vector<FlameBox>& boxes = m_data.plots[plot].boxes;
    const FlameBox* box = flameBoxOf(boxes, span);
    return box == nullptr
             ? QRectF()
             : flameRect(*box, placeIn(area(plot), boxes, *m_panels[plot]->axis(QCPAxis::atBottom), theme()));
}

/// How far a pixel is from a span: 0 on it, nearly 0 just beside a narrow one, else beyond any reach.
double ExperimentChart::distanceToBox(std::size_t plot, const ExperimentPoint& span, QPointF pixel) const
{
    constexpr double reach = 3.0;
    const QRectF box = boxOf(plot, span).intersected(area(plot));
    if (box.isEmpty() || pixel.y() < box.top() || pixel.y() >= box.bottom())
        return std::numeric_limits<double>::infinity();
    const double away = std::max({box.left() - pixel.x(), pixel.x() - box.right(), 0.0});
    return away <= reach ? away : std::numeric_limits<double>::infinity();
}

void ExperimentChart::drawFlameBar(QCPPainter* painter, std::size_t plot) const
{
    const std::vector<FlameBox>& boxes = m_data.plots[plot].boxes;
    drawFlame(*painter, boxes, placeIn(area(plot), boxes, *m_panels[plot]->axis(QCPAxis::atBottom), theme()),
              m_data.plots[plot].plot.workSpan, theme(), text(), format());
}

/// What the two colours are, at the right of the title where there is room for all of it.
void ExperimentChart::drawFlameKey(QCPPainter* painter, std::size_t plot) const
{
    const ExperimentPlotData& data = m_data.plots[plot];
    if (data.boxes.empty() || data.plot.workSpan.empty())
        return;
    const double em = theme().fontPixels;
    const QFont font = theme().font(0.92);
    const auto widthOf = [](const QString& words, const QFont& its) { return TextPainter::sizeOf(words, its).width(); };
    const double titleEnd = m_panels[plot]->outerRect().left() + em * 0.8
                          + widthOf(catalogueWords(data.plot.title), theme().font(1.0, QFont::DemiBold));
    double x = area(plot).right();
    if (x - widthOf(catalogueWords(data.plot.workSpan), font) - widthOf(tr("overhead"), font) - em * 4.0 < titleEnd)
        return;
    const double y = area(plot).top() - em * 1.2;
    for (const bool isWork : {false, true}) {
        const QString words = isWork ? catalogueWords(data.plot.workSpan) : tr("overhead");
        x -= TextPainter::sizeOf(words, font).width();
        text().draw(*painter, {x, y}, words, {.font = font, .color = theme().mutedText});
        x -= em * 1.2;
        painter->fillRect(QRectF(x, y - em * 0.35, em * 0.8, em * 0.7), flameColor(theme(), isWork));
        x -= em * 1.0;
    }
}

QStringList ExperimentChart::wordsOf(const ExperimentPoint& point) const
{
    const auto plot = static_cast<std::size_t>(point.plot);
    if (plot >= m_data.plots.size())
        return {};
    const ExperimentPlotData& data = m_data.plots[plot];
    QStringList lines = pointWords(point, data.plot, data.kind, format());
    const FlameBox* box = data.kind == ExperimentChartKind::Flame ? flameBoxOf(data.boxes, point) : nullptr;
    if (box == nullptr)
        return lines;
    QStringList more;
    if (box->depth > 0)
        more << tr("%1 of \"%2\"")
                    .arg(format().percent(box->share), catalogueWords(data.boxes[box->outermost].point.label));
    if (box->depth > 1)
        if (const auto holder = std::find_if(data.boxes.begin(), data.boxes.end(),
                                             [&](const FlameBox& one) { return one.point.label == point.parent; });
            holder != data.boxes.end())
            more << tr("within \"%1\"").arg(catalogueWords(holder->point.label));
    if (box->holds)
        more << tr("%1 of it in none of its parts").arg(quantityWords(box->own, data.plot.y.unit, format()));
    for (int i = 0; i < more.size(); ++i)
        lines.insert(2 + i, more[i]);
    return lines;
}

} // namespace ridgepoint
