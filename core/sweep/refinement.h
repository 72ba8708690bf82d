// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/regime.h"
#include "core/sweep/grid.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace ridgepoint {

/// Chooses which cells of a log grid to measure, coarse to fine: boxes are halved along the axis in which a measured
/// midpoint departs most from the line between its corners, where that is more than a tolerance: 12 %, or 3 % where the
/// verdict on the box's cells differs or is in doubt. Different regimes alone halve nothing: on straight lines the
/// border is interpolated. Works on one, two or three axes of any lengths. Deterministic: the same times give the same
/// cells.
class Refinement {
public:
    explicit Refinement(Grid grid);
    ~Refinement();
    Refinement(Refinement&&) noexcept;
    Refinement& operator=(Refinement&&) noexcept;

    /// The coarse lattice: a first picture, the same for every surface.
    [[nodiscard]] const std::vector<std::size_t>& coarseCells() const;
    /// What else has to be measured for every cell to lie within farthestFilled of a measured one along each axis.
    [[nodiscard]] const std::vector<std::size_t>& closingCells() const;
    /// Tells ln T of a measured cell.
    void set(std::size_t cell, double logTime);
    /// Tells what the verdict names cells of the grid: nothing where it names none or is in doubt. Where the regime
    /// differs is by these from then on, and cells that are not among them are passed over; by slopes before, and where
    /// there are none.
    void setVerdicts(std::map<std::size_t, std::optional<Regime>> verdicts);
    /// A cell that can't be measured: boxes that need it are left alone.
    void setUnavailable(std::size_t cell);
    /// The cells to measure next, most useful first; empty when the picture is complete (or when all cells that it
    /// waits for are still to be told). Ask again after every one of them has been told.
    [[nodiscard]] std::vector<std::size_t> nextCells();

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace ridgepoint
