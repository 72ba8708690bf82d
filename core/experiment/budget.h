// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/units.h"

namespace ridgepoint {

/// What the steps of an experiment get where nobody says else: with the roofs before them, and a last step that has
/// begun, an experiment is usually over in 30 s. On a busy machine its first round may take twice as long, and roofs
/// take longer.
inline constexpr Seconds usualExperimentBudget{27.0};

} // namespace ridgepoint
