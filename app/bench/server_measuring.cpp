// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/environment.h"
#include "app/bench/experiment_request.h"
#include "app/bench/measure_roofs.h"
#include "app/bench/server.h"
#include "core/experiment/registry.h"
#include "core/protocol/messages.h"
#include "core/sweep/sweep_runner.h"

#include <algorithm>
#include <utility>

// The measuring half of Server: what happens between two requests, and what experiments are asked for.

namespace ridgepoint {

using namespace protocol;

namespace {

/// How a run ended, as messages tell it.
[[nodiscard]] inline protocol::SweepOutcome outcomeOf(RunOutcome outcome)
{
    using protocol::SweepOutcome;
    switch (outcome) {
    case RunOutcome::Done: return SweepOutcome::Done;
    case RunOutcome::BudgetSpent: return SweepOutcome::BudgetSpent;
    case RunOutcome::Cancelled: return SweepOutcome::Cancelled;
    case RunOutcome::Failed: return SweepOutcome::Failed;
    }
    return SweepOutcome::Failed;
}

/// Samples go out in batches: often enough for a fluid picture, seldom enough to leave the time to measuring.
constexpr double samplePause = 0.01;
constexpr double progressPause = 0.1;
constexpr double progressStep = 0.01; ///< of the roofs, which is told
/// How long the jobs run after each sample of a probe: a third of the time, so that a number on the screen that
/// the user watches still comes twenty times a second.
constexpr Seconds jobsTurn{0.012};

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
                     .text = "%1 threads are not possible; %2 supports %3",
                     .arguments = {std::to_string(message.threads), device.id, std::to_string(device.threads)}};
    return ExperimentRequest{.experiment = *experiment,
                             .parameters = std::move(*parameters),
                             .threads = message.threads > 0 ? message.threads : device.threads,
                             .budget = message.budget,
                             .known = message.known};
}

} // namespace

bool Server::endsProcess(const std::string& device, const Error& failure)
{
    if (!m_backends.at(device)->needsNewProcess())
        return false;
    m_lost = failure;
    m_finished = true;
    return true;
}

void Server::send(const std::string& line)
{
    // Nothing overtakes what was measured before it.
    sendReports();
    m_send(line + "\n");
}

void Server::report(const std::string& lines)
{
    m_reports += lines;
    // A probe is watched as it happens, and a client without gaps draws when it likes.
    if (!m_gaps.enabled() || m_probe)
        sendReports();
}

void Server::sendReports()
{
    if (!m_reports.empty())
        m_send(std::exchange(m_reports, {}));
}

std::optional<Seconds> Server::gap()
{
    const auto left = m_gaps.remaining(m_surroundings.clock.now());
    const auto* job = m_jobs.empty() ? nullptr : std::get_if<ExperimentJob>(&m_jobs.front());
    const bool isUnbroken = job != nullptr && job->runner && job->runner->isUnbroken();
    return isUnbroken ? std::nullopt : left;
}

void Server::offerGap()
{
    const Seconds now = m_surroundings.clock.now();
    m_gaps.setOnlyProbe(m_probe && m_jobs.empty());
    if (busy() && m_gaps.due(now))
        send(encodeNotification(MeasuringGap{m_gaps.begin(now)}));
}

void Server::step()
{
    if (gap())
        return;
    bool ended = false;
    const bool jobsMayRun = !m_probe || (m_probe->pausedUntil && m_surroundings.clock.now() < *m_probe->pausedUntil);
    if (!m_jobs.empty() && jobsMayRun) {
        ended = !std::visit([&](auto& job) { return stepJob(job); }, m_jobs.front());
        if (ended)
            m_jobs.pop_front();
        if (!m_jobs.empty())
            offerGap();
    } else if (m_probe) {
        stepProbe();
    }
    // Not only when nothing is left: a device that no waiting job wants is free for other programs meanwhile.
    if (ended || !busy())
        releaseIdle();
}

void Server::stepProbe()
{
    const auto sample = m_probe->runner->step();
    if (!sample) {
        if (!endsProcess(m_probe->device, sample.error()))
            send(encodeNotification(ProbeFailed{m_probe->run, sample.error()}));
        m_probe.reset();
    } else if (*sample) {
        send(encodeNotification(ProbeSample{m_probe->run, **sample}));
        if (!m_jobs.empty()) {
            m_probe->pausedUntil = m_surroundings.clock.now() + jobsTurn;
            m_probe->runner->pause();
        }
        offerGap();
    }
}

