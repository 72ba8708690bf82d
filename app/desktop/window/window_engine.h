// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/repaint_schedule.h"
#include "app/desktop/base/machine_list.h"
#include "app/desktop/inspect/lever_trial.h"
#include "app/desktop/measure/bench_process.h"
#include "app/desktop/measure/device_watch.h"
#include "app/desktop/measure/load_notice.h"
#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/measure/place_measurer.h"
#include "app/desktop/measure/probe_controller.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/live_session.h"
#include "app/desktop/session/session_store.h"
#include "app/desktop/session/snapshot_feed.h"

namespace ridgepoint {

/// What a test gives the window in place of the user's own surroundings.
struct WindowSurroundings {
    QString autosaveFolder; ///< empty for the user's data folder
    BenchDeadlines deadlines;
    int linePauseMs = 700;
};

/// All of the window that is no widget: what was measured, where one looks, what measures, and what decides on it.
struct WindowEngine {
    explicit WindowEngine(const WindowSurroundings& surroundings)
        : bench(surroundings.deadlines), store(session, surroundings.autosaveFolder)
    {
        controller.setPause(surroundings.linePauseMs);
    }

    MachineList machines;
    LiveSession session;
    Cursor cursor{session};
    BenchProcess bench;
    MeasureController controller{bench, session, cursor};
    PlaceMeasurer places{cursor, session, controller};
    ProbeController probe{bench, session, cursor};
    SnapshotFeed feed{session, cursor};
    LeverTrial trial{cursor, session, feed, controller};
    RepaintSchedule schedule;
    DeviceWatch watch{session};
    LoadNotice load{bench};
    SessionStore store;
};

} // namespace ridgepoint
