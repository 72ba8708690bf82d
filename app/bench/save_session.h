// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"

#include <filesystem>
#include <optional>
#include <string>

namespace ridgepoint {

/// Saves the session; when that fails, saves it where it can and says so, because measuring took time.
[[nodiscard]] Result<void> saveSession(const Session& session, const std::filesystem::path& path);
/// The same of a table, or of what else is measured and saved as text.
[[nodiscard]] Result<void> saveTable(const std::string& text, const std::filesystem::path& path);
/// Saves the session elsewhere than at its path, for a reason (a sentence), and says both.
[[nodiscard]] Error savedElsewhere(const Session& session, const std::filesystem::path& path, const Error& why);
/// Saves a session that could not be printed where it can, and says where; nothing where that failed too, where
/// nothing was measured, or on a machine that measures for another (`place`, as in Surroundings), where nobody looks.
[[nodiscard]] std::optional<Error> savedInstead(const Session& session, const std::string& place);

} // namespace ridgepoint
