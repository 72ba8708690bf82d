// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the measuring program makes of a machine that others use: maps and roofs beside nothing, one busy core, a stream
// through memory that comes and goes, and two compilers. All loads are this benchmark's own.
// Usage: bench_busy RIDGEPOINT-BENCH [ROUNDS]; a round takes about eight minutes: three experiments, then roofs, a
// full map of 25 s and an adaptive one, these twice beside each load.
#include "core/experiment/registry.h"
#include "core/session/json_text.h"
#include "core/session/session.h"
#include "core/stats/readings.h"
#include "tests/bench/busy/load.h"
#include "tests/bench/busy/measured_map.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ridgepoint;
using namespace ridgepoint::bench;

namespace {

/// What was measured beside one load in one round.
struct Stay {
    std::set<std::string> findings; ///< of the experiments, as sentences without their figures
    std::vector<MeasuredMap> full;
    std::vector<MeasuredMap> adaptive;
    std::vector<RoofSet> roofs; ///< of the roofs' own runs and of those before each map
};
using Round = std::map<LoadKind, Stay>;

[[noreturn]] void giveUp(const std::string& why)
{
    std::fprintf(stderr, "bench_busy: %s\n", why.c_str());
    std::exit(3);
}

std::string textOf(const std::filesystem::path& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Runs the program with these arguments, its output to the file; ends this program, with what it says, when it fails.
void runProgram(const std::string& program, std::vector<std::string> arguments, const std::filesystem::path& output)
{
    // Its warnings of a busy machine are what is asked for here.
    const std::filesystem::path messages = output.string() + ".messages";
    const pid_t child = fork();
    if (child == 0) {
        constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
        dup2(open(output.c_str(), flags, 0600), STDOUT_FILENO);
        dup2(open(messages.c_str(), flags, 0600), STDERR_FILENO);
        std::vector<char*> pointers{const_cast<char*>(program.c_str())};
        for (std::string& argument : arguments)
            pointers.push_back(argument.data());
        pointers.push_back(nullptr);
        execv(program.c_str(), pointers.data());
        _exit(127);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
        giveUp(program + " " + arguments.front() + " failed: " + textOf(messages));
}

RoofSet measureRoofs(const std::string& program, const std::filesystem::path& folder)
{
    const std::filesystem::path output = folder / "roofs.json";
    const std::string ids = "bandwidth.l1,bandwidth.l2,bandwidth.l3,bandwidth.dram,compute.fp32.fma,launch.wait_each";
    runProgram(program, {"roofs", "--device", "cpu", "--only", ids, "--json"}, output);
    auto roofs = roofsFromJson(textOf(output));
    if (!roofs)
        giveUp(roofs.error().message());
    return *roofs;
}

MeasuredMap measureMap(const std::string& program, const std::filesystem::path& folder, bool isFull)
{
    const std::filesystem::path csv = folder / "map.csv";
    const std::filesystem::path session = folder / "map.ridge";
    // clang-format off
    std::vector<std::string> arguments{"sweep", "--device", "cpu", "--ops", "1..1024:33", "--size", "1..128Mi:33",
                                       isFull ? "--full" : "--adaptive", "--budget", isFull ? "25s" : "6s",
                                       "--csv", csv.string(), "-o", session.string()};
    // clang-format on
    runProgram(program, std::move(arguments), folder / "output");
    auto map = readMap(csv, session);
    if (!map)
        giveUp("the files of the map in " + folder.string() + " cannot be read.");
    return std::move(*map);
}

/// What the experiments say of this machine, without the figures.
std::set<std::string> findingsOf(const std::string& program, const std::filesystem::path& folder)
{
    std::set<std::string> findings;
    for (const char* id : {"fusion", "tensor-size", "compute-intensity"}) {
        const std::filesystem::path session = folder / "experiment.ridge";
        runProgram(program, {"experiment", id, "--device", "cpu", "-o", session.string()}, folder / "output");
        const auto saved = readSession(session);
        const ExperimentDefinition* experiment = findExperiment(id);
        if (!saved || saved->experiments.empty() || experiment == nullptr)
            giveUp("the session of " + std::string(id) + " cannot be read.");
        for (const Finding& finding : experiment->analyse(saved->experiments.back()))
            findings.insert(finding.text + (finding.values.empty() ? "" : " | " + finding.values.front().word));
        std::filesystem::remove(session);
    }
    return findings;
}

/// `alone`: the experiments and nothing else.
Stay measureBeside(LoadKind kind, unsigned seed, const std::string& program, const std::filesystem::path& folder,
                   bool alone)
{
    const Load load(kind, seed, folder);
    Stay stay;
    stay.findings = findingsOf(program, folder);
    for (int time = 0; time < 2 && !alone; ++time) {
        stay.roofs.push_back(measureRoofs(program, folder));
        stay.full.push_back(measureMap(program, folder, true));
        stay.adaptive.push_back(measureMap(program, folder, false));
        stay.roofs.push_back(asLastMeasured(stay.full.back().roofs));
        stay.roofs.push_back(asLastMeasured(stay.adaptive.back().roofs));
    }
    if (!load.isRunning())
        giveUp("the load \"" + std::string(nameOf(kind))
               + "\" ended by itself; is there a compiler as " RIDGEPOINT_COMPILER "?");
    return stay;
}

double median(std::vector<double> values) { return values.empty() ? NAN : percentile(std::move(values), 0.5); }

/// What these runs found of a roof, in their order.
std::vector<double> valuesOf(const std::vector<RoofSet>& sets, const std::string& id)
{
    std::vector<double> values;
    for (const RoofSet& set : sets)
        if (const Roof* roof = set.find(id))
            values.push_back(roof->value);
    return values;
}

/// How far the value farthest from the median of one stay lies from it; of several roofs the one that varies most.
double spreadOf(const Stay& stay, const std::vector<std::string>& ids)
{
    double spread = NAN;
    for (const std::string& id : ids) {
        const std::vector<double> values = valuesOf(stay.roofs, id);
        for (const double value : values)
            spread = std::fmax(spread, std::abs(value / median(values) - 1.0));
    }
    return spread;
}

/// The share of what is found on the quiet machine that is found here too.
double findingsKept(const Stay& stay, const Stay& quiet)
{
    const auto kept = std::ranges::count_if(
        quiet.findings, [&](const std::string& finding) { return stay.findings.contains(finding); });
    return static_cast<double>(kept) / static_cast<double>(std::max<std::size_t>(quiet.findings.size(), 1));
}

double toQuiet(const Stay& stay, const Stay& quiet, const std::string& id)
{
    return median(valuesOf(stay.roofs, id)) / median(valuesOf(quiet.roofs, id));
}

using Maps = std::vector<MeasuredMap>;
double besideQuiet(const Maps& maps, const Maps& quiet)
{
    std::vector<double> values;
    for (const MeasuredMap& map : maps)
        for (const MeasuredMap& other : quiet)
            if (&map != &other)
                values.push_back(agreementOf(map, other).ofAll);
    return median(std::move(values));
}

double impossibleIn(const Maps& maps, const Maps& quiet)
{
    double count = 0.0;
    for (const MeasuredMap& map : maps) {
        std::vector<RoofSet> roofs{map.roofs, asLastMeasured(map.roofs)};
        for (const MeasuredMap& other : quiet)
            roofs.insert(roofs.end(), {other.roofs, asLastMeasured(other.roofs)});
        count += static_cast<double>(impossibleVerdicts(map, roofs));
    }
    return count;
}

/// A line of the table: what is worked out of a load's stay and the quiet one of the same round.
struct Figure {
    const char* title;
    const char* target;
    bool isShare; ///< printed in percent
    std::function<double(const Stay& stay, const Stay& quiet)> value;
};

std::vector<Figure> figures()
{
    const std::vector<std::string> caches{"bandwidth.l1", "bandwidth.l2", "bandwidth.l3"};
    const auto agreeing = [](const Maps& maps) { return agreementOf(maps[0], maps[1]); };
    const auto unmarked = [](const Maps& maps) { return (unmarkedShare(maps[0]) + unmarkedShare(maps[1])) / 2.0; };
    return {
        {"two full maps: same regime named, of all cells", ">= 97 %", true,
         [=](const Stay& stay, const Stay&) { return agreeing(stay.full).ofAll; }},
        {"two full maps: same regime, unmarked in both", ">= 99 %", true,
         [=](const Stay& stay, const Stay&) { return agreeing(stay.full).ofUnmarked; }},
        {"full maps with quiet ones, all cells", "", true,
         [](const Stay& stay, const Stay& quiet) { return besideQuiet(stay.full, quiet.full); }},
        {"full maps: unmarked", ">= 86 %", true, [=](const Stay& stay, const Stay&) { return unmarked(stay.full); }},
        {"full maps: impossible verdicts in both", "0", false,
         [](const Stay& stay, const Stay& quiet) { return impossibleIn(stay.full, quiet.full); }},
        {"two adaptive maps: same regime named, of all cells", ">= 95 %", true,
         [=](const Stay& stay, const Stay&) { return agreeing(stay.adaptive).ofAll; }},
        {"two adaptive maps: same, unmarked in both", ">= 99 %", true,
         [=](const Stay& stay, const Stay&) { return agreeing(stay.adaptive).ofUnmarked; }},
        {"adaptive maps with quiet ones, all cells", "", true,
         [](const Stay& stay, const Stay& quiet) { return besideQuiet(stay.adaptive, quiet.adaptive); }},
        {"adaptive maps: unmarked", ">= 86 %", true,
         [=](const Stay& stay, const Stay&) { return unmarked(stay.adaptive); }},
        {"adaptive maps: impossible verdicts in both", "0", false,
         [](const Stay& stay, const Stay& quiet) { return impossibleIn(stay.adaptive, quiet.adaptive); }},
        {"experiments: findings of the quiet machine kept", "100 %", true, findingsKept},
        {"compute roof, six times: farthest off", "<= 3 %", true,
         [](const Stay& stay, const Stay&) { return spreadOf(stay, {"compute.fp32.fma"}); }},
        {"cache roofs", "<= 8 %", true, [=](const Stay& stay, const Stay&) { return spreadOf(stay, caches); }},
        {"DRAM roof, whatever the state of memory", "<= 10 %", true,
         [](const Stay& stay, const Stay&) { return spreadOf(stay, {"bandwidth.dram"}); }},
        {"launch roof", "", true, [](const Stay& stay, const Stay&) { return spreadOf(stay, {"launch.wait_each"}); }},
        {"compute roof, to the quiet one", "", true,
         [](const Stay& stay, const Stay& quiet) { return toQuiet(stay, quiet, "compute.fp32.fma"); }},
        {"DRAM roof, to the quiet one", "", true,
         [](const Stay& stay, const Stay& quiet) { return toQuiet(stay, quiet, "bandwidth.dram"); }},
        {"launch roof, to the quiet one", "", true,
         [](const Stay& stay, const Stay& quiet) { return toQuiet(stay, quiet, "launch.wait_each"); }},
    };
}

void print(const std::vector<Round>& rounds)
{
    std::printf("%-46s %-8s", "median of the rounds", "target");
    for (const LoadKind kind : allLoads)
        std::printf(" %14s", std::string(nameOf(kind)).c_str());
    std::printf("\n");
    for (const Figure& figure : figures()) {
        std::printf("%-46s %-8s", figure.title, figure.target);
        for (const LoadKind kind : allLoads) {
            std::vector<double> values;
            for (const Round& round : rounds)
                values.push_back(figure.value(round.at(kind), round.at(LoadKind::None)));
            if (figure.isShare)
                std::printf(" %12.1f %%", 100.0 * median(std::move(values)));
            else
                std::printf(" %14.0f", median(std::move(values)));
        }
        std::printf("\n");
    }
}

/// How often each finding was made beside each load: those that are not made alike everywhere.
void printFound(const std::vector<Round>& rounds)
{
    std::map<std::string, std::map<LoadKind, int>> found;
    for (const Round& round : rounds)
        for (const auto& [kind, stay] : round)
            for (const std::string& finding : stay.findings)
                ++found[finding][kind];
    for (auto& [finding, times] : found) {
        if (std::ranges::all_of(allLoads,
                                [&](LoadKind kind) { return times[kind] == static_cast<int>(rounds.size()); }))
            continue;
        std::printf("%s\n   ", finding.c_str());
        for (const LoadKind kind : allLoads)
            std::printf(" %s %d", std::string(nameOf(kind)).c_str(), times[kind]);
        std::printf("\n");
    }
}

/// What is printed of the experiments alone.
void printFindings(const std::vector<Round>& rounds)
{
    for (const LoadKind kind : allLoads) {
        std::vector<double> kept;
        for (const Round& round : rounds)
            for (const Round& other : rounds)
                // Quiet rounds with each other tell what could be kept at all.
                if ((&round == &other) != (kind == LoadKind::None))
                    kept.push_back(findingsKept(round.at(kind), other.at(LoadKind::None)));
        std::printf("%-46s %-16s %8.1f %%\n", "experiments: findings of the quiet machine kept",
                    std::string(nameOf(kind)).c_str(), 100.0 * median(kept));
    }
}

} // namespace

int main(int count, char** arguments)
{
    if (count < 2) {
        std::fputs("Usage: bench_busy RIDGEPOINT-BENCH [ROUNDS [experiments]]\n", stderr);
        return 2;
    }
    const std::string program = arguments[1];
    const int rounds = count > 2 ? std::max(1, std::atoi(arguments[2])) : 3;
    const bool alone = count > 3 && std::strcmp(arguments[3], "experiments") == 0;
    std::string name = (std::filesystem::temp_directory_path() / "bench_busy.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        giveUp("no folder could be made under " + std::filesystem::temp_directory_path().string() + ".");
    // Roofs are recalled within this benchmark, as within a day on one machine, and not of what was measured before it.
    setenv("XDG_STATE_HOME", name.c_str(), 1);
    std::vector<Round> measured(static_cast<std::size_t>(rounds));
    for (int round = 0; round < rounds; ++round)
        for (const LoadKind kind : allLoads) {
            std::fprintf(stderr, "round %d of %d: %s\n", round + 1, rounds, std::string(nameOf(kind)).c_str());
            measured[static_cast<std::size_t>(round)][kind] = measureBeside(kind, static_cast<unsigned>(round) + 1,
                                                                            program, name, alone);
        }
    std::filesystem::remove_all(name);
    if (alone)
        printFindings(measured);
    else
        print(measured);
    printFound(measured);
    return 0;
}
