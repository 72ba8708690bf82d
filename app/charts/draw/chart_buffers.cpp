// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the layers of a chart come to the screen.
#include "app/charts/draw/chart_widget.h"

namespace ridgepoint {

void ChartWidget::paintLiveProbe(QCPPainter* painter)
{
    if (concealed() || m_probe.points.empty())
        nothingToPaint();
    else
        paintProbe(painter);
}

/// QCustomPlot lays a buffer as large as the chart over the others for every layer, also for those into which nothing was
/// painted: with three charts that takes longer than drawing what is new.
void ChartWidget::paintEvent(QPaintEvent* event)
{
    // One for the layers of QCustomPlot itself, all hidden; one for each of ours; and the overlay, where it would draw the
    // rectangle of a selection that no chart has.
    const bool known = std::size(mPaintBuffers) == static_cast<qsizetype>(m_blankLayers.size()) + 2;
    if (!known || !qFuzzyCompare(mBufferDevicePixelRatio, devicePixelRatioF())) {
        QCustomPlot::paintEvent(event);
        return;
    }
    QCPPainter painter(this);
    if (!painter.isActive())
        return;
    if (mBackgroundBrush.style() != Qt::NoBrush)
        painter.fillRect(mViewport, mBackgroundBrush);
    for (std::size_t i = 0; i < m_blankLayers.size(); ++i)
        if (!m_blankLayers[i])
            mPaintBuffers[static_cast<qsizetype>(i) + 1]->draw(&painter);
}

} // namespace ridgepoint
