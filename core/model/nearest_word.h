// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ridgepoint {

/// The candidate that differs from the word by the fewest edits, when that is near enough to be meant.
[[nodiscard]] std::optional<std::string> nearestWord(std::string_view word, std::span<const std::string> candidates);

} // namespace ridgepoint
