// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/summary.h"
#include "core/sweep/cell_board.h"

#include <set>
#include <vector>

namespace ridgepoint {

/// Cells of the plan's grid whose regime is ambiguous or differs from a neighbour's, by the samples so far and the
/// device's roofs (verdictOf); by slopes where no roofs are known.
[[nodiscard]] std::set<CellBoard::Id> cellsAtBorders(const CellBoard& board, const RoofSet& roofs, DeviceKind kind);

/// The cells that the next round visits: those not yet read often enough, the focused ones first, then those at
/// borders, then the rest, each from cheap to expensive; as many as can be brought to a claim within the time that is
/// left. Empty when no cell needs, or can afford, another round.
[[nodiscard]] std::vector<CellBoard::Id> nextRound(const CellBoard& board, const StoppingRule& rule,
                                                   const std::set<CellBoard::Id>& focused,
                                                   const std::set<CellBoard::Id>& atBorders, Seconds left);

} // namespace ridgepoint
