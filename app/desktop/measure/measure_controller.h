// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/measure/bench_command.h"
#include "app/desktop/measure/bench_process.h"
#include "app/desktop/measure/probe_controller.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/live_session.h"
#include "core/agenda/agenda.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// Carries between the agenda, which decides what is measured and when, the child, which measures it, and the session,
/// which keeps it.
class MeasureController : public QObject, private agenda::View {
    Q_OBJECT

public:
    MeasureController(BenchProcess& bench, LiveSession& session, Cursor& cursor, QObject* parent = nullptr);

    /// Starts the child; `thenRun` also measures as soon as it is ready (first start).
    void connectTo(const BenchCommand& command, bool thenRun);
    /// Takes over a child that was started elsewhere and is ready; `command` started it. `goesOn`: where the last one,
    /// which failed, was; repeats nothing.
    void takeOver(BenchProcess& ready, const BenchCommand& command, bool goesOn);
    /// After a failure: a new child, which goes on where the old one was and repeats nothing.
    void restart();
    /// Measures what is missing for what the window shows, and narrows the intervals that were not reached.
    void run() { handle(agenda::Asked{}); }
    void stop() { handle(agenda::StopAsked{}); }
    /// Measures every roof anew. What runs meanwhile is broken off and taken up again after, with what it has measured.
    void measureRoofsAgain();
    /// Measures one roof anew, likewise.
    void measureRoof(const std::string& id);
    /// Measures single points with their neighbours, so that they have shares, wherever the cursor stands; what is
    /// known of them is kept, but for what has too few readings for a claim. What runs meanwhile is taken up again
    /// after.
    void measurePoints(const std::vector<Workload>& points);
    /// What a point's time is compared with, as a trial's other end is: measured anew together with it.
    using Partner = std::function<std::optional<Workload>(const Workload& point)>;
    /// Where the probe stays, the point is measured with its neighbours if what its shares are taken from has too few
    /// readings, and measured anew, twice at most, if the probe contradicts what was measured for as long as a person
    /// can read it.
    void heed(const ProbeController& probe, Partner partner);
    /// Who wants a point measured anew: only what the user asked for can be undone.
    using Why = agenda::Why;
    /// Measures one point anew, with its neighbours, before all others. What is known better stays (isMorePrecise).
    void measureAgain(const Workload& point, Why why);
    /// Measures map and line again, whatever is known, in place of what runs. What is known better stays
    /// (isMorePrecise).
    void measureMapAgain() { handle(agenda::Asked{.what = agenda::What::Map, .anew = true}); }
    /// Keeps the time between for something else, such as the live probe: nothing is sharpened meanwhile.
    void setIdleTaken(bool taken) { handle(agenda::IdleTaken{taken}); }
    [[nodiscard]] bool isIdleTaken() const { return m_agenda.isIdleTaken(); }
    /// The user takes a measurement back: what runs of it or waits is stopped, and what still comes is not wanted.
    void takeBack(const ReplacedPointer& replaced) { handle(agenda::TakenBack{replaced}); }

