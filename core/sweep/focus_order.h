// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/sample.h"
#include "core/sweep/plan.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace ridgepoint {

/// The cells of a plan in the order in which the user who looks at `cursor` wants them: the nearest and most doubtful
/// first. Distance is in octaves along the plan's axes, and a cell that nothing is known of counts as one octave
/// nearer, one that is not settled as half of one. At most `count` cells. `known` gives the sample of a workload, or
/// null.
[[nodiscard]] std::vector<Workload> focusOrder(const Plan& plan, const Workload& cursor,
                                               const std::function<const Sample*(const Workload&)>& known,
                                               std::size_t count);

} // namespace ridgepoint
