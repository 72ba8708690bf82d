// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/sample.h"
#include "core/sweep/plan.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace ridgepoint {

/// Whether a sample has what a claim needs: enough rounds, and an interval as narrow as was asked for. One without waits
/// to be sharpened.
[[nodiscard]] bool isSettled(const Sample& sample);

/// Whether its interval claims anything: it has rounds enough. One without is one look, perhaps at a busy moment.
[[nodiscard]] bool hasClaim(const Sample& sample);

/// Whether a sample should take another one's place: one that is settled always, else one that claims an interval before
/// one that does not, else the one of more rounds; never one that is not settled that of one that is.
[[nodiscard]] bool isSharper(const Sample& candidate, const Sample& present);

/// The cells of a plan in the order in which somebody who looks at `cursor` wants them: the nearest and most doubtful
/// first. Distance is in octaves along the plan's axes, and a cell that nothing is known of counts as one octave nearer,
/// one that is not settled as half of one. At most `count` cells. `known` gives the sample of a workload, or null.
[[nodiscard]] std::vector<Workload> focusOrder(const Plan& plan, const Workload& cursor,
                                               const std::function<const Sample*(const Workload&)>& known, std::size_t count);

} // namespace ridgepoint
