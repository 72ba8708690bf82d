// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"
#include "core/model/roof.h"
#include "core/sweep/cell_board.h"
#include "core/sweep/refinement.h"

#include <cstddef>

namespace ridgepoint {

/// Tells a refinement what the verdict names the cells that have been measured (verdictOf).
class VerdictsSoFar {
public:
    /// The board must outlive it. Nothing is told without roofs, and of cells that the roofs known do not reach.
    VerdictsSoFar(const CellBoard& board, RoofSet roofs, DeviceKind kind);
    /// Analyses anew where a tenth more cells are measured than the last time: what that takes grows with the map then,
    /// not with its square.
    void tell(Refinement& refinement);

private:
    const CellBoard& m_board;
    RoofSet m_roofs;
    DeviceKind m_kind;
    std::size_t m_told = 0; ///< cells there were the last time
};

} // namespace ridgepoint
