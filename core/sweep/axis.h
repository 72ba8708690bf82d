// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/axis_kind.h"
#include "core/model/result.h"

#include <cstdint>
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

} // namespace ridgepoint
