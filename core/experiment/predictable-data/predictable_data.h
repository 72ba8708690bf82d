// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"
#include "core/model/factor_numbers.h"
#include "core/model/product.h"

#include <memory>
#include <string>
#include <vector>

namespace ridgepoint {

/// The parts of the experiment on predictable data.
namespace predictable {

/// "zeros", "uniform in [0, 1)": the label of a bar.
[[nodiscard]] LabelName labelOf(FactorNumbers numbers);

/// "431 W, 1410 MHz, held back by power cap"; empty where nothing was told.
[[nodiscard]] std::string wordsOf(const PowerState& state);
/// Whether a device tells of a limit that binds: of what it told with all measured numbers together.
enum class PowerCap { Binds, DoesNotBind, Unknown };
[[nodiscard]] PowerCap powerCapOf(const ExperimentResult& result);

/// What is seen, by intervals: who differs from whom, or that nobody does and why.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace predictable

} // namespace ridgepoint
