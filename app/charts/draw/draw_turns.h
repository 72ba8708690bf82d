// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <vector>

namespace ridgepoint {

class ChartWidget;

/// Draws the charts that ask for it one after another, each in a turn of the event loop of its own, so that a key or
/// the mouse waits for one chart at most. What a chart is asked to show until its turn comes is drawn together.
class DrawTurns : public QObject {
    Q_OBJECT

public:
    /// The turns of this thread's charts; goes with the application.
    [[nodiscard]] static DrawTurns& shared();

    /// Draws the chart in its turn; a chart that waits already keeps its place.
    void ask(ChartWidget* chart);
    /// The same without a pause, before those that only have new data: somebody moves something and looks at it. The
    /// first is drawn before the window paints what else has changed, so that both are seen together.
    void askNow(ChartWidget* chart);
    /// Draws every chart that waits, at once.
    void drawNow();
    /// The chart has been drawn by other means.
    void withdraw(const ChartWidget* chart);

private:
    explicit DrawTurns(QObject* parent) : QObject(parent) { connectTimer(); }
    struct Waiting {
        QPointer<ChartWidget> chart;
        bool now = false;
    };
    void connectTimer();
    void takeTurn();
    Waiting& waitingOf(ChartWidget* chart);
    [[nodiscard]] bool anyNow() const;

    std::vector<Waiting> m_waiting;
    QTimer m_timer;
    bool m_beforePaint = false; ///< a turn is on its way, ahead of the window's painting
};

} // namespace ridgepoint
