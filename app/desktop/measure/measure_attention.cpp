// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The half of MeasureController that follows the user: what is measured without being asked for.
#include "app/desktop/measure/measure_controller.h"

#include "core/stats/sample_claims.h"
#include "core/sweep/focus_order.h"
#include "core/sweep/neighbours.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

/// What has not settled after so many times, two minutes, drifts.
constexpr int mostSharpenings = 6;
/// Cells that a focus names: more would be those at the other end of the map.
constexpr std::size_t focusCells = 120;

/// A single point and the neighbours that are measured with it.
std::vector<Workload> besideIt(const Plan& point)
{
    std::vector<Workload> places{point.cell(0)};
    for (const Plan& plan : neighbourPlans(point))
        places.push_back(plan.cell(0));
    return places;
}

/// The cells of a map within an octave along one of its axes: what the slopes at the point are taken from.
std::vector<Workload> within(const Plan& map, const Workload& point)
{
    std::vector<Workload> places;
    for (const Axis& axis : map.axes)
        for (const std::int64_t value : axis.values)
            if (value * 2 >= coordinate(point, axis.kind) && value <= coordinate(point, axis.kind) * 2)
                places.push_back(moved(point, axis.kind, value));
    return places;
}

} // namespace

void MeasureController::forgetUnfinished()
{
    m_unsettled.reset();
    m_brokenOff.clear();
    m_isOwed = false;
}

void MeasureController::onReplaced()
{
    forgetUnfinished();
    m_pause.stop();
    m_runWhenReady = m_wasRunning = false;
    if (std::exchange(m_coarse, std::nullopt) && !running())
        setProgress({});
    if (!running())
        return;
    m_isStale = true;
    stop();
    m_isStopped = false; // nobody has stopped anything in the session that is shown now
}

bool MeasureController::hasUnsettled(const Plan& map) const
{
    for (std::size_t i = 0; i < map.cellCount(); ++i)
        if (const SamplePointer sample = m_session.find(map.device, map.cell(i)); sample && !isSettled(*sample))
            return true;
    return false;
}

void MeasureController::noteOutcome(protocol::SweepOutcome outcome)
{
    if (m_job->kind == JobKind::Map && outcome != protocol::SweepOutcome::Cancelled)
        std::erase(m_brokenOff, m_jobPlan);
    if (m_job->kind == JobKind::Map) {
        m_sharpenings = 0;
        m_unsettled.reset();
        // Done only says that nothing was missing: what was known already may be as wide as it was.
        if (outcome == protocol::SweepOutcome::BudgetSpent || (outcome == protocol::SweepOutcome::Done && hasUnsettled(m_jobPlan)))
            m_unsettled = m_jobPlan;
    } else if (m_job->kind == JobKind::Sharpen) {
        const bool isFruitless = !m_hasSharpened; // on a busy machine nothing comes that would be better
        const bool isOver = isFruitless || outcome != protocol::SweepOutcome::BudgetSpent || ++m_sharpenings >= mostSharpenings;
        if (isOver && outcome != protocol::SweepOutcome::Cancelled) // who broke it off may leave it time again
            m_unsettled.reset();
    }
}

void MeasureController::attend()
{
    m_onlySharpen = m_isStopped = false;
    if (m_coarse && m_progress.what == MeasureProgress::What::Nothing)
        setProgress({}); // of another place than the map with holes there is nothing to say
    if (m_session.reference(m_cursor.device()))
        return; // nothing of it can be measured here
    if (!running() || isElsewhere()) {
        m_pause.start();
        return;
    }
    m_isOwed = true; // what runs may end without what is missing here: a line along another axis, a point that follows nobody
    if (m_run != 0 && m_job)
        focusHere();
    else
        m_hasMoved = true; // once the run has its name
}

bool MeasureController::isElsewhere() const
{
    const bool follows = m_job && m_run != 0 && !m_job->fresh && (m_job->kind == JobKind::Map || m_job->kind == JobKind::Sharpen || m_job->kind == JobKind::Line);
    if (!follows)
        return false;
    const Plan here = m_job->kind == JobKind::Line ? linePlanHere() : m_cursor.plan();
    return m_jobPlan.device == here.device && !(m_jobPlan.base == here.base && m_jobPlan.axes == here.axes);
}

