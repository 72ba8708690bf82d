// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/elasticity.h"
#include "core/model/regime.h"
#include "core/model/units.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// The time of a part of a program with certain values of what was varied.
struct VariedTime {
    std::vector<std::int64_t> values; ///< from 1, one for each name that was varied, in the order of all others
    Seconds time;
    Seconds low; ///< of repeated runs, else `time`
    Seconds high;
    bool isRepeated = false; ///< often enough that low and high tell how much the time scatters
};

/// What twice the value does to the time, in the limits of the doubling test (compare.h).
enum class Growth {
    Unknown, ///< no neighbour within three octaves, or the times scatter too much
    Falls,   ///< less time, over the whole interval
    Flat,    ///< hardly more
    Slower,  ///< more, but clearly less than twice
    Follows, ///< about twice
    Faster,  ///< clearly more than twice, over the whole interval
};

/// The slope of each time, index-aligned, along one name (an index of VariedTime::values), whatever it means.
[[nodiscard]] std::vector<std::optional<Slope>> slopesOfVaried(std::size_t name, std::span<const VariedTime> times);
/// What a slope says of twice the value; unknown without one.
[[nodiscard]] Growth growthOf(const std::optional<Slope>& slope);

/// Values next to each other whose times grow alike, or may do so by their scatter.
struct GrowthStretch {
    Growth growth = Growth::Unknown;
    std::int64_t from = 1;
    std::int64_t to = 1;
    double slope = 0.0; ///< of ln T along ln of the value, the mean of its places; 0 where it is unknown

    friend bool operator==(const GrowthStretch&, const GrowthStretch&) = default;
};

/// How the time grows along one name (an index of VariedTime::values) where all others have their smallest values, in
/// ascending stretches; none with fewer than two values.
[[nodiscard]] std::vector<GrowthStretch> growthAlong(std::size_t name, std::span<const VariedTime> times);

/// What the number of operations on each element and the size are called where they are varied together.
inline constexpr std::string_view variedOperations = "ops";
inline constexpr std::string_view variedSize = "size";

/// The regime by the slopes along the operations (a change of it changes the work only) and the size (sharesFrom()).
/// Nothing where they allow another regime, too. Slopes tell where the time goes, not how near it is to a roof.
[[nodiscard]] std::optional<Regime> regimeBySlopes(const Slope& operations, const Slope& size);
/// The regime of each time, index-aligned, by its slopes along these names. Nothing where a slope is not known.
[[nodiscard]] std::vector<std::optional<Regime>> regimesBySlopes(std::size_t operations, std::size_t size,
                                                                 std::span<const VariedTime> times);

} // namespace ridgepoint
