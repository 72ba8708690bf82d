// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/operator.cuh"

using namespace ridgepoint::device;
using ridgepoint::productDepth;
using ridgepoint::productThreads;
using ridgepoint::productTile;
using ridgepoint::warpThreads;

namespace {

constexpr std::uint32_t stripVectors = productTile / vectorFloats;
static_assert(stripVectors == warpThreads, "a warp brings one line of a strip");
static_assert(2 * productDepth * stripVectors == productThreads, "a thread brings one vector of either factor");
static_assert(stripVectors * stripVectors == productThreads, "a thread has one vector of four rows of the tile");

/// Lines of both factors' strips for one step of the inner dimension.
using Step = float4[2][productDepth][stripVectors];

/// Adds the product of one line of either strip to a thread's four rows.
__device__ __forceinline__ void addLine(float4 (&sum)[vectorFloats], const float4 first, const float4 second)
{
    const float rows[vectorFloats] = {first.x, first.y, first.z, first.w};
#pragma unroll
    for (std::uint32_t i = 0; i < vectorFloats; ++i) {
        sum[i].x = __fmaf_rn(rows[i], second.x, sum[i].x);
        sum[i].y = __fmaf_rn(rows[i], second.y, sum[i].y);
        sum[i].z = __fmaf_rn(rows[i], second.z, sum[i].z);
        sum[i].w = __fmaf_rn(rows[i], second.w, sum[i].w);
    }
}

} // namespace

// A tile of 128 x 128 results a block, computed whole wherever the matrix ends: both factors have whole strips of 128
// numbers for each inner index, so that a tile's loads need no bounds, and only what is stored is of the matrix alone.
// 1024 threads of more than 32 registers: no multiprocessor holds two such blocks, so that a wave is a tile a
// multiprocessor. A warp has 16 rows of 32 results and reads 128 bytes of the second strip's line, each of four times
// at one place of the first's.
extern "C" __global__ void __launch_bounds__(productThreads, 1)
    rp_product_tile_f32(float* product, const float* first, const float* second, std::uint32_t rows,
                        std::uint32_t columns, std::uint32_t inner, std::uint32_t firstStride,
                        std::uint32_t secondStride, std::uint32_t stride)
{
    __shared__ Step steps[2]; // one is multiplied while the other is brought
    const std::uint32_t tilesAcross = (columns + productTile - 1) / productTile;
    const std::uint32_t firstRow = blockIdx.x / tilesAcross * productTile;
    const std::uint32_t firstColumn = blockIdx.x % tilesAcross * productTile;

    const std::uint32_t lane = threadIdx.x % warpThreads;
    const std::uint32_t warp = threadIdx.x / warpThreads;
    const std::uint32_t factor = warp / productDepth;
    const std::uint32_t line = warp % productDepth;
    const std::uint32_t factorStride = factor == 0 ? firstStride : secondStride;
    const float4* from = vectorAt(factor == 0 ? first + firstRow : second + firstColumn, line, factorStride, lane);
    const std::uint64_t advance = static_cast<std::uint64_t>(factorStride) * (productDepth / vectorFloats);

    const std::uint32_t four = warp / 4 * 4 + lane / 8;   // of the tile's rows
    const std::uint32_t vector = warp % 4 * 8 + lane % 8; // of its columns
    float4 sum[vectorFloats] = {};
    float4 next = {};
    if (line < inner)
        next = __ldg(from);
    std::uint32_t which = 0;
#pragma unroll 1
    for (std::uint32_t left = inner; left != 0; which ^= 1) {
        Step& step = steps[which];
        step[factor][line][lane] = next;
        // Nobody comes here twice before all have multiplied what the next but one overwrites.
        __syncthreads();
        from += advance;
        if (productDepth + line < left)
            next = __ldg(from);
        if (left >= productDepth) {
#pragma unroll
            for (std::uint32_t i = 0; i < productDepth; ++i)
                addLine(sum, step[0][i][four], step[1][i][vector]);
            left -= productDepth;
            continue;
        }
#pragma unroll 1
        for (std::uint32_t i = 0; i < left; ++i)
            addLine(sum, step[0][i][four], step[1][i][vector]);
        left = 0;
    }
#pragma unroll
    for (std::uint32_t i = 0; i < vectorFloats; ++i) {
        const std::uint32_t row = firstRow + four * vectorFloats + i;
        if (row < rows && firstColumn + vector * vectorFloats < columns)
            *vectorAt(product, row, stride, firstColumn / vectorFloats + vector) = sum[i];
    }
}

std::span<const ridgepoint::KernelEntry> ridgepoint::productKernels()
{
    static const KernelEntry entries[] = {RIDGEPOINT_ENTRY(rp_product_tile_f32)};
    return entries;
}
