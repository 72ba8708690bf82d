// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/curve_gesture.h"

#include "app/charts/draw/chart_widget.h"

#include <QMouseEvent>

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

QPointF clampedInto(const QRectF& plot, QPointF pixel)
{
    return {std::clamp(pixel.x(), plot.left(), plot.right()), std::clamp(pixel.y(), plot.top(), plot.bottom())};
}

/// Of the plot under the pixel, or of the next one on the right of it, whose margin that is.
std::optional<QRectF> areaOfPress(const ChartWidget& chart, QPointF pixel)
{
    const auto distance = [&](const QRectF& area) { return std::max(area.left() - pixel.x(), 0.0); };
    std::optional<QRectF> next;
    for (const QCPAxisRect* rect : chart.axisRects()) {
        const QRectF area(rect->rect());
        const bool isInRow = area.top() <= pixel.y() && pixel.y() <= area.bottom() && pixel.x() <= area.right();
        if (rect->visible() && isInRow && (!next || distance(area) < distance(*next)))
            next = area;
    }
    return next;
}

} // namespace

CurveGesture::Part CurveGesture::heed(const QMouseEvent& event, ChartWidget& chart, CurveSketch& sketch,
                                      std::optional<int> only)
{
    if (event.type() == QEvent::MouseMove) {
        m_isDrawing = m_isDrawing && event.buttons().testFlag(Qt::LeftButton); // its release may have gone elsewhere
        if (m_isDrawing)
            draw(event.position(), chart, sketch);
        return m_isDrawing ? Part::Drawn : Part::None;
    }
    if (event.button() != Qt::LeftButton)
        return m_isDrawing ? Part::Held : Part::None;
    if (event.type() == QEvent::MouseButtonRelease)
        return std::exchange(m_isDrawing, false) ? Part::Ended : Part::None;
    const auto area = areaOfPress(chart, event.position());
    const auto place = area ? chart.placeAt(clampedInto(*area, event.position())) : std::nullopt;
    if (!place || (only && place->plot != only))
        return Part::None;
    chart.setFocus(Qt::MouseFocusReason);
    m_area = *area;
    m_plot = place->plot;
    m_isDrawing = true;
    sketch.beginStroke();
    draw(event.position(), chart, sketch);
    return Part::Drawn;
}

void CurveGesture::draw(QPointF pixel, const ChartWidget& chart, CurveSketch& sketch) const
{
    if (const auto place = chart.placeAt(clampedInto(m_area, pixel)))
        sketch.draw({place->x, place->y});
}

} // namespace ridgepoint
