// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/measure_controller.h"

#include "core/stats/sample_claims.h"

#include <algorithm>
#include <span>
#include <utility>

namespace ridgepoint {
namespace {

/// Known samples in one request; some 400 bytes each, far below a line's limit.
constexpr std::size_t knownPerRequest = 500;
constexpr int defaultPauseMs = 700;

} // namespace

MeasureController::MeasureController(BenchProcess& bench, LiveSession& session, Cursor& cursor, QObject* parent)
    : QObject(parent), m_bench(bench), m_session(session), m_cursor(cursor)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(defaultPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &MeasureController::onPause);
    connect(&bench, &BenchProcess::initialized, this, &MeasureController::onInitialized);
    connect(&bench, &BenchProcess::responded, this, &MeasureController::onResponded);
    connect(&bench, &BenchProcess::refused, this, &MeasureController::onRefused);
    connect(&bench, &BenchProcess::notified, this, &MeasureController::onNotified);
    connect(&bench, &BenchProcess::failed, this, &MeasureController::onFailed);
    connect(&session, &LiveSession::replaced, this, &MeasureController::onReplaced);
}

void MeasureController::connectTo(const BenchCommand& command, bool thenRun)
{
    m_command = command;
    m_runWhenReady = thenRun;
    setProgress({MeasureProgress::What::Starting});
    m_bench.start(command);
}

void MeasureController::restart() { connectTo(m_command, m_wasRunning); }

bool MeasureController::canRun() const { return m_bench.state() == BenchState::Ready && m_cursor.deviceInfo().available; }

void MeasureController::run()
{
    std::deque<Job> jobs;
    const RoofSet* roofs = m_cursor.roofs();
    if (roofs == nullptr || roofs->roofs.empty()) {
        jobs.push_back({JobKind::Roofs, {}, false});
    } else if (auto missing = missingRoofs(*roofs, Unavailable::TriedAgain); !missing.empty()) {
        jobs.push_back({JobKind::Roofs, std::move(missing), false});
    }
    jobs.push_back({JobKind::Map, {}, false});
    jobs.push_back({JobKind::Line, {}, false});
    if (hasUnsettled(m_cursor.plan()))
        jobs.push_back({JobKind::Sharpen, {}, false});
    begin(std::move(jobs));
}

void MeasureController::measureRoofsAgain()
{
    emit roofsAsked();
    beginBefore({{.kind = JobKind::Roofs, .fresh = true, .replaced = newReplaced(ReplacedMeasurements::What::Roofs)}});
}

void MeasureController::measureRoof(const std::string& id)
{
    emit roofsAsked();
    beginBefore({{.kind = JobKind::Roofs,
                  .only = {id},
                  .fresh = true,
                  .replaced = newReplaced(ReplacedMeasurements::What::OneRoof)}});
}

void MeasureController::measurePoints(const std::vector<Workload>& points)
{
    std::deque<Job> jobs;
    for (const Workload& point : points)
        jobs.push_back({JobKind::Point, {}, false, point});
    if (!jobs.empty())
        beginBefore(std::move(jobs));
}

void MeasureController::measureAgain(const Workload& point, Why why)
{
    beginBefore({{.kind = JobKind::Point,
                  .fresh = true,
                  .point = point,
                  .replaced = why == Why::Asked ? newReplaced(ReplacedMeasurements::What::Point) : nullptr}});
}

void MeasureController::beginBefore(std::deque<Job> jobs)
{
    // One that is being broken off waits already, or nobody wants it any more.
    if (m_job && m_job->kind != JobKind::Roofs && !m_isBreakingOff && !m_isStopping)
        jobs.push_back(*m_job); // a fresh one with what it has measured: the rest is still to be measured anew
    jobs.insert(jobs.end(), m_queue.begin(), m_queue.end());
    begin(std::move(jobs));
}

void MeasureController::measureMapAgain()
{
    const ReplacedPointer replaced = newReplaced(ReplacedMeasurements::What::Map);
    begin({{.kind = JobKind::Map, .fresh = true, .replaced = replaced},
           {.kind = JobKind::Line, .fresh = true, .replaced = replaced}});
}

void MeasureController::begin(std::deque<Job> jobs)
{
    if (!canRun())
        return;
    const bool wasRunning = running();
    m_isStopped = false;
    m_queue = std::move(jobs);
    for (Job& job : m_queue)
        if (job.device.empty())
            job.device = m_cursor.device();
    if (wasRunning) {
        breakOff();
        return;
    }
    emit runningChanged(true);
    startNext();
}

/// Ends what is being measured; the queue goes on when the child has said so. Roofs cannot be broken off: they end first.
void MeasureController::breakOff()
{
    if (m_job && m_job->kind == JobKind::Roofs)
        return;
    m_isBreakingOff = true;
    if (m_run != 0) // else it has no name yet that a cancel could carry
        m_bench.send(protocol::CancelSweep{m_run});
}

