// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <cstdint>
#include <optional>

class QWidget;

namespace ridgepoint {

class BenchProcess;
class Cursor;
class RepaintSchedule;
class SnapshotFeed;

/// Draws and analyses while nothing is measured: in the gaps that the measuring child leaves for it, a few milliseconds
/// each. A window that draws while every processor measures would show itself in what it shows. What the user does is
/// answered at once nevertheless, and a child that leaves no gaps is drawn by the clock.
class DrawingGaps : public QObject {
    Q_OBJECT

public:
    /// `window` is what is brought up to date in a gap; all of them must outlive this.
    DrawingGaps(BenchProcess& bench, SnapshotFeed& feed, RepaintSchedule& schedule, const Cursor& cursor,
                QWidget* window);

    /// Draws by the clock again, until the next gap.
    void leave();
    /// Gaps used so far.
    [[nodiscard]] int count() const { return m_count; }

private:
    void onGap(std::int64_t sequence);
    void draw();
    void setPaced(bool paced);

    BenchProcess& m_bench;
    SnapshotFeed& m_feed;
    RepaintSchedule& m_schedule;
    QWidget* m_window;
    std::optional<std::int64_t> m_gap; ///< that waits for an analysis
    int m_count = 0;
    int m_drawnSinceAnalysis = 0; ///< gaps in a row that went to views
};

} // namespace ridgepoint
