// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/environment.h"
#include "app/bench/measure_roofs.h"
#include "app/bench/option_values.h"
#include "app/bench/program.h"
#include "app/bench/save_session.h"
#include "app/bench/sweep_request.h"
#include "app/bench/sweep_summary.h"
#include "app/bench/text_format.h"
#include "core/analysis/knees.h"
#include "core/session/csv.h"
#include "core/session/session.h"
#include "core/sweep/interpolation.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ridgepoint {

namespace {

/// Everything that one sweep has measured, however it ended.
struct Outcome {
    Session session;
    RunOutcome ended = RunOutcome::Cancelled;
    std::optional<Error> error;
    Seconds took; ///< of the sweep, without the roofs before it
};

/// The samples, and those of the plan's other cells, interpolated.
std::vector<Sample> withInterpolated(const Session& session)
{
    std::vector<Sample> samples = session.samples;
    for (Sample& sample : fillInterpolated(session.plans.front(), session.samples))
        samples.push_back(std::move(sample));
    return samples;
}

/// Sends what is measured so far to the machine for which this one measures, which keeps it where this one is lost.
class SoFar {
public:
    SoFar(const SweepRequest& request, Surroundings& surroundings) : m_request(request), m_surroundings(surroundings) {}

    /// Where it is due: with the first sample, then every two seconds, and in a twentieth of the time at most.
    void sendIfDue(const SweepRunner& runner, const Session& known)
    {
        const Seconds now = m_surroundings.clock.now();
        if (!m_surroundings.sendSoFar || now < m_due)
            return;
        std::vector<Sample> measured = runner.samples();
        if (measured.empty())
            return;
        Session session = known;
        session.samples = std::move(measured);
        session.environment[incompleteKey] = "the sweep had not ended";
        if (m_request.sessionFile)
            m_surroundings.sendSoFar(m_request.sessionFile->string(), toJson(session));
        if (m_request.csvFile) {
            const std::vector<Sample> samples = withInterpolated(session);
            m_surroundings.sendSoFar(
                m_request.csvFile->string(),
                toCsv(samples, analyse(samples, session.roofs.front(), session.devices.front().kind)));
        }
        const Seconds sent = m_surroundings.clock.now();
        m_due = sent + std::max(leastPause, (sent - now) * pauseOfSending);
    }

private:
    static constexpr Seconds leastPause{2.0};
    static constexpr double pauseOfSending = 20.0;

