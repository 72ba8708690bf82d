// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"

#include <memory>

namespace ridgepoint {

/// "mistakes": one fma pass over a large tensor, its bandwidth worked out in the right way and in six wrong ones.
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeBenchmarkMistakes();

} // namespace ridgepoint
