// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/program.h"

#include "app/bench/elsewhere.h"
#include "app/bench/elsewhere_options.h"
#include "app/bench/option_values.h"
#include "app/bench/version.h"
#include "core/session/json_writer.h"

#include <algorithm>
#include <exception>
#include <new>
#include <vector>

namespace ridgepoint {

namespace {

/// What --version --json prints: for programs, which take it apart instead of the text.
std::string versionJson()
{
    JsonWriter json;
    json.beginObject().field("program", "ridgepoint-bench").field("version", versionText).endObject();
    return json.take();
}

ExitCode dispatch(std::span<const std::string> words, Surroundings& surroundings)
{
    const Command program{
        .name = "ridgepoint-bench",
        .summary = "ridgepoint-bench measures what limits a workload on a device: compute, memory bandwidth or "
                   "overhead.",
        .options = {},
        .notes = {"ridgepoint-bench SUBCOMMAND --help shows a subcommand's options.",
                  "Exit status: 0 done, 2 bad usage or bad input, 3 device unavailable or failed, 4 cancelled; of run "
                  "that of the program, of fleet also 1: a node falls outside."},
        .examples = {"ridgepoint-bench sweep --device cpu --ops 1..1024:17 --size 64Ki..64Mi:11 -o map.ridge"},
        .run = {}};
    std::vector<Command> commands{devicesCommand(),  roofsCommand(),  sweepCommand(),  experimentCommand(),
                                  lessonCommand(),   fleetCommand(),  importCommand(), runCommand(),
                                  selftestCommand(), timingCommand(), serveCommand()};
    remote::TargetOptions elsewhere;
    for (Command& command : commands)
        if (command.measures)
            for (OptionSpec& option : elsewhereOptions(elsewhere))
                command.options.push_back(std::move(option));
    if (words.size() == 2 && std::ranges::find(words, "--version") != words.end()
        && std::ranges::find(words, "--json") != words.end())
        return printResult(surroundings, versionJson() + "\n");
    const auto line = parseCommandLine(program, commands, words);
    if (!line)
        return fail(surroundings, line.error());
    if (const auto fine = remote::check(elsewhere); !fine)
        return fail(surroundings, fine.error());
    if (line->command != nullptr && elsewhere.isElsewhere())
        return runElsewhere(elsewhere, *line, surroundings);
    return line->command != nullptr ? line->command->run(surroundings) : printResult(surroundings, line->text);
}

} // namespace

namespace option {

OptionSpec device(SharedOptions& options)
{
    return {.names = "--device",
            .value = "ID",
            .help = "the device to measure, such as cpu (`devices` lists them)",
            .take = into(options.device),
            .required = true};
}
OptionSpec threads(SharedOptions& options)
{
    return {"--threads", "N", "processor threads to use (default: all)", into(options.threads)};
}
OptionSpec json(SharedOptions& options)
{
    return {"--json", "", "print one JSON object instead of text", set(options.json)};
}
OptionSpec progress(SharedOptions& options)
{
    return {"--progress", "json|bar|none", "progress on standard error (default: a bar on a terminal, else nothing)",
            into(options.progress, parseProgressMode)};
}

OptionSpec noHistory(bool& flag)
{
    return {"--no-history", "", "tell of this measurement alone: a processor's roofs are else the best of the day",
            set(flag)};
}

} // namespace option

Result<DeviceInfo> chosenDevice(const SharedOptions& options, Surroundings& surroundings)
{
    return forOption("--device", usableDevice(surroundings.devices, options.device));
}

Result<int> chosenThreads(const SharedOptions& options, const DeviceInfo& device)
{
    if (!options.threads)
        return device.threads;
    if (device.kind != DeviceKind::Cpu)
        return Error{.id = "arguments.no-threads",
                     .text = "--threads: does not apply to %1; leave it out",
                     .arguments = {device.id}};
    return forOption("--threads", parseWhole(*options.threads, 1, device.threads));
}

Result<HeldDevice> holdDevice(const DeviceInfo& device, int threads, Surroundings& surroundings)
{
    auto lock = DeviceLock::acquire(device.id, surroundings.commandLine, surroundings.locks);
    if (!lock)
        return lock.error();
    auto backend = surroundings.devices.open(device.id);
    if (!backend)
        return backend.error();
    return HeldDevice{device, threads, std::move(*lock), std::move(*backend)};
}

Result<HeldDevice> holdDevice(const SharedOptions& options, Surroundings& surroundings)
{
    const auto device = chosenDevice(options, surroundings);
    if (!device)
        return device.error();
    const auto threads = chosenThreads(options, *device);
    return threads ? holdDevice(*device, *threads, surroundings) : threads.error();
}

ProgressBar progressFor(const SharedOptions& options, Surroundings& surroundings)
{
    const ProgressMode usual = surroundings.errIsTerminal ? ProgressMode::Bar : ProgressMode::Silent;
    return ProgressBar(surroundings.err, options.progress.value_or(usual), surroundings.clock, surroundings.errColumns);
}

ExitCode runProgram(std::span<const std::string> words, Surroundings& surroundings)
{
    try {
        return dispatch(words, surroundings);
    } catch (const std::bad_alloc&) {
        return fail(surroundings, {.kind = ErrorKind::Unavailable,
                                   .id = "program.no-memory",
                                   .text = "out of memory; try smaller sizes or fewer cells"});
    } catch (const std::exception& exception) {
        return fail(surroundings, {.kind = ErrorKind::DeviceFailure,
                                   .id = "program.failure",
                                   .text = "stopped by an internal error: %1; please report it",
                                   .arguments = {exception.what()}});
    }
}

} // namespace ridgepoint
