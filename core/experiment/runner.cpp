// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/runner.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

/// Of the roofs that were asked for, those that the device has and that are not known.
std::vector<std::string> missingRoofs(const Backend& backend, const std::vector<std::string>& wanted, const RoofSet& known)
{
    std::vector<std::string> missing;
    for (const std::string& id : backend.roofIds())
        if (std::find(wanted.begin(), wanted.end(), id) != wanted.end() && known.find(id) == nullptr)
            missing.push_back(id);
    return missing;
}

} // namespace

ExperimentRunner::ExperimentRunner(Backend& backend, ExperimentRequest request, const Clock& clock, std::string created)
    : m_backend(backend), m_clock(clock), m_request(std::move(request)), m_roofs(m_request.known),
      m_context(backend, clock, m_roofs, m_request.threads, [this](ExperimentPoint point) { put(std::move(point)); })
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
    const auto missing = missingRoofs(backend, m_request.experiment->roofs(m_request.parameters, device), m_roofs);
    if (missing.empty())
        m_stage = Stage::Prepare;
    else
        m_roofRunner = std::make_unique<RoofRunner>(backend, m_request.threads, missing, clock);
}

void ExperimentRunner::put(ExperimentPoint point)
{
    m_hasMeasured = m_hasMeasured || point.provenance == Provenance::Measured;
    if (m_result.put(point))
        m_new.push_back(std::move(point));
}

std::vector<ExperimentPoint> ExperimentRunner::takeNewPoints() { return std::exchange(m_new, {}); }

bool ExperimentRunner::end(RunOutcome outcome, std::optional<Error> error)
{
    m_stage = Stage::Done;
    m_outcome = outcome;
    m_error = std::move(error);
    m_steps.clear(); // what they hold of the device's memory goes with them
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
    if (m_roofRunner->step())
        return true;
    for (const Roof& roof : m_roofRunner->roofs().roofs)
        m_roofs.put(roof);
    if (m_roofs.levels.empty())
        m_roofs.levels = m_roofRunner->roofs().levels;
    for (const UnavailableRoof& roof : m_roofRunner->roofs().unavailable)
        m_result.unavailable.push_back({roof.id, roof.reason});
    if (m_roofRunner->error() && m_backend.needsNewProcess())
        return end(RunOutcome::Failed, m_roofRunner->error());
    m_roofRunner.reset();
    m_stage = Stage::Prepare;
    return true;
}

void ExperimentRunner::prepare()
{
    const ExperimentDefinition& experiment = *m_request.experiment;
    for (const std::string& id : experiment.roofs(m_request.parameters, m_backend.info()))
        if (const Roof* roof = m_roofs.find(id))
            m_result.roofs.push_back(*roof);
    // Before anything is measured, so that measurement and prediction meet on the screen.
    for (ExperimentPoint& point : experiment.predict(m_request.parameters, m_roofs, m_backend.info()))
        put(std::move(point));
    auto steps = experiment.steps(m_request.parameters, m_context);
    if (!steps) {
        end(RunOutcome::Failed, steps.error());
        return;
    }
    m_steps = std::move(*steps);
    m_over.assign(m_steps.size(), false);
    for (const ExperimentStep& one : m_steps)
        m_rounds = std::max(m_rounds, one.rounds);
    m_begun = m_clock.now();
    m_stage = Stage::Steps;
}

/// Goes to the next step that has this round, or to the next round; false when there is none.
bool ExperimentRunner::advance()
{
    for (++m_index;; m_index = 0, ++m_round) {
        if (m_round >= m_rounds)
            return false;
        for (; m_index < m_steps.size(); ++m_index)
            if (!m_over[m_index] && m_round < m_steps[m_index].rounds)
                return true;
    }
}

void ExperimentRunner::giveUp(std::size_t index, const Error& reason)
{
    m_over[index] = true;
    m_lastFailure = reason;
    if (m_result.unavailable.size() < maximumExperimentParts)
        m_result.unavailable.push_back({m_steps[index].what, reason});
}

bool ExperimentRunner::stepSteps()
{
    if (m_index >= m_steps.size())
        return end(RunOutcome::Done); // an experiment without steps: everything was said by the prediction
    const auto state = m_steps[m_index].run(m_context);
    if (!state && m_backend.needsNewProcess())
        return end(RunOutcome::Failed, state.error());
    if (!state)
        giveUp(m_index, state.error());
    else if (*state == StepState::Finished)
        m_over[m_index] = true;
    const bool more = (state && *state == StepState::Again) || advance();
    if (!more)
        return m_hasMeasured || !m_lastFailure ? end(RunOutcome::Done) : end(RunOutcome::Failed, m_lastFailure);
    // The first round always has its turn: without it parts of the picture were missing.
    if (m_round > 0 && m_clock.now() - m_begun >= m_request.budget)
        return end(RunOutcome::BudgetSpent);
    return true;
}

ExperimentProgress ExperimentRunner::progress() const
{
    if (m_stage == Stage::Roofs && m_roofRunner)
        return {"roofs", 0.2 * m_roofRunner->fraction()};
    if (m_stage == Stage::Done)
        return {{}, 1.0};
    if (m_stage != Stage::Steps || m_steps.empty())
        return {{}, 0.2};
    double done = 0.0;
    double all = 0.0;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        all += m_steps[i].rounds;
        done += m_over[i] ? m_steps[i].rounds : std::min(m_steps[i].rounds, m_round + (i < m_index ? 1 : 0));
    }
    const double spent = (m_clock.now() - m_begun) / m_request.budget;
    return {m_index < m_steps.size() ? m_steps[m_index].what : std::string(), 0.2 + 0.8 * std::clamp(std::max(done / all, spent), 0.0, 0.99)};
}

} // namespace ridgepoint
