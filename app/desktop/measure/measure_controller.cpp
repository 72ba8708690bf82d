// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/measure_controller.h"

#include "core/agenda/point_recheck.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {

struct MeasureController::Performer {
    MeasureController& to;

    void send(const protocol::Request& request) const
    {
        to.m_run = 0;
        to.m_requestId = to.m_bench.send(request);
    }
    void operator()(const protocol::MeasureRoofs& request) const { send(request); }
    void operator()(const protocol::StartSweep& request) const
    {
        for (const protocol::StartSweep& part : protocol::splitToFit(request))
            send(part);
    }
    void operator()(protocol::FocusSweep request) const
    {
        request.run = to.m_run;
        to.m_bench.send(request);
    }
    void operator()(const protocol::CancelSweep&) const { to.m_bench.send(protocol::CancelSweep{to.m_run}); }
    void operator()(const agenda::RestartBench&) const { to.m_bench.start(to.m_command); }

    void operator()(const Plan& plan) const { to.m_session.putPlan(plan); }
    void operator()(const agenda::PutSample& put) const { to.m_session.putSample(*put.sample); }
    void operator()(const protocol::RoofMeasured& roof) const
    {
        to.m_session.putRoof(roof.device, roof.threads, roof.roof, roof.levels);
    }
    void operator()(const RoofSet& roofs) const { to.m_session.putRoofs(roofs); }

    void operator()(const MeasureProgress& progress) const
    {
        to.m_progress = progress;
        emit to.progressChanged();
    }
    void operator()(const agenda::RunningChanged& changed) const { emit to.runningChanged(changed.running); }
    void operator()(const agenda::Problem& problem) const { emit to.problem(problem.error); }
    void operator()(const agenda::BenchFailed& failed) const { emit to.benchFailed(failed.error); }
    void operator()(const agenda::Sampled& sampled) const { emit to.sampled(*sampled.sample); }
    void operator()(const agenda::Replacing& replacing) const { emit to.replacing(replacing.replaced); }
    void operator()(const agenda::PointMeasuredAgain& again) const
    {
        emit to.pointMeasuredAgain(again.before, again.now, again.keepsBefore);
    }
    void operator()(const agenda::CellsKept& kept) const { emit to.cellsKept(kept.kept, kept.measured); }
    void operator()(const agenda::RoofsKept& kept) const { emit to.roofsKept(kept.worse); }
    void operator()(agenda::Notice notice) const
    {
        notice == agenda::Notice::Finished ? emit to.finished() : emit to.roofsMeasured();
    }
    void operator()(const agenda::Ended&) const {} // the window tells what was not done by what it shows
};

MeasureController::MeasureController(BenchProcess& bench, LiveSession& session, Cursor& cursor, QObject* parent)
    : QObject(parent), m_bench(bench), m_session(session), m_cursor(cursor)
{
    m_clock.start();
    m_wake.setSingleShot(true);
    connect(&m_wake, &QTimer::timeout, this, [this] {
        m_due.reset();
        handle(agenda::Woke{});
    });
    connect(&bench, &BenchProcess::initialized, this, &MeasureController::onInitialized);
    connect(&bench, &BenchProcess::responded, this, &MeasureController::onResponded);
    connect(&bench, &BenchProcess::refused, this, [this](std::int64_t id, const Error& error) {
        if (id == m_requestId) // else a focus or a cancel that came after the run's end
            handle(agenda::Refused{error});
    });
    connect(&bench, &BenchProcess::notified, this, &MeasureController::onNotified);
    connect(&bench, &BenchProcess::failed, this, [this](const Error& error) { handle(agenda::BenchGone{error}); });
    connect(&session, &LiveSession::replaced, this, [this] { handle(agenda::SessionReplaced{}); });
}

void MeasureController::connectTo(const BenchCommand& command, bool thenRun)
{
    m_command = command;
    handle(agenda::Connecting{thenRun ? agenda::Connecting::Then::Measure : agenda::Connecting::Then::Rest});
    m_bench.start(command);
}

void MeasureController::takeOver(BenchProcess& ready, const BenchCommand& command, bool goesOn)
{
    m_command = command;
    handle(agenda::Connecting{goesOn ? agenda::Connecting::Then::GoOn : agenda::Connecting::Then::Rest});
    m_bench.take(ready);
}

void MeasureController::restart()
{
    handle(agenda::Connecting{agenda::Connecting::Then::GoOn});
    m_bench.start(m_command);
}

