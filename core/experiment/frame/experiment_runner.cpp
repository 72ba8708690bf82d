// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_runner.h"

#include "core/analysis/knees.h"
#include "core/model/roof.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

bool contains(const std::vector<std::string>& ids, const std::string& id)
{
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// Of the roofs that were asked for, those that the device has and of which nothing is known: what could not be
/// measured a moment ago would only take its time again.
std::vector<std::string> missingRoofs(const Backend& backend, const std::vector<std::string>& wanted,
                                      const RoofSet& known)
{
    const auto failed = [&](const std::string& id) {
        return std::any_of(known.unavailable.begin(), known.unavailable.end(),
                           [&](const UnavailableRoof& roof) { return roof.id == id; });
    };
    std::vector<std::string> missing;
    for (const std::string& id : backend.roofIds())
        if (contains(wanted, id) && known.find(id) == nullptr && !failed(id))
            missing.push_back(id);
    return missing;
}

} // namespace

void settleSizes(ExperimentParameters& parameters, const ExperimentInfo& info, const RoofSet& roofs, int threads,
                 const DeviceInfo& device)
{
    // Half of the memory, because an experiment has up to four tensors at once.
    if (parameters.hasAutomatic(info))
        parameters.settle(info,
                          defaultElements(roofs.levels, threads, Precision::Fp32, device.memory * 0.5, device.kind));
}

void StepRounds::begin(std::vector<ExperimentStep> steps)
{
    m_steps = std::move(steps);
    m_over.assign(m_steps.size(), false);
    for (const ExperimentStep& one : m_steps)
        m_rounds = std::max(m_rounds, one.rounds + one.moreRounds);
}

const ExperimentStep* StepRounds::current() const { return m_index < m_steps.size() ? &m_steps[m_index] : nullptr; }

bool StepRounds::advance()
{
    for (++m_index;; m_index = 0, ++m_round) {
        if (m_round >= m_rounds)
            return false;
        for (; m_index < m_steps.size(); ++m_index)
            if (!m_over[m_index] && m_round < m_steps[m_index].rounds + m_steps[m_index].moreRounds)
                return true;
    }
}

std::vector<const ExperimentStep*> StepRounds::takeUnfinished()
{
    std::vector<const ExperimentStep*> unfinished;
    // Later rounds only sharpen what the first has measured.
    for (std::size_t index = m_round > 0 ? m_steps.size() : m_index; index < m_steps.size(); ++index)
        if (!m_over[index]) {
            m_over[index] = true;
            unfinished.push_back(&m_steps[index]);
        }
    return unfinished;
}

double StepRounds::fraction() const
{
    double done = 0.0;
    double all = 0.0;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        all += m_steps[i].rounds;
        done += m_over[i] ? m_steps[i].rounds : std::min(m_steps[i].rounds, m_round + (i < m_index ? 1 : 0));
    }
    return m_steps.empty() ? 1.0 : done / all;
}

ExperimentRunner::ExperimentRunner(Backend& backend, ExperimentRequest request, const Clock& clock, std::string created)
    : m_backend(backend),
      m_clock(clock),
      m_request(std::move(request)),
      m_roofs(asLastMeasured(m_request.known)),
      m_context(
          backend, clock, m_roofs, m_request.threads, [this](ExperimentPoint point) { put(std::move(point)); },
          [this](TimelineLane lane) { put(std::move(lane)); })
{
    const DeviceInfo& device = backend.info();
    m_result.id = m_request.experiment->info().id;
    m_result.device = device.id;
    m_result.deviceName = device.name;
    m_result.threads = m_request.threads;
    m_result.created = std::move(created);
    m_result.parameters = m_request.parameters.texts();
    m_roofs.device = device.id;
    m_roofs.threads = m_request.threads;
    m_request.known = m_roofs;
    m_context.budget = m_request.budget;
    m_context.host = m_request.host;
    const std::vector<std::string> wanted = m_request.experiment->roofs(m_request.parameters, device);
    for (const UnavailableRoof& roof : m_roofs.unavailable)
        if (contains(wanted, roof.id))
            m_result.unavailable.push_back({.part = roof.id, .reason = roof.reason, .isRoof = true});
    std::vector<std::string> quick = missingRoofs(backend, wanted, m_roofs);
    m_missing.all = quick.size();
    const auto slow = std::stable_partition(quick.begin(), quick.end(),
                                            [](const std::string& id) { return !id.starts_with("bandwidth."); });
    m_missing.left = {{slow, quick.end()}, {quick.begin(), slow}};
    if (!beginRoofs())
        m_stage = Stage::Prepare;
}

bool ExperimentRunner::beginRoofs()
{
    m_missing.done += std::exchange(m_missing.measuring, 0);
    while (!m_missing.left.empty()) {
        const std::vector<std::string> group = std::move(m_missing.left.back());
        m_missing.left.pop_back();
        if (group.empty())
            continue;
        m_missing.measuring = group.size();
        m_roofRunner = std::make_unique<RoofRunner>(m_backend, m_request.threads, group, m_clock);
        return true;
    }
    m_roofRunner.reset();
    return false;
}

void ExperimentRunner::put(ExperimentPoint point)
{
    m_hasMeasured = m_hasMeasured || point.provenance == Provenance::Measured;
    if (m_result.put(point))
        m_new.push_back(std::move(point));
}

void ExperimentRunner::put(TimelineLane lane)
{
    m_hasMeasured = true;
    if (m_result.put(lane))
        m_newLanes.push_back(std::move(lane));
}

std::vector<ExperimentPoint> ExperimentRunner::takeNewPoints() { return std::exchange(m_new, {}); }
std::vector<TimelineLane> ExperimentRunner::takeNewLanes() { return std::exchange(m_newLanes, {}); }

