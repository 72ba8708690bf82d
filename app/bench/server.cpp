// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/server.h"

#include "app/bench/sweep_request.h"
#include "app/bench/version.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {

using namespace protocol;

namespace {

constexpr std::size_t maximumWaitingJobs = 16;

int codeFor(const Error& error)
{
    return error.kind == ErrorKind::InvalidInput || error.kind == ErrorKind::Unsupported ? invalidParametersCode
                                                                                         : deviceErrorCode;
}

Error invalid(std::string id, std::string text, std::vector<std::string> arguments = {})
{
    return {.kind = ErrorKind::InvalidInput,
            .id = std::move(id),
            .text = std::move(text),
            .arguments = std::move(arguments)};
}

/// One workload as a plan of one cell, so that both are checked by the same rules.
Plan planOf(const SetProbe& request)
{
    return {.device = request.device,
            .base = request.workload,
            .axes = {{AxisKind::Operations, {request.workload.operationsPerElement}}}};
}

} // namespace

Server::Server(Surroundings& surroundings, std::function<void(std::string_view)> sendLines, ServerLimits limits)
    : m_surroundings(surroundings), m_send(std::move(sendLines)), m_limits(limits)
{}

void Server::reject(const Error& error) { send(encodeError(std::nullopt, parseErrorCode, error)); }

void Server::sendError(std::optional<std::int64_t> id, const Error& error)
{
    send(encodeError(id, codeFor(error), error));
}

void Server::receive(std::string_view line)
{
    auto decoded = decodeRequest(line);
    if (const auto* failure = std::get_if<RequestFailure>(&decoded)) {
        // Whoever sends a request without an id wants no answer, but a line that is no request has no id to go by.
        if (failure->id || failure->code == parseErrorCode || failure->code == invalidRequestCode)
            send(encodeError(failure->id, failure->code, failure->error));
        return;
    }
    const auto& incoming = std::get<IncomingRequest>(decoded);
    if (!m_initialized && !std::holds_alternative<Initialize>(incoming.request)
        && !std::holds_alternative<Shutdown>(incoming.request)) {
        if (incoming.id)
            send(encodeError(incoming.id, invalidRequestCode,
                             invalid("serve.not-initialized", "send initialize first")));
        return;
    }
    const Reply reply = std::visit([&](const auto& request) { return handle(incoming.id, request); }, incoming.request);
    if (!reply) {
        if (incoming.id)
            sendError(incoming.id, reply.error());
        for (const auto& [device, backend] : m_backends)
            if (backend && !m_lost)
                static_cast<void>(endsProcess(device, reply.error()));
    } else if (*reply && incoming.id)
        send(encodeResponse(*incoming.id, **reply));
    releaseIdle();
}

Server::Reply Server::handle(std::optional<std::int64_t>, const Initialize& request)
{
    if (request.protocolVersion != version)
        return invalid("serve.protocol-version",
                       "this ridgepoint-bench %1 uses protocol %2, not %3; use programs of the same version",
                       {versionText, std::to_string(version), std::to_string(request.protocolVersion)});
    m_initialized = true;
    m_gaps.enable(request.gaps && m_surroundings.place.empty()); // drawing elsewhere takes nothing from this machine
    std::vector<DeviceInfo> devices = m_surroundings.devices.list();
    for (DeviceInfo& device : devices)
        device.machine = m_surroundings.place; // of Slurm also the node, which may be another one the next time
    return std::optional<Response>(
        InitializeResult{.program = std::string("ridgepoint-bench ") + versionText, .devices = std::move(devices)});
}

Server::Reply Server::handle(std::optional<std::int64_t> id, const MeasureRoofs& request)
{
    if (auto room = checkRoom(); !room)
        return room.error();
    const auto backend = reserve(request.device);
    if (!backend)
        return backend.error();
    const int offered = (*backend)->info().threads;
    if (request.threads < 0 || request.threads > offered)
        return invalid("serve.threads", "%1 threads are not possible; %2 supports %3",
                       {std::to_string(request.threads), request.device, std::to_string(offered)});
    m_jobs.push_back(RoofsJob{.id = id, .request = request, .runner = nullptr});
    return std::optional<Response>();
}

Server::Reply Server::handle(std::optional<std::int64_t>, const StartSweep& request)
{
    if (auto fits = checkKnown(request.known.size()); !fits) {
        m_known.clear();
        return fits.error();
    }
    for (Sample sample : request.known) {
        sample.keptReadings = {}; // nothing here looks at them, and they are most of a sample
        m_known.push_back(std::move(sample));
    }
    if (request.moreKnown)
        return std::optional<Response>(Acknowledged{});
    std::vector<Sample> known = std::exchange(m_known, {});
    if (auto room = checkRoom(); !room)
        return room.error();
    if (auto valid = validate(request.plan); !valid)
        return valid.error();
    const auto backend = reserve(request.plan.device);
    if (!backend)
        return backend.error();
    if (auto possible = checkPlan(request.plan, **backend); !possible)
        return possible.error();
    SweepJob job;
    job.run = ++m_lastRun;
    job.plan = request.plan;
    job.roofs = request.roofs;
    job.known = std::move(known);
    job.knownCount = job.known.size();
    m_jobs.push_back(std::move(job));
    return std::optional<Response>(RunResult{m_lastRun});
}

Server::Reply Server::handle(std::optional<std::int64_t>, const FocusSweep& request)
{
    if (auto known = checkRun(request.run); !known)
        return known.error();
    if (SweepJob* job = findSweep(request.run)) {
        job->focus = request.first;
        if (job->runner)
            job->runner->focus(request.first);
    }
    return std::optional<Response>(Acknowledged{});
}

