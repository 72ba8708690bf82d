// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/progress_bar.h"
#include "app/bench/surroundings.h"
#include "core/model/roof.h"

#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// What came of measuring roofs: what was measured stays when it ended early.
struct RoofMeasurement {
    RoofSet roofs;
    std::optional<Error> error;
    bool interrupted = false;
};

/// Measures all roofs (or those in `only`) to the end, with progress, until the user interrupts.
[[nodiscard]] RoofMeasurement measureRoofs(Backend& backend, int threads, std::vector<std::string> only,
                                           Surroundings& surroundings, ProgressBar& progress);

/// One line on standard error where the roofs should not be believed: why, and how to measure them again.
void warnOf(const RoofSet& roofs, Surroundings& surroundings);

} // namespace ridgepoint
