// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

namespace ridgepoint {

/// Replaces a file by write-temp, fsync, rename, fsync of the folder: at any moment, also after a crash or on a full
/// disk, the path holds the whole old text or the whole new one. Keeps the permissions of the old file, writes through
/// a symbolic link to what it names, and into a device or pipe directly. Unavailable says why it could not be written.
[[nodiscard]] Result<void> writeTextFile(std::string_view text, const std::filesystem::path& path);

/// Writes the next piece of a text; false after a failure, which writeTextFile reports.
using PutText = std::function<bool(std::string_view)>;
/// The same for a text that `produce` puts piece by piece, so that it is never whole in memory. An error of `produce`
/// is returned and leaves the old file whole too.
[[nodiscard]] Result<void> writeTextFile(const std::function<Result<void>(const PutText&)>& produce,
                                         const std::filesystem::path& path);

/// Writes a file into a new folder beside the temporary files (TMPDIR), for when its own place cannot be written, so
/// that what was measured is kept. `write` is given the path and says whether it is written. The path; nothing where
/// that failed too.
[[nodiscard]] std::optional<std::filesystem::path> writeToFallback(
    const std::function<Result<void>(const std::filesystem::path&)>& write, const std::filesystem::path& name);

} // namespace ridgepoint
