// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/chain.cuh"

// Whole numbers of 32 bits: 16 in the registers of a thread, so that none waits for the one before it, and rounds of
// applications as the chains have them. Whole tiles only.
namespace ridgepoint::device {
namespace {

struct Int32 : Packed {};

/// x = x a + b: a map of all numbers onto themselves where a is odd, so that what is different stays so.
struct Mad {
    template <class Type> static __device__ __forceinline__ std::uint32_t apply(std::uint32_t x, std::uint32_t factor,
                                                                                std::uint32_t summand, bool)
    {
        return x * factor + summand;
    }
};

template <class Work> __device__ __forceinline__ void updateWholeTile(uint4* data, Work work)
{
    uint4* mine = threadsPart(data);
    std::uint32_t x[vectorsPerThread][Int32::lanes];
#pragma unroll
    for (std::uint32_t v = 0; v < vectorsPerThread; ++v)
        Int32::unpack(mine[v * blockThreads], x[v]);
    work(x);
#pragma unroll
    for (std::uint32_t v = 0; v < vectorsPerThread; ++v)
        mine[v * blockThreads] = Int32::pack(x[v]);
}

} // namespace
} // namespace ridgepoint::device

using namespace ridgepoint::device;
using ridgepoint::roundApplications;

RIDGEPOINT_KERNEL rp_int32_mad(uint4* data, std::uint32_t rounds, std::uint32_t factor, std::uint32_t summand)
{
    updateWholeTile(data, [=](auto& x) {
#pragma unroll 1
        for (std::uint32_t left = rounds; left != 0; --left)
            applyUnrolled<Int32, Mad, roundApplications>(x, factor, summand);
    });
}

// Each of two neighbours in turn takes the other in, as in Fibonacci's numbers: sums of constants would be made one by
// the compiler, or two at once by the assembler, which can add three numbers.
RIDGEPOINT_KERNEL rp_int32_add(uint4* data, std::uint32_t rounds)
{
    updateWholeTile(data, [=](auto& x) {
#pragma unroll 1
        for (std::uint32_t left = rounds; left != 0; --left) {
#pragma unroll
            for (std::uint32_t i = 0; i < roundApplications; ++i) {
#pragma unroll
                for (int lane = 0; lane < Int32::lanes; ++lane) {
#pragma unroll
                    for (auto& vector : x) {
                        vector[lane] += vector[lane ^ 1];
                        Int32::keep(vector[lane]);
                    }
                }
            }
        }
    });
}

std::span<const ridgepoint::KernelEntry> ridgepoint::integerKernels()
{
    static const KernelEntry entries[] = {RIDGEPOINT_ENTRY(rp_int32_mad), RIDGEPOINT_ENTRY(rp_int32_add)};
    return entries;
}
