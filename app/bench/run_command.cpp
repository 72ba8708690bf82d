// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/environment.h"
#include "app/bench/kernel_session.h"
#include "app/bench/measure_roofs.h"
#include "app/bench/option_values.h"
#include "app/bench/program.h"
#include "app/bench/run_program.h"
#include "app/bench/run_series.h"
#include "app/bench/text_format.h"
#include "core/session/device_identity.h"
#include "core/session/own_kernels_csv.h"

#include <algorithm>
#include <csignal>
#include <memory>
#include <utility>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

constexpr int statusNotStarted = 126; // as shells have them
constexpr int statusNotFound = 127;

/// What all runs came to, however they ended.
struct RanCommand {
    RunSeries series;
    std::size_t runs = 0;
    int status = 0;
    bool wasStopped = false;    ///< the last run, by a signal that was sent on to it
    bool isCancelled = false;   ///< before the last run
    bool isBare = false;        ///< the last run failed before it marked a region
    std::optional<Error> error; ///< why a program could not be started
    std::string whyNoFlops;
};

/// What asks for the processor, as if --device named it.
SharedOptions processorAlone()
{
    SharedOptions options;
    options.device = "cpu";
    return options;
}

/// The processor that the program will run on; refused where the session was measured on another one.
Result<DeviceInfo> processorFor(const Session& session, Surroundings& surroundings)
{
    auto device = chosenDevice(processorAlone(), surroundings);
    if (!device)
        return device.error();
    for (const DeviceInfo& there : session.devices)
        if (there.id == device->id && !isSameDevice(there, *device))
            return Error{
                .id = "run.other-machine",
                .text = "--append: the session was measured on %1, not on this machine (%2); give another file",
                .arguments = {there.name, device->name}};
    return device;
}

/// Measures the processor's roofs into the session, unless it has some. The processor is free again before the program
/// starts.
Result<void> addRoofsTo(Session& session, const DeviceInfo& device, Surroundings& surroundings)
{
    if (std::ranges::any_of(session.roofs, [&](const RoofSet& roofs) { return roofs.device == device.id; }))
        return {};
    const SharedOptions options = processorAlone();
    const auto held = holdDevice(options, surroundings);
    if (!held)
        return held.error();
    ProgressBar progress = progressFor(options, surroundings);
    const RoofMeasurement measured = measureRoofs(*held->backend, held->threads, {}, surroundings, progress);
    if (measured.error)
        return *measured.error;
    if (measured.interrupted)
        return Error{
            .kind = ErrorKind::Cancelled, .id = "run.cancelled", .text = "cancelled before the program was started"};
    warnOf(measured.roofs, surroundings);
    if (std::ranges::find(session.devices, held->info.id, &DeviceInfo::id) == session.devices.end())
        session.devices.push_back(held->backend->info());
    session.roofs.push_back(recallAndNote(measured, held->info, surroundings));
    if (session.environment.empty())
        session.environment = describeEnvironment(held->info, held->threads, surroundings.place);
    return {};
}

/// A program that marked no regions is one kernel as a whole.
ImportedKernel wholeProgram(const std::string& name, const ProgramRun& run)
{
    return {.kernel = {.name = name, .flops = run.flops.value_or(Flops()), .launches = 1.0, .time = run.wall},
            .work = run.flops ? WorkOrigin::Counted : WorkOrigin::Unknown};
}

/// How a program ended that did not end well.
std::string endingOf(int status, bool wasStopped)
{
    return wasStopped ? "was stopped" : "exited with status " + std::to_string(status);
}

/// The kernels of a run, and what is to be said of them; none of one that failed before it marked a region.
ImportedKernels kernelsOf(ProgramRun& run, const std::string& name, std::string& whyNoFlops)
{
    ImportedKernels kernels = std::move(run.regions);
    if (!kernels.kernels.empty() || run.status != 0)
        return kernels;
    kernels.kernels.push_back(wholeProgram(name, run));
    kernels.remarks.emplace_back("The program marked no regions (ridgepoint.h, ridgepoint.py): it is one kernel as "
                                 "a whole, with its start.");
    if (run.flops)
        kernels.remarks.emplace_back("FLOP are counted without x87, half precision and matrix units. Bytes are not "
                                     "counted: the last cache's misses lack what prefetching fetched.");
    if (run.flops && run.isFlopsScaled)
        kernels.remarks.emplace_back("The processor has fewer counters than these events take, so that FLOP are an "
                                     "estimate from parts of the time.");
    whyNoFlops = run.whyNoFlops;
    return kernels;
}

/// main() raised the priority to measure; a program would inherit it and run as it never does by itself.
void lowerPriority()
{
    if (getpriority(PRIO_PROCESS, 0) < 0)
        setpriority(PRIO_PROCESS, 0, 0);
}

std::size_t plannedRuns(const RunRequest& request)
{
    return combinations(request.varied).size() * static_cast<std::size_t>(request.repeats);
}

