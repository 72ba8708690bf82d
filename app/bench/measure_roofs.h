// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/progress_bar.h"
#include "app/bench/surroundings.h"
#include "core/model/roof.h"
#include "core/session/roof_history.h"

#include <filesystem>
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

/// The roofs that predict() needs for workloads like these of any size: every bandwidth level, the rates of their
/// operations and what their launches and chains cost, of those that the device has; and what is named besides, its
/// variants too.
[[nodiscard]] std::vector<std::string> roofsToPredict(const Backend& backend, const std::vector<Workload>& workloads,
                                                      const std::vector<std::string>& besides = {});

/// Measures all roofs (or those in `only`) to the end, with progress, until the user interrupts.
[[nodiscard]] RoofMeasurement measureRoofs(Backend& backend, int threads, std::vector<std::string> only,
                                           Surroundings& surroundings, ProgressBar& progress);

/// Where the day's roofs are kept: ridgepoint/roofs.json in XDG_STATE_HOME, else in ~/.local/state; empty where neither
/// is a folder's full path.
[[nodiscard]] std::filesystem::path roofHistoryFile();
/// What roofs came to within the last day; of a GPU, which nothing else disturbs, and where none is kept, nothing.
[[nodiscard]] RoofHistory roofHistoryOf(const DeviceInfo& device, const Surroundings& surroundings);
/// The machine in that history: one device with its instruction set, as this boot of the system and this version
/// measure it.
[[nodiscard]] std::string machineOf(const DeviceInfo& device);
/// Adds these to the day's roofs, where those are kept. That they could not be written is no failure: they are a
/// convenience, and homes are often read-only where programs are tried.
void noteRoofs(const RoofSet& measured, const DeviceInfo& device, const Surroundings& surroundings);
/// Notes what was measured, unless it was broken off, and returns it as it is in the reference state.
[[nodiscard]] RoofSet recallAndNote(const RoofMeasurement& measurement, const DeviceInfo& device,
                                    const Surroundings& surroundings);

/// One line on standard error where the roofs should not be believed: why, and how to measure them again.
void warnOf(const RoofSet& roofs, Surroundings& surroundings);

} // namespace ridgepoint
