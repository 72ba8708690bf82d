// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MeasureController that says what a job measures, and what of it is known.
#include "app/desktop/measure/measure_controller.h"

#include "core/stats/sample_claims.h"
#include "core/sweep/neighbours.h"
#include "core/sweep/roof_runner.h"

#include <algorithm>

namespace ridgepoint {
namespace {

/// Narrowing the intervals of a map while nothing else is asked, so long at a time.
constexpr Seconds sharpenTime{20.0};

/// A first look goes on by itself in runs of so long at most, of which no cell takes longer: nothing can stop one.
constexpr Seconds longestLook{10.0};
/// A run that takes less than this off what a first look is missing has come no further.
constexpr Seconds leastProgress{1.0};

} // namespace

Seconds MeasureController::budgetOf(const Job& job, const Plan& plan)
{
    // What is expected of expensive cells is a bound, and what follows the first look needs its time as well.
    return job.coarseLeft ? std::clamp(*job.coarseLeft + plan.budget, plan.budget, longestLook) : plan.budget;
}

/// Keeps what a run of a map leaves of its first look, so that nobody takes a picture with holes for a whole one.
void MeasureController::noteCoarse()
{
    if (m_job->kind != JobKind::Map && m_job->kind != JobKind::Sharpen)
        return;
    if (m_job->fresh || isTakenBack(*m_job)) // of a map that is known, of which what it missed says nothing
        return;
    m_coarse.reset();
    if (m_progress.coarseLeft)
        m_coarse = CoarseMap{m_jobPlan, *m_progress.coarseLeft};
}

MeasureProgress MeasureController::idleProgress() const
{
    const Plan here = m_cursor.plan();
    if (!m_coarse || m_coarse->plan.device != here.device || !(m_coarse->plan.base == here.base) || m_coarse->plan.axes != here.axes)
        return {};
    MeasureProgress progress{.totalCells = static_cast<std::int64_t>(here.cellCount()), .coarseLeft = m_coarse->left};
    for (std::size_t i = 0; i < here.cellCount(); ++i)
        progress.measuredCells += m_session.find(here.device, here.cell(i)) ? 1 : 0;
    return progress;
}

/// The budget grows with what is missing, as long as that becomes less and nobody has gone elsewhere.
void MeasureController::goOnWhereCoarse(protocol::SweepOutcome outcome)
{
    const auto left = m_progress.coarseLeft;
    const bool isHere = m_job->kind == JobKind::Map && m_jobPlan == m_cursor.plan();
    if (!isHere || outcome != protocol::SweepOutcome::BudgetSpent || !left || (m_job->coarseLeft && *left > *m_job->coarseLeft - leastProgress))
        return;
    Job rest = *m_job;
    rest.coarseLeft = left;
    m_queue.push_front(std::move(rest));
}

Plan MeasureController::planOf(const Job& job) const
{
    if (job.kind == JobKind::Map)
        return m_cursor.plan();
    if (job.kind == JobKind::Sharpen) {
        Plan plan = m_cursor.plan();
        plan.budget = sharpenTime;
        return plan;
    }
    return job.kind == JobKind::Point ? pointPlan(job.point, m_cursor.deviceInfo()) : linePlanHere();
}

Plan MeasureController::linePlanHere() const
{
    return linePlan(m_cursor.axis(m_lineAxis), m_cursor.workload(), m_cursor.deviceInfo());
}

std::vector<std::string> MeasureController::missingRoofs(const RoofSet& known, Unavailable unavailable) const
{
    std::vector<std::string> missing = roofsNeededFor(m_cursor.workload(), known);
    std::erase_if(missing, [&](const std::string& id) { return known.find(id) != nullptr || id == launchFixedRoofId; });
    if (unavailable == Unavailable::LeftAlone)
        for (const UnavailableRoof& each : known.unavailable)
            std::erase(missing, each.id);
    return missing;
}

/// What is to be sharpened must not count as known: a known cell is never measured again.
bool MeasureController::isEnough(const Job& job, const Sample& sample)
{
    return job.kind == JobKind::Sharpen ? isSettled(sample) : job.kind != JobKind::Point || hasClaim(sample);
}

std::vector<Sample> MeasureController::knownOf(const Plan& plan) const
{
    std::vector<Sample> known;
    std::vector<Plan> plans = neighbourPlans(plan);
    plans.push_back(plan);
    for (const Plan& part : plans) {
        for (std::size_t i = 0; i < part.cellCount(); ++i) {
            const Workload cell = part.cell(i);
            if (m_job && m_job->fresh && !m_job->measured.contains(cell))
                continue;
            const SamplePointer sample = m_session.find(part.device, cell);
            if (!sample || (m_job && !isEnough(*m_job, *sample)))
                continue;
            known.push_back(*sample);
            known.back().keptReadings.clear(); // the child needs the summary only
        }
    }
    return known;
}

bool MeasureController::isMeasured(const Plan& line) const
{
    for (std::size_t i = 0; i < line.cellCount(); ++i)
        if (!m_session.find(line.device, line.cell(i)))
            return false;
    return true;
}

} // namespace ridgepoint
