// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/program.h"
#include "core/measure/backend.h"
#include "core/sweep/plan.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace ridgepoint {

/// What a `sweep` command line asks for, before the device is known.
struct SweepRequest : SharedOptions {
    Plan plan; ///< base.threads, and without --size base.elements, are set once the device is known
    std::optional<int> chain;
    std::map<AxisKind, std::string> ranges; ///< read once the chain is known; empty where none was given
    bool adaptive = false;
    bool full = false;
    std::optional<Seconds> budget;
    bool noRoofs = false;
    bool noHistory = false; ///< roofs of this measurement alone
    std::optional<std::filesystem::path> sessionFile;
    std::optional<std::filesystem::path> csvFile;
    bool summary = false;

    /// Otherwise the size follows from the caches.
    [[nodiscard]] bool isSizeNamed() const { return !ranges.at(AxisKind::Size).empty(); }
};

/// Makes the plan of what was given; InvalidInput for impossible ranges and options that exclude each other.
[[nodiscard]] Result<void> completePlan(SweepRequest& request);

/// Refuses a plan that this device cannot measure, before anything is measured: InvalidInput for an invalid plan or a
/// size beyond the memory, Unsupported for an operation or precision that it lacks.
[[nodiscard]] Result<void> checkPlan(const Plan& plan, Backend& backend);

} // namespace ridgepoint
