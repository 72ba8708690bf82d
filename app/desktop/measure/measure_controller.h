// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/measure/bench_command.h"
#include "app/desktop/measure/bench_process.h"
#include "app/desktop/measure/replaced_measurements.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/live_session.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ridgepoint {

/// What the bottom bar shows of a measurement that runs.
struct MeasureProgress {
    /// In this order: nothing is measured up to Starting.
    enum class What { Nothing, Absent, Stopped, Starting, Roofs, Map, Line, Point, Sharpen };
    What what = What::Nothing;
    double fraction = 0.0;
    std::optional<Seconds> left;
    std::int64_t measuredCells = 0;
    std::int64_t totalCells = 0;
    /// Until the first look at a whole map is over: what that still takes. Also where nothing is measured and it never was over.
    std::optional<Seconds> coarseLeft{};
};

/// Decides what is measured and when, and puts what comes back into the session: roofs first, then the map, then the
/// line through the cursor. One job runs at a time; a child that fails loses only the job's rest.
class MeasureController : public QObject {
    Q_OBJECT

public:
    MeasureController(BenchProcess& bench, LiveSession& session, Cursor& cursor, QObject* parent = nullptr);

    /// Starts the child; `thenRun` also measures as soon as it is ready (first start).
    void connectTo(const BenchCommand& command, bool thenRun);
    /// After a failure: a new child, which goes on where the old one was and repeats nothing.
    void restart();
    /// Measures what is missing for what the window shows, and narrows the intervals that were not reached.
    void run();
    void stop();
    /// Measures every roof anew. What runs meanwhile is broken off and taken up again after, with what it has measured.
    void measureRoofsAgain();
    /// Measures single points with their neighbours, so that they have shares, wherever the cursor stands; what is known
    /// of them is kept, but for what has too few readings for a claim. What runs meanwhile is taken up again after.
    void measurePoints(const std::vector<Workload>& points);
    /// Somebody stays at a point: where what its shares are taken from has too few readings, it is measured with its
    /// neighbours, unless something else is.
    void completePoint(const Workload& point);
    /// Who wants a point measured anew: somebody, who can take it back, or what doubts the sample that is known.
    enum class Why { Asked, Doubted };
    /// Measures one point anew, with its neighbours, before all others. What is known better stays (isSharper).
    void measureAgain(const Workload& point, Why why);
    /// Measures one roof anew, likewise.
    void measureRoof(const std::string& id);
    /// Keeps the time between for something else, such as the live probe: nothing is sharpened meanwhile.
    void setIdleTaken(bool taken);
    [[nodiscard]] bool isIdleTaken() const { return m_idleTaken; }
    /// Measures map and line again, whatever is known, in place of what runs. What is known better stays (isSharper).
    void measureMapAgain();
    /// Somebody takes a measurement back: what runs of it or waits is stopped, and what still comes is not wanted.
    void takeBack(const ReplacedPointer& replaced);

    [[nodiscard]] bool running() const { return m_job.has_value() || !m_queue.empty(); }
    [[nodiscard]] bool canRun() const;
    /// Whether what nobody asked for may be measured: not from a stop until somebody moves on or asks for something.
    [[nodiscard]] bool mayMeasureByItself() const { return canRun() && !m_isStopped; }
    /// Whether a child was ever started, so that restart() knows which.
    [[nodiscard]] bool connected() const { return !m_command.program.isEmpty(); }
    [[nodiscard]] const MeasureProgress& progress() const { return m_progress; }
    /// The user moved a slider, picked a point or chose other work: what runs turns to that place first. After a pause what is
    /// missing there is measured by itself, roofs, slice and line, on a device of which a map was measured before; a run on
    /// another slice is broken off for it. Where nothing is missing, the map's intervals are narrowed.
    void attend();
    /// The direction of the line: the x axis of the curves.
    void setLineAxis(AxisKind kind);
    /// Quiet time after a slider's move before the line under it is measured by itself.
    void setPause(int milliseconds) { m_pause.setInterval(milliseconds); }

signals:
    /// What a run has just measured, whether or not it takes the place of what is known.
    void sampled(const ridgepoint::Sample& sample);
    void runningChanged(bool running);
    void progressChanged();
    /// Something could not be measured; the window stays as it is.
    void problem(const ridgepoint::Error& error);
    /// The child is gone; a restart would help.
    void benchFailed(const ridgepoint::Error& error);
    /// Somebody asked for roofs that are known to be measured anew.
    void roofsAsked();
    /// What somebody has measured again takes the place of what was known for the first time; more may follow.
    void replacing(const ridgepoint::ReplacedPointer& replaced);
    /// A point that is known was measured again on request; the one of before is kept where the new one is worse.
    void pointMeasuredAgain(const ridgepoint::SamplePointer& before, const ridgepoint::SamplePointer& now,
                            bool keepsBefore);
    /// Of a map that was measured again so many cells, of so many, stay as they were, which are better.
    void cellsKept(std::int64_t kept, std::int64_t measured);
    /// Of roofs that were measured again on request these are worse and disturbed: those known, of a quiet moment, are kept.
    void roofsKept(const ridgepoint::RoofSet& worse);
    /// All roofs that were asked for came in.
    void roofsMeasured();
    /// Everything that was asked for is done.
    void finished();
    /// The child is ready; the session knows its devices.
    void ready();

private:
    enum class JobKind { Roofs, Map, Line, Point, Sharpen };
    /// What to do next; where exactly is decided when it starts, because roofs move the map's axes.
    struct Job {
        JobKind kind = JobKind::Roofs;
        std::vector<std::string> only; ///< Roofs; empty for all
        bool fresh = false;            ///< nothing counts as known
        Workload point{};              ///< Point
        std::set<Workload> measured{}; ///< since it began: fresh jobs, which go on from there when taken up again, and points
        bool missing = false; ///< Roofs: those that predict the place where the cursor stands when it starts, and are not known
        bool nearestFirst = false; ///< Map: another slice of a known cube; else the whole map is looked over first
        std::string device{};      ///< that somebody looked at when it was asked for; on another it is dropped
        bool hasRoofs = false;     ///< Map, line: roofs of the place were seen to before it
        std::optional<Seconds> coarseLeft{}; ///< Map: it goes on where a run's budget ended before the first look at it was over
        ReplacedPointer replaced{}; ///< where somebody asked for it to be measured again
    };

