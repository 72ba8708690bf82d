// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fleet/fleet_summary.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ridgepoint {

/// "power limit 350 W where the others have 700 W".
[[nodiscard]] std::string wordsFor(const FleetFact& fact);
/// "node17: fp32 fma 21 % under the median of 64 nodes, 3 more roofs outside; power limit 350 W where the
/// others have 700 W": which roof lies farthest out, and the facts that tell most.
[[nodiscard]] std::string sentenceFor(const FleetOutlier& outlier, const FleetSummary& summary);
/// "node3: no result within 600 s", "node5: L3 was not measured: …".
[[nodiscard]] std::string sentenceFor(const FleetGap& gap, const FleetSummary& summary);
/// All of these that are said of one node; none where nothing is.
[[nodiscard]] std::vector<std::string> sentencesFor(std::size_t node, const FleetSummary& summary);
/// "243 of 256 nodes measured, 12 fall outside.", and why none is named of a few.
[[nodiscard]] std::string headlineOf(const FleetSummary& summary);

} // namespace ridgepoint
