// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_widget.h"

#include "app/charts/draw/chart_voice.h"
#include "app/charts/draw/reach.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QStyleHints>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

constexpr double zoomPerNotch = 0.85;
constexpr double keyZoom = 0.7;
/// How far beyond the whole view one may zoom out or pan, in widths of the view.
constexpr double roomAround = 0.5;
/// The narrowest view, as a part of the whole.
constexpr double narrowestView = 1.0 / 64.0;

bool isLogarithmic(const QCPAxis& axis) { return axis.scaleType() == QCPAxis::stLogarithmic; }

/// Ranges are compared in the scale in which they are drawn.
QCPRange flat(const QCPAxis& axis, const QCPRange& range)
{
    return isLogarithmic(axis) ? QCPRange(std::log(range.lower), std::log(range.upper)) : range;
}

QCPRange curved(const QCPAxis& axis, const QCPRange& range)
{
    return isLogarithmic(axis) ? QCPRange(std::exp(range.lower), std::exp(range.upper)) : range;
}

void setBounded(QCPAxis& axis, QCPRange wanted, const QCPRange& whole)
{
    const QCPRange bounds = flat(axis, whole);
    const double width = bounds.size();
    const double size = std::clamp(wanted.size(), width * narrowestView, width * (1.0 + roomAround));
    const double low = bounds.lower - width * roomAround;
    const double high = bounds.upper + width * roomAround;
    const double center = std::clamp(wanted.center(), low + size / 2.0, high - size / 2.0);
    axis.setRange(curved(axis, QCPRange(center - size / 2.0, center + size / 2.0)));
}

} // namespace

void ChartWidget::zoom(QPointF at, double factor)
{
    const auto axes = allAxes();
    if (m_wholeRanges.size() != axes.size())
        rememberRanges();
    const QCPAxisRect* under = axisRectAt(at);
    if (under == nullptr || m_locked)
        return;
    const ChartRanges before = ranges();
    for (std::size_t i = 0; i < axes.size(); ++i) {
        QCPAxis& axis = *axes[i];
        if (axis.axisRect() != under || !under->rangeZoom().testFlag(axis.orientation()))
            continue;
        const QCPRange now = flat(axis, axis.range());
        const double pixel = axis.orientation() == Qt::Horizontal ? at.x() : at.y();
        const double value = axis.pixelToCoord(pixel);
        const double fixed = isLogarithmic(axis) ? std::log(value) : value;
        setBounded(axis, QCPRange(fixed + (now.lower - fixed) * factor, fixed + (now.upper - fixed) * factor),
                   m_wholeRanges[i]);
    }
    m_zoomed = true;
    replot(QCustomPlot::rpQueuedReplot);
    tellRanges(before);
}

void ChartWidget::pan(QPointF from, QPointF to)
{
    const auto axes = allAxes();
    if (m_wholeRanges.size() != axes.size())
        rememberRanges();
    const QCPAxisRect* under = axisRectAt(m_pressed);
    if (under == nullptr || m_locked)
        return;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        QCPAxis& axis = *axes[i];
        if (axis.axisRect() != under || !under->rangeDrag().testFlag(axis.orientation()))
            continue;
        const bool horizontal = axis.orientation() == Qt::Horizontal;
        const double before = axis.pixelToCoord(horizontal ? from.x() : from.y());
        const double after = axis.pixelToCoord(horizontal ? to.x() : to.y());
        const double shift = isLogarithmic(axis) ? std::log(before / after) : before - after;
        const QCPRange now = flat(axis, axis.range());
        setBounded(axis, QCPRange(now.lower + shift, now.upper + shift), m_wholeRanges[i]);
    }
    m_zoomed = true;
    replot(QCustomPlot::rpQueuedReplot);
}

void ChartWidget::resizeEvent(QResizeEvent* event)
{
    if (m_rebuildDue) {
        rebuildNow();
        m_voice->dataChanged();
    }
    m_fullDue = false;
    QCustomPlot::resizeEvent(event); // sets the viewport and replots
}

void ChartWidget::showEvent(QShowEvent* event)
{
    QCustomPlot::showEvent(event);
    if (m_rebuildDue || m_fullDue)
        flush();
    m_voice->dataChanged();
}

