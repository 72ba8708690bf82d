// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/option_values.h"
#include "app/bench/program.h"
#include "app/bench/progress_bar.h"
#include "app/bench/surroundings.h"
#include "core/experiment/frame/experiment_info.h"
#include "core/experiment/frame/experiment_runner.h"

#include <filesystem>
#include <optional>
#include <string>

namespace ridgepoint {

/// What an `experiment` command line asks for, before the device is known.
struct ExperimentCommand : SharedOptions {
    const ExperimentDefinition* experiment = nullptr;
    ParameterTexts parameterTexts;
    ExperimentParameters parameters; ///< read from the texts once the experiment is known
    Seconds budget{usualExperimentBudget};
    std::optional<std::filesystem::path> file;  ///< its name ends in .ridge or .csv
    std::optional<std::filesystem::path> trace; ///< for the timeline
    bool append = false;                        ///< to the session that the file is, where it is there
    bool list = false;                          ///< the experiments, and run none

    [[nodiscard]] bool writesCsv() const { return file && file->extension() == ".csv"; }
};

/// canRun() with what the catalogue knows of the device's library.
[[nodiscard]] Result<void> canRunOn(const ExperimentDefinition& experiment, const DeviceInfo& device,
                                    DeviceCatalogue& devices);

/// Why a trace that is asked for would have nothing in it: its timeline cannot be recorded with this backend.
[[nodiscard]] Result<void> timelineFor(const ExperimentCommand& command, Backend& backend, int threads);

[[nodiscard]] Result<const ExperimentDefinition*> parseExperiment(const std::string& id);
/// Takes NAME=VALUE, each name once.
[[nodiscard]] TakeValue addParameterTo(ParameterTexts& parameters);
/// A file that can be written, of a session or a table.
[[nodiscard]] Result<std::filesystem::path> parseResultFile(const std::string& text);

/// Reads the parameters and checks what was given together; InvalidInput for what does not go together.
[[nodiscard]] Result<void> completeCommand(ExperimentCommand& command);

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