void MeasureController::stop()
{
    m_pause.stop();
    if (!running())
        return;
    m_isStopped = true;
    const bool inRoofs = m_job && m_job->kind == JobKind::Roofs;
    m_queue.clear();
    m_runWhenReady = false;
    forgetUnfinished(); // who stops it does not want it to go on by itself
    m_isStopping = m_job.has_value();
    if (m_run != 0) {
        m_bench.send(protocol::CancelSweep{m_run});
        return; // its sweep/finished ends the job, after the samples that are under way
    }
    abandon();
    // Roofs have no run to cancel, and a child that has not even named its run does not listen: a new child does.
    if (inRoofs || m_requestId != 0)
        connectTo(m_command, false);
}

void MeasureController::abandon()
{
    const bool was = running();
    m_queue.clear();
    m_job.reset();
    m_requestId = m_run = 0;
    m_isStale = m_isBreakingOff = m_isStopping = m_hasMoved = m_isOwed = false;
    setProgress({});
    if (was)
        emit runningChanged(false);
}

void MeasureController::startNext()
{
    m_requestId = m_run = 0;
    const bool wasStale = std::exchange(m_isStale, false);
    m_isStopping = m_hasSharpened = false;
    if (std::exchange(m_isBreakingOff, false) && m_job)
        for (Job& job : m_queue) // what was measured until the end came
            if (job.fresh && job.kind == m_job->kind)
                job.measured.merge(m_job->measured);
    m_hasMoved = false;
    dropStrayed();
    if (m_queue.empty()) {
        m_job.reset();
        setProgress({});
        emit runningChanged(false);
        if (!wasStale)
            emit finished();
        if (std::exchange(m_isOwed, false))
            m_pause.start();
        sharpenLater();
        return;
    }
    const bool isSlice = m_queue.front().kind == JobKind::Map || m_queue.front().kind == JobKind::Line;
    if (isSlice && m_cursor.roofs() == nullptr && !std::exchange(m_queue.front().hasRoofs, true)) // of as many threads as are chosen by now
        m_queue.push_front({.kind = JobKind::Roofs, .device = m_cursor.device()});
    m_job = std::move(m_queue.front());
    m_queue.pop_front();
    m_jobTime.start();
    if (m_job->missing) {
        const RoofSet* roofs = m_cursor.roofs();
        m_job->only = roofs != nullptr ? missingRoofs(*roofs, Unavailable::LeftAlone) : std::vector<std::string>();
        if (roofs != nullptr && m_job->only.empty()) {
            startNext();
            return;
        }
    }
    if (m_job->kind == JobKind::Roofs)
        startRoofs();
    else
        startSweep(planOf(*m_job));
}

void MeasureController::dropStrayed()
{
    if (m_session.reference(m_cursor.device())) // the user looks at a device on which nothing can be measured
        m_queue.clear();
    std::erase_if(m_queue, [this](const Job& job) { return job.device != m_cursor.device(); }); // of this one nobody has asked for it
    // Somebody has moved since: that slice is no longer there to be sharpened.
    while (!m_queue.empty() && m_queue.front().kind == JobKind::Sharpen && m_unsettled && !(*m_unsettled == m_cursor.plan()))
        m_queue.pop_front();
}

MeasureProgress::What MeasureController::whatOf(JobKind kind)
{
    using What = MeasureProgress::What;
    return kind == JobKind::Roofs ? What::Roofs : kind == JobKind::Map ? What::Map : kind == JobKind::Line ? What::Line : kind == JobKind::Point ? What::Point : What::Sharpen;
}

void MeasureController::startRoofs()
{
    setProgress({MeasureProgress::What::Roofs});
    m_requestId = m_bench.send(protocol::MeasureRoofs{m_cursor.device(), m_cursor.workload().threads, m_job->only, m_job->fresh});
}

void MeasureController::startSweep(Plan plan)
{
    m_jobPlan = plan;
    if (m_job->kind == JobKind::Map) {
        m_session.putPlan(plan);
        m_brokenOff.push_back(plan); // until it ends
    }
    setProgress({whatOf(m_job->kind)});
    plan.budget = budgetOf(*m_job, plan);
    std::vector<Sample> known = knownOf(plan);
    std::span<Sample> rest(known);
    while (rest.size() > knownPerRequest) {
        const auto part = rest.first(knownPerRequest);
        m_bench.send(protocol::StartSweep{plan, std::vector<Sample>(part.begin(), part.end()), true, {}});
        rest = rest.subspan(knownPerRequest);
    }
    const RoofSet* roofs = m_session.roofs(plan.device, plan.base.threads);
    m_requestId = m_bench.send(protocol::StartSweep{plan, std::vector<Sample>(rest.begin(), rest.end()), false, roofs != nullptr ? *roofs : RoofSet{}});
}

void MeasureController::onInitialized(const protocol::InitializeResult& result)
{
    m_session.setDevices(result.devices);
    setProgress({});
    emit ready();
    const DeviceInfo& device = m_cursor.deviceInfo();
    if (!device.available && device.reason && !m_session.reference(device.id))
        emit problem(*device.reason);
    if (std::exchange(m_runWhenReady, false))
        run();
}