void ChartWidget::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position();
    m_lastDrag = m_pressed;
    m_dragging = false;
    m_doubleClicked = false; // a dialog may have taken the last release
    m_banding = event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier);
    event->setAccepted(event->button() == Qt::LeftButton);
}

void ChartWidget::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF place = event->position();
    if (event->buttons().testFlag(Qt::LeftButton)) {
        if (!m_dragging && QLineF(m_pressed, place).length() < clickTolerance)
            return;
        if (!std::exchange(m_dragging, true))
            m_beforeDrag = ranges();
        setHovered(std::nullopt);
        setReadout(std::nullopt);
        if (m_banding) {
            m_marks.band = QRectF(m_pressed, place);
            QWidget::setCursor(Qt::CrossCursor);
            replotHover();
            return;
        }
        QWidget::setCursor(Qt::ClosedHandCursor);
        pan(m_lastDrag, place);
        m_lastDrag = place;
        return;
    }
    const auto found = concealed() ? std::nullopt : workloadAt(place);
    setReadout(found || concealed() ? std::nullopt : readoutAt(place));
    if (found)
        QWidget::setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
    setHovered(found);
}

void ChartWidget::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_dragging) {
        unsetCursor();
        if (m_banding)
            emit brushed(insideBand(drawnWorkloads(), std::exchange(m_marks.band, QRectF())));
        else
            tellRanges(m_beforeDrag);
        replotHover();
    } else if (event->button() == Qt::LeftButton && !m_doubleClicked) {
        choose(event->position());
    }
    m_doubleClicked = false;
    m_dragging = false;
    m_banding = false;
}

void ChartWidget::choose(QPointF place)
{
    auto chosen = workloadAt(place);
    if (!chosen && !concealed())
        chosen = freeWorkloadAt(place);
    if (!chosen)
        return;
    select(*chosen);
    if (concealed())
        return;
    // A second click may follow, and then it was the view that was meant.
    m_clicked = *chosen;
    m_clickTimer.start(QGuiApplication::styleHints()->mouseDoubleClickInterval());
}

void ChartWidget::dropClick()
{
    m_doubleClicked = true;
    m_clickTimer.stop();
}

void ChartWidget::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    dropClick();
    if (QCPAxis* axis = axisLabelledAt(event->position()))
        emit axisRangeWanted(axis);
    else
        resetView();
}

void ChartWidget::wheelEvent(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / 120.0;
    if (notches == 0.0 || axisRectAt(event->position()) == nullptr) {
        event->ignore();
        return;
    }
    zoom(event->position(), std::pow(zoomPerNotch, notches));
    event->accept();
}

void ChartWidget::leaveEvent(QEvent* event)
{
    QCustomPlot::leaveEvent(event);
    setHovered(std::nullopt);
    setReadout(std::nullopt);
}

void ChartWidget::keyPressEvent(QKeyEvent* event)
{
    const QPointF middle = placeOfKeys();
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (isEmpty())
            return;
        if (event->modifiers().testFlag(Qt::ShiftModifier))
            brushBy(static_cast<Qt::Key>(event->key()));
        else
            select(neighbour(m_selected.value_or(m_cursor), static_cast<Qt::Key>(event->key())));
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        m_clickTimer.stop(); // of the place that is measured at once
        if (!concealed())
            emit measureWanted(m_selected.value_or(m_cursor));
        return;
    case Qt::Key_Escape:
        if (m_marks.brushed->empty())
            QCustomPlot::keyPressEvent(event);
        else
            emit brushed({});
        return;
    case Qt::Key_R: resetView(); return;
    case Qt::Key_Plus: zoom(middle, keyZoom); return;
    case Qt::Key_Minus: zoom(middle, 1.0 / keyZoom); return;
    default: QCustomPlot::keyPressEvent(event);
    }
}

void ChartWidget::focusInEvent(QFocusEvent* event)
{
    QCustomPlot::focusInEvent(event);
    m_keyboardFocus = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    replotHover();
}

void ChartWidget::focusOutEvent(QFocusEvent* event)
{
    QCustomPlot::focusOutEvent(event);
    m_keyboardFocus = false;
    replotHover();
}

} // namespace ridgepoint
