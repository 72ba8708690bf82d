// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sweep/grid.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace ridgepoint {

/// Chooses which cells of a log grid to measure, coarse to fine: boxes are halved along the axis in which a measured
/// midpoint departs most from the line between its corners, where that is more than a tolerance: 12 %, or 3 % where the slopes
/// within the box name different regimes. Different regimes alone halve nothing: on straight lines the border is interpolated.
/// Works on one, two or three axes of any lengths. Deterministic: the same times give the same cells.
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
