// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/progress_bar.h"
#include "app/bench/surroundings.h"
#include "core/experiment/frame/experiment_runner.h"

#include <optional>
#include <string>

namespace ridgepoint {

/// What one run came to; what was measured stays when it ended early.
struct RanExperiment {
    ExperimentResult result;
    RoofSet roofs; ///< those that it was given and that it measured
    RunOutcome outcome = RunOutcome::Done;
    std::optional<Error> error; ///< why it failed
};

/// Runs an experiment to its end, with progress, until the user interrupts. On a GPU the processor beside it is held
/// once a step asks for it.
[[nodiscard]] RanExperiment runExperiment(Backend& backend, ExperimentRequest request, const std::string& created,
                                          Surroundings& surroundings, ProgressBar& progress);

} // namespace ridgepoint
