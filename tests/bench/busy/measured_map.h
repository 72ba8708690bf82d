// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/analyse.h"
#include "core/model/roof.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <span>

namespace ridgepoint::bench {

/// A cell as the CSV file has it, whatever classifier wrote it.
struct MeasuredCell {
    PointAnalysis verdict; ///< regime and flags alone
    Seconds time;
};
/// A map from its CSV file, with the roofs that were measured before it.
struct MeasuredMap {
    std::map<Workload, MeasuredCell> cells;
    RoofSet roofs;
};
/// Nothing where a file is missing or not one of `ridgepoint-bench sweep`.
[[nodiscard]] std::optional<MeasuredMap> readMap(const std::filesystem::path& csv,
                                                 const std::filesystem::path& session);

/// How far two maps name the same regimes.
struct MapAgreement {
    double ofAll = 0.0; ///< cells of the same regime, of all cells of either; one without a regime agrees with none
    double ofUnmarked = 0.0; ///< of those that are marked in neither
};
[[nodiscard]] MapAgreement agreementOf(const MeasuredMap& a, const MeasuredMap& b);
/// The share of cells that are not marked.
[[nodiscard]] double unmarkedShare(const MeasuredMap& map);
/// Cells named for a term that is a third of their time at most by every one of these roofs, even if it is a tenth
/// longer. A regime for which there is no roof is never counted.
[[nodiscard]] std::size_t impossibleVerdicts(const MeasuredMap& map, std::span<const RoofSet> roofs);

} // namespace ridgepoint::bench
