// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_marks.h"
#include "app/charts/style/format.h"
#include "app/desktop/inspect/point_words.h"
#include "app/desktop/measure/probe_controller.h"
#include "app/desktop/session/snapshot_feed.h"

#include <QObject>

namespace ridgepoint {

class ChartArea;
class RepaintSchedule;
class WorkloadPanel;

/// Shows the live probe: its trail in the charts, its figures and its strip in the left panel. Charts get it in their
/// turns of the schedule, and the panel comes with each of them, so that the probe adds no turn of its own; only the
/// first update at a place, which answers a slider, shows in the panel at once.
class ProbeDisplay : public QObject {
    Q_OBJECT

public:
    ProbeDisplay(ProbeController& probe, const SnapshotFeed& feed, RepaintSchedule& schedule, ChartArea& charts,
                 WorkloadPanel& panel);

    void setTheme(const Theme& theme);
    /// Times that the panel was brought up to date so far.
    [[nodiscard]] int panelTurns() const { return m_panelTurns; }

signals:
    /// The panel's figures are these now.
    void figuresShown(const ridgepoint::PointFigures& figures);

private:
    [[nodiscard]] ProbeTrail takeTurn();
    void showPanel();
    void onUpdate(bool first);
    void onSwitched(bool on);

    ProbeController& m_probe;
    const SnapshotFeed& m_feed;
    RepaintSchedule& m_schedule;
    ChartArea& m_charts;
    WorkloadPanel& m_panel;
    Format m_format;
    Seconds m_figuresAt; ///< when the figures were shown last
    int m_panelTurns = 0;
};

} // namespace ridgepoint
