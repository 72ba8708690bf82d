// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <filesystem>
#include <string_view>

namespace ridgepoint {

/// Replaces a file by write-temp, fsync, rename, fsync of the folder: at any moment, also after a crash or on a full
/// disk, the path holds the whole old text or the whole new one. Keeps the permissions of the old file, writes through
/// a symbolic link to what it names, and into a device or pipe directly. Unavailable says why it could not be written.
[[nodiscard]] Result<void> writeTextFile(std::string_view text, const std::filesystem::path& path);

} // namespace ridgepoint
