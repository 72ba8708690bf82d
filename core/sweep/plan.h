// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/axis_kind.h"
#include "core/model/result.h"
#include "core/model/units.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Distinct whole values of one axis, ascending.
struct Axis {
    AxisKind kind = AxisKind::Operations;
    std::vector<std::int64_t> values;

    friend bool operator==(const Axis&, const Axis&) = default;
};

/// Whole numbers spaced evenly in the logarithm from low to high, distinct, so fewer than count may come out.
[[nodiscard]] std::vector<std::int64_t> logSpaced(std::int64_t low, std::int64_t high, int count);
/// "4096", "4Ki", "16Mi", "1Gi".
[[nodiscard]] Result<std::int64_t> parseCount(std::string_view text);
/// "lo..hi:count", "a,b,c" or one value; depth takes the divisors of chainLength that are
/// nearest to a range's values, and rejects a named value that does not divide it.
[[nodiscard]] Result<Axis> parseAxis(AxisKind kind, std::string_view text, int chainLength);

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

/// Plans of the same axes, moved half an octave to either side along the operations and the size where the plan has no
/// axis for them, or one of a single value: a measured regime needs the slope along both. One operation per element has
/// a neighbour above only.
[[nodiscard]] std::vector<Plan> neighbourPlans(const Plan& plan);

} // namespace ridgepoint
