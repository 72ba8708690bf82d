// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sweep/plan.h"

#include <vector>

namespace ridgepoint {

/// Plans of the same axes, moved half an octave to either side along the operations and the size where the plan has no
/// axis for them, or one of a single value: a measured regime needs the slope along both. One operation per element has
/// a neighbour above only.
[[nodiscard]] std::vector<Plan> neighbourPlans(const Plan& plan);

} // namespace ridgepoint
