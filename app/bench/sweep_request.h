// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/arguments.h"
#include "core/measure/backend.h"
#include "core/model/roof.h"
#include "core/sweep/plan.h"

#include <filesystem>
#include <optional>

namespace ridgepoint {

/// What a `sweep` command line asks for, before the device is known.
struct SweepRequest {
    Plan plan;               ///< base.threads, and without --size base.elements, are set once the device is known
    bool sizeNamed = false;  ///< --size was given; otherwise the size follows from the caches
    bool measuresRoofs = true; ///< not with --no-roofs
    std::optional<std::filesystem::path> sessionFile;
    std::optional<std::filesystem::path> csvFile;
};

/// Reads the options of `sweep`; InvalidInput for unknown names and impossible ranges.
[[nodiscard]] Result<SweepRequest> readSweepRequest(const Arguments& arguments);

/// Refuses a plan that this device cannot measure, before anything is measured: InvalidInput for an invalid plan or a
/// size beyond the memory, Unsupported for an operation or precision that it lacks.
[[nodiscard]] Result<void> checkPlan(const Plan& plan, Backend& backend);

/// Refuses a file that could not be written later: a folder that is not there or not writable, or something at that
/// path that is no regular file.
[[nodiscard]] Result<void> checkWritable(const std::filesystem::path& path);

} // namespace ridgepoint
