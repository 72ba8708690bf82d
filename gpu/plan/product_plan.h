// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/product.h"
#include "core/model/tile_waves.h"
#include "gpu/plan/kernel_call.h"

#include <cstdint>
#include <string>

namespace ridgepoint {

/// Our own product's launch, and where its matrices lie: buffer 0 is the product, row after row; 1 the first factor,
/// column after column (whole strips of productTile rows for each inner index); 2 the second, row after row likewise.
struct ProductPlan {
    ProductCall call;
    TileCost cost;      ///< what the tiles do, computed whole
    std::string method; ///< how, in words, for people
    CallPlan plan;
    std::uint64_t stride =
        1; ///< floats from row to row of the product, whole vectors; what is beyond the columns is padding
    std::uint64_t firstStride = 1;  ///< floats from inner index to inner index of the first factor, whole tiles
    std::uint64_t secondStride = 1; ///< likewise of the second
};

/// A tile of ownGpuTile a block, one launch. Unsupported but for single products of usual numbers in fp32; InvalidInput
/// for impossible extents.
[[nodiscard]] Result<ProductPlan> planProduct(const ProductCall& call);

} // namespace ridgepoint
