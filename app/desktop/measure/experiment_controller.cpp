// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/experiment_controller.h"

#include "core/experiment/older_results.h"

#include "app/desktop/session/live_session.h"

#include <QDateTime>

#include <algorithm>
#include <utility>

namespace ridgepoint {

using protocol::SweepOutcome;

namespace {

/// Between two results that are handed out: each is a copy, which is drawn and put into sentences.
constexpr int publishMs = 30;

} // namespace

ExperimentController::ExperimentController(BenchProcess& bench, LiveSession& session, QObject* parent)
    : QObject(parent), m_bench(bench), m_session(session)
{
    m_publishing.setSingleShot(true);
    m_publishing.setInterval(publishMs);
    connect(&m_publishing, &QTimer::timeout, this, &ExperimentController::publish);
    connect(&session, &LiveSession::replaced, this, &ExperimentController::onReplaced);
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
        m_offersOf.clear();
        m_offersId = 0;
        if (running() && state != BenchState::Failed) // whoever ended the child says why
            end(SweepOutcome::Cancelled, std::nullopt);
        emit offersChanged();
    });
}

bool ExperimentController::canStart() const { return !running() && m_bench.state() == BenchState::Ready; }

void ExperimentController::askOffers(const std::string& device)
{
    if (m_bench.state() != BenchState::Ready)
        return;
    if (std::exchange(m_offersOf, device) != device)
        m_offers.clear(); // what another device can run says nothing of this one
    m_offersId = m_bench.send(protocol::ListExperiments{device});
}

std::optional<Error> ExperimentController::refusal(const std::string& experiment) const
{
    const auto found = m_offers.find(experiment);
    if (found != m_offers.end())
        return found->second;
    if (m_offers.empty())
        return std::nullopt;
    return Error{ErrorKind::Unsupported,
                 "experiment.older-bench",
                 "The measuring program does not know this experiment; use programs of the same version.",
                 {}};
}

bool ExperimentController::start(const ExperimentDefinition& experiment, const ExperimentParameters& parameters,
                                 const DeviceInfo& device, int threads)
{
    if (!canStart())
        return false;
    protocol::StartExperiment request{
        .device = device.id, .threads = threads, .experiment = experiment.info().id, .parameters = parameters.texts()};
    if (const RoofSet* roofs = m_session.roofs(device.id, threads))
        request.known = *roofs;
    m_growing = {};
    m_growing.id = experiment.info().id;
    m_growing.device = device.id;
    m_growing.deviceName = device.name;
    m_growing.threads = threads;
    m_growing.parameters = parameters.texts();
    m_growing.created = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    m_isStale = false;
    m_fraction = 0.0;
    m_what.clear();
    m_run = 0;
    m_stopWanted = false;
    m_state = State::Asked;
    m_requestId = m_bench.send(request);
    emit runningChanged(true);
    publish();
    return true;
}

void ExperimentController::onReplaced()
{
    m_publishing.stop();
    m_result.reset();
    m_wasWhole = true; // what the other session has
    if (!running())
        return;
    m_isStale = true;
    stop();
}

void ExperimentController::publish()
{
    m_publishing.stop();
    if (!m_isStale)
        m_result = std::make_shared<const ExperimentResult>(m_growing);
    emit resultChanged();
}

void ExperimentController::stop()
{
    if (m_state == State::Running)
        m_bench.send(protocol::CancelExperiment{m_run});
    m_stopWanted = m_state == State::Asked;
}

void ExperimentController::onResponded(std::int64_t id, const protocol::Response& response)
{
    if (const auto* offers = std::get_if<protocol::ExperimentsResult>(&response);
        offers != nullptr && id == m_offersId) {
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
    if (const auto* point = std::get_if<protocol::ExperimentMeasured>(&notification);
        point != nullptr && point->run == m_run) {
        ExperimentPoint complete = point->point;
        completeOlder(complete, m_growing.id); // the bench may be of an older version
        onPart(complete);
    } else if (const auto* recorded = std::get_if<protocol::ExperimentRecorded>(&notification);
               recorded != nullptr && recorded->run == m_run) {
        TimelineLane complete = recorded->lane;
        completeOlder(complete, m_growing.id);
        onPart(complete);
    } else if (const auto* progress = std::get_if<protocol::ExperimentProgressed>(&notification);
               progress != nullptr && progress->run == m_run) {
        m_fraction = progress->fraction;
        m_what = progress->what;
        emit progressChanged();
    } else if (const auto* finished = std::get_if<protocol::ExperimentFinished>(&notification);
               finished != nullptr && finished->run == m_run)
        onFinished(*finished);
}

/// A point or a lane.
template <class Part> void ExperimentController::onPart(const Part& part)
{
    // A flood of parts is handed out some thirty times a second, not part by part.
    m_growing.put(part);
    if (!m_publishing.isActive())
        m_publishing.start();
}

void ExperimentController::onFinished(const protocol::ExperimentFinished& message)
{
    m_growing.roofs = message.result.roofs;
    m_growing.unavailable = message.result.unavailable;
    m_growing.notes = message.result.notes;
    end(message.outcome, message.error);
}

void ExperimentController::keepSoFar() { keep(false); }

bool ExperimentController::keep(bool isWhole)
{
    const auto isMeasured = [](const ExperimentPoint& point) { return point.provenance == Provenance::Measured; };
    if (m_isStale
        || (m_growing.lanes.empty() && std::none_of(m_growing.points.begin(), m_growing.points.end(), isMeasured)))
        return true; // there is nothing to keep
    return m_session.putExperiment(m_growing, isWhole);
}

void ExperimentController::end(SweepOutcome outcome, const std::optional<Error>& error)
{
    m_state = State::Idle;
    m_requestId = m_run = 0;
    m_fraction = 1.0;
    m_wasWhole = m_isStale || outcome == SweepOutcome::Done;
    m_hadLess = !keep(m_wasWhole);
    const bool wasStale = m_isStale;
    publish();
    m_growing = {}; // what was put once is the session's
    m_isStale = false;
    emit runningChanged(false);
    if (!wasStale)
        emit ended(outcome, error);
}

} // namespace ridgepoint
