// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/experiment_controller.h"

#include "app/desktop/session/live_session.h"

#include <QDateTime>

#include <algorithm>

namespace ridgepoint {

using protocol::SweepOutcome;

ExperimentController::ExperimentController(BenchProcess& bench, LiveSession& session, QObject* parent)
    : QObject(parent), m_bench(bench), m_session(session)
{
    connect(&bench, &BenchProcess::responded, this, &ExperimentController::onResponded);
    connect(&bench, &BenchProcess::refused, this, &ExperimentController::onRefused);
    connect(&bench, &BenchProcess::notified, this, &ExperimentController::onNotified);
    connect(&bench, &BenchProcess::failed, this, [this](const Error& error) {
        if (running())
            end(SweepOutcome::Failed, error);
    });
    connect(&bench, &BenchProcess::stateChanged, this, [this](BenchState state) {
        if (state == BenchState::Ready)
            return;
        m_offers.clear();
        m_offersId = 0;
        if (running() && state != BenchState::Failed) // whoever ended the child says why
            end(SweepOutcome::Cancelled, std::nullopt);
        emit offersChanged();
    });
}

bool ExperimentController::canStart() const { return !running() && m_bench.state() == BenchState::Ready; }

void ExperimentController::askOffers(const std::string& device)
{
    if (m_bench.state() == BenchState::Ready)
        m_offersId = m_bench.send(protocol::ListExperiments{device});
}

std::optional<Error> ExperimentController::refusal(const std::string& experiment) const
{
    const auto found = m_offers.find(experiment);
    if (found != m_offers.end())
        return found->second;
    if (m_offers.empty())
        return std::nullopt;
    return Error{ErrorKind::Unsupported, "experiment.older-bench", "The measuring program does not know this experiment; use programs of the same version.", {}};
}

bool ExperimentController::start(const ExperimentDefinition& experiment, const ExperimentParameters& parameters, const DeviceInfo& device, int threads)
{
    if (!canStart())
        return false;
    protocol::StartExperiment request{.device = device.id, .threads = threads, .experiment = experiment.info().id, .parameters = parameters.texts()};
    if (const RoofSet* roofs = m_session.roofs(device.id, threads))
        request.known = *roofs;
    auto result = std::make_shared<ExperimentResult>();
    result->id = experiment.info().id;
    result->device = device.id;
    result->deviceName = device.name;
    result->threads = threads;
    result->parameters = parameters.texts();
    result->created = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    m_result = std::move(result);
    m_fraction = 0.0;
    m_what.clear();
    m_run = 0;
    m_stopWanted = false;
    m_state = State::Asked;
    m_requestId = m_bench.send(request);
    emit runningChanged(true);
    emit resultChanged();
    return true;
}

void ExperimentController::stop()
{
    if (m_state == State::Running)
        m_bench.send(protocol::CancelExperiment{m_run});
    m_stopWanted = m_state == State::Asked;
}

void ExperimentController::onResponded(std::int64_t id, const protocol::Response& response)
{
    if (const auto* offers = std::get_if<protocol::ExperimentsResult>(&response); offers != nullptr && id == m_offersId) {
        m_offers.clear();
        for (const protocol::ExperimentOffer& offer : offers->experiments)
            m_offers[offer.id] = offer.reason;
        emit offersChanged();
        return;
    }
    const auto* started = std::get_if<protocol::RunResult>(&response);
    if (m_state != State::Asked || id != m_requestId || started == nullptr)
        return;
    m_run = started->run;
    m_state = State::Running;
    if (m_stopWanted)
        stop();
}

void ExperimentController::onRefused(std::int64_t id, const Error& error)
{
    if (m_state == State::Asked && id == m_requestId)
        end(SweepOutcome::Failed, error);
}

void ExperimentController::onNotified(const protocol::Notification& notification)
{
    if (m_state != State::Running)
        return;
    if (const auto* point = std::get_if<protocol::ExperimentMeasured>(&notification); point != nullptr && point->run == m_run)
        onPart(point->point);
    else if (const auto* recorded = std::get_if<protocol::ExperimentRecorded>(&notification); recorded != nullptr && recorded->run == m_run)
        onPart(recorded->lane);
    else if (const auto* progress = std::get_if<protocol::ExperimentProgressed>(&notification); progress != nullptr && progress->run == m_run) {
        m_fraction = progress->fraction;
        m_what = progress->what;
        emit progressChanged();
    } else if (const auto* finished = std::get_if<protocol::ExperimentFinished>(&notification); finished != nullptr && finished->run == m_run)
        onFinished(*finished);
}

/// A point or a lane.
template <class Part>
void ExperimentController::onPart(const Part& part)
{
    // Whoever draws keeps the result it got: another one takes its place.
    auto grown = std::make_shared<ExperimentResult>(*m_result);
    grown->put(part);
    m_result = std::move(grown);
    emit resultChanged();
}

void ExperimentController::onFinished(const protocol::ExperimentFinished& message)
{
    auto whole = std::make_shared<ExperimentResult>(*m_result);
    whole->roofs = message.result.roofs;
    whole->unavailable = message.result.unavailable;
    whole->notes = message.result.notes;
    m_result = std::move(whole);
    end(message.outcome, message.error);
}

void ExperimentController::end(SweepOutcome outcome, const std::optional<Error>& error)
{
    m_state = State::Idle;
    m_requestId = m_run = 0;
    m_fraction = 1.0;
    const auto isMeasured = [](const ExperimentPoint& point) { return point.provenance == Provenance::Measured; };
    if (!m_result->lanes.empty() || std::any_of(m_result->points.begin(), m_result->points.end(), isMeasured))
        m_session.putExperiment(*m_result);
    emit resultChanged();
    emit runningChanged(false);
    emit ended(outcome, error);
}

} // namespace ridgepoint
