// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/text_painter.h"

#include <QFontMetricsF>
#include <QPainterPath>

namespace ridgepoint {
namespace {

/// Where the baseline begins when the anchor sits at the origin. Vertical centre means the middle of capitals and
/// figures, which is where the eye sees it.
QPointF baselineStart(const QString& text, const TextStyle& style)
{
    const QFontMetricsF metrics(style.font);
    const double width = metrics.horizontalAdvance(text);
    double x = 0.0;
    if (style.anchor & Qt::AlignHCenter)
        x = -width / 2.0;
    else if (style.anchor & Qt::AlignRight)
        x = -width;
    double y = metrics.capHeight() / 2.0;
    if (style.anchor & Qt::AlignTop)
        y = metrics.ascent();
    else if (style.anchor & Qt::AlignBottom)
        y = -metrics.descent();
    return {x, y};
}

} // namespace

void TextPainter::draw(QPainter& painter, QPointF point, const QString& text, const TextStyle& style) const
{
    if (text.isEmpty())
        return;
    const QPointF start = baselineStart(text, style);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(point);
    painter.rotate(style.rotationDegrees);
    QPainterPath outline;
    if (m_asPaths || style.halo.isValid())
        outline.addText(start, style.font, text);
    if (style.halo.isValid())
        painter.strokePath(outline, QPen(style.halo, style.haloWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (m_asPaths) {
        painter.fillPath(outline, style.color);
    } else {
        painter.setFont(style.font);
        painter.setPen(style.color);
        painter.drawText(start, text);
    }
    painter.restore();
}

QSizeF TextPainter::sizeOf(const QString& text, const QFont& font)
{
    const QFontMetricsF metrics(font);
    return {metrics.horizontalAdvance(text), metrics.height()};
}

QString TextPainter::fitted(const QString& text, const QFont& font, double width)
{
    return QFontMetricsF(font).elidedText(text, Qt::ElideRight, width);
}

} // namespace ridgepoint
