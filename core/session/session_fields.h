// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace ridgepoint {

inline constexpr std::string_view sessionFormat = "ridgepoint-session";
inline constexpr int sessionVersion = 1;
inline constexpr std::size_t maximumSessionBytes = std::size_t{256} << 20;
inline constexpr std::size_t maximumSessionSamples = std::size_t{1} << 20;

inline constexpr std::array<std::string_view, 12> sessionFields{"format",      "version",     "created",  "devices",
                                                                "roofs",       "environment", "settings", "samples",
                                                                "own_kernels", "experiments", "view",     "notes"};

/// Whether this version gives the top-level field a meaning.
[[nodiscard]] inline bool isSessionField(std::string_view name)
{
    return std::find(sessionFields.begin(), sessionFields.end(), name) != sessionFields.end();
}

[[nodiscard]] inline Error sessionTooLarge(const std::string& what)
{
    return {ErrorKind::Corrupt,
            "session.too-large",
            "%1 is larger than %2 MiB, the limit for a session.",
            {what, std::to_string(maximumSessionBytes >> 20U)}};
}

} // namespace ridgepoint
