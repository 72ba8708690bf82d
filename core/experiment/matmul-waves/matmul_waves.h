// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment_info.h"
#include "core/model/device.h"
#include "core/model/product.h"
#include "core/model/roof.h"
#include "core/model/tile_waves.h"

#include <cstdint>
#include <string>

/// The parts of the experiment on tiles and waves.
namespace ridgepoint::matmul {

/// What the formula leaves of the workers' rate, launches included; Unavailable without the roof.
[[nodiscard]] Result<FlopsPerSecond> wavesRate(std::int64_t n, const TileShape& tile, std::int64_t workers,
                                               MatrixPrecision precision, const RoofSet& roofs, DeviceKind kind);
/// "own tiles of 96 x 96" on a processor, 128 x 128 on a GPU.
[[nodiscard]] SeriesName ownSeriesOf(DeviceKind kind);
inline constexpr SeriesTerm librarySeries{"library", "the library"};

} // namespace ridgepoint::matmul
