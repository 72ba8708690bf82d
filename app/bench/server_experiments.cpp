// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// The part of Server that runs experiments.
#include "app/bench/environment.h"
#include "app/bench/experiment_request.h"
#include "app/bench/server.h"
#include "app/bench/server_outcome.h"
#include "core/experiment/registry.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {

using namespace protocol;

namespace {

constexpr double progressPause = 0.1;

Result<ExperimentRequest> requestOf(const StartExperiment& message, const DeviceInfo& device, DeviceCatalogue& devices)
{
    const auto experiment = requireExperiment(message.experiment);
    if (!experiment)
        return experiment.error();
    if (auto possible = canRunOn(**experiment, device, devices); !possible)
        return possible.error();
    auto parameters = readParameters((*experiment)->info(), message.parameters);
    if (!parameters)
        return parameters.error();
    if (message.threads < 0 || message.threads > device.threads)
        return Error{.kind = ErrorKind::InvalidInput,
                     .id = "serve.threads",
                     .text = "%1 threads are not possible; %2 offers %3",
                     .arguments = {std::to_string(message.threads), device.id, std::to_string(device.threads)}};
    return ExperimentRequest{.experiment = *experiment,
                             .parameters = std::move(*parameters),
                             .threads = message.threads > 0 ? message.threads : device.threads,
                             .budget = message.budget,
                             .known = message.known};
}

} // namespace

Server::Reply Server::handle(std::optional<std::int64_t>, const ListExperiments& request)
{
    const auto device = m_surroundings.devices.find(request.device);
    if (!device)
        return Error{.kind = ErrorKind::InvalidInput,
                     .id = "serve.device",
                     .text = "there is no device '%1'",
                     .arguments = {request.device.substr(0, 64)}};
    ExperimentsResult result;
    for (const ExperimentDefinition* one : experimentDefinitions()) {
        const auto possible = canRunOn(*one, *device, m_surroundings.devices);
        result.experiments.push_back(
            {one->info().id, one->info().title, possible ? std::nullopt : std::optional(possible.error())});
    }
    return std::optional<Response>(std::move(result));
}

Server::Reply Server::handle(std::optional<std::int64_t>, const StartExperiment& request)
{
    if (auto room = checkRoom(); !room)
        return room.error();
    const auto device = usableDevice(m_surroundings.devices, request.device);
    if (!device)
        return device.error();
    auto checked = requestOf(request, *device, m_surroundings.devices);
    if (!checked)
        return checked.error();
    if (const auto backend = reserve(request.device); !backend)
        return backend.error();
    if (device->kind != DeviceKind::Cpu)
        checked->host = [this] { return reserve("cpu"); };
    m_jobs.push_back(
        ExperimentJob{.run = ++m_lastRun, .device = request.device, .request = std::move(*checked), .runner = nullptr});
    return std::optional<Response>(RunResult{m_lastRun});
}

Server::Reply Server::handle(std::optional<std::int64_t>, const CancelExperiment& request)
{
    if (auto known = checkRun(request.run); !known)
        return known.error();
    const auto isIt = [&](const Job& job) {
        const auto* experiment = std::get_if<ExperimentJob>(&job);
        return experiment && experiment->run == request.run;
    };
    // A run that ended a moment ago is no error: its experiment/finished is on the way.
    if (const auto found = std::find_if(m_jobs.begin(), m_jobs.end(), isIt); found != m_jobs.end()) {
        auto& job = std::get<ExperimentJob>(*found);
        if (job.runner) {
            job.runner->cancel();
        } else {
            endExperiment(job, SweepOutcome::Cancelled, std::nullopt);
            m_jobs.erase(found);
        }
    }
    return std::optional<Response>(Acknowledged{});
}

bool Server::stepJob(ExperimentJob& job)
{
    if (!job.runner)
        job.runner = std::make_unique<ExperimentRunner>(*m_backends.at(job.device), job.request, m_measuringClock,
                                                        timeStamp());
    const bool more = job.runner->step();
    sendPoints(job);
    const Seconds now = m_surroundings.clock.now();
    if (!more || (now - job.lastProgress).value() >= progressPause) {
        const ExperimentProgress progress = job.runner->progress();
        report(encodeNotification(ExperimentProgressed{job.run, progress.what, progress.fraction}) + "\n");
        job.lastProgress = now;
    }
    const bool ended = !more && job.runner->error() && endsProcess(job.device, *job.runner->error());
    if (!more && !ended)
        endExperiment(job, outcomeOf(job.runner->outcome()), job.runner->error());
    return more;
}

void Server::sendPoints(ExperimentJob& job)
{
    std::string lines;
    for (ExperimentPoint& point : job.runner->takeNewPoints())
        lines += encodeNotification(ExperimentMeasured{job.run, std::move(point)}) + "\n";
    for (TimelineLane& lane : job.runner->takeNewLanes())
        lines += encodeNotification(ExperimentRecorded{job.run, std::move(lane)}) + "\n";
    if (!lines.empty())
        report(lines);
}

void Server::endExperiment(const ExperimentJob& job, SweepOutcome outcome, std::optional<Error> error)
{
    ExperimentFinished message{.run = job.run, .outcome = outcome, .error = std::move(error), .result = {}};
    if (job.runner)
        message.result = job.runner->result();
    message.result.points.clear(); // they came one by one, and a line is bounded
    message.result.lanes.clear();
    send(encodeNotification(message));
}

} // namespace ridgepoint
