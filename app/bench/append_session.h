// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/device_catalogue.h"
#include "core/session/session.h"

#include <filesystem>
#include <optional>

namespace ridgepoint {

/// The session that a run on this device can be added to; nothing where there is no such file yet. InvalidInput, with
/// what to try, for a file that cannot be read, that is no session, or that was measured on another machine: its device
/// of that id is another, or, where it has none, no device of its own is one of this machine.
[[nodiscard]] Result<std::optional<Session>> sessionToExtend(const std::filesystem::path& path,
                                                             const DeviceInfo& device, DeviceCatalogue& devices);

/// The session with the run's device, roofs and experiments, as the window would have put them there. Its date and its
/// environment stay: each result has its own date. False where an earlier result has more than the run's and stays
/// (addExperiment()); `isWhole`: the run came to its end.
[[nodiscard]] bool addRun(Session& session, Session run, bool isWhole);

} // namespace ridgepoint
