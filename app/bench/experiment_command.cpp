// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/device_catalogue.h"
#include "app/bench/environment.h"
#include "app/bench/experiment_request.h"
#include "app/bench/experiment_text.h"
#include "app/bench/option_values.h"
#include "app/bench/program.h"
#include "app/bench/progress_bar.h"
#include "app/bench/save_session.h"
#include "core/experiment/registry.h"
#include "core/session/add_results.h"
#include "core/session/chrome_trace.h"
#include "core/session/csv.h"
#include "core/session/device_identity.h"
#include "core/session/json_text.h"
#include "core/session/session.h"
#include "core/session/text_file.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace ridgepoint {
namespace {

/// The session that a run on this device can be added to; nothing where there is no such file yet. InvalidInput, with
/// what to try, for a file that cannot be read, that is no session, or that was measured on another machine: its device
/// of that id is another, or, where it has none, no device of its own is one of this machine.
[[nodiscard]] Result<std::optional<Session>> sessionToExtend(const std::filesystem::path& path,
                                                             const DeviceInfo& device, DeviceCatalogue& devices);

/// The session with the run's device, roofs and experiments, as the window would have put them there. Its date and its
/// environment stay: each result has its own date. False where an earlier result has more than the run's and stays
/// (addExperiment()); `isWhole`: the run came to its end.
[[nodiscard]] bool addRun(Session& session, Session run, bool isWhole);

bool hasMeasured(const Session& session, const std::string& device)
{
    const auto isIts = [&](const auto& one) { return one.device == device; };
    return std::any_of(session.samples.begin(), session.samples.end(), isIts)
        || std::any_of(session.roofs.begin(), session.roofs.end(), isIts)
        || std::any_of(session.experiments.begin(), session.experiments.end(), isIts);
}

std::string nameOrId(const DeviceInfo& device) { return device.name.empty() ? device.id : device.name; }

std::string threadWords(int threads) { return std::to_string(threads) + (threads == 1 ? " thread" : " threads"); }

Error otherMachine(const std::filesystem::path& path, const DeviceInfo& there, const DeviceInfo& here)
{
    Error error{ErrorKind::InvalidInput,
                "experiment.other-machine",
                "cannot add to '%1': it was measured on %2, which this machine does not have; give another file",
                {path.string(), nameOrId(there)}};
    if (there.kind != DeviceKind::Cpu || here.kind != DeviceKind::Cpu)
        return error;
    if (there.name == here.name && there.threads == here.threads) {
        error.text = "cannot add to '%1': it was measured on another machine with the same processor, %2, but other "
                     "memory or instruction sets; give another file";
        return error;
    }
    error.text = "cannot add to '%1': it was measured on %2 with %3, not on this machine (%4, %5); give another file";
    for (std::string word : {threadWords(there.threads), nameOrId(here), threadWords(here.threads)})
        error.arguments.push_back(std::move(word));
    return error;
}

/// Some reasons end as a sentence does, others do not.
Error cannotRead(const std::filesystem::path& path, std::string reason)
{
    if (reason.ends_with('.'))
        reason.pop_back();
    return {ErrorKind::InvalidInput,
            "experiment.cannot-add",
            "cannot add to '%1': %2; give a session, or a file that does not exist yet",
            {path.string(), std::move(reason)}};
}

/// A session of the processor may get the GPU of the same machine, so any device that is here will do where this one is
/// new.
std::optional<Error> whyElsewhere(const Session& session, const std::filesystem::path& path, const DeviceInfo& device,
                                  DeviceCatalogue& devices)
{
    std::optional<Error> reason;
    for (const DeviceInfo& there : session.devices)
        if (there.id == device.id && hasMeasured(session, there.id))
            return isSameDevice(there, device) ? std::nullopt : std::optional(otherMachine(path, there, device));
    for (const DeviceInfo& there : session.devices) {
        if (!hasMeasured(session, there.id))
            continue;
        const auto here = devices.find(there.id);
        if (here && here->available && isSameDevice(there, *here))
            return std::nullopt;
        if (!reason)
            reason = otherMachine(path, there, here ? *here : device);
    }
    return reason;
}

Result<std::optional<Session>> sessionToExtend(const std::filesystem::path& path, const DeviceInfo& device,
                                               DeviceCatalogue& devices)
{
    std::error_code unknown;
    if (!std::filesystem::exists(path, unknown))
        return std::optional<Session>();
    auto session = readSession(path);
    if (!session)
        return cannotRead(path, session.error().message());
    if (auto reason = whyElsewhere(*session, path, device, devices))
        return std::move(*reason);
    return std::optional(std::move(*session));
}

bool addRun(Session& session, Session run, bool isWhole)
{
    for (DeviceInfo& device : run.devices) {
        const auto known = std::find_if(session.devices.begin(), session.devices.end(),
                                        [&](const DeviceInfo& other) { return other.id == device.id; });
        if (known != session.devices.end())
            *known = std::move(device);
        else
            session.devices.push_back(std::move(device));
    }
    for (RoofSet& roofs : run.roofs)
        addRoofs(session, std::move(roofs));
    bool isAdded = true;
    for (ExperimentResult& result : run.experiments)
        isAdded = addExperiment(session, std::move(result), isWhole) && isAdded;
    if (session.created.empty())
        session.created = std::move(run.created);
    if (session.environment.empty())
        session.environment = std::move(run.environment);
    return isAdded;
}

ExitCode list(const ExperimentCommand& options, Surroundings& surroundings)
{
    std::optional<DeviceInfo> device;
    if (!options.device.empty()) {
        auto usable = chosenDevice(options, surroundings);
        if (!usable)
            return fail(surroundings, usable.error());
        device = std::move(*usable);
    }
    const DeviceInfo* known = device ? &*device : nullptr;
    return printResult(surroundings, options.json ? experimentListJson(known, surroundings.devices) + "\n"
                                                  : experimentListText(known, surroundings.devices));
}

/// What one run came to, as a session holds it.
struct Outcome {
    Session session;
    RunOutcome ended = RunOutcome::Cancelled;
    std::optional<Error> error;
    [[nodiscard]] const ExperimentResult& result() const { return session.experiments.front(); }
};

Outcome measure(Backend& backend, const ExperimentCommand& command, int threads, RoofSet known,
                Surroundings& surroundings, ProgressBar& progress)
{
    Outcome outcome;
    outcome.session.created = timeStamp();
    outcome.session.devices = {backend.info()};
    outcome.session.environment = describeEnvironment(backend.info(), threads, surroundings.place);
    const RoofSet reference = known;
    const RanExperiment ran = runExperiment(backend,
                                            {.experiment = command.experiment,
                                             .parameters = command.parameters,
                                             .threads = threads,
                                             .budget = command.budget,
                                             .known = std::move(known)},
                                            outcome.session.created, surroundings, progress);
    outcome.session.experiments = {ran.result};
    outcome.session.roofs = {ran.roofs};
    for (const Roof& roof : reference.roofs) // the experiment takes them as they were last measured
        outcome.session.roofs.front().put(roof);
    outcome.ended = ran.outcome;
    outcome.error = ran.error;
    return outcome;
}

/// One line a part on standard error, for a file that alone would say it only to who opens it.
void tellUnavailable(const ExperimentResult& result, Surroundings& surroundings)
{
    for (const UnavailablePart& part : result.unavailable)
        fail(surroundings, {.id = "experiment.not-measured",
                            .text = "%1: not measured: %2",
                            .arguments = {part.part, part.reason.message()}});
}

/// Adds the run to what the file holds now, which may be more than before the run.
Result<Session> joined(const std::filesystem::path& path, const Session& run, bool isWhole, bool& isAdded,
                       Surroundings& surroundings)
{
    auto earlier = sessionToExtend(path, run.devices.front(), surroundings.devices);
    if (!earlier) {
        const auto elsewhere = savedInstead(run, surroundings.place);
        if (!elsewhere)
            return earlier.error();
        return Error{.kind = ErrorKind::DeviceFailure,
                     .id = earlier.error().id,
                     .text = "%1. %2",
                     .arguments = {earlier.error().message(), elsewhere->message()}};
    }
    if (!*earlier)
        return run;
    isAdded = addRun(**earlier, run, isWhole);
    return std::move(**earlier);
}

/// What became of a run that has less than the earlier one in the file, which stays.
Error hasLess(const std::filesystem::path& path, const Outcome& outcome, const std::string& place)
{
    const auto elsewhere = savedInstead(outcome.session, place);
    return {.kind = outcome.ended == RunOutcome::Cancelled ? ErrorKind::Cancelled : ErrorKind::Unavailable,
            .id = "experiment.has-less",
            .text = "this run ended early with fewer results than the earlier one in %1, which is kept%2",
            .arguments = {path.string(), elsewhere ? "; " + elsewhere->message() : std::string()}};
}

Result<void> save(const ExperimentCommand& command, const Outcome& outcome, Session& session,
                  Surroundings& surroundings)
{
    if (command.writesCsv())
        return saveTable(toCsv(outcome.result(), command.experiment->info()), *command.file);
    bool isAdded = true;
    if (command.append) {
        auto whole = joined(*command.file, session, outcome.ended == RunOutcome::Done, isAdded, surroundings);
        if (!whole)
            return whole.error();
        session = std::move(*whole);
    }
    const auto saved = saveSession(session, *command.file);
    return saved && !isAdded ? Result<void>(hasLess(*command.file, outcome, surroundings.place)) : saved;
}

ExitCode deliver(const ExperimentCommand& command, const Outcome& outcome, Surroundings& surroundings)
{
    std::vector<Error> failures;
    Session session = outcome.session;
    if (command.file) {
        const auto saved = save(command, outcome, session, surroundings);
        if (!saved)
            failures.push_back(saved.error());
        tellUnavailable(outcome.result(), surroundings);
    }
    if (command.trace)
        if (const auto written = writeChromeTrace(outcome.result(), *command.trace); !written)
            failures.push_back(written.error());
    ExitCode code = ExitCode::Done;
    if (command.json)
        code = printResult(surroundings, toJson(session) + "\n");
    else if (!command.file)
        code = printResult(surroundings, experimentText(outcome.result(), *command.experiment));
    if (code != ExitCode::Done && !command.file)
        if (auto saved = savedInstead(session, surroundings.place))
            failures.push_back(std::move(*saved));
    for (const Error& failure : failures)
        code = fail(surroundings, failure);
    return code;
}

ExitCode conclude(const ExperimentCommand& command, const Outcome& outcome, Surroundings& surroundings)
{
    const Error stopped{
        .kind = ErrorKind::Cancelled, .id = "experiment.cancelled", .text = "cancelled before anything was measured"};
    const Error failed = outcome.error.value_or(
        Error{.kind = ErrorKind::DeviceFailure, .id = "experiment.failed", .text = "the experiment failed"});
    // A file of an earlier run stays as it is where this one has nothing to put in its place.
    const bool empty = outcome.result().points.empty();
    if (empty && outcome.ended == RunOutcome::Cancelled)
        return fail(surroundings, stopped);
    const ExitCode delivered = empty && outcome.ended == RunOutcome::Failed ? ExitCode::Done
                                                                            : deliver(command, outcome, surroundings);
    if (outcome.ended == RunOutcome::Failed)
        return fail(surroundings, failed);
    if (outcome.ended != RunOutcome::Cancelled || delivered != ExitCode::Done)
        return delivered;
    return fail(surroundings,
                {.kind = ErrorKind::Cancelled,
                 .id = "experiment.cancelled",
                 .text = "cancelled; the results so far were %1",
                 .arguments = {command.file ? "saved in " + command.file->string() : std::string("printed")}});
}

/// Of the session that the run is added to; none for a new file. An error where nothing can be added to it.
Result<RoofSet> knownRoofs(const ExperimentCommand& command, const DeviceInfo& device, int threads,
                           Surroundings& surroundings)
{
    if (!command.append)
        return RoofSet{};
    auto session = sessionToExtend(*command.file, device, surroundings.devices);
    if (!session)
        return session.error();
    return *session ? std::move(roofSetFor(**session, device.id, threads)) : RoofSet{};
}

ExitCode run(ExperimentCommand& command, Surroundings& surroundings)
{
    if (command.list)
        return list(command, surroundings);
    if (const auto completed = completeCommand(command); !completed)
        return fail(surroundings, completed.error());
    if (command.device.empty())
        command.device = "cpu";
    const auto device = chosenDevice(command, surroundings);
    if (!device)
        return fail(surroundings, device.error());
    const auto threads = chosenThreads(command, *device);
    if (!threads)
        return fail(surroundings, threads.error());
    if (const auto possible = canRunOn(*command.experiment, *device, surroundings.devices); !possible)
        return fail(surroundings, possible.error());
    auto known = knownRoofs(command, *device, *threads, surroundings);
    if (!known)
        return fail(surroundings, known.error());
    const auto held = holdDevice(*device, *threads, surroundings);
    if (!held)
        return fail(surroundings, held.error());
    if (const auto recorded = timelineFor(command, *held->backend, held->threads); !recorded)
        return fail(surroundings, recorded.error());
    ProgressBar progress = progressFor(command, surroundings);
    const Outcome outcome = measure(*held->backend, command, held->threads, std::move(*known), surroundings, progress);
    return conclude(command, outcome, surroundings);
}

} // namespace

