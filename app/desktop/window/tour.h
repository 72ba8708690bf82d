// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/snapshot.h"
#include "core/model/workload.h"

#include <optional>

class QScrollArea;

namespace ridgepoint {

class ChartArea;
class CompareCommands;
class Cursor;
class FileCommands;
class FirstSteps;
class InspectorPanel;
class LiveSession;
class MeasureController;
class MessageStrip;
class SnapshotFeed;
class WorkloadPanel;

/// What the tour compares with.
inline constexpr const char* tourDevice = "published:a100-rrze";

/// What the first steps lead through.
struct TourParts {
    FirstSteps& steps;
    WorkloadPanel& workload;
    InspectorPanel& inspector;
    ChartArea& charts;
    QScrollArea& inspectorRoom; ///< in which the inspector may have to be scrolled
    CompareCommands& compare;
    FileCommands& files;
    Cursor& cursor;
    const SnapshotFeed& feed;
    const LiveSession& session;
};

/// Connects the first steps with what the user does, and with what their buttons do. The parts must outlive the steps.
void connectTour(const TourParts& parts);

/// Says at a first start, while there is nothing to see yet, what the program is for and what the tour that follows
/// will do to the window by itself. It goes with the first sample, the end of the run or another session.
void tellFirstStart(MessageStrip& strip, const ChartArea& charts, const LiveSession& session,
                    const MeasureController& controller);

/// What limits a workload of the cursor's device, as the inspector names it: by the verdict, or else by what the roofs
/// predict; none where neither is known.
[[nodiscard]] std::optional<Regime> regimeAt(const Workload& workload, const Cursor& cursor,
                                             const SnapshotPointer& latest, const LiveSession& session);

/// A point of the present map where something that can be tried helps a good deal; none where nothing does, or before
/// there are roofs.
[[nodiscard]] std::optional<Workload> pointThatCanBeHelped(const Cursor& cursor);

} // namespace ridgepoint
