// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/explore/what_if_bar.h"
#include "app/desktop/explore/what_if_control.h"

namespace ridgepoint {

class LiveSession;
class RooflineChart;
class SnapshotFeed;
class WindowActions;

/// Connects everything that a what-if is made with (roofline, bar, actions) to what shows it (feed, charts).
class WhatIfWiring : public QObject {
    Q_OBJECT

public:
    WhatIfWiring(WindowActions& actions, RooflineChart& roofline, WhatIfBar& bar, SnapshotFeed& feed,
                 const LiveSession& session, QObject* parent = nullptr);
    [[nodiscard]] WhatIfControl& control() { return m_control; }
    /// In front of an audience a chart has the whole window: the bar waits, what is imagined stays.
    void setPresenting(bool presenting);

signals:
    /// The feed's latest snapshot is predicted with another what-if.
    void changed();

private:
    void follow();
    void showBar();

    WindowActions& m_actions;
    RooflineChart& m_roofline;
    WhatIfBar& m_bar;
    SnapshotFeed& m_feed;
    WhatIfControl m_control;
    bool m_presenting = false;
    bool m_moving = false; ///< a roof is being moved in the chart
};

} // namespace ridgepoint
