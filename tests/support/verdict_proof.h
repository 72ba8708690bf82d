// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/analyse.h"
#include "core/sweep/plan.h"
#include "tests/support/disturbed_device.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// Maps of the disturbed device, measured as the program measures them, and how well their verdicts fare against the
/// truth.
namespace ridgepoint::test {

/// A map with all that is known of it. Cells are in the plan's order.
struct ProofMap {
    Plan plan;
    Disturbances disturbances;
    DisturbedTruth truth;
    RoofSet roofs;                              ///< as the disturbed device was measured
    std::vector<std::optional<Sample>> samples; ///< measured or filled in; nothing where neither
    std::vector<PointAnalysis> points;          ///< empty analyses where there is no sample
    std::vector<TrueTerms> terms;               ///< in the state that the roofs were measured in
    std::vector<DisturbedBatch> batches;        ///< every reading of the map
    bool isComplete = false;                    ///< false where roofs or sweep failed
};

/// Measures the roofs, then 33 x 33 cells of 1 to 1024 operations on 1 to 128 Mi elements, and analyses them.
[[nodiscard]] ProofMap measureProofMap(const Disturbances& disturbances, std::uint64_t seed, Strategy strategy);

/// Whether a verdict is none to rely on: no regime is named, or the cell is ambiguous.
[[nodiscard]] bool isMarked(const PointAnalysis& point);

/// What the verdicts of a map are worth, each from 0 to 1 but for the count.
struct VerdictScores {
    /// Of the unmarked: those named for a term whose share is a tenth under the largest one or more.
    double wrong = 0.0;
    double unmarked = 0.0; ///< of all cells
    /// Named, marked or not, for a term that is a third of the measured time at most: even in the slowest state that
    /// the disturbances bring about, and a tenth longer than in truth.
    std::size_t impossible = 0;
    /// Of the intervals of all shares of all cells that have them: those that hold the true share.
    double covered = 0.0;
};
[[nodiscard]] VerdictScores scoresOf(const ProofMap& map);

} // namespace ridgepoint::test
