// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/operator.cuh"

using namespace ridgepoint::device;
using ridgepoint::blockThreads;
using ridgepoint::transposeColumns;
using ridgepoint::transposeRows;
using ridgepoint::vectorsPerThread;

// A tile of 64 rows of 32 floats, turned in shared memory: whole lines of 128 bytes are read, and 256 bytes a row
// written. Rows of the turned tile are 65 floats long, so that the 32 lanes of a warp, which have four rows of eight
// vectors, always meet 32 banks.
RIDGEPOINT_HEAVY_KERNEL rp_operator_transpose_f32(float* to, const float* from, std::uint32_t rows,
                                                  std::uint32_t columns, std::uint32_t stride,
                                                  std::uint32_t otherStride)
{
    static_assert(transposeRows * transposeColumns == blockThreads * vectorsPerThread * vectorFloats);
    constexpr std::uint32_t across = 8; // vectors that a warp has of one row
    constexpr std::uint32_t step = blockThreads / across;
    __shared__ float turned[transposeColumns][transposeRows + 1];
    const std::uint32_t tilesAcross = (columns + transposeColumns - 1) / transposeColumns;
    const std::uint32_t firstRow = blockIdx.x / tilesAcross * transposeRows;
    const std::uint32_t firstColumn = blockIdx.x % tilesAcross * transposeColumns;
    const std::uint32_t line = threadIdx.x / across;
    const std::uint32_t four = threadIdx.x % across * vectorFloats;

    float4 v[vectorsPerThread];
#pragma unroll
    for (std::uint32_t i = 0; i < vectorsPerThread; ++i) {
        const std::uint32_t row = firstRow + line + i * step;
        v[i] = make_float4(0.0F, 0.0F, 0.0F, 0.0F);
        if (row < rows && firstColumn + four < columns)
            v[i] = __ldg(vectorAt(from, row, stride, (firstColumn + four) / vectorFloats));
    }
#pragma unroll
    for (std::uint32_t i = 0; i < vectorsPerThread; ++i) {
        const std::uint32_t row = line + i * step;
        turned[four][row] = v[i].x;
        turned[four + 1][row] = v[i].y;
        turned[four + 2][row] = v[i].z;
        turned[four + 3][row] = v[i].w;
    }
    __syncthreads();
    // The other way round: 32 rows of 16 vectors, of which a warp writes four half rows at once.
#pragma unroll
    for (std::uint32_t i = 0; i < vectorsPerThread; ++i) {
        const std::uint32_t column = line + i % 2 * step;
        const std::uint32_t row = four + i / 2 * across * vectorFloats;
        if (firstColumn + column < columns && firstRow + row < rows)
            *vectorAt(to, firstColumn + column, otherStride, (firstRow + row) / vectorFloats) = make_float4(
                turned[column][row], turned[column][row + 1], turned[column][row + 2], turned[column][row + 3]);
    }
}

std::span<const ridgepoint::KernelEntry> ridgepoint::operatorTransposeKernels()
{
    static const KernelEntry entries[] = {RIDGEPOINT_ENTRY(rp_operator_transpose_f32)};
    return entries;
}
