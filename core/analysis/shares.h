// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/analyse.h"
#include "core/analysis/elasticity.h"

#include <array>

namespace ridgepoint {

/// The four measured shares of a point, what they are uncertain by, and what is remarkable about them.
struct MeasuredShares {
    Shares shares;
    std::array<Interval, 4> intervals; ///< compute, memory, overhead, under-filled
    FlagSet flags;                     ///< UnderFilled, CacheTransition, Ambiguous, Edge
};

/// From the slopes along the operations (a_k) and the size (a_N), each held to at least 0: compute = min(a_k, a_N);
/// memory = max(0, a_N - a_k); under-filled = max(0, a_k - a_N); overhead = 1 - max(a_k, a_N). When the larger slope
/// exceeds 1, overhead is 0 and the rest is scaled to sum to 1; above 1.1 the point is a CacheTransition.
[[nodiscard]] MeasuredShares sharesFrom(const Slope& operations, const Slope& size);

/// 1 + a_d - a_k: the part of the time that is fixed per chain, because depth changes the number of passes only
/// (a_d = -(memory + launch share)). Held to what is shown as overhead, which it is a part of.
[[nodiscard]] double fixedShareFrom(double slopeDepth, double slopeOperations, const Shares& shares);

} // namespace ridgepoint
