// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/explore/what_if_bar.h"
#include "core/analysis/what_if.h"

#include <QObject>
#include <QString>

class QUndoStack;

namespace ridgepoint {

/// The window's what-if: what roofs are multiplied by in thought, with every step in the undo stack. It never touches
/// the session, whose roofs stay as they were measured.
class WhatIfControl : public QObject {
    Q_OBJECT

public:
    explicit WhatIfControl(QUndoStack& undo, QObject* parent = nullptr);

    [[nodiscard]] const WhatIf& whatIf() const { return m_whatIf; }
    /// Multiplies the roofs of a key; steps until release() are undone as one.
    void set(const QString& key, double factor);
    /// Ends a movement: the next step is undone by itself.
    void release() { ++m_movement; }
    /// All roofs as they are; can be undone.
    void reset();
    /// Takes this what-if over without a step to undo: another session is shown, which may have kept one.
    void takeOver(const WhatIf& whatIf);

signals:
    void changed();

private:
    class Step;
    void push(const WhatIf& after, const QString& words, int movement);
    void apply(const WhatIf& whatIf);

    QUndoStack& m_undo;
    WhatIf m_whatIf;
    int m_movement = 1;
};

class ChartArea;
class LiveSession;
class RooflineChart;
class SnapshotFeed;
class WindowActions;

/// Connects everything that a what-if is made with (roofline, bar, actions) to what shows it (feed, charts).
class WhatIfWiring : public QObject {
    Q_OBJECT

public:
    WhatIfWiring(WindowActions& actions, ChartArea& charts, WhatIfBar& bar, SnapshotFeed& feed,
                 const LiveSession& session, QObject* parent = nullptr);
    [[nodiscard]] WhatIfControl& control() { return m_control; }
    /// In front of an audience a chart has the whole window: the bar is hidden, the what-if stays.
    void setPresenting(bool presenting);

signals:
    /// The feed's latest snapshot is predicted with another what-if.
    void changed();

private:
    void follow();
    void showBar();
    /// Leads the keyboard out of the bar to a chart that is seen.
    void leaveBar();

    WindowActions& m_actions;
    ChartArea& m_charts;
    RooflineChart& m_roofline;
    WhatIfBar& m_bar;
    SnapshotFeed& m_feed;
    WhatIfControl m_control;
    bool m_presenting = false;
    bool m_moving = false; ///< a roof is being moved in the chart
};

} // namespace ridgepoint
