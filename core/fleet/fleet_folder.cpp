// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/fleet_folder.h"

#include "core/session/json_convert.h"
#include "core/session/session.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <system_error>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::string_view sessionEnding = ".ridge";
constexpr std::size_t longestFileStem = 200;
constexpr std::size_t largestSummary = std::size_t{64} << 20; ///< bytes

bool isHarmless(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_'
        || c == '@' || c == '-';
}

FleetNode nodeOf(const std::filesystem::path& file)
{
    const std::string name = file.stem().string();
    const auto session = readSession(file);
    if (session)
        return fleetNodeOf(name, *session);
    return {.name = name,
            .failure = Error{.kind = session.error().kind,
                             .id = "fleet.unreadable",
                             .text = "its session cannot be read: %1",
                             .arguments = {session.error().message()}}};
}

/// The nodes that the summary has as missing, but for single roofs, each with the reason.
Result<std::vector<FleetNode>> missingNodes(const std::filesystem::path& file)
{
    std::error_code unknown;
    std::ifstream stream(file, std::ios::binary);
    if (!stream || std::filesystem::file_size(file, unknown) > largestSummary) // the largest number where unknown
        return Error{.kind = ErrorKind::Unavailable, .id = "fleet.summary", .text = "it cannot be opened"};
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    const auto parsed = parseJson(text);
    if (!parsed)
        return parsed.error();
    JsonProblem problem;
    const JsonFields fields(*parsed, {}, problem);
    const auto nodes = fields.objects("missing", [](const JsonFields& entry) -> std::optional<FleetNode> {
        if (entry.has("roof"))
            return std::nullopt;
        return FleetNode{.name = entry.text("node"), .failure = errorFrom(entry.object("error"))};
    });
    if (problem.error())
        return *problem.error();
    std::vector<FleetNode> missing;
    for (const auto& node : nodes)
        if (node)
            missing.push_back(*node);
    return missing;
}

/// The places of nodes by the names of their session files, also of such as cannot be read or are not there.
using PlacesByFile = std::map<std::string, std::size_t>;

/// A run that was broken off may have a session all the same.
void addMissing(FleetFolder& folder, PlacesByFile& places, FleetNode missing)
{
    const std::string asCalled = missing.name + std::string(sessionEnding);
    auto found = places.find(asCalled);
    if (found == places.end())
        found = places.find(sessionFileOf(missing.name));
    if (found == places.end()) {
        places.emplace(asCalled, folder.nodes.size());
        folder.nodes.push_back(std::move(missing));
        folder.sessions.emplace_back();
        return;
    }
    const std::size_t place = found->second;
    places.erase(found); // another name may lead to a file of the same name
    places.emplace(asCalled, place);
    FleetNode& node = folder.nodes[place];
    node.name = std::move(missing.name);
    if (!node.failure)
        node.failure = std::move(missing.failure);
}

} // namespace

std::string sessionFileOf(const std::string& node)
{
    std::string name = node.substr(0, longestFileStem);
    std::ranges::replace_if(
        name, [](char c) { return !isHarmless(c); }, '_');
    if (name.empty() || name.front() == '.' || name.front() == '-')
        name.insert(name.begin(), '_');
    return name + std::string(sessionEnding);
}

Result<FleetFolder> readFleetFolder(const std::filesystem::path& folder,
                                    const std::function<bool(std::size_t, std::size_t)>& isWanted)
{
    FleetFolder found;
    std::vector<std::filesystem::path> files;
    bool hasSummary = false;
    std::error_code failed;
    for (auto entry = std::filesystem::directory_iterator(folder, failed);
         !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed)) {
        std::error_code unknown;
        if (!entry->is_regular_file(unknown))
            continue;
        const std::filesystem::path name = entry->path().filename();
        if (name.extension() == sessionEnding)
            files.push_back(entry->path());
        else if (name == fleetJsonFile)
            hasSummary = true;
        else if (name != fleetCsvFile)
            ++found.otherFiles;
    }
    if (failed)
        return Error{.kind = ErrorKind::Unavailable,
                     .id = "fleet.no-folder",
                     .text = "The folder %1 cannot be read: %2; choose one that ridgepoint-bench fleet has written.",
                     .arguments = {folder.string(), failed.message()}};
    std::ranges::sort(files);
    PlacesByFile places;
    for (std::filesystem::path& file : files) {
        if (isWanted && !isWanted(found.nodes.size(), files.size()))
            return Error{.kind = ErrorKind::Cancelled,
                         .id = "fleet.left",
                         .text = "Reading the folder %1 was cancelled.",
                         .arguments = {folder.string()}};
        places.emplace(file.filename().string(), found.nodes.size());
        found.nodes.push_back(nodeOf(file));
        found.sessions.push_back(found.nodes.back().failure ? std::filesystem::path() : std::move(file));
    }
    if (hasSummary) {
        auto missing = missingNodes(folder / fleetJsonFile);
        if (!missing)
            found.summaryProblem = missing.error();
        else
            for (FleetNode& node : *missing)
                addMissing(found, places, std::move(node));
    }
    if (found.nodes.empty())
        return Error{.kind = ErrorKind::Unavailable,
                     .id = "fleet.empty-folder",
                     .text = "There are no sessions in %1; choose a folder that ridgepoint-bench fleet has written, or "
                             "one with a session (.ridge) of each node.",
                     .arguments = {folder.string()}};
    return found;
}

std::optional<std::size_t> usualNode(const FleetSummary& summary, const FleetFolder& folder, std::string_view device,
                                     std::string_view deviceName)
{
    struct Distance {
        double sum = 0.0;
        std::size_t roofs = 0;
    };
    std::vector<Distance> distances(summary.nodes.size());
    std::size_t most = 0;
    for (const FleetRoof& over : summary.roofs) {
        if (over.device != device || over.deviceName != deviceName)
            continue;
        for (const FleetPoint& point : over.points) {
            Distance& its = distances[point.node];
            its.sum += std::abs(std::log(point.value.value / over.spread.median));
            most = std::max(most, ++its.roofs);
        }
    }
    std::optional<std::size_t> nearest;
    const auto mean = [&distances](std::size_t node) {
        return distances[node].sum / static_cast<double>(distances[node].roofs);
    };
    for (std::size_t node = 0; node < distances.size(); ++node)
        if (distances[node].roofs > 0 && 2 * distances[node].roofs >= most && !folder.sessions[node].empty()
            && (!nearest || mean(node) < mean(*nearest)))
            nearest = node;
    return nearest;
}

} // namespace ridgepoint
