// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/units.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

inline constexpr double usualFleetLimit = 600.0; ///< seconds a node

/// What a `fleet` command line asks for.
struct FleetRequest {
    std::vector<std::string> hosts; ///< measured over ssh; empty with --slurm
    bool slurm = false;
    std::optional<int> nodes{};
    std::string partition;
    std::optional<int> gpus{};
    std::string time;                    ///< as srun takes it
    std::vector<std::string> slurmExtra; ///< further words for srun: "--account=physics"
    Seconds limit{usualFleetLimit};      ///< of each node
    std::filesystem::path folder;        ///< empty: one that is named after the time
    std::optional<std::string> nonce{};  ///< set on a node, where srun starts this program
    std::vector<std::string> command;    ///< what each node does: "roofs" or "sweep" with its options
};

/// "node1,node2,user@node3": names that ssh cannot take for options.
[[nodiscard]] Result<std::vector<std::string>> parseHosts(const std::string& text);
/// The name of a partition.
[[nodiscard]] Result<std::string> parsePartition(const std::string& text);
/// A time limit of Slurm: "30" (minutes), "1:00:00", "2-0".
[[nodiscard]] Result<std::string> parseSlurmTime(const std::string& text);
/// A further option of srun, in one word.
[[nodiscard]] Result<std::string> parseSlurmExtra(const std::string& text);
/// The word that lines of a report begin with.
[[nodiscard]] Result<std::string> parseNonce(const std::string& text);
/// A folder that is empty, or is not there but could be made.
[[nodiscard]] Result<std::filesystem::path> parseOutputFolder(const std::string& text);

/// InvalidInput where options contradict each other, or where the command is none of a node's.
[[nodiscard]] Result<void> check(const FleetRequest& request);

/// The command line of srun that runs this program's file once on each node.
[[nodiscard]] std::vector<std::string> srunWords(const FleetRequest& request, const std::string& program,
                                                 const std::string& nonce, bool isInJob);
/// The command that measures into that file: this program's file on a node, or for a host.
[[nodiscard]] std::vector<std::string> nodeWords(const FleetRequest& request, const std::string& program,
                                                 const std::filesystem::path& file);

} // namespace ridgepoint
