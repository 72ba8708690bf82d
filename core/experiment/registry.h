// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Every experiment, in the order of the menu.
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

/// One line an experiment, defined in its folder.
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeEnvelope();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeComputeIntensity();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeFusion();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeTensorSize();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeOverheadLadder();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeLaunchModes();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeUtilisation();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeMatmul();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeMatmulShapes();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeMatmulWaves();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makePredictableData();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeRecompute();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeTransformerLayer();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeOperatorGallery();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeTransfers();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeBenchmarkMistakes();
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeWhatWouldHelp();

} // namespace ridgepoint
