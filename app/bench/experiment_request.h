// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/arguments.h"
#include "app/bench/device_catalogue.h"
#include "core/experiment/budget.h"
#include "core/experiment/experiment_runner.h"

#include <filesystem>
#include <optional>

namespace ridgepoint {

/// What an `experiment` command line asks for, before the device is known.
struct ExperimentCommand {
    const ExperimentDefinition* experiment = nullptr;
    ExperimentParameters parameters;
    Seconds budget{usualExperimentBudget};
    std::optional<std::filesystem::path> file;
    std::optional<std::filesystem::path> trace; ///< for the timeline
    bool fileIsCsv = false;
    bool append = false; ///< to the session that the file is, where it is there
};

/// canRun() with what the catalogue knows of the device's library.
[[nodiscard]] Result<void> canRunOn(const ExperimentDefinition& experiment, const DeviceInfo& device, DeviceCatalogue& devices);

/// Why a trace that is asked for would have nothing in it: its timeline cannot be recorded with this backend.
[[nodiscard]] Result<void> timelineFor(const ExperimentCommand& command, Backend& backend, int threads);

/// Reads the options of `experiment ID`; InvalidInput for unknown experiments, parameters, values and files.
[[nodiscard]] Result<ExperimentCommand> readExperimentCommand(const Arguments& arguments);

} // namespace ridgepoint
