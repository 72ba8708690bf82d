// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_widget.h"

#include "app/charts/draw/chart_accessibility.h"
#include "app/charts/draw/chart_part.h"

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

} // namespace

void ChartWidget::resizeEvent(QResizeEvent* event)
{
    if (m_due.rebuild) {
        rebuildNow();
        m_accessibility->dataChanged();
    }
    m_due.full = false;
    QCustomPlot::resizeEvent(event); // sets the viewport and replots
}

void ChartWidget::showEvent(QShowEvent* event)
{
    QCustomPlot::showEvent(event);
    if (m_due.rebuild || m_due.full)
        flush();
    m_accessibility->dataChanged();
}

void ChartWidget::mousePressEvent(QMouseEvent* event)
{
    m_press.at = event->position();
    m_press.last = m_press.at;
    m_press.isDrag = false;
    m_press.isDouble = false; // a dialog may have taken the last release
    m_press.isBand = event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier);
    event->setAccepted(event->button() == Qt::LeftButton);
}

void ChartWidget::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF place = event->position();
    if (event->buttons().testFlag(Qt::LeftButton)) {
        if (!m_press.isDrag && QLineF(m_press.at, place).length() < clickTolerance)
            return;
        if (!std::exchange(m_press.isDrag, true))
            m_ranges.beginDrag(m_press.at);
        setHovered(std::nullopt);
        setReadout(std::nullopt);
        if (m_press.isBand) {
            m_press.band = QRectF(m_press.at, place);
            setCursor(Qt::CrossCursor);
            replotHover();
            return;
        }
        setCursor(Qt::ClosedHandCursor);
        m_ranges.drag(m_press.last, place);
        m_press.last = place;
        return;
    }
    const bool hasResults = showsResults(m_input.concealed);
    const auto found = hasResults ? m_places->workloadAt(place) : std::nullopt;
    setReadout(!hasResults ? axesAt(place) : found ? std::nullopt : readoutAt(place));
    if (found)
        setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
    setHovered(found);
}

void ChartWidget::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_press.isDrag) {
        unsetCursor();
        if (m_press.isBand)
            emit brushed(insideBand(drawnWorkloads(), std::exchange(m_press.band, QRectF())));
        else
            m_ranges.endDrag();
        replotHover();
    } else if (event->button() == Qt::LeftButton && !m_press.isDouble) {
        choose(event->position());
    }
    m_press.isDouble = false;
    m_press.isDrag = false;
    m_press.isBand = false;
}

void ChartWidget::choose(QPointF place)
{
    auto chosen = m_places->workloadAt(place);
    if (!chosen && showsResults(m_input.concealed))
        chosen = m_places->freeWorkloadAt(place);
    if (!chosen)
        return;
    select(*chosen);
    if (!showsResults(m_input.concealed))
        return;
    // A second click may follow, and then it was the view that was meant.
    m_press.clicked = *chosen;
    m_clickTimer.start(QGuiApplication::styleHints()->mouseDoubleClickInterval());
}

void ChartWidget::dropClick()
{
    m_press.isDouble = true;
    m_clickTimer.stop();
}

void ChartWidget::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    dropClick();
    if (QCPAxis* axis = m_ranges.labelledAt(event->position()))
        emit axisRangeWanted(axis);
    else
        m_ranges.reset();
}

void ChartWidget::wheelEvent(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / 120.0;
    if (notches == 0.0 || axisRectAt(event->position()) == nullptr) {
        event->ignore();
        return;
    }
    m_ranges.zoom(event->position(), std::pow(zoomPerNotch, notches));
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
            select(neighbour(m_input.point(), static_cast<Qt::Key>(event->key())));
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        m_clickTimer.stop(); // of the place that is measured at once
        if (showsResults(m_input.concealed))
            emit measureWanted(m_input.point());
        return;
    case Qt::Key_Escape:
        if (m_input.brushed->empty())
            QCustomPlot::keyPressEvent(event);
        else
            emit brushed({});
        return;
    case Qt::Key_R: m_ranges.reset(); return;
    default:
        if (!zoomByKey(*event, shownPlots().front()->center()))
            QCustomPlot::keyPressEvent(event);
    }
}

bool ChartWidget::zoomByKey(const QKeyEvent& event, QPointF about)
{
    const bool isIn = event.key() == Qt::Key_Plus;
    if ((!isIn && event.key() != Qt::Key_Minus) || event.modifiers().testFlag(Qt::ControlModifier))
        return false;
    m_ranges.zoom(about, isIn ? keyZoom : 1.0 / keyZoom);
    return true;
}

void ChartWidget::focusInEvent(QFocusEvent* event)
{
    QCustomPlot::focusInEvent(event);
    const Qt::FocusReason reason = event->reason();
    m_keyboardFocus = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason
                   || reason == Qt::ShortcutFocusReason;
    replotHover();
}

void ChartWidget::focusOutEvent(QFocusEvent* event)
{
    QCustomPlot::focusOutEvent(event);
    m_keyboardFocus = false;
    replotHover();
}

/// The next workload in the direction of an arrow key, or the same: a chart of lines goes up to larger tensors, or of
/// sizes to more operations.
Workload ChartWidget::neighbour(const Workload& from, Qt::Key key) const
{
    const std::vector<AxisKind> along = m_places->directions();
    if (!m_input.snapshot || along.empty())
        return from;
    const AxisKind upwards = along.size() > 1                ? along[1]
                           : along.front() == AxisKind::Size ? AxisKind::Operations
                                                             : AxisKind::Size;
    return stepped(*m_input.snapshot, from, key == Qt::Key_Left || key == Qt::Key_Right ? along.front() : upwards,
                   key == Qt::Key_Right || key == Qt::Key_Up ? 1 : -1);
}

/// Adds the next place in the key's direction to the brush, or takes the last one away when it goes back.
void ChartWidget::brushBy(Qt::Key key)
{
    const Workload from = m_input.point();
    const Workload next = neighbour(from, key);
    if (next == from)
        return;
    std::vector<Workload> chosen = *m_input.brushed;
    if (chosen.empty())
        chosen.push_back(from);
    if (std::find(chosen.begin(), chosen.end(), next) == chosen.end())
        chosen.push_back(next);
    else
        chosen.erase(std::remove(chosen.begin(), chosen.end(), from), chosen.end());
    select(next);
    emit brushed(chosen);
}

} // namespace ridgepoint
