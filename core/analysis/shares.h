// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/interval.h"
#include "core/analysis/elasticity.h"
#include "core/model/regime.h"

#include <array>
#include <optional>

namespace ridgepoint {

/// The four measured shares of a point, what they are uncertain by, and what is remarkable about them.
struct MeasuredShares {
    Shares shares;
    std::array<Interval, 4>
        intervals; ///< compute, memory, overhead, under-filled; no wider than their sum of 1 lets them be
    Regime regime = Regime::Memory; ///< with the largest share of those that the point may be in
    FlagSet flags;                  ///< UnderFilled, CacheTransition, Ambiguous, Edge
};

/// The regime with the largest share beside the one that is named, of those that may limit the point at all (by
/// Regime); nothing where none of the others may. A machine that reaches 80 % of a roof is not under-filled:
/// shareOfRoof (PointAnalysis::shareOfRoof) leaves that one out.
[[nodiscard]] std::optional<Regime> runnerUp(const Shares& shares, Regime named, std::optional<double> shareOfRoof,
                                             const std::array<bool, 4>& mayLimit = {true, true, true, true});

/// From the slopes along the operations (a_k) and the size (a_N), each held to at least 0: compute = min(a_k, a_N);
/// memory = max(0, a_N - a_k); under-filled = max(0, a_k - a_N); overhead = 1 - max(a_k, a_N). When the larger slope
/// exceeds 1, overhead is 0 and the rest is scaled to sum to 1; above 1.1 the point is a CacheTransition. Ambiguous
/// where the interval of the regime overlaps that of any other that the point may be in.
[[nodiscard]] MeasuredShares sharesFrom(const Slope& operations, const Slope& size,
                                        std::optional<double> shareOfRoof = {});

} // namespace ridgepoint