/// All runs read this process's input. That of a file begins again for each; that of a pipe is gone after the first.
Result<void> checkInput(const RunRequest& request)
{
    struct stat input = {};
    if (plannedRuns(request) < 2 || fstat(STDIN_FILENO, &input) != 0
        || !(S_ISFIFO(input.st_mode) || S_ISSOCK(input.st_mode)))
        return {};
    return Error{.id = "run.input",
                 .text = "standard input is a pipe, and the first run would take all of it; give a file with <, or "
                         "</dev/null where the program reads nothing"};
}

RanCommand runAll(const RunRequest& request, Surroundings& surroundings)
{
    lowerPriority();
    const off_t inputBegins = lseek(STDIN_FILENO, 0, SEEK_CUR); // below 0: not a file
    RanCommand ran{.series = RunSeries(request.varied, !request.separateRuns)};
    const ProgramWatch watch{.regions = {.separateRuns = request.separateRuns,
                                         .leavesOut = true,
                                         .maximumKernels = maximumOwnKernels,
                                         .maximumRuns = std::size_t{1} << 22U},
                             .events = flopEventsOf(processorHere())};
    const std::string name = commandName(request.command);
    for (const std::vector<std::int64_t>& values : combinations(request.varied)) {
        const std::vector<std::string> words = commandWith(request, values);
        for (int repeat = 0; repeat < request.repeats; ++repeat) {
            if (surroundings.interruption.requested()) {
                ran.isCancelled = true;
                return ran;
            }
            if (inputBegins >= 0)
                lseek(STDIN_FILENO, inputBegins, SEEK_SET);
            auto run = runOnce(words, watch, surroundings.interruption);
            if (!run) {
                ran.error = run.error();
                return ran;
            }
            ++ran.runs;
            ran.status = run->status;
            ran.wasStopped = surroundings.interruption.requested()
                          && (run->signal == SIGINT || run->signal == SIGTERM || run->signal == SIGHUP);
            ran.isBare = run->status != 0 && !ran.wasStopped && run->regions.kernels.empty();
            ran.series.add(values, kernelsOf(*run, name, ran.whyNoFlops));
            if (run->status != 0)
                return ran;
        }
    }
    return ran;
}

std::vector<std::string> slopeLines(const RanCommand& ran)
{
    std::vector<std::string> sentences = ran.series.slopeSentences();
    for (std::string& sentence : sentences)
        sentence = printable(sentence);
    return sentences;
}

/// What the slopes tell stays with the kernels: the window shows it where they are imported, a report prints it.
void noteSlopes(Session& session, const std::vector<std::string>& sentences)
{
    for (const std::string& sentence : sentences)
        session.notes += (session.notes.empty() || session.notes.back() == '\n' ? "" : "\n") + sentence;
}

std::string describeRuns(const RunRequest& request, const RanCommand& ran, const ImportedFile& file,
                         const std::vector<std::string>& slopes)
{
    std::string text = "ridgepoint-bench: " + commandName(request.command) + ": " + std::to_string(ran.runs)
                     + (ran.runs == 1 ? " run, " : " runs, ") + std::to_string(file.kernels.size())
                     + (file.kernels.size() == 1 ? " kernel\n" : " kernels\n");
    text += kernelsText(file);
    for (const std::string& sentence : slopes)
        text += "  " + sentence + '\n';
    if (!ran.whyNoFlops.empty())
        text += "  " + ran.whyNoFlops + '\n';
    if (ran.status != 0)
        text += "  The program " + endingOf(ran.status, ran.wasStopped)
              + (ran.isBare ? " before marking any region; its time is not used" : "")
              + (ran.runs == plannedRuns(request) ? ""
                 : ran.isBare                     ? ", and the runs after it were left out"
                                                  : "; the runs after it were left out")
              + ".\n";
    return text;
}

ExitCode statusOf(const RanCommand& ran, Surroundings& surroundings)
{
    if (ran.error) {
        fail(surroundings, *ran.error);
        if (ran.error->id == "run.not-found")
            return static_cast<ExitCode>(statusNotFound);
        return ran.error->id == "run.not-started" ? static_cast<ExitCode>(statusNotStarted) : exitCodeFor(*ran.error);
    }
    if (ran.isCancelled)
        return fail(surroundings, {.kind = ErrorKind::Cancelled,
                                   .id = "run.cancelled",
                                   .text = ran.runs == 1 ? "cancelled after %1 run" : "cancelled after %1 runs",
                                   .arguments = {std::to_string(ran.runs)}});
    return static_cast<ExitCode>(ran.status);
}

void leaveOutShortest(ImportedFile& file, std::size_t room)
{
    if (const std::size_t leftOut = keepLongest(file.kernels, room); leftOut > 0)
        file.remarks.push_back(std::to_string(leftOut) + (leftOut == 1 ? " kernel was" : " kernels were")
                               + " left out, the shortest: a session holds at most " + std::to_string(maximumOwnKernels)
                               + ".");
}

