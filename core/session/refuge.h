// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace ridgepoint {

/// Writes a file into a new folder beside the temporary files (TMPDIR), for when its own place cannot be written, so
/// that what was measured is kept. `write` is given the path and says whether it is written. The path; nothing where
/// that failed too.
[[nodiscard]] std::optional<std::filesystem::path> writeToFallback(
    const std::function<Result<void>(const std::filesystem::path&)>& write, const std::filesystem::path& name);

} // namespace ridgepoint
