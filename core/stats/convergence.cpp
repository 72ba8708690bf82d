// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/stats/convergence.h"

namespace ridgepoint {

Convergence StoppingRule::judge(const Summary& summary) const
{
    if (summary.rounds >= minimumRounds && summary.relativeWidth() <= targetInterval)
        return Convergence::Reached;
    return summary.rounds >= maximumRounds ? Convergence::Exhausted : Convergence::Continue;
}

} // namespace ridgepoint