bool Server::stepJob(RoofsJob& job)
{
    if (!job.runner) {
        m_gaps.begunRun(m_surroundings.clock.now());
        Backend& backend = *m_backends.at(job.request.device);
        std::vector<std::string> only = job.request.only;
        if (only.empty() && !job.request.isReference) { // a map waits for these; who measures roofs on purpose gets all
            only = backend.roofIds();
            std::erase_if(only, isBesides);
        }
        job.runner = std::make_unique<RoofRunner>(backend, job.request.threads, std::move(only), m_measuringClock);
        job.history = roofHistoryOf(m_backends.at(job.request.device)->info(), m_surroundings);
        job.machine = machineOf(m_backends.at(job.request.device)->info());
    }
    const DeviceInfo& device = m_backends.at(job.request.device)->info();
    const auto as = job.request.isReference ? RoofHistory::As::Reference : RoofHistory::As::OneMore;
    const bool more = job.runner->step();
    const RoofSet& roofs = job.runner->roofs();
    const std::vector<Roof> news = job.runner->takeNewRoofs();
    const RoofSet recalled = news.empty() ? RoofSet() : job.history.recall(job.machine, roofs, as);
    for (const Roof& roof : news)
        report(encodeNotification(RoofMeasured{.device = job.request.device,
                                               .threads = roofs.threads,
                                               .roof = *recalled.find(roof.id),
                                               .levels = recalled.levels})
               + "\n");
    // Also before there is a roof: the curve of bandwidths takes seconds.
    if (const double fraction = job.runner->fraction(); more && fraction >= job.told + progressStep) {
        job.told = fraction;
        report(encodeNotification(RoofsProgress{job.request.device, fraction}) + "\n");
    }
    if (more)
        return true;
    if (job.runner->error() && endsProcess(job.request.device, *job.runner->error()))
        return false;
    if (!job.runner->error())
        noteRoofs(roofs, device, m_surroundings);
    if (job.id && job.runner->error())
        sendError(job.id, *job.runner->error());
    else if (job.id)
        send(encodeResponse(*job.id, RoofsResult{job.history.recall(job.machine, roofs, as)}));
    return false;
}

bool Server::stepJob(SweepJob& job)
{
    if (!job.runner) {
        m_gaps.begunRun(m_surroundings.clock.now());
        job.runner = std::make_unique<SweepRunner>(*m_backends.at(job.plan.device), job.plan, std::move(job.known),
                                                   m_measuringClock, job.roofs);
        if (!job.focus.empty())
            job.runner->focus(job.focus);
    }
    const bool more = job.runner->step();
    const Seconds now = m_surroundings.clock.now();
    if (!more || (now - job.lastSamples).value() >= samplePause) {
        sendSamples(job);
        job.lastSamples = now;
    }
    if (!more || (now - job.lastProgress).value() >= progressPause) {
        sendProgress(job);
        job.lastProgress = now;
    }
    const bool ended = !more && job.runner->error() && endsProcess(job.plan.device, *job.runner->error());
    if (!more && !ended)
        endSweep(job, outcomeOf(job.runner->outcome()), job.runner->error());
    return more;
}

void Server::sendSamples(SweepJob& job)
{
    std::string lines;
    for (Sample& sample : job.runner->takeNewSamples())
        lines += encodeNotification(SweepSample{job.run, std::move(sample)}) + "\n";
    if (!lines.empty())
        report(lines);
}

void Server::sendProgress(SweepJob& job)
{
    const RunProgress progress = job.runner->progress();
    report(encodeNotification(SweepProgress{.run = job.run,
                                            .measuredCells = progress.measuredCells,
                                            .totalCells = progress.totalCells,
                                            .fraction = progress.fraction,
                                            .left = progress.left,
                                            .coarseLeft = progress.coarseLeft})
           + "\n");
}

void Server::endSweep(const SweepJob& job, SweepOutcome outcome, std::optional<Error> error)
{
    send(encodeNotification(SweepFinished{.run = job.run, .outcome = outcome, .error = std::move(error)}));
}

void Server::stop()
{
    sendReports();
    m_probe.reset();
    if (m_lost)
        m_jobs.clear();
    const Error cancelled{
        .kind = ErrorKind::Cancelled, .id = "serve.stopped", .text = "stopped before it was measured"};
    for (Job& job : m_jobs) {
        if (auto* roofs = std::get_if<RoofsJob>(&job)) {
            if (roofs->id)
                sendError(roofs->id, cancelled);
            continue;
        }
        if (auto* experiment = std::get_if<ExperimentJob>(&job)) {
            if (experiment->runner)
                sendPoints(*experiment);
            endExperiment(*experiment, SweepOutcome::Cancelled, std::nullopt);
            continue;
        }
        auto& sweep = std::get<SweepJob>(job);
        if (sweep.runner)
            sendSamples(sweep);
        endSweep(sweep, SweepOutcome::Cancelled, std::nullopt);
    }
    m_jobs.clear();
    releaseIdle();
}

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