void MeasureController::onResponded(std::int64_t id, const protocol::Response& response)
{
    if (id != m_requestId || !m_job)
        return;
    if (const auto* started = std::get_if<protocol::RunResult>(&response)) {
        m_run = started->run;
        // Of a map that nobody has seen yet the whole comes first: one that grew around the cursor would show nothing of the
        // other regimes for seconds. Who moves meanwhile has what is near measured at once (attend).
        if (m_isBreakingOff)
            breakOff();
        else if (std::exchange(m_hasMoved, false))
            attend();
        else if (m_job->kind != JobKind::Map || m_job->nearestFirst)
            focusHere();
    } else if (const auto* roofs = std::get_if<protocol::RoofsResult>(&response)) {
        if (!isTakenBack(*m_job))
            takeRoofs(roofs->roofs);
        endJob();
    }
}

void MeasureController::endJob() { startNext(); }

void MeasureController::onRefused(std::int64_t id, const Error& error)
{
    if (id != m_requestId)
        return; // a focus or a cancel that came after the run's end
    if (m_job && m_job->kind == JobKind::Point) { // one place that cannot be measured is no reason to drop what waits
        emit problem(error);
        startNext();
        return;
    }
    if (m_isBreakingOff) { // what goes before it can be measured; a run that waits to be taken up is refused once more, and then told
        startNext();
        return;
    }
    abandon();
    emit problem(error);
}

void MeasureController::onNotified(const protocol::Notification& notification)
{
    if (const auto* sample = std::get_if<protocol::SweepSample>(&notification)) {
        if (sample->run == m_run && m_run != 0 && !m_isStale)
            onSample(sample->sample);
    } else if (const auto* roof = std::get_if<protocol::RoofMeasured>(&notification)) {
        onRoof(*roof);
    } else if (const auto* progress = std::get_if<protocol::SweepProgress>(&notification)) {
        onSweepProgress(*progress);
    } else if (const auto* finished = std::get_if<protocol::SweepFinished>(&notification)) {
        onSweepFinished(*finished);
    }
}

void MeasureController::onRoof(const protocol::RoofMeasured& roof)
{
    if (!m_job || m_job->kind != JobKind::Roofs || isTakenBack(*m_job))
        return;
    if (quietRoofBefore(roof.device, roof.threads, roof.roof) == nullptr) { // else the run's end decides
        keepReplacedRoofs(roof.device, roof.threads);
        m_session.putRoof(roof.device, roof.threads, roof.roof, roof.levels);
    }
    MeasureProgress progress{MeasureProgress::What::Roofs};
    if (roof.total > 0)
        progress.fraction = std::clamp(static_cast<double>(roof.done) / roof.total, 0.0, 1.0);
    if (progress.fraction > 0.0) {
        const double spent = static_cast<double>(m_jobTime.elapsed()) / 1000.0;
        progress.left = Seconds(spent * (1.0 - progress.fraction) / progress.fraction);
    }
    setProgress(progress);
}

void MeasureController::onSweepProgress(const protocol::SweepProgress& progress)
{
    if (!m_job || progress.run != m_run)
        return;
    setProgress({whatOf(m_job->kind), std::clamp(progress.fraction, 0.0, 1.0), progress.left, progress.measuredCells, progress.totalCells, progress.coarseLeft});
}

void MeasureController::onSweepFinished(const protocol::SweepFinished& finished)
{
    if (!m_job || m_run == 0 || finished.run != m_run)
        return;
    if (m_isStale) {
        endJob();
        return;
    }
    noteOutcome(finished.outcome);
    noteCoarse();
    goOnWhereCoarse(finished.outcome);
    const bool isPoint = m_job->kind == JobKind::Point;
    // Where a neighbour could be measured the run is done, and yet the place is empty.
    const bool isMissing = isPoint && finished.outcome != protocol::SweepOutcome::Cancelled && !m_job->measured.contains(m_job->point);
    if (isMissing && finished.error)
        emit problem(*finished.error);
    if (finished.outcome != protocol::SweepOutcome::Cancelled)
        tellMeasuredAgain();
    if (!isPoint && finished.outcome == protocol::SweepOutcome::Failed) {
        abandon();
        if (finished.error)
            emit problem(*finished.error);
        return;
    }
    endJob();
}

void MeasureController::onFailed(const Error& error)
{
    m_wasRunning = m_runWhenReady || (m_isStopping ? !m_queue.empty() : running());
    abandon();
    emit benchFailed(error);
}

void MeasureController::setProgress(MeasureProgress progress)
{
    if (progress.what == MeasureProgress::What::Nothing)
        progress = idleProgress();
    if (progress.what == MeasureProgress::What::Nothing && m_bench.state() == BenchState::Failed)
        progress.what = MeasureProgress::What::Stopped; // nothing can be measured before it is started again
    m_progress = progress;
    emit progressChanged();
}

} // namespace ridgepoint