void MeasureController::focusHere()
{
    if (m_session.reference(m_cursor.device()))
        return; // chosen while the run began: no place of it is one of the run's
    // The line of the curves first, then what lies around in the map; a sweep knows its own cells among them.
    const auto known = [this](const Workload& workload) -> const Sample* {
        return m_session.find(m_cursor.device(), workload).get(); // the session holds it: not so of a reference's
    };
    protocol::FocusSweep focus{m_run, focusOrder(linePlanHere(), m_cursor.workload(), known, focusCells)};
    if (m_job->kind != JobKind::Line)
        for (Workload& cell : focusOrder(m_cursor.plan(), m_cursor.workload(), known, focusCells))
            focus.first.push_back(std::move(cell));
    m_bench.send(focus);
}

void MeasureController::completePoint(const Workload& point)
{
    if (running() || !mayMeasureByItself())
        return;
    const std::vector<Workload> own = besideIt(pointPlan(point, m_cursor.deviceInfo()));
    const std::vector<Workload> ofTheMap = within(m_cursor.plan(), point);
    const auto sampleAt = [this](const Workload& place) { return m_session.find(m_cursor.device(), place); };
    const auto isDoubtful = [&](const Workload& place) { return sampleAt(place) && !hasClaim(*sampleAt(place)); };
    const auto lacks = [&](const Workload& place) { return !sampleAt(place) || !hasClaim(*sampleAt(place)); };
    const bool isInDoubt = std::any_of(own.begin(), own.end(), isDoubtful) || std::any_of(ofTheMap.begin(), ofTheMap.end(), isDoubtful);
    if (isInDoubt && std::any_of(own.begin(), own.end(), lacks))
        measurePoints({point});
}

void MeasureController::setLineAxis(AxisKind kind) { m_lineAxis = kind; }

bool MeasureController::isSliceMeasured() const
{
    const auto& plans = m_session.plans();
    const Plan& map = m_cursor.plan();
    const auto isHere = [&map](const Plan& plan) { return plan.device == map.device && plan.base == map.base && plan.axes == map.axes; };
    return std::any_of(plans.begin(), plans.end(), isHere) && std::none_of(m_brokenOff.begin(), m_brokenOff.end(), isHere);
}

void MeasureController::onPause()
{
    if (!canRun())
        return;
    if (running() && (m_isBreakingOff || !isElsewhere())) {
        m_isOwed = m_isOwed || !m_onlySharpen; // the run may end without the place that somebody moved to meanwhile
        return;
    }
    const auto& plans = m_session.plans();
    const RoofSet* roofs = m_cursor.roofs();
    if (roofs == nullptr || roofs->roofs.empty() || std::none_of(plans.begin(), plans.end(), [this](const Plan& plan) { return plan.device == m_cursor.device(); }))
        return; // another device: somebody has to ask for it
    std::deque<Job> jobs;
    if (!m_onlySharpen && !missingRoofs(*roofs, Unavailable::LeftAlone).empty())
        jobs.push_back({.kind = JobKind::Roofs, .missing = true});
    if (!m_onlySharpen && !isSliceMeasured())
        jobs.push_back({.kind = JobKind::Map, .nearestFirst = true});
    if (!m_onlySharpen && (!jobs.empty() || !isMeasured(linePlanHere())))
        jobs.push_back({JobKind::Line, {}, false});
    if (jobs.empty() && m_unsettled == m_cursor.plan() && !m_idleTaken)
        jobs.push_back({JobKind::Sharpen, {}, false});
    if (!jobs.empty())
        begin(std::move(jobs));
}

void MeasureController::setIdleTaken(bool taken)
{
    m_idleTaken = taken;
    if (!taken) {
        sharpenLater();
    } else {
        std::erase_if(m_queue, [](const Job& job) { return job.kind == JobKind::Sharpen; });
        if (m_job && m_job->kind == JobKind::Sharpen && !m_isBreakingOff)
            breakOff();
    }
}

void MeasureController::sharpenLater()
{
    if (!m_unsettled || running() || m_pause.isActive())
        return;
    // A cell that cannot be measured would else be asked for again and again.
    m_onlySharpen = true;
    m_pause.start();
}

} // namespace ridgepoint
