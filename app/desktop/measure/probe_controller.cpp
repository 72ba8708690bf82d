// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/probe_controller.h"

#include "core/stats/sample.h"

#include <utility>

namespace ridgepoint {

ProbeController::ProbeController(BenchProcess& bench, LiveSession& session, const Cursor& cursor, QObject* parent)
    : QObject(parent), m_bench(bench), m_session(session), m_cursor(cursor)
{
    m_clock.start();
    connect(&cursor, &Cursor::moved, this, &ProbeController::follow);
    connect(&cursor, &Cursor::mapChanged, this, &ProbeController::follow);
    connect(&session, &LiveSession::replaced, this, [this] { setOn(false); }); // what it has seen is not this session's
    connect(&bench, &BenchProcess::responded, this, &ProbeController::onResponded);
    connect(&bench, &BenchProcess::refused, this, &ProbeController::onRefused);
    connect(&bench, &BenchProcess::notified, this, &ProbeController::onNotified);
    connect(&bench, &BenchProcess::stateChanged, this, [this](BenchState state) {
        if (state != BenchState::Ready)
            setOn(false); // whoever ended the child says why
    });
}

bool ProbeController::isPossible() const
{
    return m_bench.state() == BenchState::Ready && m_cursor.deviceInfo().available;
}

Seconds ProbeController::now() const { return Seconds(static_cast<double>(m_clock.nsecsElapsed()) * 1e-9); }

bool ProbeController::takesAllCores() const
{
    const DeviceInfo& device = m_cursor.deviceInfo();
    return device.kind == DeviceKind::Cpu && m_cursor.workload().threads >= device.threads;
}

void ProbeController::setOn(bool on)
{
    if (on == m_on || (on && !isPossible()))
        return;
    m_on = on;
    m_isOffered = false;
    m_history.clear();
    if (on) {
        follow();
    } else {
        if (m_place && m_bench.state() == BenchState::Ready)
            m_bench.send(protocol::StopProbe{});
        m_place.reset();
        m_requestId = m_run = 0;
    }
    emit onChanged(on);
}

void ProbeController::offer()
{
    if (m_on)
        return;
    setOn(true);
    m_isOffered = m_on;
    if (m_isOffered)
        emit offered();
}

void ProbeController::follow()
{
    if (!m_on || m_requestId != 0)
        return; // the answer to what is under way looks again
    if (!m_cursor.deviceInfo().available) {
        setOn(false);
        return;
    }
    const Place wanted{m_cursor.device(), m_cursor.workload()};
    if (m_place == wanted)
        return;
    if (m_place && m_place->device != wanted.device)
        m_history.clear();
    const bool isTaken = m_place && std::exchange(m_isOffered, false);
    m_place = wanted;
    ++m_sent;
    m_requestId = m_bench.send(protocol::SetProbe{wanted.device, wanted.workload});
    if (isTaken)
        emit taken();
}

void ProbeController::fall(const Error& error)
{
    setOn(false);
    emit problem(error);
}

void ProbeController::onResponded(std::int64_t id, const protocol::Response& response)
{
    const auto* started = std::get_if<protocol::RunResult>(&response);
    if (!m_on || id != m_requestId || started == nullptr)
        return;
    m_run = started->run;
    m_requestId = 0;
    follow();
}

void ProbeController::onRefused(std::int64_t id, const Error& error)
{
    if (m_on && id == m_requestId)
        fall(error);
}

void ProbeController::onNotified(const protocol::Notification& notification)
{
    if (!m_on || m_run == 0)
        return;
    if (const auto* sample = std::get_if<protocol::ProbeSample>(&notification)) {
        if (sample->run == m_run)
            onSample(sample->sample);
    } else if (const auto* failed = std::get_if<protocol::ProbeFailed>(&notification)) {
        if (failed->run == m_run)
            fall(failed->error);
    }
}

void ProbeController::onSample(const Sample& sample)
{
    m_history.add(now(), sample);
    if (m_history.updatesHere() == ProbeHistory::updatesToKeep) {
        keep(sample);
        emit stayed(sample.workload);
    }
    emit updated(m_history.updatesHere() == 1);
}

void ProbeController::keep(const Sample& latest)
{
    const SamplePointer present = m_session.find(latest.device, latest.workload);
    if (present && hasConfidenceInterval(*present))
        return;
    if (auto kept = m_history.worthKeeping(now()))
        m_session.putSample(std::move(*kept));
}

} // namespace ridgepoint