bool ExperimentRunner::end(RunOutcome outcome, std::optional<Error> error)
{
    m_stage = Stage::Done;
    m_outcome = outcome;
    m_error = std::move(error);
    m_steps.clear();
    return false;
}

bool ExperimentRunner::step()
{
    if (m_stage == Stage::Done)
        return false;
    if (m_cancelled)
        return end(RunOutcome::Cancelled);
    switch (m_stage) {
    case Stage::Roofs: return stepRoofs();
    case Stage::Prepare: prepare(); return m_stage != Stage::Done;
    case Stage::Steps: return stepSteps();
    case Stage::Done: break;
    }
    return false;
}

bool ExperimentRunner::stepRoofs()
{
    if (m_roofRunner->step()) {
        predictEarly();
        return true;
    }
    takeRoofs();
    m_request.known = m_roofs;
    for (const UnavailableRoof& roof : m_roofRunner->roofs().unavailable)
        m_result.unavailable.push_back({.part = roof.id, .reason = roof.reason, .isRoof = true});
    if (m_roofRunner->error() && m_backend.needsNewProcess())
        return end(RunOutcome::Failed, m_roofRunner->error());
    if (!beginRoofs())
        m_stage = Stage::Prepare;
    return true;
}

void ExperimentRunner::takeRoofs()
{
    // Into what was known before this run of roofs: its levels change while they are looked at more closely.
    RoofSet roofs = m_request.known;
    mergeRoofs(roofs, m_roofRunner->roofs());
    m_roofs = std::move(roofs);
}

void ExperimentRunner::predictEarly()
{
    const std::size_t known = m_roofs.roofs.size();
    if (!m_roofRunner->hasFirstPicture() || m_roofRunner->takeNewRoofs().empty())
        return;
    takeRoofs();
    if (m_roofs.roofs.size() == known)
        return;
    // Before memory's levels are known, only what has no size to choose by them.
    if (!m_roofs.levels.empty())
        settle();
    else if (m_request.parameters.hasAutomatic(m_request.experiment->info()))
        return;
    for (ExperimentPoint& point : m_request.experiment->predictEarly(m_request.parameters, m_roofs, m_backend.info()))
        put(std::move(point));
}

/// Sizes that are left to the device are chosen once, so that what was predicted early stands where it is predicted
/// later.
void ExperimentRunner::settle()
{
    settleSizes(m_request.parameters, m_request.experiment->info(), m_roofs, m_request.threads, m_backend.info());
    m_result.parameters = m_request.parameters.texts();
}

void ExperimentRunner::prepare()
{
    const ExperimentDefinition& experiment = *m_request.experiment;
    settle();
    // Before anything is measured, so that measurement and prediction meet on the screen.
    for (ExperimentPoint& point : experiment.predict(m_request.parameters, m_roofs, m_backend.info()))
        put(std::move(point));
    for (const std::string& id : experiment.roofs(m_request.parameters, m_backend.info()))
        if (const Roof* roof = m_roofs.find(id))
            m_result.roofs.push_back(*roof);
    auto steps = experiment.steps(m_request.parameters, m_context);
    if (!steps) {
        end(RunOutcome::Failed, steps.error());
        return;
    }
    m_steps.begin(std::move(*steps));
    m_begun = m_clock.now();
    m_stage = Stage::Steps;
}

void ExperimentRunner::giveUp(const ExperimentStep& step, const Error& reason)
{
    if (m_result.unavailable.size() < maximumExperimentParts)
        m_result.unavailable.push_back({.part = step.what, .reason = reason, .series = step.series});
}

bool ExperimentRunner::stepSteps()
{
    const ExperimentStep* current = m_steps.current();
    if (current == nullptr)
        return end(RunOutcome::Done); // an experiment without steps: everything was said by the prediction
    const auto state = current->run(m_context);
    if (!state && m_backend.needsNewProcess())
        return end(RunOutcome::Failed, state.error());
    if (!state) {
        giveUp(*current, state.error());
        if (!m_firstFailure)
            m_firstFailure = state.error();
    }
    const bool goesOn = state && *state == StepState::Again;
    m_isUnbroken = goesOn && current->isUnbroken;
    if (!state || *state == StepState::Finished)
        m_steps.finishCurrent();
    const bool more = goesOn || m_steps.advance();
    if (!more)
        return m_hasMeasured || !m_firstFailure ? end(RunOutcome::Done) : end(RunOutcome::Failed, m_firstFailure);
    return !isSpent() || end(RunOutcome::BudgetSpent);
}

bool ExperimentRunner::isSpent()
{
    const Seconds longest = m_steps.isFirstRound() ? m_request.budget * 2.0 : m_request.budget;
    if (m_clock.now() - m_begun < longest)
        return false;
    for (const ExperimentStep* step : m_steps.takeUnfinished())
        giveUp(*step, {ErrorKind::Timeout,
                       "experiment.budget",
                       "The time budget was too short for this part; increase the budget.",
                       {}});
    return true;
}

ExperimentProgress ExperimentRunner::progress() const
{
    if (m_stage == Stage::Roofs && m_roofRunner) {
        const double done = static_cast<double>(m_missing.done)
                          + static_cast<double>(m_missing.measuring) * m_roofRunner->fraction();
        return {"roofs", 0.2 * (done / static_cast<double>(m_missing.all))};
    }
    if (m_stage == Stage::Done)
        return {{}, 1.0};
    const ExperimentStep* current = m_steps.current();
    if (m_stage != Stage::Steps || current == nullptr)
        return {{}, 0.2};
    const double spent = (m_clock.now() - m_begun) / m_request.budget;
    return {current->what, 0.2 + 0.8 * std::clamp(std::max(m_steps.fraction(), spent), 0.0, 0.99)};
}

} // namespace ridgepoint
