// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/tile.cuh"

namespace ridgepoint::device {
namespace {

/// Loads through the L2 cache, never from the multiprocessor's own; volatile, so that every pass really reads.
__device__ __forceinline__ float4 loadFromL2(const float4* from)
{
    float4 v;
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "l"(from)
                 : "memory");
    return v;
}

__device__ __forceinline__ float sumOf(float4 v) { return (v.x + v.y) + (v.z + v.w); }

/// One sum a warp, at sums[block * 4 + warp].
__device__ __forceinline__ void storeWarpSum(float sum, float* sums)
{
#pragma unroll
    for (int distance = warpThreads / 2; distance != 0; distance /= 2)
        sum += __shfl_xor_sync(0xFFFFFFFFU, sum, distance);
    if (threadIdx.x % warpThreads == 0)
        sums[static_cast<std::uint64_t>(blockIdx.x) * (blockThreads / warpThreads) + threadIdx.x / warpThreads] = sum;
}

} // namespace
} // namespace ridgepoint::device

using namespace ridgepoint::device;
using ridgepoint::blockThreads;
using ridgepoint::tileVectors;
using ridgepoint::vectorsPerThread;
using ridgepoint::warpThreads;

// Each block keeps to tiles of its own, so that passes need no barrier between them.
RIDGEPOINT_KERNEL rp_update_f32(float4* data, std::uint32_t tiles, std::uint32_t passes, float first, float second)
{
#pragma unroll 1
    for (std::uint32_t pass = 0; pass < passes; ++pass) {
        const float summand = pass % 2 != 0 ? second : first;
#pragma unroll 1
        for (std::uint32_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
            float4* mine = data + static_cast<std::uint64_t>(tile) * tileVectors + threadIdx.x;
            float4 v[vectorsPerThread];
#pragma unroll
            for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
                v[i] = loadFromL2(mine + i * blockThreads);
#pragma unroll
            for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
                mine[i * blockThreads] = make_float4(v[i].x + summand, v[i].y + summand, v[i].z + summand,
                                                     v[i].w + summand);
        }
    }
}

// Every number enters a sum that is stored, four bytes a warp and 2 KiB read: nothing of a load can be left out.
RIDGEPOINT_KERNEL rp_read_f32(const float4* data, float* sums, std::uint32_t fullTiles, std::uint32_t tailVectors)
{
    const float4* mine = threadsPart(data);
    float sum = 0.0F;
    if (blockIdx.x < fullTiles) {
        float4 v[vectorsPerThread];
#pragma unroll
        for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
            v[i] = __ldg(mine + i * blockThreads);
#pragma unroll
        for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
            sum += sumOf(v[i]);
    } else {
#pragma unroll 1
        for (std::uint32_t at = threadIdx.x; at < tailVectors; at += blockThreads, mine += blockThreads)
            sum += sumOf(__ldg(mine));
    }
    storeWarpSum(sum, sums);
}

// Tiles and passes as in rp_update_f32; what every pass reads enters the sums.
RIDGEPOINT_KERNEL rp_read_l2_f32(const float4* data, float* sums, std::uint32_t tiles, std::uint32_t passes)
{
    float sum = 0.0F;
#pragma unroll 1
    for (std::uint32_t pass = 0; pass < passes; ++pass) {
#pragma unroll 1
        for (std::uint32_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
            const float4* mine = data + static_cast<std::uint64_t>(tile) * tileVectors + threadIdx.x;
            float4 v[vectorsPerThread];
#pragma unroll
            for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
                v[i] = loadFromL2(mine + i * blockThreads);
#pragma unroll
            for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
                sum += sumOf(v[i]);
        }
    }
    storeWarpSum(sum, sums);
}

RIDGEPOINT_KERNEL rp_write_f32(float4* data, std::uint32_t fullTiles, std::uint32_t tailVectors, float value)
{
    float4* mine = threadsPart(data);
    const float4 v = make_float4(value, value, value, value);
    if (blockIdx.x < fullTiles) {
#pragma unroll
        for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
            mine[i * blockThreads] = v;
        return;
    }
#pragma unroll 1
    for (std::uint32_t at = threadIdx.x; at < tailVectors; at += blockThreads, mine += blockThreads)
        *mine = v;
}

RIDGEPOINT_KERNEL rp_copy_f32(float4* to, const float4* from, std::uint32_t fullTiles, std::uint32_t tailVectors)
{
    const float4* source = threadsPart(from);
    float4* target = threadsPart(to);
    if (blockIdx.x < fullTiles) {
        float4 v[vectorsPerThread];
#pragma unroll
        for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
            v[i] = __ldg(source + i * blockThreads);
#pragma unroll
        for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
            target[i * blockThreads] = v[i];
        return;
    }
#pragma unroll 1
    for (std::uint32_t at = threadIdx.x; at < tailVectors;
         at += blockThreads, source += blockThreads, target += blockThreads)
        *target = __ldg(source);
}

std::span<const ridgepoint::KernelEntry> ridgepoint::trafficKernels()
{
    static const KernelEntry entries[] = {RIDGEPOINT_ENTRY(rp_update_f32), RIDGEPOINT_ENTRY(rp_read_f32),
                                          RIDGEPOINT_ENTRY(rp_read_l2_f32), RIDGEPOINT_ENTRY(rp_write_f32),
                                          RIDGEPOINT_ENTRY(rp_copy_f32)};
    return entries;
}
