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
    using Number = float; ///< what pack() takes
    using Sum = float;
    static constexpr std::size_t side = 32;
    static constexpr std::size_t depth = 128;

    alignas(64) std::array<std::uint16_t, side * depth> a{};
    alignas(64) std::array<std::uint16_t, depth * side> b{};

    /// Rounds row-major fp32 matrices to bf16 (nearest, ties to even) and orders them for the tiles. No NaN.
    void pack(const float* rowsOfA, const float* rowsOfB);
};

/// The same in signed int8: C (32 x 32, int32) = A (32 x 256) times B (256 x 32), likewise 8 KiB each.
struct Int8TileOperands {
    using Number = std::int8_t;
    using Sum = std::int32_t;
    static constexpr std::size_t side = 32;
    static constexpr std::size_t depth = 256;

    alignas(64) std::array<std::int8_t, side * depth> a{};
    alignas(64) std::array<std::int8_t, depth * side> b{};

    /// Orders row-major matrices for the tiles.
    void pack(const std::int8_t* rowsOfA, const std::int8_t* rowsOfB);
};

/// Whether the processor has the tiles with bf16 and the operating system can save them.
[[nodiscard]] bool hasAmxTiles();
/// The same with int8.
[[nodiscard]] bool hasInt8Tiles();
/// Asks the system once for permission to use the tiles, for all threads. Unavailable when it refuses.
[[nodiscard]] Result<void> allowAmxTiles();

/// Writes to `c`, row-major 32 x 32, `repetitions` >= 1 times the product: the sums stay in the tiles in between, as
/// along one long inner dimension. Needs allowAmxTiles(); leaves the tiles released.
void multiplyTiles(const TileOperands& operands, float* c, std::int64_t repetitions);
/// The same in int8; sums wrap around.
void multiplyTiles(const Int8TileOperands& operands, std::int32_t* c, std::int64_t repetitions);

} // namespace ridgepoint