Server::Reply Server::handle(std::optional<std::int64_t>, const CancelSweep& request)
{
    if (auto known = checkRun(request.run); !known)
        return known.error();
    // A run that ended a moment ago is no error: its sweep/finished is on the way.
    SweepJob* job = findSweep(request.run);
    if (job && job->runner) {
        job->runner->cancel();
    } else if (job) {
        endSweep(*job, SweepOutcome::Cancelled, std::nullopt);
        std::erase_if(m_jobs, [&](const Job& other) {
            const auto* sweep = std::get_if<SweepJob>(&other);
            return sweep && sweep->run == request.run;
        });
    }
    return std::optional<Response>(Acknowledged{});
}

Server::Reply Server::handle(std::optional<std::int64_t>, const SetProbe& request)
{
    const auto backend = reserve(request.device);
    if (!backend)
        return backend.error();
    if (auto possible = checkPlan(planOf(request), **backend); !possible)
        return possible.error();
    // The old probe's memory goes before the new one's is taken.
    m_probe.reset();
    m_probe = Probe{.run = ++m_lastRun,
                    .device = request.device,
                    .runner = std::make_unique<ProbeRunner>(**backend, request.workload, m_surroundings.clock),
                    .pausedUntil = std::nullopt};
    return std::optional<Response>(RunResult{m_lastRun});
}

Server::Reply Server::handle(std::optional<std::int64_t>, const StopProbe&)
{
    m_probe.reset();
    return std::optional<Response>(Acknowledged{});
}

Server::Reply Server::handle(std::optional<std::int64_t>, const ResumeMeasuring& request)
{
    m_gaps.resume(request.sequence, m_surroundings.clock.now());
    return std::optional<Response>(Acknowledged{});
}

Server::Reply Server::handle(std::optional<std::int64_t>, const Shutdown&)
{
    m_finished = true;
    return std::optional<Response>(Acknowledged{});
}

Result<Backend*> Server::reserve(const std::string& device)
{
    const auto usable = usableDevice(m_surroundings.devices, device);
    if (!usable)
        return usable.error();
    if (!m_locks.contains(device)) {
        auto lock = DeviceLock::acquire(device, m_surroundings.commandLine, m_surroundings.locks);
        if (!lock)
            return lock.error();
        m_locks.emplace(device, std::move(*lock));
    }
    std::unique_ptr<Backend>& backend = m_backends[device];
    if (!backend) {
        auto opened = m_surroundings.devices.open(device);
        if (!opened && (opened.error().kind == ErrorKind::Timeout || opened.error().kind == ErrorKind::DeviceFailure)) {
            // A driver that hangs, or a context that failed while it came up, stays so for the rest of this process. A
            // device that is taken (Unavailable) may be free the next time.
            m_lost = opened.error();
            m_finished = true;
        }
        if (!opened)
            return opened.error();
        backend = std::move(*opened);
    }
    return backend.get();
}

bool Server::uses(const std::string& device) const
{
    const auto ofJob = [&](const Job& job) {
        if (const auto* roofs = std::get_if<RoofsJob>(&job))
            return roofs->request.device == device;
        if (const auto* sweep = std::get_if<SweepJob>(&job))
            return sweep->plan.device == device;
        const auto& experiment = std::get<ExperimentJob>(job);
        // One that runs on a GPU may measure the processor beside it.
        return experiment.device == device || (experiment.runner && device == "cpu");
    };
    return (m_probe && m_probe->device == device) || std::any_of(m_jobs.begin(), m_jobs.end(), ofJob);
}

void Server::releaseIdle()
{
    std::erase_if(m_locks, [&](const auto& entry) { return !uses(entry.first); });
}

Server::SweepJob* Server::findSweep(std::int64_t run)
{
    for (Job& job : m_jobs)
        if (auto* sweep = std::get_if<SweepJob>(&job); sweep && sweep->run == run)
            return sweep;
    return nullptr;
}

Result<void> Server::checkRun(std::int64_t run) const
{
    if (run >= 1 && run <= m_lastRun)
        return {};
    return invalid("serve.unknown-run", "there is no run %1; use the number that sweep/start returned",
                   {std::to_string(run)});
}

Result<void> Server::checkKnown(std::size_t more) const
{
    const std::size_t coming = m_known.size() + more;
    if (coming > m_limits.knownOfASweep)
        return invalid("serve.too-many-known", "more than %1 known samples; send only those of this plan",
                       {std::to_string(m_limits.knownOfASweep)});
    std::size_t all = coming;
    for (const Job& job : m_jobs)
        if (const auto* sweep = std::get_if<SweepJob>(&job))
            all += sweep->knownCount;
    if (all <= m_limits.knownInAll)
        return {};
    return Error{.kind = ErrorKind::Unavailable,
                 .id = "serve.too-many-known-waiting",
                 .text = "the waiting sweeps have more than %1 known samples; let some finish or cancel some",
                 .arguments = {std::to_string(m_limits.knownInAll)}};
}

Result<void> Server::checkRoom() const
{
    if (m_jobs.size() < maximumWaitingJobs)
        return {};
    return Error{.kind = ErrorKind::Unavailable,
                 .id = "serve.too-many-waiting",
                 .text = "%1 measurements are already waiting; let some finish or cancel some",
                 .arguments = {std::to_string(m_jobs.size())}};
}

} // namespace ridgepoint