void MeasureController::measureRoofsAgain()
{
    emit roofsAsked();
    handle(agenda::Asked{.what = agenda::What::Roofs, .anew = true});
}

void MeasureController::measureRoof(const std::string& id)
{
    emit roofsAsked();
    handle(agenda::Asked{.what = agenda::What::Roofs, .roofs = {id}, .anew = true});
}

void MeasureController::measurePoints(const std::vector<Workload>& points)
{
    handle(agenda::Asked{.what = agenda::What::Point, .points = points});
}

bool MeasureController::measuresPoints() const
{
    const auto isPoint = [](const agenda::Intent& intent) { return intent.what == agenda::What::Point; };
    const agenda::Intent* current = m_agenda.current();
    return (current != nullptr && isPoint(*current)) || std::ranges::any_of(m_agenda.waiting(), isPoint);
}

void MeasureController::measureAgain(const Workload& point, Why why)
{
    handle(agenda::Asked{.what = agenda::What::Point, .why = why, .points = {point}, .anew = true});
}

void MeasureController::heed(const ProbeController& probe, Partner partner)
{
    constexpr int updatesToMeasure = 2 * updatesToDoubt; // about two seconds: what passes by itself is over
    connect(&probe, &ProbeController::stayed, this, [this](const Workload& point) { handle(agenda::Stayed{point}); });
    connect(&probe, &ProbeController::updated, this, [this, &probe, partner = std::move(partner)] {
        const int updates = probe.history().updatesHere();
        if (updates == 0 || updates % updatesToMeasure != 0)
            return;
        if (const auto seen = probe.history().current(probe.now()))
            handle(agenda::Probed{*seen, partner(seen->workload)});
    });
}

Plan MeasureController::line() const
{
    return linePlan(m_cursor.axis(m_lineAxis), m_cursor.workload(), m_cursor.deviceInfo());
}

Plan MeasureController::planOf(const Workload& point) const { return pointPlan(point, m_cursor.deviceInfo()); }

void MeasureController::handle(agenda::Event event)
{
    m_events.push_back(std::move(event));
    if (m_events.size() > 1)
        return;
    while (!m_events.empty()) {
        for (const agenda::Action& action : m_agenda.step(m_events.front(), now()))
            std::visit(Performer{*this}, action);
        m_events.pop_front();
    }
    wakeWhenDue();
}

void MeasureController::wakeWhenDue()
{
    if (m_due == m_agenda.due())
        return;
    m_due = m_agenda.due();
    if (m_due)
        m_wake.start(static_cast<int>(std::ceil(std::max((*m_due - now()).value(), 0.0) * 1e3)));
    else
        m_wake.stop();
}

void MeasureController::onInitialized(const protocol::InitializeResult& result)
{
    std::vector<DeviceInfo> devices = result.devices;
    if (m_bench.target())
        for (DeviceInfo& device : devices) {
            const std::size_t node = device.machine.rfind("Slurm node ");
            device.machine = m_bench.target()->place().toStdString()
                           + (node == std::string::npos ? std::string() : ", " + device.machine.substr(node));
        }
    m_session.setDevices(std::move(devices));
    handle(agenda::Ready{});
}

void MeasureController::onResponded(std::int64_t id, const protocol::Response& response)
{
    if (id != m_requestId)
        return;
    if (const auto* started = std::get_if<protocol::RunResult>(&response)) {
        m_run = started->run;
        handle(agenda::Accepted{});
    } else if (const auto* roofs = std::get_if<protocol::RoofsResult>(&response)) {
        handle(agenda::RoofsCame{roofs->roofs});
        handle(protocol::SweepFinished{}); // what is next is decided where the cursor stands with them
    }
}

void MeasureController::onNotified(const protocol::Notification& notification)
{
    const auto isOfRun = [this](const auto* message) {
        return message != nullptr && m_run != 0 && message->run == m_run;
    };
    if (const auto* sample = std::get_if<protocol::SweepSample>(&notification); isOfRun(sample))
        handle(agenda::SampleCame{std::make_shared<const Sample>(sample->sample)});
    else if (const auto* roof = std::get_if<protocol::RoofMeasured>(&notification))
        handle(*roof);
    else if (const auto* roofs = std::get_if<protocol::RoofsProgress>(&notification))
        handle(*roofs);
    else if (const auto* progress = std::get_if<protocol::SweepProgress>(&notification); isOfRun(progress))
        handle(*progress);
    else if (const auto* finished = std::get_if<protocol::SweepFinished>(&notification); isOfRun(finished))
        handle(*finished);
}

} // namespace ridgepoint
