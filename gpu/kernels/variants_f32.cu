// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/tile.cuh"

// The in-place update of memory in other ways than the sweep's own (rp_chain_add_f32_k1), to be compared with it. Whole
// tiles only.
namespace ridgepoint::device {
namespace {

/// A block's part has `threads` times `vectors` vectors; `isStreamed` stores are the first to leave the caches.
template <std::uint32_t threads, std::uint32_t vectors, bool isStreamed>
__device__ __forceinline__ void updateOnce(float4* data, float summand)
{
    float4* mine = data + static_cast<std::uint64_t>(blockIdx.x) * (threads * vectors) + threadIdx.x;
    float4 x[vectors];
#pragma unroll
    for (std::uint32_t v = 0; v < vectors; ++v)
        x[v] = mine[v * threads];
#pragma unroll
    for (std::uint32_t v = 0; v < vectors; ++v) {
        const float4 sum = make_float4(x[v].x + summand, x[v].y + summand, x[v].z + summand, x[v].w + summand);
        if constexpr (isStreamed)
            __stcs(mine + v * threads, sum);
        else
            mine[v * threads] = sum;
    }
}

} // namespace
} // namespace ridgepoint::device

// As many threads as of the other kernels, in blocks of twice the size; or half as many, with twice the vectors.
#ifdef __CUDA_ARCH__
    #define RIDGEPOINT_HALF_THE_BLOCKS (::ridgepoint::fullBlocks(__CUDA_ARCH__ / 10) / 2)
#else
    #define RIDGEPOINT_HALF_THE_BLOCKS 1
#endif

using namespace ridgepoint::device;
using ridgepoint::blockThreads;
using ridgepoint::vectorsPerThread;

RIDGEPOINT_KERNEL rp_update_evict_first_f32(float4* data, float summand)
{
    updateOnce<blockThreads, vectorsPerThread, true>(data, summand);
}

extern "C" __global__ void __launch_bounds__(blockThreads, RIDGEPOINT_HALF_THE_BLOCKS)
    rp_update_vectors8_f32(float4* data, float summand)
{
    updateOnce<blockThreads, 2 * vectorsPerThread, false>(data, summand);
}

extern "C" __global__ void __launch_bounds__(2 * blockThreads, RIDGEPOINT_HALF_THE_BLOCKS)
    rp_update_threads256_f32(float4* data, float summand)
{
    updateOnce<2 * blockThreads, vectorsPerThread, false>(data, summand);
}

std::span<const ridgepoint::KernelEntry> ridgepoint::variantKernels()
{
    static const KernelEntry entries[] = {RIDGEPOINT_ENTRY(rp_update_evict_first_f32),
                                          RIDGEPOINT_ENTRY(rp_update_vectors8_f32),
                                          RIDGEPOINT_ENTRY(rp_update_threads256_f32)};
    return entries;
}
