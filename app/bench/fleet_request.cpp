// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/fleet_request.h"

#include "core/fleet/fleet_folder.h"
#include "core/remote/target.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>
#include <string_view>

namespace ridgepoint {
namespace {

constexpr std::size_t longestName = 200;

bool consistsOf(std::string_view text, std::string_view others)
{
    return !text.empty() && text.size() <= longestName && std::ranges::all_of(text, [others](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || others.find(c) != std::string_view::npos;
    });
}

Error refusedFleet(const char* id, const char* text, const std::string& given = {})
{
    return {.id = id, .text = text, .arguments = {given}};
}

/// Options of roofs and sweep that a fleet decides itself, or that measure nothing.
bool isOfFleet(std::string_view word)
{
    static constexpr std::array<std::string_view, 10> options{"--output", "--csv",     "--json",     "--from",
                                                              "--target", "--summary", "--progress", "--append",
                                                              "--help",   "--slurm"};
    const std::string_view name = word.substr(0, word.find('='));
    return std::ranges::find(options, name) != options.end() || (word.starts_with("-o") || word == "-h");
}

/// A time as parseTime reads it back.
std::string limitText(Seconds limit)
{
    std::array<char, 32> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.6gs", limit.value());
    return {text.data(), static_cast<std::size_t>(length)};
}

} // namespace

Result<std::vector<std::string>> parseHosts(const std::string& text)
{
    std::vector<std::string> hosts;
    std::istringstream parts(text);
    for (std::string host; std::getline(parts, host, ',');) {
        if (host.empty())
            continue;
        // What ssh or a shell could take for something else (CVE-2023-51385) is no name of a host.
        if (!remote::parseTarget(host))
            return refusedFleet("fleet.host", "\"%1\" is not a list of hosts; write names such as node1,node2,me@node3",
                                text);
        // Two hosts of one file would be one node.
        if (std::ranges::find(hosts, sessionFileOf(host), sessionFileOf) != hosts.end())
            return refusedFleet("fleet.host-twice", "\"%1\" names a host twice; name each once", text);
        hosts.push_back(host);
    }
    if (hosts.empty())
        return refusedFleet("fleet.no-host", "\"%1\" names no host; write names such as node1,node2,me@node3", text);
    return hosts;
}

Result<std::string> parsePartition(const std::string& text)
{
    if (!consistsOf(text, "._,-") || text.starts_with('-'))
        return refusedFleet("fleet.partition", "\"%1\" is not the name of a partition; sinfo lists them", text);
    return text;
}

Result<std::string> parseSlurmTime(const std::string& text)
{
    if (text.empty() || text.size() > longestName || text.find_first_not_of("0123456789:-") != std::string::npos
        || text.front() == '-' || text.front() == ':')
        return refusedFleet("fleet.time",
                            "\"%1\" is not a time limit of Slurm; write minutes (30) or hours:minutes:seconds "
                            "(1:00:00)",
                            text);
    return text;
}

Result<std::string> parseSlurmExtra(const std::string& text)
{
    if (!text.starts_with('-')) // srun would take it for the program
        return refusedFleet("fleet.slurm-extra",
                            "\"%1\" is no option of srun; write it in one word, such as --account=NAME", text);
    return text;
}

Result<std::string> parseNonce(const std::string& text)
{
    constexpr std::size_t fewest = 8;
    if (!consistsOf(text, "") || text.size() < fewest)
        return refusedFleet("fleet.nonce", "\"%1\" is no word of a fleet; only `fleet --slurm` gives this option",
                            text);
    return text;
}

Result<std::filesystem::path> parseOutputFolder(const std::string& text)
{
    const std::filesystem::path folder(text);
    std::error_code problem;
    if (std::filesystem::is_directory(folder, problem)) {
        if (!std::filesystem::is_empty(folder, problem) || problem)
            return refusedFleet("fleet.folder-not-empty",
                                "\"%1\" is not empty; give a folder that is not there yet, or an empty one", text);
        return folder;
    }
    if (std::filesystem::exists(folder, problem))
        return refusedFleet("fleet.no-folder", "\"%1\" is no folder; give another name", text);
    const std::filesystem::path parent = std::filesystem::absolute(folder, problem).parent_path();
    if (!std::filesystem::is_directory(parent, problem))
        return refusedFleet("fleet.no-parent", "\"%1\" is in a folder that does not exist; create it first", text);
    return folder;
}

Result<void> check(const FleetRequest& request)
{
    const std::string first = request.command.empty() ? std::string() : request.command.front();
    if (first != "roofs" && first != "sweep")
        return refusedFleet("fleet.command",
                            "\"%1\" is not what a fleet measures; write roofs or sweep with its options behind --",
                            first);
    for (const std::string& word : request.command)
        if (isOfFleet(word))
            return refusedFleet("fleet.own-option",
                                "%1: each node's session is saved in the folder of fleet's -o; leave it out behind --",
                                word);
    if (request.nonce)
        return {};
    if (request.slurm == !request.hosts.empty())
        return refusedFleet("fleet.where", "--hosts: write either --hosts A,B,C or --slurm --nodes N");
    if (request.slurm && !request.nodes)
        return refusedFleet("fleet.no-nodes", "--nodes: missing; write --nodes N: on how many nodes to measure");
    if (!request.slurm
        && (request.nodes || request.gpus || !request.partition.empty() || !request.time.empty()
            || !request.slurmExtra.empty()))
        return refusedFleet("fleet.not-slurm",
                            "--slurm: missing; --nodes, --partition, --gpus, --time and --slurm-extra are of Slurm");
    return {};
}

std::vector<std::string> srunWords(const FleetRequest& request, const std::string& program, const std::string& nonce,
                                   bool isInJob)
{
    // Files named by %N would be written on the nodes, whose folders need not be ours, so all output comes through
    // srun, labelled by task. Without --unbuffered: that cuts lines wherever they come in two parts, and --label then
    // makes two lines of them; ours are written at once, and Slurm hands whole lines on.
    std::vector<std::string> words{"srun",
                                   "--label",
                                   "--nodes=" + std::to_string(request.nodes.value_or(1)),
                                   "--ntasks-per-node=1",
                                   "--cpu-bind=none",      // the one task measures the whole node
                                   "--no-kill",            // a node that fails,
                                   "--kill-on-bad-exit=0", // and one that ends badly,
                                   "--wait=0",             // or early ends no other
                                   "--quit-on-interrupt"};
    if (!isInJob)
        words.emplace_back("--exclusive"); // what others compute beside would be measured, too
    if (!request.partition.empty())
        words.push_back("--partition=" + request.partition);
    if (request.gpus)
        words.push_back("--gpus-per-node=" + std::to_string(*request.gpus));
    if (!request.time.empty())
        words.push_back("--time=" + request.time);
    words.insert(words.end(), request.slurmExtra.begin(), request.slurmExtra.end());
    for (const std::string& word : {program, std::string("fleet"), std::string("--node"), nonce, std::string("--limit"),
                                    limitText(request.limit), std::string("--")})
        words.push_back(word);
    words.insert(words.end(), request.command.begin(), request.command.end());
    return words;
}

std::vector<std::string> nodeWords(const FleetRequest& request, const std::string& program,
                                   const std::filesystem::path& file)
{
    std::vector<std::string> words{program};
    words.insert(words.end(), request.command.begin(), request.command.end());
    for (const std::string& word : {std::string("--no-history"), std::string("--progress"), std::string("none"),
                                    std::string("-o"), file.string()})
        words.push_back(word);
    return words;
}

} // namespace ridgepoint
