// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"

#include <string_view>
#include <vector>

namespace ridgepoint {

/// Every experiment, in the order of the menu. To add one: its file here in core/experiment (a class that derives from
/// ExperimentDefinition and a function that makes it), its line in registry.cpp, and its page resources/experiments/ID.md.
[[nodiscard]] const std::vector<const ExperimentDefinition*>& experimentDefinitions();
/// The experiment of that id; null when there is none.
[[nodiscard]] const ExperimentDefinition* findExperiment(std::string_view id);
/// The same, or InvalidInput that names those there are.
[[nodiscard]] Result<const ExperimentDefinition*> requireExperiment(std::string_view id);

} // namespace ridgepoint
