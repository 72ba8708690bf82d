// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/marker_sprites.h"

#include <cmath>

namespace ridgepoint {
namespace {

/// The upper six bits of each channel, the rest as if in the middle of what they stand for.
QColor coarse(const QColor& color)
{
    const auto channel = [](int value) { return (value & 0xFC) | 0x02; };
    return QColor(channel(color.red()), channel(color.green()), channel(color.blue()));
}

/// 18 bits of colour, 3 of shape, one for hollow: all by which markers of one size and theme differ.
quint32 keyOf(const QColor& color, const ChartPoint& point, bool hollow)
{
    const quint32 shape = point.regime ? static_cast<quint32>(*point.regime) + 1 : 0;
    const auto bits = [](int value) { return static_cast<quint32>(value) >> 2; };
    return bits(color.red()) | bits(color.green()) << 6 | bits(color.blue()) << 12 | shape << 18 | (hollow ? 1U << 21 : 0U);
}

} // namespace

void MarkerSprites::draw(QPainter& painter, QPointF center, const ChartPoint& point, const Theme& theme, const MarkerStyle& style)
{
    const double ratio = painter.device()->devicePixelRatio();
    const Common common{style.size, ratio, theme.markerOutline.rgb(), theme.plot.rgb()};
    if (common != m_common || m_sprites.size() >= mostKept) {
        m_sprites.clear();
        m_common = common;
    }
    const QColor color = coarse(markerColor(point, theme));
    QImage& sprite = m_sprites[keyOf(color, point, isHollow(point, style))];
    if (sprite.isNull()) {
        // The triangle and the thick outline reach beyond the size; an odd side has a pixel in the middle.
        const int side = 2 * static_cast<int>(std::ceil(style.size * ratio)) + 1;
        sprite = QImage(side, side, QImage::Format_ARGB32_Premultiplied);
        sprite.setDevicePixelRatio(ratio);
        sprite.fill(Qt::transparent);
        QPainter drawing(&sprite);
        drawing.setRenderHint(QPainter::Antialiasing);
        const double middle = side * 0.5 / ratio;
        drawMarker(drawing, {middle, middle}, color, point, theme, style);
    }
    const double half = (sprite.width() - 1) / 2;
    painter.drawImage(QPointF(std::floor(center.x() * ratio) - half, std::floor(center.y() * ratio) - half) / ratio, sprite);
}

} // namespace ridgepoint
