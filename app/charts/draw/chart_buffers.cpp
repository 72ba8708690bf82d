// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the layers of a chart come to the screen.
#include "app/charts/draw/chart_widget.h"

#include <utility>

namespace ridgepoint {
namespace {

/// Is cleared only after something was painted into it. QCustomPlot clears every buffer of a chart whenever one is
/// drawn anew, and half of them are empty.
class LazyBuffer final : public QCPPaintBufferPixmap {
public:
    LazyBuffer(const QSize& size, double devicePixelRatio, bool neverPainted)
        : QCPPaintBufferPixmap(size, devicePixelRatio), m_neverPainted(neverPainted)
    {}

    /// What is painted just now is nothing.
    void leaveBlank() { m_leftBlank = true; }
    QCPPainter* startPainting() override
    {
        m_leftBlank = false; // said while the chart was drawn elsewhere, as into a picture
        return QCPPaintBufferPixmap::startPainting();
    }
    void donePainting() override
    {
        m_clean = m_clean && (std::exchange(m_leftBlank, false) || m_neverPainted);
        QCPPaintBufferPixmap::donePainting();
    }
    void clear(const QColor& color) override
    {
        if (!m_clean)
            QCPPaintBufferPixmap::clear(color);
        m_clean = true;
    }

protected:
    void reallocateBuffer() override
    {
        m_clean = false;
        QCPPaintBufferPixmap::reallocateBuffer();
    }

private:
    bool m_neverPainted;
    bool m_clean = false;
    bool m_leftBlank = false;
};

} // namespace

void ChartWidget::useLazyBuffers()
{
    for (qsizetype i = 0; i < mPaintBuffers.size(); ++i)
        if (dynamic_cast<LazyBuffer*>(mPaintBuffers[i].data()) == nullptr)
            // The first and the last are QCustomPlot's own, of layers that are hidden.
            mPaintBuffers[i].reset(
                new LazyBuffer(viewport().size(), mBufferDevicePixelRatio, i == 0 || i == mPaintBuffers.size() - 1));
}

void ChartWidget::nothingToPaint()
{
    m_blankLayers[m_layerPainted] = true;
    const auto place = static_cast<qsizetype>(m_layerPainted) + 1;
    if (place < mPaintBuffers.size())
        if (auto* buffer = dynamic_cast<LazyBuffer*>(mPaintBuffers[place].data()))
            buffer->leaveBlank();
}

void ChartWidget::paintLiveProbe(QCPPainter* painter)
{
    if (concealed() || m_probe.points.empty())
        nothingToPaint();
    else
        paintProbe(painter);
}

/// QCustomPlot lays a buffer as large as the chart over the others for every layer, also for those into which nothing
/// was painted: with three charts that takes longer than drawing what is new.
void ChartWidget::paintEvent(QPaintEvent* event)
{
    // One for the layers of QCustomPlot itself, all hidden; one for each of ours; and the overlay, where it would draw
    // the rectangle of a selection that no chart has.
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