    [[nodiscard]] bool running() const { return m_agenda.running(); }
    /// Whether points are measured or wait for it, whatever else runs.
    [[nodiscard]] bool measuresPoints() const;
    [[nodiscard]] bool canRun() const
    {
        return m_bench.state() == BenchState::Ready && m_cursor.deviceInfo().available;
    }
    /// Whether what nobody asked for may be measured: not from a stop until the user moves or asks for something.
    [[nodiscard]] bool mayMeasureByItself() const { return canRun() && !m_agenda.wasStopped(); }
    /// Whether a child was ever started, so that restart() knows which.
    [[nodiscard]] bool connected() const { return !m_command.program.isEmpty(); }
    [[nodiscard]] const MeasureProgress& progress() const { return m_progress; }
    /// The user moved a slider, picked a point or chose other work: what runs turns to that place first. After a pause
    /// what is missing there is measured by itself, roofs, slice and line, on a device of which a map was measured
    /// before; a run on another slice is broken off for it. Where nothing is missing, the map's intervals are narrowed.
    void onFocusChanged() { handle(agenda::Moved{}); }
    /// The direction of the line: the x axis of the curves.
    void setLineAxis(AxisKind kind) { m_lineAxis = kind; }
    /// Quiet time after a slider's move before the line under it is measured by itself.
    void setPause(int milliseconds) { handle(agenda::PauseSet{Seconds(milliseconds * 1e-3)}); }

signals:
    /// What a run has just measured, whether or not it takes the place of what is known.
    void sampled(const ridgepoint::Sample& sample);
    void runningChanged(bool running);
    void progressChanged();
    /// Something could not be measured; the window stays as it is.
    void problem(const ridgepoint::Error& error);
    /// The child is gone; a restart would help.
    void benchFailed(const ridgepoint::Error& error);
    /// The user asked for roofs that are known to be measured anew.
    void roofsAsked();
    /// What the user has measured again takes the place of what was known for the first time; more may follow.
    void replacing(const ridgepoint::ReplacedPointer& replaced);
    /// A point that is known was measured again on request; the one of before is kept where the new one is worse.
    void pointMeasuredAgain(const ridgepoint::SamplePointer& before, const ridgepoint::SamplePointer& now,
                            bool keepsBefore);
    /// Of a map that was measured again so many cells, of so many, stay as they were, which are better.
    void cellsKept(std::int64_t kept, std::int64_t measured);
    /// Of roofs that were measured again on request these are worse and disturbed: those known, of a quiet moment, are
    /// kept.
    void roofsKept(const ridgepoint::RoofSet& worse);
    /// All roofs that were asked for came in.
    void roofsMeasured();
    /// Everything that was asked for is done.
    void finished();

private:
    // What the agenda reads.
    [[nodiscard]] bool canMeasure() const override { return canRun(); }
    [[nodiscard]] const std::string& deviceId() const override { return m_cursor.device(); }
    [[nodiscard]] const DeviceInfo& device() const override { return m_cursor.deviceInfo(); }
    [[nodiscard]] bool isReference() const override { return m_session.reference(m_cursor.device()) != nullptr; }
    [[nodiscard]] const Workload& workload() const override { return m_cursor.workload(); }
    [[nodiscard]] const Plan& map() const override { return m_cursor.plan(); }
    [[nodiscard]] Plan line() const override;
    [[nodiscard]] Plan planOf(const Workload& point) const override;
    [[nodiscard]] SamplePointer sample(const std::string& device, const Workload& workload) const override
    {
        return m_session.find(device, workload);
    }
    [[nodiscard]] const RoofSet* roofs(const std::string& device, int threads) const override
    {
        return m_session.roofs(device, threads);
    }
    [[nodiscard]] const std::vector<Plan>& plans() const override { return m_session.frame().plans; }

    /// What comes while actions are carried out, by a signal of theirs, waits until they are.
    void handle(agenda::Event event);
    void wakeWhenDue();
    [[nodiscard]] Seconds now() const { return Seconds(static_cast<double>(m_clock.nsecsElapsed()) * 1e-9); }
    void onInitialized(const protocol::InitializeResult& result);
    void onResponded(std::int64_t id, const protocol::Response& response);
    void onNotified(const protocol::Notification& notification);

    struct Performer; ///< carries out actions
    BenchProcess& m_bench;
    LiveSession& m_session;
    Cursor& m_cursor;
    BenchCommand m_command;
    agenda::Agenda m_agenda{*this};
    std::deque<agenda::Event> m_events;
    std::int64_t m_requestId = 0; ///< of the job's request
    std::int64_t m_run = 0;       ///< 0 until the child has said it
    AxisKind m_lineAxis = AxisKind::Operations;
    MeasureProgress m_progress; ///< as it was told last
    QElapsedTimer m_clock;
    QTimer m_wake;
    std::optional<Seconds> m_due; ///< when m_wake goes off
};

} // namespace ridgepoint
