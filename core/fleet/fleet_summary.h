// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fleet/fleet_spread.h"
#include "core/model/device.h"
#include "core/model/roof.h"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

struct Session;

/// What one node of a fleet came to: a session's devices and roofs, or why there is none. Of a run that was broken off
/// both may be there.
struct FleetNode {
    std::string name;
    std::optional<Error> failure{};
    std::vector<DeviceInfo> devices{};
    std::vector<RoofSet> roofs{};
    std::map<std::string, std::string> environment{};
};

/// What a summary needs of a session, which may hold a million samples.
[[nodiscard]] FleetNode fleetNodeOf(std::string name, const Session& session);

/// Something that a node says of itself and that differs from the others: "power limit", "350 W", "700 W".
struct FleetFact {
    std::string name;
    std::string here;
    std::string others;
    bool isOfAll = true; ///< whether all others say that, not only most of them

    friend bool operator==(const FleetFact&, const FleetFact&) = default;
};

/// A value of a roof on a node, which is a place in the summary's names.
struct FleetPoint {
    std::size_t node = 0;
    NodeValue value;
    bool isOutside = false;
};

/// A roof over all nodes whose device has the same name.
struct FleetRoof {
    std::string device;     ///< "cuda:0"
    std::string deviceName; ///< "NVIDIA H100 80GB HBM3"
    std::string roof;       ///< "compute.fp32.fma"
    RoofKind kind = RoofKind::Bandwidth;
    std::vector<FleetPoint> points; ///< in the order of the nodes
    FleetSpread spread;
    double limit = 0.0; ///< the difference of logarithms from which on a node lies outside; infinite for too few nodes
};

/// How far a node's value of one roof lies from the median.
struct FleetDeviation {
    std::size_t roof = 0; ///< its place in the summary
    double share = 0.0;   ///< -0.21: 21 % under the median
};

/// A node that falls outside, with what tells why.
struct FleetOutlier {
    std::size_t node = 0;
    std::string device;
    std::vector<FleetDeviation> roofs; ///< the farthest first; none where the device itself is another one
    std::vector<FleetFact> facts;      ///< what differs from the other nodes, the most telling first
    bool isHalfTheMemory = false; ///< memory runs at half the speed, undisturbed, and nothing else does: maybe half of
                                  ///< the memory channels are populated
};

/// A node without a session, or of which something is missing that most of the others have.
struct FleetGap {
    std::size_t node = 0;
    std::string roof; ///< that could not be measured; empty where the node gave nothing, or broke off
    Error reason;
};

/// Many sessions of one plan side by side.
struct FleetSummary {
    std::vector<std::string> nodes;     ///< their names
    std::size_t measured = 0;           ///< of them gave roofs
    std::vector<FleetRoof> roofs;       ///< by device, in the order in which the sessions have them
    std::vector<FleetOutlier> outliers; ///< the farthest first
    std::vector<FleetGap> gaps;         ///< in the order of the nodes
};

/// Pure. The roofs compared are those of each device's set with the most threads.
[[nodiscard]] FleetSummary summariseFleet(std::span<const FleetNode> nodes);

} // namespace ridgepoint