Command experimentCommand()
{
    const auto command = std::make_shared<ExperimentCommand>();
    return {.name = "experiment",
            .summary = "repeat a published experiment",
            .options = {{"ID", "", "the experiment, such as mistakes", into(command->experiment, parseExperiment)},
                        {"--list", "", "list the experiments and their parameters", set(command->list)},
                        {"--device", "ID", "the device to measure, such as cpu (default: cpu)", into(command->device)},
                        {.names = "--param",
                         .value = "NAME=VALUE",
                         .help = "a parameter of the experiment; may be given several times",
                         .take = addParameterTo(command->parameterTexts),
                         .repeats = true},
                        {"--budget", "TIME", "stop after this time, such as 6s or 2min (default: 27s)",
                         into(command->budget, parseTime)},
                        option::threads(*command),
                        {.names = "-o,--output",
                         .value = "FILE",
                         .help = "save a session (.ridge) or the numbers (.csv); without it they are printed",
                         .take = into(command->file, parseResultFile),
                         .file = FileUse::Written},
                        {"--append", "", "add to the session in the file of -o; create it if it does not exist",
                         set(command->append)},
                        {.names = "--trace",
                         .value = "FILE",
                         .help = "write the recorded timeline as a trace that Perfetto (ui.perfetto.dev) opens",
                         .take = into(command->trace, parseOutputFile),
                         .file = FileUse::Written},
                        option::json(*command),
                        option::progress(*command)},
            .notes = {"The roofs for the prediction are measured first, outside the budget. A part that cannot be "
                      "measured is reported with the reason (on standard error if a file is written), and the others "
                      "continue. Ctrl+C saves the results so far (exit status 4). --json prints the session.",
                      "With --append the roofs in the session are not measured again, and a result replaces an earlier "
                      "one of the same experiment, device, threads and parameters."},
            .examples = {"ridgepoint-bench experiment --list",
                         "ridgepoint-bench experiment mistakes --device cpu --param size=32Mi -o mistakes.ridge",
                         "ridgepoint-bench experiment ladder --append -o mistakes.ridge",
                         "ridgepoint-bench experiment launch-modes --trace launches.json -o launches.ridge"},
            .run = [command](Surroundings& surroundings) { return run(*command, surroundings); },
            .measures = true};
}

} // namespace ridgepoint
