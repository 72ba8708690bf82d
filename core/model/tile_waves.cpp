// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/tile_waves.h"

namespace ridgepoint {
namespace {

std::int64_t pieces(std::int64_t count, std::int64_t piece) { return (count + piece - 1) / piece; }

} // namespace

TileWaves tileWaves(std::int64_t rows, std::int64_t columns, TileShape tile, std::int64_t workers)
{
    TileWaves waves;
    waves.tiles = pieces(rows, tile.rows) * pieces(columns, tile.columns);
    waves.waves = pieces(waves.tiles, workers);
    const auto tiles = static_cast<double>(waves.tiles);
    waves.filled = static_cast<double>(rows) * static_cast<double>(columns)
                 / (tiles * static_cast<double>(tile.rows) * static_cast<double>(tile.columns));
    waves.occupied = tiles / (static_cast<double>(waves.waves) * static_cast<double>(workers));
    return waves;
}

TileCost tileCost(const ProductCall& call, TileShape tile)
{
    const auto tiles = static_cast<double>(tileWaves(call.rows, call.columns, tile, 1).tiles * call.batch);
    const auto inner = static_cast<double>(call.inner);
    return {.multiplyAdds = tiles * static_cast<double>(tile.rows * tile.columns) * inner,
            .read = Bytes(tiles * static_cast<double>(tile.rows + tile.columns) * inner
                          * static_cast<double>(factorBytesOf(call.precision))),
            .written = costOf(call).least.written};
}

} // namespace ridgepoint
