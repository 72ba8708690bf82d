// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sweep/plan.h"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace ridgepoint {

/// Axes with fewer values, such as the depth's, are short.
inline constexpr int shortAxis = 8;
/// A cell is filled in between only where a measured one lies so near, in steps along each axis: two, and along a short
/// one three, where its ends hold its middle.
[[nodiscard]] constexpr int farthestFilled(int length) { return length < shortAxis ? 3 : 2; }

/// The cells of a plan as an array of up to three axes, with the logarithms of their coordinates.
class Grid {
public:
    using Place = std::array<int, 3>; ///< an index along each axis; 0 along axes that are not there

    explicit Grid(const Plan& plan);

    [[nodiscard]] const Plan& plan() const { return m_plan; }
    [[nodiscard]] int axisCount() const { return m_axisCount; }
    [[nodiscard]] int length(int axis) const { return m_lengths[static_cast<std::size_t>(axis)]; }
    [[nodiscard]] std::size_t cellCount() const { return m_cellCount; }
    /// The axis of this kind, if the plan has it.
    [[nodiscard]] std::optional<int> axisOf(AxisKind kind) const;
    /// ln of the coordinate.
    [[nodiscard]] double logCoordinate(int axis, int index) const
    {
        return m_logs[static_cast<std::size_t>(axis)][static_cast<std::size_t>(index)];
    }
    [[nodiscard]] Place placeOf(std::size_t cell) const;
    [[nodiscard]] std::size_t cellAt(const Place& place) const;
    [[nodiscard]] Workload workload(std::size_t cell) const { return m_plan.cell(cell); }
    /// The cell of a workload, if it is one of this grid.
    [[nodiscard]] std::optional<std::size_t> find(const Workload& workload) const;

private:
    Plan m_plan;
    int m_axisCount = 0;
    std::size_t m_cellCount = 0;
    Place m_lengths{1, 1, 1};
    std::array<std::vector<double>, 3> m_logs;
};

} // namespace ridgepoint
