// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"

#include <filesystem>

namespace ridgepoint {

/// Saves the session; when that fails, saves it where it can and says so, because measuring took time.
[[nodiscard]] Result<void> saveSession(const Session& session, const std::filesystem::path& path);

} // namespace ridgepoint