    const SweepRequest& m_request;
    Surroundings& m_surroundings;
    Seconds m_due;
};

void runSweep(Backend& backend, const SweepRequest& request, Outcome& outcome, Surroundings& surroundings,
              ProgressBar& progress)
{
    const Seconds began = surroundings.clock.now();
    SweepRunner runner(backend, outcome.session.plans.front(), {}, surroundings.clock,
                       outcome.session.roofs.empty() ? RoofSet{} : outcome.session.roofs.front());
    SoFar soFar(request, surroundings);
    while (runner.step()) {
        if (surroundings.interruption.requested())
            runner.cancel();
        soFar.sendIfDue(runner, outcome.session);
        if (!progress.isDue("sweep"))
            continue; // working progress out looks at every cell, which is not for after each reading
        const RunProgress now = runner.progress();
        progress.show({.phase = "sweep",
                       .item = "",
                       .done = now.measuredCells,
                       .total = now.totalCells,
                       .fraction = now.fraction,
                       .left = now.left});
    }
    progress.clear();
    outcome.session.samples = runner.samples();
    outcome.ended = runner.outcome();
    outcome.took = surroundings.clock.now() - began;
    outcome.error = runner.error();
}

/// Measures roofs where they are wanted, then the plan; what was measured is in the outcome, whatever happened.
Outcome measure(Backend& backend, const SweepRequest& request, Surroundings& surroundings, ProgressBar& progress)
{
    Outcome outcome;
    Plan plan = request.plan;
    outcome.session.created = timeStamp();
    outcome.session.devices = {backend.info()};
    outcome.session.environment = describeEnvironment(backend.info(), plan.base.threads, surroundings.place);
    RoofMeasurement roofs{.roofs = {.device = backend.info().id, .threads = plan.base.threads}, .error = {}};
    if (!request.noRoofs) {
        roofs = measureRoofs(backend, plan.base.threads, roofsToPredict(backend, {plan.base}), surroundings, progress);
        warnOf(roofs.roofs, surroundings);
        roofs.roofs = recallAndNote(roofs, backend.info(), surroundings);
    }
    if (!request.isSizeNamed())
        plan.base.elements = defaultElements(roofs.roofs.levels, roofs.roofs.threads, plan.base.precision,
                                             backend.info().memory, backend.info().kind);
    outcome.session.roofs = {std::move(roofs.roofs)};
    outcome.session.plans = {plan};
    outcome.error = roofs.error;
    if (roofs.error)
        outcome.ended = RunOutcome::Failed;
    else if (!roofs.interrupted)
        runSweep(backend, request, outcome, surroundings, progress);
    return outcome;
}

/// Whether a file of an earlier run must stay as it is: this run was stopped before it had a sample to put in its
/// place.
bool keepsEarlier(const std::filesystem::path& path, const Outcome& outcome)
{
    const bool stopped = outcome.ended == RunOutcome::Cancelled || outcome.ended == RunOutcome::Failed;
    std::error_code unknown;
    return stopped && outcome.session.samples.empty() && std::filesystem::exists(path, unknown);
}

ExitCode deliver(const SweepRequest& request, const Outcome& outcome, Surroundings& surroundings)
{
    const Session& session = outcome.session;
    const Plan& plan = session.plans.front();
    const RoofSet& roofs = session.roofs.front();
    const std::vector<Sample> samples = withInterpolated(session);
    const std::vector<PointAnalysis> points = analyse(samples, roofs, session.devices.front().kind);
    std::vector<Error> failures;
    if (request.sessionFile && !keepsEarlier(*request.sessionFile, outcome))
        if (const auto saved = saveSession(session, *request.sessionFile); !saved)
            failures.push_back(saved.error());
    if (request.csvFile && !keepsEarlier(*request.csvFile, outcome))
        if (const auto saved = saveTable(toCsv(samples, points), *request.csvFile); !saved)
            failures.push_back(saved.error());
    ExitCode code = ExitCode::Done;
    if (request.json) {
        code = printResult(surroundings, toJson(session) + "\n");
        if (code != ExitCode::Done && !request.sessionFile)
            if (auto saved = savedInstead(session, surroundings.place))
                failures.push_back(std::move(*saved));
    } else if (!request.sessionFile || request.summary)
        code = printResult(surroundings, summaryText(plan, roofs, samples, points, outcome.ended, outcome.took));
    for (const Error& failure : failures)
        fail(surroundings, failure);
    return failures.empty() ? code : ExitCode::DeviceFailed;
}

ExitCode conclude(const SweepRequest& request, const Outcome& outcome, ExitCode delivered, Surroundings& surroundings)
{
    if (outcome.ended == RunOutcome::Failed)
        return fail(surroundings,
                    outcome.error.value_or(
                        Error{.kind = ErrorKind::DeviceFailure, .id = "sweep.failed", .text = "the sweep failed"}));
    // A result that could not be written was reported already, and nothing may claim that it was saved.
    if (outcome.ended != RunOutcome::Cancelled || delivered != ExitCode::Done)
        return delivered;
    if (outcome.session.samples.empty())
        return fail(surroundings, {.kind = ErrorKind::Cancelled,
                                   .id = "sweep.cancelled",
                                   .text = "cancelled before any sample was measured"});
    const std::string count = std::to_string(outcome.session.samples.size());
    if (request.sessionFile)
        return fail(surroundings, {.kind = ErrorKind::Cancelled,
                                   .id = "sweep.cancelled",
                                   .text = "cancelled; %1 samples were saved in %2",
                                   .arguments = {count, request.sessionFile->string()}});
    return fail(surroundings, {.kind = ErrorKind::Cancelled,
                               .id = "sweep.cancelled",
                               .text = "cancelled after %1 samples",
                               .arguments = {count}});
}

ExitCode run(SweepRequest& request, Surroundings& surroundings)
{
    if (const auto completed = completePlan(request); !completed)
        return fail(surroundings, completed.error());
    const auto held = holdDevice(request, surroundings);
    if (!held)
        return fail(surroundings, held.error());
    request.plan.base.threads = held->threads;
    if (const auto possible = checkPlan(request.plan, *held->backend); !possible)
        return fail(surroundings, possible.error());
    ProgressBar progress = progressFor(request, surroundings);
    if (request.noHistory)
        surroundings.roofHistory.clear();
    const Outcome outcome = measure(*held->backend, request, surroundings, progress);
    return conclude(request, outcome, deliver(request, outcome, surroundings), surroundings);
}

} // namespace

