// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_widget.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/clip.h"

#include <algorithm>
#include <set>

namespace ridgepoint {

/// The sample nearest to what is hovered in another chart: a thinner ring than the selection's, cased so that it shows
/// on any colour.
void ChartWidget::drawLinked(QCPPainter* painter) const
{
    if (!m_marks.linked || m_hovered)
        return;
    const auto nearest = nearestShown(*m_marks.linked);
    if (!nearest)
        return;
    for (const ChartPoint& point : shownPoints()) {
        if (point.workload != *nearest)
            continue;
        const auto pixels = pixelsOf(point);
        for (std::size_t plot = 0; plot < pixels.size(); ++plot) {
            if (!plotRectAt(static_cast<int>(plot)).contains(pixels[plot]))
                continue;
            const double radius = m_theme.markerSize * 0.85;
            painter->setBrush(Qt::NoBrush);
            const double width = std::max(1.5, m_theme.thinWidth());
            painter->setPen(QPen(m_theme.plot, width + 1.9));
            painter->drawEllipse(pixels[plot], radius, radius);
            painter->setPen(QPen(m_theme.text, width));
            painter->drawEllipse(pixels[plot], radius, radius);
        }
        return;
    }
}

void ChartWidget::drawBrushed(QCPPainter* painter) const
{
    if (m_marks.brushed->empty())
        return;
    const std::set<Workload> chosen(m_marks.brushed->begin(), m_marks.brushed->end());
    const double half = m_theme.markerSize * 0.5;
    for (const DrawnWorkload& each : drawnWorkloads()) {
        if (!chosen.contains(each.workload))
            continue;
        for (const QPointF& at : each.pixels) {
            const QRectF box(at - QPointF(half, half), QSizeF(2.0 * half, 2.0 * half));
            painter->setBrush(Qt::NoBrush);
            painter->setPen(QPen(m_theme.plot, std::max(3.0, m_theme.lineWidth * 1.7)));
            painter->drawRoundedRect(box, 2.5, 2.5);
            painter->setPen(QPen(m_theme.accent, std::max(1.6, m_theme.lineWidth)));
            painter->drawRoundedRect(box, 2.5, 2.5);
        }
    }
}

/// A guess is drawn in the accent, dashed: nothing measured looks like that.
void ChartWidget::drawGuess(QCPPainter* painter) const
{
    const auto stroke = [&](const QPen& pen, const auto& draw) {
        painter->setPen(QPen(m_theme.plot, pen.widthF() + 3.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        draw();
        painter->setPen(pen);
        draw();
    };
    painter->setBrush(Qt::NoBrush);
    QPen pen(m_theme.accent, std::max(2.4, m_theme.lineWidth * 1.3), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    pen.setDashPattern({3.0, 1.6});
    for (const auto& places : m_marks.guess.lines) {
        if (places.empty())
            continue;
        QPolygonF line;
        for (const PlotPlace& place : places)
            line << pixelAt(place);
        for (const QPolygonF& part : clippedPolyline(line, plotRectAt(places.front().plot)))
            stroke(pen, [&] { painter->drawPolyline(part); });
    }
    if (!m_marks.guess.place)
        return;
    const QPointF at = pixelAt(*m_marks.guess.place);
    const double arm = m_theme.markerSize * 1.25;
    const QPen solid(m_theme.accent, std::max(2.4, m_theme.lineWidth * 1.3), Qt::SolidLine, Qt::RoundCap);
    stroke(solid, [&] {
        painter->drawLine(QLineF(at - QPointF(arm, 0.0), at + QPointF(arm, 0.0)));
        painter->drawLine(QLineF(at - QPointF(0.0, arm), at + QPointF(0.0, arm)));
    });
}

} // namespace ridgepoint
