// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/tile.cuh"

namespace ridgepoint::device {
namespace {

/// uniformValue(index, period): odd multiples of 1/period, exact in fp32; `period` is a power of two, so that an index
/// that has lost its upper bits gives the same.
__device__ __forceinline__ float uniform(std::uint32_t index, std::uint32_t period)
{
    const std::uint32_t step = index * 1973U & (period - 1);
    return fmaf(static_cast<float>(2 * step + 1), 1.0F / static_cast<float>(period), -1.0F);
}

/// Two neighbours in one lane, the first in the lower half.
__device__ __forceinline__ std::uint32_t packed(std::uint32_t low, std::uint32_t high) { return low | high << 16; }

__device__ __forceinline__ std::uint32_t halfBits(float value)
{
    std::uint16_t bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
}

/// Exact for numbers that bfloat16 has, as all of its pattern's are.
__device__ __forceinline__ std::uint32_t bfloat16Bits(float value) { return __float_as_uint(value) >> 16; }

struct FillF32 : F32 {
    static __device__ __forceinline__ float lane(std::uint32_t index) { return uniform(index, 4096); }
    static constexpr std::uint32_t elementsPerLane = 1;
};
struct FillF64 : F64 {
    static __device__ __forceinline__ double lane(std::uint32_t index)
    {
        return static_cast<double>(uniform(index, 4096));
    }
    static constexpr std::uint32_t elementsPerLane = 1;
};
struct FillF16 : F16 {
    static __device__ __forceinline__ std::uint32_t lane(std::uint32_t index)
    {
        return packed(halfBits(uniform(index, 1024)), halfBits(uniform(index + 1, 1024)));
    }
    static constexpr std::uint32_t elementsPerLane = 2;
};
struct FillBf16 : Bf16 {
    static __device__ __forceinline__ std::uint32_t lane(std::uint32_t index)
    {
        return packed(bfloat16Bits(uniform(index, 128)), bfloat16Bits(uniform(index + 1, 128)));
    }
    static constexpr std::uint32_t elementsPerLane = 2;
};

template <class Type> __device__ __forceinline__ void fillTile(typename Type::Vector* data, std::uint32_t fullTiles,
                                                               std::uint32_t tailVectors)
{
    const std::uint32_t vectors = blockIdx.x < fullTiles ? tileVectors : tailVectors;
    typename Type::Vector* mine = threadsPart(data);
    std::uint32_t index = (blockIdx.x * tileVectors + threadIdx.x) * Type::lanes * Type::elementsPerLane;
#pragma unroll 1
    for (std::uint32_t at = threadIdx.x; at < vectors; at += blockThreads, mine += blockThreads) {
        typename Type::Lane x[Type::lanes];
#pragma unroll
        for (int lane = 0; lane < Type::lanes; ++lane)
            x[lane] = Type::lane(index + lane * Type::elementsPerLane);
        *mine = Type::pack(x);
        index += blockThreads * Type::lanes * Type::elementsPerLane;
    }
}

} // namespace
} // namespace ridgepoint::device

using namespace ridgepoint::device;

#define RIDGEPOINT_FILL(kernel, Type)                                                                                  \
    RIDGEPOINT_KERNEL kernel(Type::Vector* data, std::uint32_t fullTiles, std::uint32_t tailVectors)                   \
    {                                                                                                                  \
        fillTile<Type>(data, fullTiles, tailVectors);                                                                  \
    }

RIDGEPOINT_FILL(rp_fill_f32, FillF32)
RIDGEPOINT_FILL(rp_fill_f64, FillF64)
RIDGEPOINT_FILL(rp_fill_f16, FillF16)
RIDGEPOINT_FILL(rp_fill_bf16, FillBf16)

std::span<const ridgepoint::KernelEntry> ridgepoint::fillKernels()
{
    static const KernelEntry entries[] = {RIDGEPOINT_ENTRY(rp_fill_f32), RIDGEPOINT_ENTRY(rp_fill_f64),
                                          RIDGEPOINT_ENTRY(rp_fill_f16), RIDGEPOINT_ENTRY(rp_fill_bf16)};
    return entries;
}
