// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/roof.h"
#include "core/model/units.h"
#include "core/model/workload.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// The caches whose traffic may be counted beside that of memory, nearest first.
inline constexpr std::array<std::string_view, 3> cacheLevels{"l1", "l2", "l3"};

/// What some work moves through one level of memory: the place of its dot in a hierarchical roofline (C. Yang, T.
/// Kurth, S. Williams, "Hierarchical Roofline analysis for GPUs", 2020).
struct LevelTraffic {
    std::string roof; ///< id of the level's bandwidth roof, "bandwidth.l3"
    Bytes bytes;      ///< of all passes together

    friend bool operator==(const LevelTraffic&, const LevelTraffic&) = default;
};

/// What a workload moves through each level that has a roof, nearest first. What one level serves goes through it and
/// through every nearer one, so that these have the same traffic. Of a tensor that the last cache and memory serve
/// together (RoofSet::sharedServiceOf) all goes through the cache, and from memory comes only what the cache does not
/// hold. Where no levels are known, memory's traffic alone.
[[nodiscard]] std::vector<LevelTraffic> trafficOf(const Workload& workload, const RoofSet& roofs);

} // namespace ridgepoint