ExitCode run(const RunRequest& request, Surroundings& surroundings)
{
    if (const auto fine = check(request); !fine)
        return fail(surroundings, fine.error());
    if (const auto fine = checkInput(request); !fine)
        return fail(surroundings, fine.error());
    auto session = sessionFor(request.target);
    if (!session)
        return fail(surroundings, session.error());
    if (session->ownKernels.size() >= maximumOwnKernels)
        return fail(surroundings, {.id = "run.session-full",
                                   .text = "--append: the session holds %1 kernels already, as many as one may; give "
                                           "another file",
                                   .arguments = {std::to_string(session->ownKernels.size())}});
    std::string processor; // under whose roofs the kernels belong; one without a model is not told apart
    if (request.target.session) {
        const auto device = processorFor(*session, surroundings);
        if (!device)
            return fail(surroundings, device.error());
        if (isSameDeviceName(device->name, device->name))
            processor = device->name;
        if (!request.noRoofs)
            if (const auto measured = addRoofsTo(*session, *device, surroundings); !measured)
                return fail(surroundings, measured.error());
    }
    const RanCommand ran = runAll(request, surroundings);
    ImportedKernels kernels = ran.series.kernels();
    kernels.device = processor;
    ImportedFile file = forSession(std::move(kernels), "ridgepoint-regions", commandName(request.command));
    SessionToSave toSave;
    if (request.target.session) {
        toSave = sessionToSave(std::move(*session), request.target);
        leaveOutShortest(file, toSave.room());
    }
    const std::vector<std::string> slopes = slopeLines(ran);
    if (ran.runs > 0)
        surroundings.err << describeRuns(request, ran, file, slopes) << std::flush;
    if (request.target.session && !file.kernels.empty()) {
        std::vector<OwnKernel>& all = toSave.session.ownKernels;
        all.insert(all.end(), file.kernels.begin(), file.kernels.end());
        noteSlopes(toSave.session, slopes);
        if (const auto saved = saveKernels(toSave, request.target); !saved) {
            const ExitCode failed = fail(surroundings, saved.error());
            return ran.status == 0 && !ran.error && !ran.isCancelled ? failed : statusOf(ran, surroundings);
        }
        surroundings.err << "  saved as " << printable(request.target.session->string()) << '\n' << std::flush;
    }
    return statusOf(ran, surroundings);
}

} // namespace

Command runCommand()
{
    const auto request = std::make_shared<RunRequest>();
    const auto takeWord = [request](const std::string& word) -> Result<void> {
        request->command.push_back(word);
        return {};
    };
    const auto takeVaried = [request](const std::string& text) -> Result<void> {
        auto varied = parseVaried(text);
        if (!varied)
            return varied.error();
        request->varied.push_back(std::move(*varied));
        return {};
    };
    return {.name = "run",
            .summary = "run a program and place what it tells of its regions under the roofs",
            .options = {{"COMMAND", "", "the program and its arguments, behind --", takeWord, true, true},
                        {"--repeat", "N", "run it N times and take each region's median time (default: 1)",
                         into(request->repeats, [](const std::string& text) { return parseWhole(text, 1, 1000); })},
                        {"--launches", "", "make each run of a region a kernel of its own, \"triad #1\"",
                         set(request->separateRuns)},
                        {.names = "--vary",
                         .value = "NAME=R",
                         .help = "run it with each value of a range R in place of {NAME}; given twice, with each pair",
                         .take = takeVaried,
                         .repeats = true},
                        {"--no-roofs", "", "do not measure the processor's roofs before", set(request->noRoofs)},
                        {"-o,--output", "FILE", "write roofs and kernels into a new session (.ridge)",
                         into(request->target.session, parseOutputFile)},
                        {"--append", "", "add to the session in the file of -o; create it if it does not exist",
                         set(request->target.append)}},
            .notes = {"The program's input and outputs stay its own (of several runs, each reads a file given with < "
                      "from the same place), and its exit status is passed on (128 and the signal's number where one "
                      "ended it, 127 where it is not found, 126 where it cannot be started). "
                      "The summary goes to standard error when it has ended. The first run that fails is the last.",
                      "Regions are marked with ridgepoint.h or ridgepoint.py. A program without them is one kernel, "
                      "with FLOP where processor and kernel count them.",
                      "Roofs are measured with -o only, unless the session of --append has them.",
                      "A range is lo..hi:count (log-spaced), a,b,c or one value, as 1Mi..1Gi:9. Slopes of time, of "
                      "repeated runs, tell a fixed cost from work; where the names are size and ops (operations on "
                      "each element) and each run is repeated five times, also compute from memory."},
            .examples = {"ridgepoint-bench run -o triad.ridge -- ./triad 16777216",
                         "ridgepoint-bench run --vary size=1Mi..1Gi:9 --repeat 5 -- ./triad {size}"},
            .run = [request](Surroundings& surroundings) { return run(*request, surroundings); }};
}

} // namespace ridgepoint
