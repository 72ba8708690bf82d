// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sweep/cell_board.h"
#include "core/sweep/refinement.h"

#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ridgepoint {

/// Cheap cells first, by what is known before anything is measured: the picture comes sooner, and memory grows step by
/// step.
[[nodiscard]] std::vector<CellBoard::Id> byCost(const CellBoard& board, std::vector<CellBoard::Id> cells);
/// Every cell of the plan's own grid: every fourth along each axis first, then every second, each time cheap ones
/// first.
[[nodiscard]] std::vector<CellBoard::Id> everyCell(const CellBoard& board);

/// The first look at a whole map: its coarse lattice and the cells that close it, and what each is expected to take. A
/// time grows at most as the size, the operations and the passes do, so that cheap cells bound the expensive ones.
class FirstLook {
public:
    /// The board must outlive it.
    FirstLook(const CellBoard& board, const Refinement& refinement);

    /// Cheap cells first; a cell that only closes the lattice waits until no cell of the lattice is much cheaper, so
    /// that what is cheap is closed before what is expensive begins.
    [[nodiscard]] const std::vector<CellBoard::Id>& cells() const { return m_cells; }
    /// A cell of the plan has been measured; only those of the lattice are kept.
    void tell(CellBoard::Id id, Seconds time);
    /// The least that measured cells allow; nothing before the first.
    [[nodiscard]] std::optional<Seconds> atMost(const Workload& workload) const;
    /// The same from cells alone that take twice the shortest time or more: launching, which is most of what short ones
    /// take, does not grow with the work. Nothing while there is none.
    [[nodiscard]] std::optional<Seconds> expected(const Workload& workload) const;
    /// What its cells that have not been looked at will take; nothing once there is none.
    [[nodiscard]] std::optional<Seconds> left() const;

private:
    [[nodiscard]] std::optional<Seconds> bound(const Workload& workload, Seconds shortest) const;

    const CellBoard& m_board;
    std::vector<CellBoard::Id> m_cells;
    std::set<CellBoard::Id> m_own; ///< the same, to be found
    std::vector<std::pair<Workload, Seconds>> m_times;
    Seconds m_shortest;
};

} // namespace ridgepoint
