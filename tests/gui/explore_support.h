// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/explore/presenter_mode.h"
#include "tests/gui/window_support.h"

#include <QScreen>
#include <QApplication>
#include <QMouseEvent>

#include <algorithm>
#include <vector>

namespace ridgepoint::test {

/// Sends one event of the mouse by hand, which also works at other scale factors than 1.
inline void sendMouse(QWidget* widget, QEvent::Type type, QPointF place,
                      Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    const bool moving = type == QEvent::MouseMove;
    const bool held = type != QEvent::MouseButtonRelease;
    QMouseEvent event(type, place, widget->mapToGlobal(place), moving ? Qt::NoButton : Qt::LeftButton,
                      held ? Qt::LeftButton : Qt::NoButton, modifiers);
    QApplication::sendEvent(widget, &event);
}

/// Presses at the first place, goes through all of them and lets go at the last.
inline void dragThrough(QWidget* widget, const std::vector<QPointF>& places,
                        Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    sendMouse(widget, QEvent::MouseButtonPress, places.front(), modifiers);
    for (const QPointF& place : places)
        sendMouse(widget, QEvent::MouseMove, place, modifiers);
    sendMouse(widget, QEvent::MouseButtonRelease, places.back(), modifiers);
}

/// What the last row reads of a presenter in a window of this height: 20 pixels from 1080 lines on.
inline int leastPresentedPixels(const QWidget& window)
{
    const int height = window.isFullScreen() ? window.screen()->size().height() : window.height();
    return std::min(20, qRound(PresenterMode::typePixels(height) * 20.0 / 23.0));
}

/// Moves the mouse without a button.
inline void hoverAt(QWidget* widget, QPointF place)
{
    QMouseEvent event(QEvent::MouseMove, place, widget->mapToGlobal(place), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(widget, &event);
}

/// The pixel in its first plot at which a chart draws a workload; the chart has to show it.
inline QPointF pixelOf(const ChartWidget& chart, const Workload& workload)
{
    for (const ChartPoint& point : chart.places().shownPoints())
        if (point.workload == workload)
            return chart.places().pixelsOf(point).at(0);
    return {-1, -1};
}

} // namespace ridgepoint::test
