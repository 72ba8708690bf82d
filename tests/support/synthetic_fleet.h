// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fleet/fleet_summary.h"
#include "core/session/session.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ridgepoint::test {

/// What is wrong with a made-up node.
enum class NodeFault {
    None,
    Hangs,
    Dies,
    LowPower,    ///< a GPU with half the power limit: arithmetic a third slower
    HalfMemory,  ///< a processor with half its memory channels populated
    SlowMemory,  ///< memory a quarter slower, and nothing tells why
    BoastsSpeed, ///< arithmetic twice as fast as can be
};

/// How the nodes of a made-up fleet differ from one another.
struct FleetNoise {
    double betweenNodes = 0.01; ///< standard deviation of the logarithm of each roof
    double ofRounds = 0.02;     ///< by which share a node's rounds differ, each way
    bool isOfGpus = false;
};

/// The session of one node, the same for the same seed: the made-up processor's roofs, or the same of a GPU.
[[nodiscard]] Session syntheticNodeSession(std::uint64_t seed, NodeFault fault, const FleetNoise& noise);

/// Every twentieth node is faulty, at least one, each with the next of these faults.
[[nodiscard]] std::map<std::size_t, NodeFault> everyTwentieth(std::size_t nodes, const std::vector<NodeFault>& faults);

/// "node001" and so on. Those that hang or die have given nothing.
[[nodiscard]] std::vector<FleetNode> syntheticFleet(std::size_t nodes, std::uint64_t seed,
                                                    const std::map<std::size_t, NodeFault>& faults,
                                                    const FleetNoise& noise);

/// The same as a folder (seed 1), as `ridgepoint-bench fleet` leaves it: one session a node, and summary.json. False
/// where it cannot be written.
[[nodiscard]] bool writeSyntheticFleet(const std::filesystem::path& folder, std::size_t nodes,
                                       const std::map<std::size_t, NodeFault>& faults = {},
                                       const FleetNoise& noise = {});

/// The name of that node of a made-up fleet.
[[nodiscard]] std::string syntheticNodeName(std::size_t node);

} // namespace ridgepoint::test
