// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/summary.h"

namespace ridgepoint {

enum class Convergence { ///< what StoppingRule says of a workload
    Continue,            ///< another round is worth its time
    Reached,             ///< the interval is as narrow as requested
    Exhausted,           ///< so many rounds that more would not help: drift, not noise, keeps the interval wide
};

/// When a workload has been read often enough. Knows nothing of time: the budget is its caller's.
struct StoppingRule {
    double targetInterval = 0.03; ///< high - low as a part of the time
    int maximumRounds = 30;

    [[nodiscard]] Convergence judge(const Summary& summary) const;
};

} // namespace ridgepoint