    [[nodiscard]] static MeasureProgress::What whatOf(JobKind kind);
    /// Whether somebody has undone it: what still comes of it is not wanted.
    [[nodiscard]] static bool isTakenBack(const Job& job) { return job.replaced && job.replaced->isTakenBack; }
    void begin(std::deque<Job> jobs);
    /// These first, then what runs and what waits.
    void beginBefore(std::deque<Job> jobs);
    void breakOff();
    void startNext();
    /// Takes from the queue what is no longer wanted where the cursor stands now.
    void dropStrayed();
    void startRoofs();
    void startSweep(Plan plan);
    void endJob();
    void abandon();
    /// Roofs that could not be measured are tried again by who asks for it.
    enum class Unavailable { TriedAgain, LeftAlone };
    /// Of those that predict what the cursor stands at.
    [[nodiscard]] std::vector<std::string> missingRoofs(const RoofSet& known, Unavailable unavailable) const;
    [[nodiscard]] Plan planOf(const Job& job) const;
    [[nodiscard]] static Seconds budgetOf(const Job& job, const Plan& plan);
    [[nodiscard]] Plan linePlanHere() const;
    [[nodiscard]] static bool isEnough(const Job& job, const Sample& sample);
    [[nodiscard]] std::vector<Sample> knownOf(const Plan& plan) const;
    [[nodiscard]] bool isMeasured(const Plan& line) const;
    /// Whether what runs is of another place of the cube than the window shows.
    [[nodiscard]] bool isElsewhere() const;
    [[nodiscard]] bool isSliceMeasured() const;
    /// Whether cells of a map are known whose interval was not reached.
    [[nodiscard]] bool hasUnsettled(const Plan& map) const;
    void focusHere();
    void forgetUnfinished();
    /// Another session is shown: what runs was for the one before and must not get into this one.
    void onReplaced();
    void sharpenLater();
    void noteOutcome(protocol::SweepOutcome outcome);
    void goOnWhereCoarse(protocol::SweepOutcome outcome);
    void noteCoarse();
    /// That nothing is measured, and of a map whose first look is not over what it still takes.
    [[nodiscard]] MeasureProgress idleProgress() const;
    void onInitialized(const protocol::InitializeResult& result);
    void onResponded(std::int64_t id, const protocol::Response& response);
    void onRefused(std::int64_t id, const Error& error);
    void onNotified(const protocol::Notification& notification);
    void onSample(const Sample& sample);
    void onRoof(const protocol::RoofMeasured& roof);
    [[nodiscard]] ReplacedPointer newReplaced(ReplacedMeasurements::What what) const;
    void keepReplaced(const SamplePointer& before);
    void keepReplacedRoofs(const std::string& device, int threads);
    [[nodiscard]] const Roof* quietRoofBefore(const std::string& device, int threads, const Roof& disturbed) const;
    void takeRoofs(RoofSet measured);
    void tellMeasuredAgain();
    void onSweepProgress(const protocol::SweepProgress& progress);
    void onSweepFinished(const protocol::SweepFinished& finished);
    void onFailed(const Error& error);
    void onPause();
    void setProgress(MeasureProgress progress);

    BenchProcess& m_bench;
    LiveSession& m_session;
    Cursor& m_cursor;
    BenchCommand m_command;
    std::deque<Job> m_queue;
    std::optional<Job> m_job;
    std::int64_t m_requestId = 0; ///< of the job's request
    std::int64_t m_run = 0;       ///< 0 until the child has said it
    bool m_runWhenReady = false;
    bool m_wasRunning = false; ///< when the child failed
    bool m_isStale = false;      ///< the job was for the session before and only has to end
    bool m_isStopping = false;    ///< somebody does not want it any more, nor what follows by itself
    bool m_isStopped = false;     ///< since then nobody has moved or asked for anything
    bool m_hasSharpened = false;  ///< the running job has replaced a sample
    bool m_isBreakingOff = false; ///< other jobs wait, and the job waits behind them or is not wanted any more
    bool m_hasMoved = false;     ///< somebody moved since the run was asked for, and it has no name yet
    bool m_isOwed = false;       ///< a pause ended during a run that is not of the place where somebody moved to
    Plan m_jobPlan;                 ///< of the running sweep
    std::optional<Plan> m_unsettled; ///< the map whose intervals are wider than was asked for
    struct CoarseMap {
        Plan plan;
        Seconds left;
    };
    std::optional<CoarseMap> m_coarse; ///< the last map that was measured, where its first look is not over
    std::vector<Plan> m_brokenOff;  ///< maps that were begun and left
    int m_sharpenings = 0;          ///< of m_unsettled
    bool m_idleTaken = false;
    bool m_onlySharpen = false;     ///< nobody has moved since the last pause
    AxisKind m_lineAxis = AxisKind::Operations;
    QElapsedTimer m_jobTime;
    MeasureProgress m_progress;
    QTimer m_pause;
};

} // namespace ridgepoint
