// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/instruction_set.h"
#include "core/model/tile_waves.h"

#include <cstddef>

namespace ridgepoint {

inline constexpr auto tileSide = static_cast<std::size_t>(ownTile.rows);
static_assert(ownTile.rows == ownTile.columns);

/// Multiplies one strip of A by one of B: C (a whole tile, tileSide x tileSide, row after row, 64-byte aligned) is the
/// sum over `inner` of a column of A's strip times a row of B's, both as packStrips orders them.
using TileKernel = void (*)(const float* a, const float* b, std::size_t inner, float* c);

/// A tile's kernel of one instruction set, and how it wants the strips.
struct TileKernels {
    TileKernel multiply = nullptr;
    std::size_t panelRows = 0;    ///< of C that one pass over the inner dimension keeps in registers; divides tileSide
    std::size_t panelColumns = 0; ///< likewise
};

/// The kernel compiled for that instruction set. Calling it needs isSupported(set).
[[nodiscard]] const TileKernels& tileKernelsFor(InstructionSet set);
/// Of one instruction set; tileKernelsFor() calls it.
void setTileKernels(InstructionSet set, TileKernels& kernels);

/// Floats of a matrix of so many rows (A) or columns (B) as strips.
[[nodiscard]] std::size_t stripFloats(std::size_t extent, std::size_t inner);
/// Orders a matrix for the kernel: strips of tileSide along `extent`, in each panels of `panel`, in each the `panel`
/// numbers of every inner index together. What is beyond the matrix is zero. `at(i, k)` is the number of row (A) or
/// column (B) i.
template <class At> void packStrips(float* to, std::size_t extent, std::size_t inner, std::size_t panel, At&& at)
{
    for (std::size_t begin = 0; begin < (extent + tileSide - 1) / tileSide * tileSide; begin += panel)
        for (std::size_t k = 0; k < inner; ++k)
            for (std::size_t i = begin; i < begin + panel; ++i)
                *to++ = i < extent ? at(i, k) : 0.0F;
}

} // namespace ridgepoint
