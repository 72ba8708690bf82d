// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/units.h"
#include "core/sweep/axis.h"

#include <string>
#include <vector>

namespace ridgepoint {

enum class Strategy { Full, Adaptive }; ///< every cell, or a lattice refined where regimes meet

/// What to measure: every cell of the grid that the axes span around a base workload. The base holds what no axis
/// names: operation, precision, chain length, launch mode, threads and the coordinates of the missing axes.
struct Plan {
    std::string device = "cpu";
    Workload base;
    std::vector<Axis> axes; ///< one: a line; two: a map (x first, then y); three: the cube; each kind at most once
    Strategy strategy = Strategy::Adaptive;
    Seconds budget{6.0};
    double targetInterval = 0.03; ///< stop when high - low is within this fraction of the time

    friend bool operator==(const Plan&, const Plan&) = default;
    [[nodiscard]] std::size_t cellCount() const;
    /// The workload of a cell, x running fastest.
    [[nodiscard]] Workload cell(std::size_t index) const;
};

/// InvalidInput for no axis, a kind named twice, empty or absurdly many values (over 2^20 cells), invalid workloads.
[[nodiscard]] Result<void> validate(const Plan& plan);
/// The plan, or a made-up one of one cell in place of an invalid one: whoever keeps cells has some then.
[[nodiscard]] Plan orOneCell(const Plan& plan);

} // namespace ridgepoint
