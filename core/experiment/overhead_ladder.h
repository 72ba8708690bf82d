// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"

#include <memory>

namespace ridgepoint {

/// "ladder": operations a second, from an interpreter through a dispatcher, scalar and vector code to all cores and the
/// matrix unit.
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeOverheadLadder();

} // namespace ridgepoint
