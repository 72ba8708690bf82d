// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/sample.h"
#include "core/stats/summary.h"
#include "core/sweep/cell_meter.h"
#include "core/sweep/grid.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ridgepoint {

/// The cells of a sweep and what is known of each: those of the plan's grid, and those of the same grid moved to each
/// neighbour (neighbourPlans). A cell is named by one number: plane * cellsInAPlane + cell, the plan's own plane first.
class CellBoard {
public:
    using Id = std::size_t;
    enum class State {
        Known, ///< came with the sweep; never measured again
        Measured,
        Unavailable, ///< the device can't take it
    };
    /// A cell that has been looked at.
    struct Cell {
        Id id = 0;
        Workload workload;
        State state = State::Measured;
        CellRecord record;
        Summary summary;
        Sample known;       ///< of a Known cell
        bool isNew = false; ///< not handed out since it was last measured
    };

    CellBoard(const Plan& plan, const std::vector<Sample>& known);

    [[nodiscard]] const Grid& grid() const { return m_planes.front(); }
    [[nodiscard]] std::size_t planes() const { return m_planes.size(); }
    [[nodiscard]] std::size_t cellsInAPlane() const { return m_planes.front().cellCount(); }
    [[nodiscard]] bool isInPlan(Id id) const { return id < cellsInAPlane(); }
    [[nodiscard]] Workload workload(Id id) const
    {
        return m_planes[id / cellsInAPlane()].workload(id % cellsInAPlane());
    }
    /// The cell of a workload in any plane.
    [[nodiscard]] std::optional<Id> find(const Workload& workload) const;
    /// The cell, if it has been looked at; null otherwise.
    [[nodiscard]] Cell* cell(Id id);
    [[nodiscard]] bool isSeen(Id id) const { return m_index.count(id) != 0; }
    /// The cell, added if it is new.
    Cell& add(Id id);
    /// All cells looked at, in the order in which they were.
    [[nodiscard]] std::vector<Cell>& cells() { return m_cells; }
    [[nodiscard]] const std::vector<Cell>& cells() const { return m_cells; }

    /// Cells of the plan's own grid that are measured or known.
    [[nodiscard]] std::int64_t measuredInPlan() const { return m_measuredInPlan; }
    /// Counts the cell as measured; once a cell.
    void countMeasured(Id id) { m_measuredInPlan += isInPlan(id) ? 1 : 0; }
    /// The best sample of a Measured or Known cell.
    [[nodiscard]] Sample sampleOf(const Cell& cell) const;
    [[nodiscard]] std::vector<Sample> samples() const;

private:
    std::string m_device;
    std::vector<Grid> m_planes;
    std::vector<Cell> m_cells;
    std::unordered_map<Id, std::size_t> m_index;
    std::int64_t m_measuredInPlan = 0;
};

} // namespace ridgepoint
