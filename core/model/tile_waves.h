// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ridgepoint {

/// The tile of a product that one worker (a processor's thread, a GPU's multiprocessor) computes at a time.
struct TileShape {
    std::int64_t rows = 1;
    std::int64_t columns = 1;
};

/// The tile of our own product on a processor: whole registers of every instruction set, and its factors' strips stay in
/// the second-level cache.
inline constexpr TileShape ownTile{96, 96};

/// How a product of rows x columns is cut into tiles and dealt to equal workers, all of which compute one tile at a time.
struct TileWaves {
    std::int64_t tiles = 0;  ///< a matrix that ends within a tile takes the whole one
    std::int64_t waves = 0;  ///< ceil(tiles / workers): the last one may keep few workers busy
    double filled = 0.0;     ///< share of the tiles' elements that are of the matrix: tile quantisation
    double occupied = 0.0;   ///< tiles / (waves x workers): wave quantisation
    /// Share of the workers' rate that is left.
    [[nodiscard]] double efficiency() const { return filled * occupied; }
};

/// For extents and workers of at least one.
[[nodiscard]] TileWaves tileWaves(std::int64_t rows, std::int64_t columns, TileShape tile, std::int64_t workers);

} // namespace ridgepoint
