// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment_result.h"

#include <filesystem>
#include <string>

namespace ridgepoint {

/// The timeline of a result in the trace event format that Perfetto and chrome://tracing open: a process for each
/// group, a thread for each lane, a complete event ("ph":"X", microseconds) for each span. Without a timeline an empty
/// trace.
[[nodiscard]] std::string chromeTrace(const ExperimentResult& result);

/// The same as a file. Unavailable ("trace.nothing") where the result has no timeline; else as writeTextFile.
[[nodiscard]] Result<void> writeChromeTrace(const ExperimentResult& result, const std::filesystem::path& path);

} // namespace ridgepoint
