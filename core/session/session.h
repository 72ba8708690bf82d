// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/own_kernel.h"
#include "core/experiment/frame/experiment_result.h"
#include "core/model/device.h"
#include "core/model/roof.h"
#include "core/stats/sample.h"
#include "core/sweep/plan.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ridgepoint {

/// In a session's environment where its sweep was cut off, with what is missing.
inline constexpr const char* incompleteKey = "incomplete";

/// Everything that one .ridge file holds. Derived values (regimes, predictions) are never stored.
struct Session {
    std::string created; ///< ISO 8601, UTC
    std::vector<DeviceInfo> devices;
    std::vector<RoofSet> roofs;                     ///< one a device and thread count
    std::map<std::string, std::string> environment; ///< operating system, compiler, governor, version …
    std::vector<Plan> plans;                        ///< what the samples were measured for; "settings" in the file
    std::vector<Sample> samples;
    std::vector<OwnKernel> ownKernels;         ///< kernels of the user's own, as he counted and timed them
    std::vector<ExperimentResult> experiments; ///< what experiments came to, the latest last
    std::string viewJson;                      ///< the window's own state, one JSON object as text; empty for none
    std::string notes;
    std::string unknownJson; ///< fields of the file that this version does not know, kept and written back
};

/// Reads a session with a streaming parser: at most 256 MiB and depth 64. Corrupt names the place; Unsupported a newer
/// version; Unavailable a file that cannot be opened.
[[nodiscard]] Result<Session> readSession(const std::filesystem::path& path);
/// The error with the file in front; as it is where its message names the file already.
[[nodiscard]] Error inFile(const std::filesystem::path& path, Error error);
[[nodiscard]] Result<Session> parseSession(std::string_view text);
/// InvalidInput for a view or unknown fields that are no object, or more than the reader would take.
/// Write-temp, fsync, rename: the old file stays whole when the disk is full or the folder cannot be written.
[[nodiscard]] Result<void> writeSession(const Session& session, const std::filesystem::path& path);
/// The text of the file. Samples, roofs and plans that could not be read back (a time that is no number) and a view
/// that is no object are left out, so that one bad value never makes a file unreadable.
[[nodiscard]] std::string toJson(const Session& session);

} // namespace ridgepoint