Command sweepCommand()
{
    const auto request = std::make_shared<SweepRequest>();
    Workload& base = request->plan.base;
    return {
        .name = "sweep",
        .summary = "measure a line, a map or the cube of workloads",
        .options =
            {option::device(*request),
             {"--ops", "R", "operations per element: a range R (default: 1)",
              into(request->ranges[AxisKind::Operations])},
             {"--depth", "R", "fusion depth: a range R of divisors of the chain (default: 1)",
              into(request->ranges[AxisKind::Depth])},
             {"--size", "R", "elements: a range R (default: larger than the caches)",
              into(request->ranges[AxisKind::Size])},
             {"--op", "NAME", "fma, mul, add, relu, gelu, exp or cos (default: fma)",
              into(base.operation, nameIn(allOperations))},
             {"--precision", "NAME", "fp32, fp64, fp16 or bf16 (default: fp32)",
              into(base.precision, nameIn(allPrecisions))},
             {"--chain", "N", "operations in the chain (default: 1, or 16 with --depth)",
              into(request->chain, [](const std::string& text) { return parseWhole(text, 1, maximumChainLength); })},
             {"--launch", "NAME", "wait-each, queued or graph (default: wait-each)",
              into(base.launchMode, nameIn(allLaunchModes))},
             option::threads(*request),
             {"--adaptive", "", "measure where regimes change, interpolate the rest (default)", set(request->adaptive)},
             {"--full", "", "measure every cell", set(request->full)},
             {"--budget", "TIME", "stop after this time, such as 6s or 2min (default: 6s; 1h with --full)",
              into(request->budget, parseTime)},
             {"--no-roofs", "", "skip the roofs: samples start at once, without predictions", set(request->noRoofs)},
             option::noHistory(request->noHistory),
             {.names = "-o,--output",
              .value = "FILE.ridge",
              .help = "save the session; without it a summary is printed",
              .take = into(request->sessionFile, parseOutputFile),
              .file = FileUse::Written},
             {.names = "--csv",
              .value = "FILE.csv",
              .help = "save one line per sample, with regimes and predictions",
              .take = into(request->csvFile, parseOutputFile),
              .file = FileUse::Written},
             {"--summary", "", "also print the summary if files are saved", set(request->summary)},
             option::json(*request),
             option::progress(*request)},
        .notes = {"A range is lo..hi:count (log-spaced), a,b,c or one value; counts are written 4096, 4Ki, 16Mi, "
                  "1Gi. One range is a line, two are a map, three the cube. The roofs for the predictions are "
                  "measured first, outside the budget. Ctrl+C saves the samples so far (exit status 4). --json "
                  "prints the session."},
        .examples =
            {"ridgepoint-bench sweep --device cpu --ops 1..1024:33 --size 1Ki..64Mi:33 -o map.ridge --csv map.csv",
             "ridgepoint-bench sweep --device cpu --ops 1..256:17",
             "ridgepoint-bench sweep --device cpu --depth 1..16:5 --ops 1..64:7 --size 16Mi --budget 10s"},
        .run = [request](Surroundings& surroundings) { return run(*request, surroundings); },
        .measures = true};
}

} // namespace ridgepoint
