// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/cost.h"
#include "gpu/plan/tiling.h"
#include "gpu/plan/workload_plan.h"

#include <cstdint>
#include <vector>

namespace ridgepoint::proofs {

/// A small device of that compute capability, so that roofs' grids are small.
inline GpuShape shapeFor(int architecture)
{
    return {.multiprocessors = 1,
            .maxThreadsPerMultiprocessor = static_cast<int>(blockThreads),
            .l2 = Bytes(4.0 * tileBytes),
            .computeCapability = architecture};
}

/// Numbers of elements that meet every way through a tile: one element, both sides of a vector, a warp and a row of
/// threads, an odd tail, both sides of a whole tile, and whole tiles with a tail.
inline std::vector<std::int64_t> sizesFor(Precision precision)
{
    const std::int64_t lane = std::int64_t{vectorBytes} / bytesPerElement(precision);
    const std::int64_t tile = tileVectors * lane;
    const std::int64_t row = blockThreads * lane;
    return {
        1, lane - 1, lane, lane + 1, 32 * lane + 1, row, row + 1, tile - 1, tile, tile + 1, 2 * tile + 300 * lane + 1};
}

/// The telling few: whole tiles with an odd tail, and an odd number below one row of threads.
inline std::vector<std::int64_t> fewSizesFor(Precision precision)
{
    const std::int64_t lane = std::int64_t{vectorBytes} / bytesPerElement(precision);
    return {tileVectors * lane + 150 * lane + 1, 37};
}

} // namespace ridgepoint::proofs
