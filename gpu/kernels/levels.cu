// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/tile.cuh"

namespace ridgepoint::device {
namespace {

/// Volatile, so that every pass really goes through shared memory: registers would do.
__device__ __forceinline__ float4 loadShared(std::uint32_t from)
{
    float4 v;
    asm volatile("ld.volatile.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "r"(from)
                 : "memory");
    return v;
}
__device__ __forceinline__ void storeShared(std::uint32_t to, float4 v)
{
    asm volatile("st.volatile.shared.v4.f32 [%0], {%1, %2, %3, %4};"
                 :
                 : "r"(to), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w)
                 : "memory");
}

/// Through the multiprocessor's own cache, or past it through the L2.
template <bool isCached> __device__ __forceinline__ const std::byte* follow(const std::byte* at)
{
    const std::byte* next;
    if constexpr (isCached)
        asm volatile("ld.global.ca.u64 %0, [%1];" : "=l"(next) : "l"(at) : "memory");
    else
        asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(next) : "l"(at) : "memory");
    return next;
}

/// One thread; each load's address is what the one before has brought, and nothing else lies between them. It begins
/// where the launch before has ended.
template <bool isCached>
__device__ __forceinline__ void chase(std::byte* data, std::uint64_t* place, std::uint32_t rounds)
{
    const std::byte* at = data + *place;
#pragma unroll 1
    for (; rounds != 0; --rounds) {
#pragma unroll
        for (std::uint32_t load = 0; load < chaseRoundLoads; ++load)
            at = follow<isCached>(at);
    }
    *place = static_cast<std::uint64_t>(at - data);
}

/// chasedLine(step, bits) of chase_plan.h: the line that is met so many steps after the first one.
__device__ __forceinline__ std::uint32_t chasedLine(std::uint32_t step, std::uint32_t bits)
{
    const std::uint32_t mask = (1U << bits) - 1;
    const std::uint32_t half = (bits + 1) / 2;
    std::uint32_t line = step * 0x9E3779B1U & mask;
    line ^= line >> half;
    line = line * 0x85EBCA6BU & mask;
    return line ^ line >> half;
}

} // namespace
} // namespace ridgepoint::device

using namespace ridgepoint::device;
using ridgepoint::blockThreads;
using ridgepoint::chasedLineBytes;
using ridgepoint::sharedRoundPasses;
using ridgepoint::sharedVectors;

// Lanes of a warp have neighbouring vectors, so that no two of them meet in a bank; a thread keeps to its own.
RIDGEPOINT_KERNEL rp_update_shared_f32(float4* data, std::uint32_t rounds, float first, float second)
{
    __shared__ float4 tile[sharedVectors * blockThreads];
    float4* mine = data + static_cast<std::uint64_t>(blockIdx.x) * (sharedVectors * blockThreads) + threadIdx.x;
    const auto own = static_cast<std::uint32_t>(__cvta_generic_to_shared(tile + threadIdx.x));
    constexpr std::uint32_t stride = blockThreads * ridgepoint::vectorBytes;
#pragma unroll
    for (std::uint32_t v = 0; v < sharedVectors; ++v)
        storeShared(own + v * stride, mine[v * blockThreads]);
#pragma unroll 1
    for (; rounds != 0; --rounds) {
#pragma unroll
        for (std::uint32_t pass = 0; pass < sharedRoundPasses; ++pass) {
            const float summand = pass % 2 != 0 ? second : first;
            float4 x[sharedVectors];
#pragma unroll
            for (std::uint32_t v = 0; v < sharedVectors; ++v)
                x[v] = loadShared(own + v * stride);
#pragma unroll
            for (std::uint32_t v = 0; v < sharedVectors; ++v)
                storeShared(own + v * stride,
                            make_float4(x[v].x + summand, x[v].y + summand, x[v].z + summand, x[v].w + summand));
        }
    }
#pragma unroll
    for (std::uint32_t v = 0; v < sharedVectors; ++v)
        mine[v * blockThreads] = loadShared(own + v * stride);
}

RIDGEPOINT_KERNEL rp_chase_l1(std::byte* data, std::uint64_t* place, std::uint32_t rounds)
{
    chase<true>(data, place, rounds);
}
RIDGEPOINT_KERNEL rp_chase_l2(std::byte* data, std::uint64_t* place, std::uint32_t rounds)
{
    chase<false>(data, place, rounds);
}

// Every line holds the address of the one that follows it; a thread has one line, of 2^bits.
RIDGEPOINT_KERNEL rp_fill_cycle(std::byte* data, std::uint64_t* place, std::uint32_t bits)
{
    const std::uint32_t step = blockIdx.x * blockThreads + threadIdx.x;
    if (step >> bits != 0)
        return;
    const auto lineAt = [=](std::uint32_t which) {
        return data + static_cast<std::uint64_t>(chasedLine(which, bits)) * chasedLineBytes;
    };
    *reinterpret_cast<std::byte**>(lineAt(step)) = lineAt(step + 1);
    if (step == 0)
        *place = 0;
}

std::span<const ridgepoint::KernelEntry> ridgepoint::levelKernels()
{
    static const KernelEntry entries[] = {RIDGEPOINT_ENTRY(rp_update_shared_f32), RIDGEPOINT_ENTRY(rp_chase_l1),
                                          RIDGEPOINT_ENTRY(rp_chase_l2), RIDGEPOINT_ENTRY(rp_fill_cycle)};
    return entries;
}
