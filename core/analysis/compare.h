// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/analyse.h"
#include "core/model/roof.h"
#include "core/stats/sample.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// How one sample's time relates to another's: "B is 3.8x A".
struct TimeComparison {
    double speedup = 1.0;        ///< time of A over time of B: above 1, B is faster
    Interval range;              ///< of the speed-up, from both intervals, each widened by the square root of two
    bool differs = false;        ///< 1 lies outside the range
    bool claimsCoverage = false; ///< both samples have enough rounds for their intervals to mean something
};

/// Compares two measured or published samples; nothing where a time is no positive number. Two runs vary against each
/// other by the root of two more than rounds of one run do, so the intervals are widened by it.
[[nodiscard]] std::optional<TimeComparison> compareTimes(const Sample& a, const Sample& b);

/// Roofs of several devices side by side.
struct RoofTable {
    /// One roof, or one ridge, of every device.
    struct Row {
        std::string id;                            ///< of the roof; of a ridge the compute roof's
        std::vector<std::optional<double>> values; ///< one a device; in the roof's unit, FLOP/B for a ridge
        std::vector<Provenance> provenances;       ///< one a device; meaningless where there is no value
    };
    std::vector<std::string> devices;
    std::vector<Row> roofs;  ///< bandwidth, compute, launch; within each in the order of first appearance
    std::vector<Row> ridges; ///< of every compute roof in FLOP/s, over bandwidth.dram
};

/// Every roof that any of the devices has. The launch rows are the overhead floors.
[[nodiscard]] RoofTable compareRoofs(std::span<const RoofSet> devices);

} // namespace ridgepoint
