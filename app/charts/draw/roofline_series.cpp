// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/markers.h"
#include "app/charts/draw/reach.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/draw/series_marks.h"
#include "app/charts/style/clip.h"

#include <algorithm>

namespace ridgepoint {
void RooflineChart::drawSeries(QCPPainter* painter, std::size_t index, bool withIntervals) const
{
    const RooflineSeries& series = m_data.series[index];
    const bool own = index == 0;
    const QColor color = own ? theme().text : seriesColor(theme(), index - 1);
    drawPredictedLine(*painter, series.points, [this](const ChartPoint& point) { return pixelOf(point); }, plot(),
                      thinPen(color, theme(), Provenance::Datasheet));
    if (withIntervals) {
        painter->setPen(QPen(own ? theme().markerOutline : color, theme().thinWidth()));
        for (const ChartPoint& point : series.points) {
            const QLineF bar(pixel(point.intensity(), point.flops / point.high), pixel(point.intensity(), point.flops / point.low));
            if (const auto visible = clipped(bar, plot()); visible && point.low.value() > 0.0 && !point.interpolated() && !isPredicted(point))
                painter->drawLine(*visible);
        }
    }
    for (const ChartPoint& point : series.points) {
        const QPointF at = pixelOf(point);
        if (!plot().contains(at) || isPredicted(point))
            continue;
        if (own)
            drawMarker(*painter, at, point, theme(), {.size = theme().markerSize, .filled = point.provenance == Provenance::Measured});
        else
            drawComparedPoint(*painter, at, point, theme(), theme().markerSize, color);
    }
}

void RooflineChart::drawSeriesKey(QCPPainter* painter) const
{
    if (m_data.series.size() < 2)
        return;
    const double line = theme().fontPixels * 1.5;
    QPointF at(plot().right() - theme().fontPixels * 1.4, plot().bottom() - line * (static_cast<double>(m_data.series.size()) - 0.3));
    for (std::size_t i = 0; i < m_data.series.size(); ++i) {
        const RooflineSeries& series = m_data.series[i];
        const QString name = TextPainter::fitted(QString::fromStdString(series.name), theme().font(0.95), plot().width() * 0.6);
        text().draw(*painter, at - QPointF(theme().markerSize * 1.8, 0), name,
                    {.font = theme().font(0.95), .color = theme().text, .anchor = Qt::AlignRight | Qt::AlignVCenter, .halo = theme().plot});
        drawSeriesSign(*painter, at, theme(), series.provenance, i == 0 ? std::nullopt : std::optional(seriesColor(theme(), i - 1)));
        at.ry() += line;
    }
}

const ChartPoint* RooflineChart::otherPointAt(QPointF mouse, std::size_t series) const
{
    const ChartPoint* nearest = nullptr;
    double least = reachOfOthers;
    for (const ChartPoint& point : m_data.series[series].points) {
        const double distance = QLineF(pixelOf(point), mouse).length();
        if (distance >= least || !plot().contains(pixelOf(point)))
            continue;
        least = distance;
        nearest = &point;
    }
    return nearest;
}

} // namespace ridgepoint
