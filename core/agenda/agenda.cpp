// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/agenda/agenda.h"

#include "core/agenda/intents.h"
#include "core/agenda/agenda_messages.h"
#include "core/agenda/place_plans.h"
#include "core/stats/sample.h"

#include <algorithm>
#include <utility>

namespace ridgepoint::agenda {

std::vector<Action> Agenda::step(const Event& event, Seconds now)
{
    m_now = now;
    std::visit([this](const auto& each) { on(each); }, event);
    return std::exchange(m_actions, {});
}

void Agenda::on(const Connecting& event)
{
    if (running())
        abandon(End::BenchGone, State::Starting);
    if (event.then != Connecting::Then::GoOn)
        dropAll(End::Superseded);
    if (event.then == Connecting::Then::Measure)
        m_queue.push_back({.what = What::Everything, .id = ++m_lastId});
    m_state = State::Starting;
    show({MeasureProgress::What::Starting});
}

void Agenda::on(const Ready&)
{
    m_state = m_state == State::Restarting ? State::Stopped : State::Idle;
    show({});
    if (!m_view.device().available && m_view.device().reason && !m_view.isReference())
        act(Problem{*m_view.device().reason});
    if (m_queue.empty())
        return;
    dropAll(End::Done); // it was everything, which is known only now
    on(Asked{});
}

void Agenda::on(const BenchGone& event)
{
    const bool goesOn = !m_queue.empty() || (m_job && !m_job->unwanted);
    abandon(End::BenchGone, State::Failed);
    if (goesOn)
        m_queue.push_back({.what = What::Everything, .id = ++m_lastId});
    act(BenchFailed{event.error});
}

void Agenda::on(const Asked& event)
{
    std::deque<Intent> intents = intentsFor(event, m_view);
    for (Intent& intent : intents) {
        intent.id = ++m_lastId;
        intent.device = m_view.deviceId();
    }
    if (areBeingMeasured(event))
        for (const Intent& intent : intents)
            ended(intent, End::Unneeded);
    else if (event.why >= Why::Followed && wasStopped())
        for (const Intent& intent : intents)
            ended(intent, End::Stopped);
    else if (!intents.empty())
        begin(std::move(intents),
              event.what == What::Everything || event.what == What::Map ? Order::Instead : Order::Before);
}

bool Agenda::areBeingMeasured(const Asked& event) const
{
    if (!m_job || m_job->unwanted)
        return false;
    const Intent& job = m_job->intent;
    return event.what == What::Roofs && job.what == What::Roofs && event.anew && job.anew && job.roofs == event.roofs
        && job.device == m_view.deviceId() && m_job->threads == m_view.workload().threads;
}

void Agenda::begin(std::deque<Intent> intents, Order order)
{
    if (!m_view.canMeasure()) {
        for (const Intent& intent : intents)
            ended(intent, End::Unavailable);
        return;
    }
    const bool isSweep = m_job && m_job->intent.what != What::Roofs;
    if (order == Order::Instead) {
        dropAll(End::Superseded);
        if (isSweep && !m_job->unwanted)
            m_job->unwanted = End::Superseded;
    } else if (isSweep && (m_state == State::Requested || m_state == State::Running)) {
        intents.push_back(m_job->intent); // with what it has measured; the rest is still to be measured
    }
    m_queue.insert(m_queue.begin(), std::make_move_iterator(intents.begin()), std::make_move_iterator(intents.end()));
    if (running()) {
        breakOff();
        return;
    }
    act(RunningChanged{true});
    startNext(End::Done);
}

/// Ends what is being measured; the queue goes on when the child has said so. Roofs cannot be broken off: they end
/// first.
void Agenda::breakOff()
{
    if (m_job->intent.what == What::Roofs)
        return;
    if (m_state == State::Running)
        act(protocol::CancelSweep{});
    m_state = m_state == State::Requested || m_state == State::Withdrawn ? State::Withdrawn : State::BreakingOff;
}

void Agenda::drop(const std::function<bool(const Intent&)>& predicate, End end)
{
    std::erase_if(m_queue, [&](const Intent& intent) {
        if (!predicate(intent))
            return false;
        if (m_job && m_job->intent.id == intent.id) // it was to be taken up again
            m_job->unwanted = m_job->unwanted.value_or(end);
        else
            ended(intent, end);
        return true;
    });
}

void Agenda::abandon(End end, State rest)
{
    const bool was = running();
    dropAll(end);
    if (m_job)
        ended(m_job->intent, m_job->unwanted.value_or(end));
    m_job.reset();
    if (!m_due)
        m_followUp = FollowUp::None;
    m_state = rest;
    show({});
    if (was)
        act(RunningChanged{false});
}

void Agenda::startNext(End end)
{
    const bool wasDiscarded = m_job && isDiscarded();
    if (m_job) {
        const auto again = std::ranges::find(m_queue, m_job->intent.id, &Intent::id);
        if (again != m_queue.end())
            again->measured.merge(m_job->intent.measured); // until its end came
        else
            ended(m_job->intent, m_job->unwanted.value_or(end));
    }
    m_job.reset();
    dropStrayed();
    while (!m_queue.empty()) {
        Intent next = std::move(m_queue.front());
        m_queue.pop_front();
        const RoofSet* roofs = roofsHere(m_view); // of as many threads as are chosen by now
        if ((next.what == What::Map || next.what == What::Line) && roofs == nullptr
            && !std::exchange(next.hadRoofs, true)) {
            m_queue.push_front(std::move(next));
            next = {.why = m_queue.front().why, .id = ++m_lastId, .device = m_view.deviceId()};
        }
        if (next.what == What::Roofs && next.why == Why::Followed && roofs != nullptr)
            next.roofs = missingRoofs(m_view, *roofs, Unavailable::LeftAlone);
        if (next.what != What::Roofs || next.why != Why::Followed || roofs == nullptr || !next.roofs.empty()) {
            start(std::move(next));
            return;
        }
        ended(next, End::Unneeded);
        dropStrayed();
    }
    m_state = m_state == State::Stopping ? State::Stopped : State::Idle;
    show({});
    act(RunningChanged{false});
    if (!wasDiscarded)
        act(Notice::Finished);
    rest();
}

void Agenda::dropStrayed()
{
    // It was not asked for on the device that is looked at now.
    drop([this](const Intent& intent) { return m_view.isReference() || intent.device != m_view.deviceId(); },
         End::Elsewhere);
    // The user has moved since: that slice is no longer there to be sharpened.
    while (!m_queue.empty() && m_queue.front().what == What::Sharpen && m_unsettled && !(*m_unsettled == m_view.map()))
        drop([id = m_queue.front().id](const Intent& intent) { return intent.id == id; }, End::Elsewhere);
}

void Agenda::start(Intent intent)
{
    m_job = Job{.intent = std::move(intent), .began = m_now};
    const Intent& job = m_job->intent;
    show({progressOf(job.what)});
    if (job.what == What::Roofs) {
        m_state = State::Running;
        m_job->threads = m_view.workload().threads;
        act(protocol::MeasureRoofs{m_view.deviceId(), m_job->threads, job.roofs, job.anew});
        return;
    }
    m_state = State::Requested;
    Plan plan = planFor(job, m_view);
    m_job->plan = plan;
    if (job.what == What::Map) {
        act(plan);
        m_brokenOff.push_back(plan); // until it ends
    }
    plan.budget = budgetFor(job, plan);
    const RoofSet* roofs = m_view.roofs(plan.device, plan.base.threads);
    std::vector<Sample> known = knownSamples(m_view, plan, [&](const Sample& sample) { return isEnough(job, sample); });
    act(protocol::StartSweep{std::move(plan), std::move(known), false, roofs != nullptr ? *roofs : RoofSet{}});
}

void Agenda::on(const Accepted&)
{
    if (m_state == State::Withdrawn) {
        m_state = State::Running;
        breakOff();
    } else if (m_state == State::Requested) {
        m_state = State::Running;
        // Of a map that was not seen yet the whole comes first: one that grew around the cursor would show nothing
        // of the other regimes for seconds. Who moves meanwhile has what is near measured at once.
        if (m_followUp == FollowUp::Follow && isElsewhere())
            m_due = m_now + m_pause;
        else if (m_job->intent.what != What::Map || m_job->intent.nearestFirst)
            focus();
    }
}

void Agenda::on(const Refused& event)
{
    if (!m_job)
        return;
    if (m_job->intent.what == What::Point) { // one place that cannot be measured is no reason to drop what waits
        drop([id = m_job->intent.id](const Intent& intent) { return intent.id == id; }, End::Refused);
        act(Problem{event.error});
        startNext(End::Refused);
    } else if (m_state == State::Withdrawn) { // what goes before it can be measured; one that is taken up again is
                                              // refused once more
        startNext(End::Refused);
    } else {
        abandon(End::Refused, State::Idle);
        act(Problem{event.error});
    }
}

void Agenda::on(const protocol::RoofMeasured& event)
{
    if (!m_job || m_job->intent.what != What::Roofs || isDiscarded())
        return;
    if (quietBefore(askedAnew(event.device, event.threads), event.roof) == nullptr) { // else decided when all have come
        keepReplacedRoofs(event.device, event.threads);
        act(event);
    }
}

void Agenda::on(const protocol::RoofsProgress& event)
{
    if (!m_job || m_job->intent.what != What::Roofs || isDiscarded() || event.fraction <= m_progress.fraction)
        return;
    MeasureProgress progress{MeasureProgress::What::Roofs};
    progress.fraction = std::min(event.fraction, 1.0);
    progress.left = (m_now - m_job->began) * ((1.0 - progress.fraction) / progress.fraction);
    show(progress);
}

void Agenda::on(const RoofsCame& event)
{
    if (!m_job || m_job->intent.what != What::Roofs || isDiscarded())
        return;
    RoofsInTwo came = inTwo(event.roofs, askedAnew(event.roofs.device, event.roofs.threads));
    if (!came.taken.roofs.empty() || came.worse.roofs.empty()) {
        keepReplacedRoofs(event.roofs.device, event.roofs.threads);
        act(std::move(came.taken));
    }
    act(Notice::RoofsMeasured);
    if (!came.worse.roofs.empty())
        act(RoofsKept{std::move(came.worse)});
}

const RoofSet* Agenda::askedAnew(const std::string& device, int threads) const
{
    const ReplacedPointer& replaced = m_job->intent.replaced;
    if (!replaced)
        return nullptr;
    return replaced->roofs ? &*replaced->roofs : m_view.roofs(device, threads);
}

void Agenda::keepReplacedRoofs(const std::string& device, int threads)
{
    const ReplacedPointer replaced = m_job->intent.replaced;
    const RoofSet* known = m_view.roofs(device, threads);
    if (!replaced || replaced->roofs || known == nullptr || known->roofs.empty())
        return;
    replaced->roofs = *known;
    act(Replacing{replaced});
}

void Agenda::on(const SampleCame& event)
{
    if (!isSweepRunning() || isDiscarded())
        return;
    act(Sampled{event.sample});
    const Sample& sample = *event.sample;
    Intent& job = m_job->intent;
    // A cell's first rounds are less than what is known, of a run before or of the live probe, and what other programs
    // disturb is less than what they did not: also where the user measures again.
    const auto present = m_view.sample(sample.device, sample.workload);
    const bool isBetter = !present || isMorePrecise(sample, *present);
    if ((job.anew || job.what == What::Point) && (isBetter || hasConfidenceInterval(sample)))
        job.measured.insert(sample.workload);
    if (job.replaced) {
        job.replaced->worse.erase(sample.workload);
        if (!isBetter)
            job.replaced->worse.emplace(sample.workload, event.sample);
    }
    if (!isBetter)
        return;
    if (present && job.replaced) {
        const bool isFirst = job.replaced->samples.empty();
        job.replaced->samples.emplace(present->workload,
                                      present); // the first stays: a cell's own rounds follow each other
        if (isFirst)
            act(Replacing{job.replaced});
    }
    m_job->hasSharpened = true;
    act(PutSample{event.sample});
}

void Agenda::on(const protocol::SweepProgress& event)
{
    if (!isSweepRunning())
        return;
    // A run that makes intervals narrower counts its own cells, which are fewer than those that are known.
    std::int64_t cells = event.measuredCells;
    if (event.coarseLeft && !m_job->intent.anew)
        cells = std::max(cells, static_cast<std::int64_t>(knownCells(m_view, m_job->plan)));
    show({progressOf(m_job->intent.what), std::clamp(event.fraction, 0.0, 1.0), event.left, cells, event.totalCells,
          event.coarseLeft});
}

void Agenda::on(const protocol::SweepFinished& event)
{
    if (m_job && m_job->intent.what == What::Roofs)
        startNext(End::Done);
    if (!isSweepRunning())
        return;
    const protocol::SweepOutcome outcome = isDiscarded() ? protocol::SweepOutcome::Cancelled : event.outcome;
    noteEnd(outcome);
    goOnWhereCoarse(outcome);
    const Intent& job = m_job->intent;
    const bool isPoint = job.what == What::Point;
    const bool isFailed = outcome == protocol::SweepOutcome::Failed;
    // Where a neighbour could be measured the run is done, and yet the place is empty.
    const bool isMissing = isPoint && outcome != protocol::SweepOutcome::Cancelled && !job.measured.contains(job.point);
    if (isMissing && event.error)
        act(Problem{*event.error});
    if (outcome != protocol::SweepOutcome::Cancelled)
        tellMeasuredAgain();
    if (isPoint || !isFailed) {
        startNext(isMissing ? End::Failed : End::Done);
        return;
    }
    abandon(End::Failed, m_state == State::Stopping ? State::Stopped : State::Idle);
    if (event.error)
        act(Problem{*event.error});
}

void Agenda::tellMeasuredAgain()
{
    const Intent& job = m_job->intent;
    if (!job.replaced)
        return;
    const ReplacedMeasurements& replaced = *job.replaced;
    if (job.what == What::Map && !replaced.worse.empty())
        act(CellsKept{static_cast<std::int64_t>(replaced.worse.size()),
                      static_cast<std::int64_t>(job.measured.size())});
    if (job.what != What::Point)
        return;
    const auto shown = m_view.sample(replaced.device, job.point);
    if (const auto worse = replaced.worse.find(job.point); worse != replaced.worse.end())
        act(PointMeasuredAgain{shown, worse->second, true});
    else if (const auto before = replaced.samples.find(job.point); before != replaced.samples.end())
        act(PointMeasuredAgain{before->second, shown, false});
}

void Agenda::show(MeasureProgress progress)
{
    using Progress = MeasureProgress::What;
    if (progress.what == Progress::Nothing && m_coarse && isSameGrid(m_coarse->plan, m_view.map()))
        progress = {.what = Progress::Nothing,
                    .measuredCells = static_cast<std::int64_t>(knownCells(m_view, m_view.map())),
                    .totalCells = static_cast<std::int64_t>(m_view.map().cellCount()),
                    .coarseLeft = m_coarse->left,
                    .isStopped = m_coarse->isStopped};
    if (progress.what == Progress::Sharpen)
        progress.pass = m_sharpenings + 1;
    if (progress.what == Progress::Nothing && m_state == State::Failed)
        progress.what = Progress::Stopped; // nothing can be measured before it is started again
    m_progress = progress;
    act(progress);
}

} // namespace ridgepoint::agenda
