// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fleet/fleet_summary.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// What a fleet's folder holds beside one session a node.
inline constexpr std::string_view fleetJsonFile = "summary.json";
inline constexpr std::string_view fleetCsvFile = "summary.csv";

/// The name of a node's session file, "node17.ridge", whatever the node calls itself.
[[nodiscard]] std::string sessionFileOf(const std::string& node);

/// A folder of sessions, one a node.
struct FleetFolder {
    std::vector<FleetNode> nodes; ///< by the names of their files; then those that gave nothing, by the summary
    std::vector<std::filesystem::path> sessions; ///< of each node; empty where none can be opened
    std::size_t otherFiles = 0;                  ///< that are neither a session nor a summary
    std::optional<Error> summaryProblem{};       ///< why the summary's list of those that gave nothing is not known
};

/// Reads every session (.ridge) of a folder, without the folders below it. One that cannot be read is a node that
/// failed, and so is what the folder's summary.json has without a session. Unavailable where the folder cannot be read
/// or has none of either. `isWanted` is asked before each session, with how many are read and how many there are:
/// Cancelled once it says no.
[[nodiscard]] Result<FleetFolder> readFleetFolder(
    const std::filesystem::path& folder, const std::function<bool(std::size_t read, std::size_t all)>& isWanted = {});

/// The node nearest to the median of all roofs of that device, among those of which a session can be opened and that
/// have most of the roofs: what an odd one is best held against. Nothing where there is none.
[[nodiscard]] std::optional<std::size_t> usualNode(const FleetSummary& summary, const FleetFolder& folder,
                                                   std::string_view device, std::string_view deviceName);

} // namespace ridgepoint
