// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/environment.h"
#include "app/bench/fleet_gathering.h"
#include "app/bench/option_values.h"
#include "app/bench/program.h"
#include "app/bench/text_format.h"
#include "core/fleet/fleet_export.h"
#include "core/fleet/fleet_folder.h"
#include "core/fleet/fleet_words.h"
#include "core/session/text_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::size_t mostSentences = 40; ///< of a list; the files have all

std::string spreadText(const FleetRoof& over)
{
    std::array<char, 32> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.1f %%", std::expm1(over.spread.deviation) * 100.0);
    return {text.data(), static_cast<std::size_t>(length)};
}

/// "cuda:0, NVIDIA H100 80GB HBM3, 62 nodes", above the roofs of that device.
std::string deviceLine(const FleetRoof& over)
{
    return printable(over.device) + ", " + printable(over.deviceName) + "\n  " + padded("roof", 28)
         + padded("median", 15) + padded("spread", 9) + padded("lowest to highest", 32) + padded("nodes", 7)
         + "outside\n";
}

std::string roofLine(const FleetRoof& over)
{
    const std::string_view unit = unitOfRoof(over.roof);
    const auto ends = std::ranges::minmax(over.points, {}, [](const FleetPoint& point) { return point.value.value; });
    const auto outside = std::ranges::count_if(over.points, &FleetPoint::isOutside);
    return "  " + padded(printable(nameOfRoof(over.roof)), 28) + padded(withPrefix(over.spread.median, unit), 15)
         + padded(spreadText(over), 9)
         + padded(withPrefix(ends.min.value.value, unit) + " to " + withPrefix(ends.max.value.value, unit), 32)
         + padded(std::to_string(over.points.size()), 7) + (outside > 0 ? std::to_string(outside) : "") + "\n";
}

template <class Items> std::string sentencesOf(const char* title, const Items& items, const FleetSummary& summary)
{
    std::string text = items.empty() ? "" : std::string(title) + "\n";
    for (std::size_t i = 0; i < items.size() && i < mostSentences; ++i)
        text += "  " + printable(sentenceFor(items[i], summary)) + "\n";
    if (items.size() > mostSentences)
        text += "  and " + std::to_string(items.size() - mostSentences) + " more; summary.csv has all\n";
    return text;
}

std::string describeFleet(const FleetSummary& summary)
{
    std::string text = headlineOf(summary) + "\n";
    const FleetRoof* before = nullptr;
    for (const FleetRoof& over : summary.roofs) {
        if (before == nullptr || before->device != over.device || before->deviceName != over.deviceName)
            text += deviceLine(over);
        text += roofLine(over);
        before = &over;
    }
    return text + sentencesOf("Outside:", summary.outliers, summary) + sentencesOf("Missing:", summary.gaps, summary);
}

/// The folder that was given, or one that is named after the time, made where it is not there.
Result<std::filesystem::path> folderFor(const FleetRequest& request)
{
    std::filesystem::path folder = request.folder;
    if (folder.empty()) {
        std::string stamp = timeStamp();
        std::ranges::replace(stamp, ':', '-');
        folder = "fleet-" + stamp;
    }
    std::error_code problem;
    std::filesystem::create_directory(folder, problem);
    if (problem)
        return Error{.kind = ErrorKind::Unavailable,
                     .id = "fleet.folder",
                     .text = "--output: \"%1\" could not be made: %2; give a folder that can be written",
                     .arguments = {folder.string(), problem.message()}};
    return folder;
}

Result<void> saveSummary(const FleetSummary& summary, const std::filesystem::path& folder)
{
    const auto saved = writeTextFile(fleetToJson(summary) + "\n", folder / fleetJsonFile);
    return saved ? writeTextFile(fleetToCsv(summary), folder / fleetCsvFile) : saved;
}

/// Before anything is measured: the options behind -- are those that the command has.
Result<void> checkCommand(const FleetRequest& request)
{
    const std::vector<Command> commands{roofsCommand(), sweepCommand()};
    const Command program{
        .name = "ridgepoint-bench", .summary = {}, .options = {}, .notes = {}, .examples = {}, .run = {}};
    const auto line = parseCommandLine(program, commands, request.command);
    return line ? Result<void>() : Result<void>(line.error());
}

ExitCode conclude(const FleetGathering& gathering, const FleetSummary& summary, const std::filesystem::path& folder,
                  Surroundings& surroundings)
{
    const auto saved = saveSummary(summary, folder);
    const ExitCode printed = printResult(surroundings, describeFleet(summary));
    if (!saved)
        return fail(surroundings, saved.error());
    if (printed != ExitCode::Done)
        return printed;
    if (gathering.interrupted)
        return fail(surroundings, {.kind = ErrorKind::Cancelled,
                                   .id = "fleet.interrupted",
                                   .text = "cancelled; the sessions of %1 nodes are in \"%2\"",
                                   .arguments = {std::to_string(summary.measured), folder.string()}});
    surroundings.err << "ridgepoint-bench: sessions and summary are in \"" << printable(folder.string()) << "\"\n"
                     << std::flush;
    if (std::ranges::any_of(gathering.nodes, [](const FleetNode& node) { return node.failure.has_value(); }))
        return ExitCode::DeviceFailed;
    return summary.outliers.empty() ? ExitCode::Done : ExitCode::Outside;
}

