// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ridgepoint {

/// Links `count` >= 2 of `lines` lines of 64 B at `memory`, one in each part of so many, into one cycle in random
/// order: the first eight bytes of each are the next one's address. They are written past the caches. Returns the
/// lines' numbers in that order.
[[nodiscard]] std::vector<std::uint32_t> linkLines(std::byte* memory, std::size_t lines, std::size_t count);

/// Goes `loads` links further and returns where that leads. Every load needs what the one before has read.
[[nodiscard]] const void* followLines(const void* from, std::int64_t loads);

} // namespace ridgepoint
