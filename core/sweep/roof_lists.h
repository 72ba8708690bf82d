// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/roof.h"

#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Whether a roof is what a load waits at a level, "latency.l2", rather than an operation, "latency.fp32.fma".
[[nodiscard]] bool isOfALoad(std::string_view id);

/// Whether a roof is one that people expect in a list and that no prediction, chart or experiment takes: what integers
/// reach, what a load waits at each level, reading, writing and copying within caches. Nobody is to wait for them
/// before a first map.
[[nodiscard]] bool isBesides(std::string_view id);

/// The ids that predict() needs for this workload: its compute roof, the bandwidth of the level that its footprint
/// falls in, its launch roof and, unless every launch is waited for, the fixed cost. Level "dram" while none is known.
[[nodiscard]] std::vector<std::string> roofsNeededFor(const Workload& workload, const RoofSet& roofs);

} // namespace ridgepoint
