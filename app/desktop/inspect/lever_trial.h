// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/inspect/lever_facts.h"
#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/snapshot_feed.h"

#include <QObject>

class QScrollArea;

namespace ridgepoint {

class InspectorPanel;

/// Makes predictions meet measurements: moves the cursor to a lever's workload, has it measured, and remembers what was
/// predicted until the cursor goes elsewhere.
class LeverTrial : public QObject {
    Q_OBJECT

public:
    LeverTrial(Cursor& cursor, const LiveSession& session, const SnapshotFeed& feed, MeasureController& controller,
               QObject* parent = nullptr);

    struct Trial {
        std::string device;
        Workload from;
        Lever lever;
        std::optional<MeasuredSpeedup> outcome; ///< as it was when both ends had been measured
    };

    /// Goes to the lever's workload and measures it, and where it started, unless they are measured; what is known too
    /// vaguely to judge a prediction by is measured anew. A lever without a workload, which is another algorithm or
    /// device, is left alone.
    void tryOut(const Lever& lever);
    /// Goes back to where the lever was tried from.
    void goBack();
    /// Goes to a workload; where that is an end of the trial, the trial is on again.
    void resume(const Trial& trial, const Workload& workload);
    /// Measures what the doubling test at the cursor lacks; the cursor stays.
    void measureDoubling();
    /// Measures the other workload of the test beside the cursor's point; the cursor stays.
    void measureCause(const CauseTest& test);
    /// Measures the cursor's point again: another program, or a lower clock, shows as another time.
    void measurePointAgain();
    /// The lever that was tried and what came of it so far, as far as it is shown; once its ends are measured, what
    /// came of it then, whatever they read later. None once the cursor went elsewhere.
    [[nodiscard]] std::optional<TriedLever> tried() const;
    /// The trial's end that this is not, of a workload that is one; else nothing.
    [[nodiscard]] std::optional<Workload> otherEnd(const Workload& end) const;
    /// Levers, trial and doubling test of the point, by the samples that are shown.
    [[nodiscard]] LeverFacts facts(const PointFacts& point) const;

signals:
    /// The user went to a lever's workload.
    void triedOut(const ridgepoint::LeverTrial::Trial& trial);
    /// The user went back from there.
    void wentBack(const ridgepoint::LeverTrial::Trial& trial);

private:
    void onMoved();
    void onSample();
    [[nodiscard]] std::optional<MeasuredSpeedup> outcome() const;
    /// Keeps what came of the trial where it can be judged.
    void keepOutcome();

    Cursor& m_cursor;
    const LiveSession& m_session;
    const SnapshotFeed& m_feed;
    MeasureController& m_controller;
    std::optional<Trial> m_trial;
    bool m_moving = false; ///< the cursor moves because of this
};

/// Connects the inspector's links with what they try out; `room` is what the inspector scrolls in. What limits the
/// point that was gone to is then in sight, wherever the list of levers was scrolled to.
void connectTrial(LeverTrial& trial, InspectorPanel& inspector, QScrollArea& room);

} // namespace ridgepoint
