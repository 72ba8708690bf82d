// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/operator.cuh"

// Sums in two launches of the same kernel: one resident wave of blocks leaves a sum a block, and one block adds those
// up.
namespace ridgepoint::device {
namespace {

__device__ __forceinline__ float sumOf(float4 v) { return (v.x + v.y) + (v.z + v.w); }

/// Writes the block's sum.
__device__ __forceinline__ void storeSum(float* sums, float sum)
{
    __shared__ float parts[blockThreads / warpThreads];
    sum = combine<Plus, blockThreads>(sum, parts);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

} // namespace
} // namespace ridgepoint::device

using namespace ridgepoint::device;
using ridgepoint::blockThreads;
using ridgepoint::tileVectors;
using ridgepoint::vectorsPerThread;

RIDGEPOINT_HEAVY_KERNEL rp_operator_sum_f32(float* sums, const float* from, std::uint32_t elements)
{
    const auto* data = reinterpret_cast<const float4*>(from);
    const std::uint32_t vectors = elements / vectorFloats;
    const std::uint32_t fullTiles = vectors / tileVectors;
    float sum[vectorsPerThread] = {};
#pragma unroll 1
    for (std::uint32_t tile = blockIdx.x; tile < fullTiles; tile += gridDim.x) {
        const float4* mine = data + static_cast<std::uint64_t>(tile) * tileVectors + threadIdx.x;
        float4 v[vectorsPerThread];
#pragma unroll
        for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
            v[i] = __ldg(mine + i * blockThreads);
#pragma unroll
        for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
            sum[i] += sumOf(v[i]);
    }
    float total = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    // What is left over is less than a tile: the last block, which has the fewest of them, adds it.
    if (blockIdx.x == gridDim.x - 1) {
#pragma unroll 1
        for (std::uint32_t at = fullTiles * tileVectors + threadIdx.x; at < vectors; at += blockThreads)
            total += sumOf(__ldg(data + at));
        if (threadIdx.x < elements % vectorFloats)
            total += __ldg(from + static_cast<std::uint64_t>(vectors) * vectorFloats + threadIdx.x);
    }
    storeSum(sums, total);
}

std::span<const ridgepoint::KernelEntry> ridgepoint::operatorSumKernels()
{
    static const KernelEntry entries[] = {RIDGEPOINT_ENTRY(rp_operator_sum_f32)};
    return entries;
}
