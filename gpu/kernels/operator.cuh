// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/kernels/tile.cuh"

#include <type_traits>

// What the operators' kernels share. Tensors of rows have rows of whole 16-byte vectors; what is beyond a row's columns
// is padding that is read with a vector and never enters a result.
namespace ridgepoint::device {

inline constexpr std::uint32_t allLanes = 0xFFFFFFFFU;
inline constexpr std::uint32_t vectorFloats = vectorBytes / sizeof(float);
// As core/model/operator.h has them.
inline constexpr float attentionScale = 0.125F;
inline constexpr float dropoutFactor = 8.0F / 7.0F;

/// The bits of a vector's four numbers in a row of bits, one each: 1 for those that a dropout keeps.
__device__ __forceinline__ std::uint32_t keptOf(const std::uint8_t* row, std::uint32_t vector)
{
    return static_cast<std::uint32_t>(__ldg(row + vector / 2)) >> vector % 2 * vectorFloats;
}
/// A number of such a vector after the dropout.
__device__ __forceinline__ float dropped(float x, std::uint32_t kept, int lane)
{
    return (kept >> lane & 1U) != 0 ? x * dropoutFactor : 0.0F;
}

/// The vector at that place of a row of `stride` floats.
template <class Float>
__device__ __forceinline__ auto* vectorAt(Float* data, std::uint32_t row, std::uint32_t stride, std::uint32_t vector)
{
    using Vector = std::conditional_t<std::is_const_v<Float>, const float4, float4>;
    return reinterpret_cast<Vector*>(data + static_cast<std::uint64_t>(row) * stride) + vector;
}

struct Plus { ///< a row's sum
    static constexpr float none = 0.0F;
    static __device__ __forceinline__ float of(float a, float b) { return a + b; }
};
struct Maximum { ///< a row's largest
    static constexpr float none = -INFINITY;
    static __device__ __forceinline__ float of(float a, float b) { return fmaxf(a, b); }
};

/// The same result in every lane of a warp.
template <class Combine> __device__ __forceinline__ float combineInWarp(float x)
{
#pragma unroll
    for (int distance = warpThreads / 2; distance != 0; distance /= 2)
        x = Combine::of(x, __shfl_xor_sync(allLanes, x, distance));
    return x;
}

/// The same result in every one of `threads` threads: a warp, or a whole block that shares `parts`, one number a warp,
/// which nothing else may use.
template <class Combine, std::uint32_t threads> __device__ __forceinline__ float combine(float x, float* parts)
{
    x = combineInWarp<Combine>(x);
    if constexpr (threads > warpThreads) {
        constexpr std::uint32_t warps = threads / warpThreads;
        const std::uint32_t lane = threadIdx.x % warpThreads;
        if (lane == 0)
            parts[threadIdx.x / warpThreads] = x;
        __syncthreads();
        x = combineInWarp<Combine>(lane < warps ? parts[lane] : Combine::none);
    }
    return x;
}

} // namespace ridgepoint::device
