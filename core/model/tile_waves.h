// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/product.h"

#include <cstdint>

namespace ridgepoint {

/// The tile of a product that one worker (a processor's thread, a GPU's multiprocessor) computes at a time.
struct TileShape {
    std::int64_t rows = 1;
    std::int64_t columns = 1;
};

/// The tile of our own product on a processor: whole registers of every instruction set, and its factors' strips stay
/// in the second-level cache.
inline constexpr TileShape ownTile{96, 96};
/// That of our own product on a GPU: a block of threads that no multiprocessor holds two of.
inline constexpr TileShape ownGpuTile{128, 128};

/// How a product of rows x columns is cut into tiles and dealt to equal workers, all of which compute one tile at a
/// time.
struct TileWaves {
    std::int64_t tiles = 0; ///< a matrix that ends within a tile takes the whole one
    std::int64_t waves = 0; ///< ceil(tiles / workers): the last one may keep few workers busy
    double filled = 0.0;    ///< share of the tiles' elements that are of the matrix: tile quantisation
    double occupied = 0.0;  ///< tiles / (waves x workers): wave quantisation
    /// Share of the workers' rate that is left.
    [[nodiscard]] double efficiency() const { return filled * occupied; }
};

/// What tiles that are computed whole do, wherever the matrix ends.
struct TileCost {
    double multiplyAdds = 0.0; ///< tiles x the tile's area x inner
    Bytes read;    ///< each tile's strips of both factors, once a tile: from a cache, where other tiles have read them
    Bytes written; ///< the product, once; nothing of tiles beyond it
};

/// Of a valid call, its batch included.
[[nodiscard]] TileCost tileCost(const ProductCall& call, TileShape tile);

/// For extents and workers of at least one.
[[nodiscard]] TileWaves tileWaves(std::int64_t rows, std::int64_t columns, TileShape tile, std::int64_t workers);

} // namespace ridgepoint