ExitCode run(const FleetRequest& request, const SharedOptions& shared, Surroundings& surroundings)
{
    if (const auto fine = check(request); !fine)
        return fail(surroundings, fine.error());
    if (request.nonce)
        return measureNode({.request = request, .program = surroundings.program.string(), .folder = {}}, surroundings);
    if (const auto fine = checkCommand(request); !fine)
        return fail(surroundings, fine.error());
    const auto folder = folderFor(request);
    if (!folder)
        return fail(surroundings, folder.error());
    ProgressBar progress = progressFor(shared, surroundings);
    const FleetPlan plan{.request = request, .program = surroundings.program.string(), .folder = *folder};
    const FleetGathering gathering = request.slurm ? gatherFromSlurm(plan, surroundings, progress)
                                                   : gatherFromHosts(plan, surroundings, progress);
    if (gathering.error) {
        std::error_code ignored;
        std::filesystem::remove(*folder, ignored); // it is empty
        return fail(surroundings, *gathering.error);
    }
    return conclude(gathering, summariseFleet(gathering.nodes), *folder, surroundings);
}

} // namespace

Command fleetCommand()
{
    const auto request = std::make_shared<FleetRequest>();
    const auto shared = std::make_shared<SharedOptions>();
    const auto takeWord = [request](const std::string& word) -> Result<void> {
        request->command.push_back(word);
        return {};
    };
    const auto takeExtra = [request](const std::string& text) -> Result<void> {
        auto option = parseSlurmExtra(text);
        if (!option)
            return option.error();
        request->slurmExtra.push_back(std::move(*option));
        return {};
    };
    constexpr int mostNodes = 100000;
    constexpr int mostGpus = 64;
    return {.name = "fleet",
            .summary = "measure many nodes alike and name those that fall outside",
            .options = {{"COMMAND", "", "roofs or sweep with its options, behind --", takeWord, true, true},
                        {"--hosts", "A,B,C", "measure these machines over ssh", into(request->hosts, parseHosts)},
                        {"--slurm", "", "measure nodes that Slurm gives", set(request->slurm)},
                        {"--nodes", "N", "on how many nodes of Slurm",
                         into(request->nodes, [](const std::string& text) { return parseWhole(text, 1, mostNodes); })},
                        {"--partition", "NAME", "of Slurm", into(request->partition, parsePartition)},
                        {"--gpus", "N", "GPUs that Slurm gives on each node",
                         into(request->gpus, [](const std::string& text) { return parseWhole(text, 1, mostGpus); })},
                        {"--time", "TIME", "limit of the job, as srun takes it: 30 (minutes), 1:00:00",
                         into(request->time, parseSlurmTime)},
                        {.names = "--slurm-extra",
                         .value = "ARG",
                         .help = "another argument for srun; may be given several times",
                         .take = takeExtra,
                         .repeats = true,
                         .takesDashes = true},
                        {"--limit", "TIME", "end a node that gives no result within this time (default: 10min)",
                         into(request->limit, parseTime)},
                        {"-o,--output", "FOLDER",
                         "a new folder for one session a node and the summary (default: named after the time)",
                         into(request->folder, parseOutputFolder)},
                        {"--node", "WORD", "what srun starts on each node; not for the command line",
                         into(request->nonce, parseNonce)},
                        option::progress(*shared)},
            .notes = {"Each node runs the same command, one session a node is saved as NODE.ridge, and the summary as "
                      "summary.json and summary.csv. Of each roof it has the median over the nodes, the spread (robust "
                      "standard deviation, by the median absolute deviation) and the nodes that fall outside, with "
                      "what they say differently: power limit, clock, flags, other load, memory, driver. Four nodes "
                      "are the fewest of which one is named.",
                      "Hosts are measured 32 at once, as by --target. Of Slurm the program must be at the same path on "
                      "every node. Slurm schedules; nothing is measured twice. Ctrl+C keeps what was gathered.",
                      "Exit status: 0 all measured and none outside, 1 a node falls outside, 3 a node gave nothing, 4 "
                      "cancelled."},
            .examples = {"ridgepoint-bench fleet --slurm --nodes 64 --gpus 1 -o fleet -- roofs --device cuda:0",
                         "ridgepoint-bench fleet --hosts node1,node2,node3,node4 -- roofs --device cpu"},
            .run = [request, shared](Surroundings& surroundings) { return run(*request, *shared, surroundings); }};
}

} // namespace ridgepoint
