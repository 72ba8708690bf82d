// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// The half of the agenda that heeds the user: moves, stops, what is taken back, and what is measured
// without being asked for.
#include "core/agenda/agenda.h"

#include "core/agenda/place_plans.h"
#include "core/agenda/point_recheck.h"
#include "core/stats/sample.h"

#include <algorithm>
#include <utility>

namespace ridgepoint::agenda {
namespace {

/// What has not settled after so many times, two minutes, drifts.
constexpr int mostSharpenings = 6;
/// A point is measured anew for a doubt so often at most: on a machine that goes to and fro no measurement is the last.
constexpr int mostRechecks = 2;
/// A run that takes less than this off what a first look is missing has come no further.
constexpr Seconds leastProgress{1.0};

/// Whether every cell of a plan is known.
bool isMeasured(const View& view, const Plan& plan) { return knownCells(view, plan) == plan.cellCount(); }

} // namespace

void Agenda::on(const StopAsked&)
{
    m_due.reset();
    m_followUp = FollowUp::None;
    if (!running())
        return;
    dropAll(End::Stopped);
    forgetUnfinished(); // who stops it does not want it to go on by itself
    m_job->unwanted = m_job->unwanted.value_or(End::Stopped);
    if (isSweepRunning()) { // its end comes after the samples that are under way
        if (m_state == State::Running)
            act(protocol::CancelSweep{});
        m_state = State::Stopping;
        return;
    }
    // Roofs have no run to cancel, and a child that has not even named its run does not listen: a new child does.
    abandon(End::Stopped, State::Restarting);
    show({MeasureProgress::What::Starting});
    act(RestartBench{});
}

void Agenda::on(const TakenBack& event)
{
    const auto isOfIt = [&](const Intent& intent) { return intent.replaced == event.replaced; };
    drop(isOfIt, End::TakenBack); // what else was asked for goes on
    if (!m_job || !isOfIt(m_job->intent))
        return;
    m_job->unwanted = End::TakenBack;
    if (m_queue.empty())
        on(StopAsked{});
    else
        breakOff();
}

void Agenda::on(const SessionReplaced&)
{
    dropAll(End::NewSession);
    forgetUnfinished();
    m_rechecks.clear();
    m_due.reset();
    m_followUp = FollowUp::None;
    if (std::exchange(m_coarse, std::nullopt) && !running())
        show({});
    if (!running())
        return;
    m_job->unwanted = End::NewSession;
    on(StopAsked{});
    // In the session that is shown now nothing was stopped.
    m_state = m_state == State::Stopping ? State::BreakingOff : State::Starting;
}

/// What runs turns to the place where the user is now. After a pause what is missing there is measured, roofs, slice
/// and line, on a device of which a map was measured before; a run on another slice is broken off for it.
void Agenda::on(const Moved&)
{
    m_state = m_state == State::Stopped    ? State::Idle
            : m_state == State::Stopping   ? State::BreakingOff
            : m_state == State::Restarting ? State::Starting
                                           : m_state;
    if (m_coarse && m_progress.what == MeasureProgress::What::Nothing)
        show({}); // of another place than the map with holes there is nothing to say
    if (m_view.isReference())
        return; // nothing of it can be measured here
    // What runs may end without what is missing here: a line along another axis, a point that follows no cursor.
    m_followUp = FollowUp::Follow;
    if (!running() || isElsewhere())
        m_due = m_now + m_pause;
    else if (m_state == State::Requested)
        m_job->intent.nearestFirst = true; // once the run has its name
    else if (m_state == State::Running && m_job->intent.what != What::Roofs)
        focus();
}

void Agenda::focus()
{
    if (m_view.isReference())
        return; // chosen while the run began: no place of it is one of the run's
    act(protocol::FocusSweep{0, focusHere(m_view, m_job->intent.what == What::Line)});
}

bool Agenda::isElsewhere() const
{
    if (m_state != State::Running || m_job->intent.anew)
        return false;
    const What what = m_job->intent.what;
    return what == What::Line ? !isSameGrid(m_job->plan, m_view.line())
                              : (what == What::Map || what == What::Sharpen) && !isSameGrid(m_job->plan, m_view.map());
}

bool Agenda::isSliceMeasured() const
{
    const auto isHere = [this](const Plan& plan) { return isSameGrid(plan, m_view.map()); };
    return std::ranges::any_of(m_view.plans(), isHere) && std::ranges::none_of(m_brokenOff, isHere);
}

void Agenda::on(const Woke&)
{
    if (!m_due || m_now < *m_due)
        return;
    m_due.reset();
    if (running() && !(m_followUp == FollowUp::Follow && isElsewhere())) {
        if (m_followUp != FollowUp::Follow) // the run may end without the place that the user moved to meanwhile
            m_followUp = FollowUp::None;
        return;
    }
    const FollowUp followUp = std::exchange(m_followUp, FollowUp::None);
    if (m_view.canMeasure())
        follow(followUp);
}

void Agenda::follow(FollowUp followUp)
{
    const RoofSet* roofs = roofsHere(m_view);
    const bool isKnown = std::ranges::any_of(m_view.plans(),
                                             [this](const Plan& plan) { return plan.device == m_view.deviceId(); });
    if (roofs == nullptr || roofs->roofs.empty() || !isKnown)
        return; // another device: the user has to ask for it
    std::deque<Intent> intents;
    const auto add = [&](What what, Why why, bool nearestFirst = false) {
        intents.push_back(
            {.what = what, .why = why, .id = ++m_lastId, .device = m_view.deviceId(), .nearestFirst = nearestFirst});
    };
    if (followUp == FollowUp::Follow) {
        if (!missingRoofs(m_view, *roofs, Unavailable::LeftAlone).empty())
            add(What::Roofs, Why::Followed);
        if (!isSliceMeasured())
            add(What::Map, Why::Followed, true);
        if (!intents.empty() || !isMeasured(m_view, m_view.line()))
            add(What::Line, Why::Followed);
    }
    if (intents.empty() && m_unsettled == m_view.map() && !m_idleTaken)
        add(What::Sharpen, Why::Sharpened);
    if (!intents.empty())
        begin(std::move(intents), Order::Instead);
}

void Agenda::on(const Stayed& event)
{
    if (!running() && !wasStopped() && m_view.canMeasure() && isPointInDoubt(m_view, event.point))
        on(Asked{.what = What::Point, .why = Why::Doubted, .points = {event.point}});
}

/// What the probe contradicts is measured anew: a sample of a moment in which the machine was slower, or faster, stands
/// in regime, prediction, trial and report for longer than that moment.
void Agenda::on(const Probed& event)
{
    const bool isPoint = m_job && m_job->intent.what == What::Point;
    const bool isRoofs = m_job && m_job->intent.what == What::Roofs;
    if (wasStopped() || !m_view.canMeasure() || isPoint || isRoofs)
        return; // without roofs nothing is judged; and what is being measured may be this point
    const auto before = m_view.sample(event.now.device, event.now.workload);
    if (!before || (wasDisturbed(event.now) && !wasDisturbed(*before)) || !contradicts(*before, event.now))
        return;
    if (int& times = m_rechecks[{event.now.device, event.now.workload}]; times++ >= mostRechecks)
        return;
    if (event.partner) // what is divided by each other is of one state of the machine
        on(Asked{.what = What::Point, .why = Why::Doubted, .points = {*event.partner}, .anew = true});
    on(Asked{.what = What::Point, .why = Why::Doubted, .points = {event.now.workload}, .anew = true});
}

void Agenda::on(const IdleTaken& event)
{
    m_idleTaken = event.taken;
    if (!m_idleTaken) {
        rest();
        return;
    }
    drop([](const Intent& intent) { return intent.what == What::Sharpen; }, End::IdleTaken);
    if (m_job && m_job->intent.what == What::Sharpen && !m_job->unwanted
        && (m_state == State::Requested || m_state == State::Running)) {
        m_job->unwanted = End::IdleTaken;
        breakOff();
    }
}

void Agenda::on(const PauseSet& event)
{
    m_pause = event.pause;
    if (m_due)
        m_due = m_now + m_pause;
}

/// Nothing runs and nothing waits: what is owed to who has moved comes after a pause, or else what is to be narrowed.
void Agenda::rest()
{
    if (m_state != State::Idle)
        return;
    if (m_followUp == FollowUp::None && m_unsettled)
        m_followUp = FollowUp::Sharpen;
    if (m_followUp != FollowUp::None && !m_due)
        m_due = m_now + m_pause;
}

void Agenda::forgetUnfinished()
{
    m_unsettled.reset();
    m_brokenOff.clear();
}

void Agenda::noteEnd(protocol::SweepOutcome outcome)
{
    const What what = m_job->intent.what;
    if (what == What::Map) {
        if (outcome != protocol::SweepOutcome::Cancelled)
            std::erase(m_brokenOff, m_job->plan);
        m_sharpenings = 0;
        m_unsettled.reset();
        // Done only says that nothing was missing: what was known already may be as wide as it was.
        if (outcome == protocol::SweepOutcome::BudgetSpent
            || (outcome == protocol::SweepOutcome::Done && hasUnsettled(m_view, m_job->plan)))
            m_unsettled = m_job->plan;
    } else if (what == What::Sharpen) {
        const bool isFruitless = !m_job->hasSharpened; // on a busy machine nothing comes that would be better
        const bool isOver = isFruitless || outcome != protocol::SweepOutcome::BudgetSpent
                         || ++m_sharpenings >= mostSharpenings;
        if (isOver && outcome != protocol::SweepOutcome::Cancelled) // who broke it off may leave it time again
            m_unsettled.reset();
    }
    // What is left of a first look, so that a picture with holes is not taken for a whole one. Of a map that is
    // measured anew, and so is known, what it missed says nothing.
    if ((what != What::Map && what != What::Sharpen) || m_job->intent.anew || isDiscarded())
        return;
    // One that sharpens looks at its own cells first: broken off there it leaves no hole in a whole map.
    const bool mayHaveHoles = what == What::Map || m_coarse;
    m_coarse.reset();
    if (m_progress.coarseLeft && mayHaveHoles)
        m_coarse = CoarseMap{m_job->plan, *m_progress.coarseLeft,
                             outcome == protocol::SweepOutcome::Cancelled || outcome == protocol::SweepOutcome::Failed};
}

/// The budget of a first look grows with what is missing, as long as that becomes less and the user stays.
void Agenda::goOnWhereCoarse(protocol::SweepOutcome outcome)
{
    const auto left = m_progress.coarseLeft;
    const auto before = m_job->intent.coarseLeft;
    const bool isHere = m_state == State::Running && m_job->intent.what == What::Map && m_job->plan == m_view.map();
    if (!isHere || outcome != protocol::SweepOutcome::BudgetSpent || !left
        || (before && *left > *before - leastProgress))
        return;
    m_queue.push_front(m_job->intent);
    m_queue.front().coarseLeft = left;
}

} // namespace ridgepoint::agenda
