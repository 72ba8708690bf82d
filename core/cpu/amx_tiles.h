// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ridgepoint {

/// One product in bf16 on the AMX tiles: C (32 x 32, fp32) = A (32 x 128) times B (128 x 32), both bf16. The operands
/// are 8 KiB each, so that they stay in the first-level cache, in the order in which the tiles read them.
struct TileOperands {
    static constexpr std::size_t side = 32;
    static constexpr std::size_t depth = 128;

    alignas(64) std::array<std::uint16_t, side * depth> a{};
    alignas(64) std::array<std::uint16_t, depth * side> b{};

    /// Rounds row-major fp32 matrices to bf16 (nearest, ties to even) and orders them for the tiles. No NaN.
    void pack(const float* rowsOfA, const float* rowsOfB);
};

/// Whether the processor has the tiles with bf16 and the operating system can save them.
[[nodiscard]] bool hasAmxTiles();
/// Asks the system once for permission to use the tiles, for all threads. Unavailable when it refuses.
[[nodiscard]] Result<void> allowAmxTiles();

/// Writes to `c`, row-major 32 x 32, `repetitions` >= 1 times the product: the sums stay in the tiles in between, as
/// along one long inner dimension. Needs allowAmxTiles(); leaves the tiles released.
void multiplyTiles(const TileOperands& operands, float* c, std::int64_t repetitions);

} // namespace ridgepoint
