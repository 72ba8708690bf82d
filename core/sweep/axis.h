// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/workload.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// One of the cube's three directions.
enum class AxisKind { Operations, Depth, Size };
inline constexpr std::array allAxisKinds{AxisKind::Operations, AxisKind::Depth, AxisKind::Size};

/// Distinct whole values of one direction, ascending.
struct Axis {
    AxisKind kind = AxisKind::Operations;
    std::vector<std::int64_t> values;

    friend bool operator==(const Axis&, const Axis&) = default;
};

/// "ops", "depth", "size".
[[nodiscard]] std::string_view nameOf(AxisKind kind);
[[nodiscard]] std::optional<AxisKind> axisKindNamed(std::string_view name);
/// The value that the workload has along the axis, and the workload moved there.
[[nodiscard]] std::int64_t coordinate(const Workload& workload, AxisKind kind);
[[nodiscard]] Workload moved(Workload workload, AxisKind kind, std::int64_t value);

/// Whole numbers spaced evenly in the logarithm from low to high, distinct, so fewer than count may come out.
[[nodiscard]] std::vector<std::int64_t> logSpaced(std::int64_t low, std::int64_t high, int count);
/// "4096", "4Ki", "16Mi", "1Gi".
[[nodiscard]] Result<std::int64_t> parseCount(std::string_view text);
/// "lo..hi:count", "a,b,c" or one value; depth takes the divisors of chainLength that are
/// nearest to a range's values, and rejects a named value that does not divide it.
[[nodiscard]] Result<Axis> parseAxis(AxisKind kind, std::string_view text, int chainLength);

} // namespace ridgepoint
