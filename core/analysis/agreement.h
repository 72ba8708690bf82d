// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/analyse.h"

#include <cstddef>
#include <span>

namespace ridgepoint {

/// How far two label grids name the same regimes.
struct Agreement {
    std::size_t compared = 0; ///< cells with a regime and without a mark in both
    std::size_t agreeing = 0; ///< of those, the cells with the same regime
    std::size_t excluded = 0; ///< the rest: marked in either, or without a regime
    /// agreeing / compared; 1 when nothing could be compared.
    [[nodiscard]] double fraction() const;
};

/// Compares two index-aligned analyses of the same cells. Cells that either marks as ambiguous, as a cache transition
/// or as under-filled are left out.
[[nodiscard]] Agreement agreementOf(std::span<const PointAnalysis> a, std::span<const PointAnalysis> b);

} // namespace ridgepoint
