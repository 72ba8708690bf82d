// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/plot_frame.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ridgepoint {
namespace {

constexpr double labelScale = 0.95;

double gap(const Theme& theme) { return theme.fontPixels * 0.6; }

} // namespace

void drawGrid(QPainter& painter, const PlotFrame& frame, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme.grid, 1.0));
    for (const PlacedTick& tick : frame.x)
        painter.drawLine(QLineF(tick.pixel, frame.plot.top(), tick.pixel, frame.plot.bottom()));
    for (const PlacedTick& tick : frame.y)
        painter.drawLine(QLineF(frame.plot.left(), tick.pixel, frame.plot.right(), tick.pixel));
    painter.restore();
}

void drawFrame(QPainter& painter, const PlotFrame& frame, const QRectF& bounds, const Theme& theme, const TextPainter& text)
{
    const QFont font = theme.font(labelScale);
    const double away = gap(theme);
    double freeFrom = -std::numeric_limits<double>::infinity();
    for (const PlacedTick& tick : frame.x) {
        const double width = TextPainter::sizeOf(tick.label, font).width();
        // At the edge of the widget a label moves inwards rather than being cut.
        const double x = std::clamp(tick.pixel, bounds.left() + width / 2.0 + 1.0, std::max(bounds.left() + width / 2.0 + 1.0, bounds.right() - width / 2.0 - 1.0));
        if (x - width / 2.0 < freeFrom)
            continue;
        text.draw(painter, {x, frame.plot.bottom() + away + theme.fontPixels * 0.45}, tick.label,
                  {.font = font, .color = theme.mutedText, .anchor = Qt::AlignCenter});
        freeFrom = x + width / 2.0 + theme.fontPixels * 0.5;
    }
    double last = std::numeric_limits<double>::infinity();
    for (const PlacedTick& tick : frame.y) {
        if (std::abs(tick.pixel - last) < theme.fontPixels * 1.3)
            continue;
        last = tick.pixel;
        const double y = std::clamp(tick.pixel, bounds.top() + theme.fontPixels * 0.55, bounds.bottom() - theme.fontPixels * 0.55);
        text.draw(painter, {frame.plot.left() - away, y}, tick.label,
                  {.font = font, .color = theme.mutedText, .anchor = Qt::AlignRight | Qt::AlignVCenter});
    }
    const auto titled = [&](const QString& title, double room) { return TextPainter::fitted(title, font, room); };
    text.draw(painter, {frame.plot.center().x(), frame.plot.bottom() + away + theme.fontPixels * 2.05},
              titled(frame.xTitle, bounds.width()), {.font = font, .color = theme.mutedText, .anchor = Qt::AlignCenter});
    text.draw(painter, {bounds.left() + theme.fontPixels * 0.85, frame.plot.center().y()}, titled(frame.yTitle, frame.plot.height() + theme.fontPixels * 2.0),
              {.font = font, .color = theme.mutedText, .anchor = Qt::AlignCenter, .rotationDegrees = -90.0});
}

int leftMargin(const Theme& theme, const QString& widestLabel, bool hasTitle)
{
    const double labels = TextPainter::sizeOf(widestLabel, theme.font(labelScale)).width() + gap(theme);
    return static_cast<int>(std::ceil(labels + (hasTitle ? theme.fontPixels * 1.9 : theme.fontPixels * 0.5)));
}

int bottomMargin(const Theme& theme, bool hasTitle)
{
    return static_cast<int>(std::ceil(gap(theme) + theme.fontPixels * (hasTitle ? 2.9 : 1.3)));
}

} // namespace ridgepoint
