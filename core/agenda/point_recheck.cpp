// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/agenda/point_recheck.h"

#include "core/analysis/elasticity.h"
#include "core/stats/sample.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ridgepoint {

bool contradicts(const Sample& before, const Sample& now)
{
    constexpr double leastRatio = 1.25;
    if (before.provenance != Provenance::Measured || !hasConfidenceInterval(before) || !hasConfidenceInterval(now))
        return false;
    const double apart = std::abs(std::log(now.time / before.time));
    // An interval as wide as other programs were busy does not stand against what nothing disturbs.
    const bool isBetter = wasDisturbed(before) && !wasDisturbed(now);
    const double within = isBetter ? 0.0 : std::numbers::sqrt2 * std::hypot(logHalfWidth(before), logHalfWidth(now));
    return apart > std::max(std::log(leastRatio), within);
}

} // namespace ridgepoint
