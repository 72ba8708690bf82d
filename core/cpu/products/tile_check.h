// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/products/tile_kernels.h"
#include "core/measure/backend.h"

#include <cstdint>
#include <vector>

namespace ridgepoint {

/// How one product by tiles is checked.
struct TileCheck {
    InstructionSet set = InstructionSet::Scalar;
    std::size_t rows = 1;
    std::size_t columns = 1;
    std::size_t inner = 1;
    std::uint32_t seed = 1;
    TileKernel kernel = nullptr; ///< null: the one of the instruction set; another, to prove that a wrong one is found
};

/// Multiplies matrices of random numbers of [-4, 4) tile by tile, the product poisoned with NaN, and compares with sums
/// in float64. Errors are in units of fp32's epsilon times the sum of the magnitudes that were added. What tiles hold
/// beyond the matrix must be zero, and memory behind them untouched.
[[nodiscard]] SelftestLine checkTiles(const TileCheck& check);

/// Products that fill tiles and that end within them: one line.
[[nodiscard]] std::vector<SelftestLine> checkTileProducts(InstructionSet set, std::uint32_t seed);

} // namespace ridgepoint
