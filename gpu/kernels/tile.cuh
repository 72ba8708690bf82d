// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/kernels/kernel_table.h"
#include "gpu/kernels/lanes.cuh"

// Bounds the registers, so that a multiprocessor holds as many blocks as the plans count on.
#define RIDGEPOINT_BOUNDED(blocks) extern "C" __global__ void __launch_bounds__(::ridgepoint::blockThreads, blocks)
#ifdef __CUDA_ARCH__
    #define RIDGEPOINT_KERNEL RIDGEPOINT_BOUNDED(::ridgepoint::fullBlocks(__CUDA_ARCH__ / 10))
#else
    #define RIDGEPOINT_KERNEL RIDGEPOINT_BOUNDED(1)
#endif
#define RIDGEPOINT_HEAVY_KERNEL RIDGEPOINT_BOUNDED(::ridgepoint::residentBlocks)

// A kernel's entry for the table.
#define RIDGEPOINT_ENTRY(kernel)                                                                                       \
    {                                                                                                                  \
        #kernel, reinterpret_cast < const void*>(&kernel)                                                              \
    }

namespace ridgepoint::device {

/// The calling thread's first vector of the block's tile.
template <class Vector> __device__ __forceinline__ Vector* threadsPart(Vector* data)
{
    return data + static_cast<std::uint64_t>(blockIdx.x) * tileVectors + threadIdx.x;
}

/// Reads the block's tile, lets `work` change the lanes of each thread's vectors, and writes it back. A whole tile has
/// all its loads in flight before the work begins; the last, partial one goes a vector at a time and never beyond it.
/// `work` is called as work(lanes) with lanes[vectors][Type::lanes].
template <class Type, class Work> __device__ __forceinline__ void updateTile(typename Type::Vector* data,
                                                                             std::uint32_t fullTiles,
                                                                             std::uint32_t tailVectors, Work work)
{
    typename Type::Vector* mine = threadsPart(data);
    if (blockIdx.x < fullTiles) {
        typename Type::Lane x[vectorsPerThread][Type::lanes];
#pragma unroll
        for (int v = 0; v < static_cast<int>(vectorsPerThread); ++v)
            Type::unpack(mine[v * blockThreads], x[v]);
        work(x);
#pragma unroll
        for (int v = 0; v < static_cast<int>(vectorsPerThread); ++v)
            mine[v * blockThreads] = Type::pack(x[v]);
        return;
    }
#pragma unroll 1
    for (std::uint32_t at = threadIdx.x; at < tailVectors; at += blockThreads, mine += blockThreads) {
        typename Type::Lane x[1][Type::lanes];
        Type::unpack(*mine, x[0]);
        work(x);
        *mine = Type::pack(x[0]);
    }
}

} // namespace ridgepoint::device
