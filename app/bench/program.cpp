// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/program.h"

#include "app/bench/version.h"

#include <algorithm>
#include <exception>
#include <new>

namespace ridgepoint {

namespace {

std::vector<Command> allCommands() { return {devicesCommand(), roofsCommand(), sweepCommand(), experimentCommand(), selftestCommand(), timingCommand(), serveCommand()}; }

std::string overview(const std::vector<Command>& commands)
{
    std::string text = "ridgepoint-bench measures which limit a workload meets on a device: compute, memory bandwidth or overhead.\n\n"
                       "Usage: ridgepoint-bench SUBCOMMAND [options]\n\nSubcommands:\n";
    for (const Command& command : commands)
        text += "  " + command.spec.name + std::string(12 - command.spec.name.size(), ' ') + command.spec.summary + "\n";
    return text
           + "\nridgepoint-bench SUBCOMMAND --help shows a subcommand's options; --version the version.\n"
             "Exit status: 0 done, 2 bad usage or bad input, 3 device unavailable or failed, 4 cancelled.\n\n"
             "Example:\n  ridgepoint-bench sweep --device cpu --ops 1..1024:17 --size 64Ki..64Mi:11 -o map.ridge\n";
}

Error unknownCommand(const std::string& word, const std::vector<Command>& commands)
{
    std::vector<std::string> names;
    std::string list;
    for (const Command& command : commands) {
        names.push_back(command.spec.name);
        list += (list.empty() ? "" : ", ") + command.spec.name;
    }
    if (const auto nearest = nearestWord(word, names))
        return {.id = "arguments.unknown-subcommand", .text = "unknown subcommand '%1'; did you mean %2?", .arguments = {word, *nearest}};
    return {.id = "arguments.unknown-subcommand", .text = "unknown subcommand '%1'; there are: %2", .arguments = {word, list}};
}

ExitCode dispatch(std::span<const std::string> words, Surroundings& surroundings)
{
    const std::vector<Command> commands = allCommands();
    if (words.empty())
        return fail(surroundings, {.id = "arguments.no-subcommand", .text = "no subcommand given; try ridgepoint-bench --help"});
    if (words[0] == "--help" || words[0] == "-h")
        return printResult(surroundings, overview(commands));
    if (words[0] == "--version")
        return printResult(surroundings, std::string("ridgepoint-bench ") + versionText + "\n");
    const auto command = std::find_if(commands.begin(), commands.end(), [&](const Command& c) { return c.spec.name == words[0]; });
    if (command == commands.end())
        return fail(surroundings, unknownCommand(words[0], commands));
    const auto arguments = parseArguments(command->spec, words.subspan(1));
    if (!arguments)
        return fail(surroundings, arguments.error());
    if (arguments->has("--help"))
        return printResult(surroundings, helpText(command->spec));
    return command->run(*arguments, surroundings);
}

} // namespace

namespace option {

OptionSpec device() { return {"--device", "ID", "the device to measure, such as cpu (`devices` lists them)"}; }
OptionSpec threads() { return {"--threads", "N", "processor threads to use (default: all)"}; }
OptionSpec json() { return {"--json", "", "print one JSON object instead of text"}; }
OptionSpec progress()
{
    return {"--progress", "json|bar|none", "progress on standard error (default: a bar on a terminal, else nothing)"};
}

} // namespace option

Result<std::string> requiredDevice(const CommandSpec& command, const Arguments& arguments)
{
    if (const auto device = arguments.value("--device"))
        return *device;
    return Error{.id = "arguments.no-device", .text = "%1: which device? try %1 --device cpu", .arguments = {command.name}};
}

Result<int> chosenThreads(const Arguments& arguments, const DeviceInfo& device)
{
    const auto text = arguments.value("--threads");
    if (!text)
        return device.threads;
    if (device.kind != DeviceKind::Cpu)
        return Error{.id = "arguments.no-threads", .text = "--threads does not apply to %1; leave it out", .arguments = {device.id}};
    return parseWhole("--threads", *text, 1, device.threads);
}

ExitCode runProgram(std::span<const std::string> words, Surroundings& surroundings)
{
    try {
        return dispatch(words, surroundings);
    } catch (const std::bad_alloc&) {
        return fail(surroundings, {.kind = ErrorKind::Unavailable, .id = "program.no-memory", .text = "out of memory; try smaller sizes or fewer cells"});
    } catch (const std::exception& exception) {
        return fail(surroundings, {.kind = ErrorKind::DeviceFailure,
                                   .id = "program.failure",
                                   .text = "stopped by an unexpected failure: %1; please report it",
                                   .arguments = {exception.what()}});
    }
}

} // namespace ridgepoint
