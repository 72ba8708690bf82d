// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Every experiment, in the order of the menu. To add one: its file here in core/experiment (a class that derives from
/// ExperimentDefinition and a function that makes it), its line in registry.cpp, and its page
/// resources/experiments/ID.md.
[[nodiscard]] const std::vector<const ExperimentDefinition*>& experimentDefinitions();
/// The experiment of that id; null when there is none.
[[nodiscard]] const ExperimentDefinition* findExperiment(std::string_view id);
/// The same, or InvalidInput that names those there are.
[[nodiscard]] Result<const ExperimentDefinition*> requireExperiment(std::string_view id);
/// Why a device's library of products and operators cannot be used; nothing where it can, or where only using it tells.
using LibraryLack = std::function<std::optional<Error>()>;
/// Whether something of an experiment can be measured on a device: its availability(), and the library where all of it
/// needs one. `lack` is asked in that case only, because finding out may mean to load it.
[[nodiscard]] Result<void> canRun(const ExperimentDefinition& experiment, const DeviceInfo& device,
                                  const LibraryLack& lack);

} // namespace ridgepoint
