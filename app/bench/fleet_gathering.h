// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/fleet_request.h"
#include "app/bench/node_process.h"
#include "app/bench/progress_bar.h"
#include "core/fleet/fleet_summary.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// What came of measuring many nodes: what was gathered stays when it ended early.
struct FleetGathering {
    std::vector<FleetNode> nodes;
    std::optional<Error> error; ///< why no node could be measured at all
    bool interrupted = false;
};

/// How nodes are measured: what to measure, by which file of this program, and the folder for one session a node.
struct FleetPlan {
    const FleetRequest& request;
    std::string program;
    std::filesystem::path folder;
};

/// After the user interrupted, processes have so long to save what they have.
inline constexpr std::chrono::seconds timeToSave{10};
/// At most so many hosts at once: each takes a connection and a process here.
inline constexpr std::size_t mostHostsAtOnce = 32;

/// Measures the hosts, each by a process here that reaches it by --target, until all have ended or the user interrupts.
/// One that does not end within its limit is ended with all that it started.
[[nodiscard]] FleetGathering gatherFromHosts(const FleetPlan& plan, Surroundings& surroundings, ProgressBar& progress);
/// Measures by one srun, which starts this program's other half on each node.
[[nodiscard]] FleetGathering gatherFromSlurm(const FleetPlan& plan, Surroundings& surroundings, ProgressBar& progress);
/// That other half: measures within the limit and reports on standard output.
ExitCode measureNode(const FleetPlan& plan, Surroundings& surroundings);

/// Why a node gave nothing, or not all.
[[nodiscard]] Error nodeLimitError(Seconds limit);
[[nodiscard]] Error nodeStatusError(int status, const std::string& message);
/// The moment so long from now.
[[nodiscard]] NodeProcess::Moment momentAfter(Seconds time);
/// Shows how many nodes are done, and how many of those gave nothing.
void showFleet(ProgressBar& progress, std::size_t done, std::size_t total, std::size_t withoutResult,
               const std::string& waiting = {});

} // namespace ridgepoint
