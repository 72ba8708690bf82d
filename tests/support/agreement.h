// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/analyse.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace ridgepoint {

/// How far two label grids name the same regimes.
struct Agreement {
    std::size_t compared = 0; ///< cells with a regime and without a mark in both
    std::size_t agreeing = 0; ///< of those, the cells with the same regime
    std::size_t excluded = 0; ///< the rest: marked in either, or without a regime
    /// agreeing / compared; 1 when nothing could be compared.
    [[nodiscard]] double fraction() const
    {
        return compared > 0 ? static_cast<double>(agreeing) / static_cast<double>(compared) : 1.0;
    }
};

/// Compares two index-aligned analyses of the same cells. Cells that either marks as ambiguous, as a cache transition
/// or as under-filled are left out.
[[nodiscard]] inline Agreement agreementOf(std::span<const PointAnalysis> a, std::span<const PointAnalysis> b)
{
    const auto isComparable = [](const PointAnalysis& point) {
        return point.regime && !point.flags.has(Flag::Ambiguous) && !point.flags.has(Flag::CacheTransition)
            && !point.flags.has(Flag::UnderFilled);
    };
    Agreement agreement;
    const std::size_t both = std::min(a.size(), b.size());
    agreement.excluded = std::max(a.size(), b.size()) - both;
    for (std::size_t i = 0; i < both; ++i) {
        if (!isComparable(a[i]) || !isComparable(b[i])) {
            ++agreement.excluded;
            continue;
        }
        ++agreement.compared;
        if (a[i].regime == b[i].regime)
            ++agreement.agreeing;
    }
    return agreement;
}

} // namespace ridgepoint
