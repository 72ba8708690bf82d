// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_widget.h"

#include <algorithm>

namespace ridgepoint {

QString ChartWidget::watermark() const
{
    return m_snapshot && m_snapshot->provenance != Provenance::Measured ? tr("predicted") : QString();
}

QColor ChartWidget::watermarkColor() const
{
    QColor ink = m_theme.text;
    ink.setAlphaF(m_theme.dark ? 0.16F : 0.11F);
    return ink;
}

void ChartWidget::drawWatermark(QCPPainter* painter) const
{
    const QString words = watermark();
    if (words.isEmpty() || isEmpty())
        return;
    for (const QCPAxisRect* rect : axisRects()) {
        const QRectF plot = plotRect(*rect);
        // As wide as most of the plot, and no higher than a quarter of it.
        const double width = TextPainter::sizeOf(words, m_theme.font(1.0, QFont::Bold)).width();
        const double scale = std::min(plot.width() * 0.7 / std::max(width, 1.0),
                                      plot.height() * 0.25 / m_theme.fontPixels);
        m_text.draw(*painter, plot.center() + QPointF(0.0, plot.height() * 0.16), words,
                    {.font = m_theme.font(std::max(scale, 1.0), QFont::Bold),
                     .color = watermarkColor(),
                     .anchor = Qt::AlignCenter,
                     .rotationDegrees = -18.0});
    }
}

} // namespace ridgepoint
