// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/messages.h"
#include "core/sweep/sweep_runner.h"

namespace ridgepoint {

/// How a run ended, as messages tell it.
[[nodiscard]] inline protocol::SweepOutcome outcomeOf(RunOutcome outcome)
{
    using protocol::SweepOutcome;
    switch (outcome) {
    case RunOutcome::Done: return SweepOutcome::Done;
    case RunOutcome::BudgetSpent: return SweepOutcome::BudgetSpent;
    case RunOutcome::Cancelled: return SweepOutcome::Cancelled;
    case RunOutcome::Failed: return SweepOutcome::Failed;
    }
    return SweepOutcome::Failed;
}

} // namespace ridgepoint
