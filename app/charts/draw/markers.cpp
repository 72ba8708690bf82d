// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/markers.h"

#include "app/charts/draw/map_colors.h"
#include "app/charts/style/oklab.h"

#include <QPainterPath>

#include <algorithm>
#include <array>

namespace ridgepoint {

QPainterPath markerPath(std::optional<Regime> regime, QPointF center, double size)
{
    const double r = size / 2.0;
    QPainterPath path;
    if (!regime) {
        path.addPolygon(QPolygonF{center + QPointF(0, -r), center + QPointF(r, 0), center + QPointF(0, r),
                                  center + QPointF(-r, 0)});
        path.closeSubpath();
        return path;
    }
    switch (*regime) {
    case Regime::Memory: {
        // Of the circle's area, not of its width: a square of the same width looks larger.
        const double half = r * 0.886;
        path.addRect(QRectF(center - QPointF(half, half), QSizeF(2 * half, 2 * half)));
        break;
    }
    case Regime::Overhead:
        path.addPolygon(QPolygonF{center + QPointF(0, -1.2 * r), center + QPointF(1.15 * r, 0.85 * r),
                                  center + QPointF(-1.15 * r, 0.85 * r)});
        path.closeSubpath();
        break;
    case Regime::Compute:
    case Regime::UnderFilled: path.addEllipse(center, r, r); break;
    }
    return path;
}

QColor markerColor(const ChartPoint& point, const Theme& theme)
{
    if (point.shares) {
        const std::array colors{toOklab(theme.compute), toOklab(theme.memory), toOklab(theme.overhead)};
        const std::array weights{std::max(0.0, point.shares->compute + point.shares->underFilled),
                                 std::max(0.0, point.shares->memory), std::max(0.0, point.shares->overhead)};
        if (weights[0] + weights[1] + weights[2] > 0.0)
            return QColor::fromRgb(toRgb(blend(colors, weights)));
    }
    return point.regime ? theme.regimeColor(*point.regime) : theme.mutedText;
}

void drawMarker(QPainter& painter, QPointF center, const ChartPoint& point, const Theme& theme,
                const MarkerStyle& style)
{
    constexpr double pale = 0.6; // of the way to the colour that the map's cells fade to
    const QColor sure = markerColor(point, theme);
    const QColor color = point.doubtful() ? mix(sure, MapColors::pale(theme), pale) : sure;
    const QPainterPath path = markerPath(point.regime, center, style.size);
    const bool hollow = !style.filled || point.interpolated() || style.secondary;
    const double outline = std::max(1.0, style.size / 9.0);
    if (hollow) {
        // The regime's colour alone has too little contrast against the ground, hence the thin line around it.
        painter.setBrush(theme.plot);
        painter.setPen(QPen(theme.markerOutline, outline * 2.6, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawPath(path);
        painter.setPen(QPen(color, outline * 1.4, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawPath(path);
    } else {
        painter.setBrush(color);
        painter.setPen(QPen(theme.markerOutline, outline, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawPath(path);
    }
}

} // namespace ridgepoint
