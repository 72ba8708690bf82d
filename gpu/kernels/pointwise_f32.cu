// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/functions.cuh"
#include "gpu/kernels/chain.cuh"

namespace ridgepoint::device {
namespace {

/// A cheap operation: unrolled like the chains.
struct Relu {
    template <class Type> static __device__ __forceinline__ float apply(float x, float first, float second, bool odd)
    {
        return relu(x, odd ? second : first, odd);
    }
};

/// Heavy operations: dozens of instructions each, so that a loop of single applications shows no overhead.
struct Gelu {
    static __device__ __forceinline__ float apply(float x, float summand) { return gelu(x, summand); }
};
struct Exp {
    static __device__ __forceinline__ float apply(float x, float) { return expOfMinus(x); }
};
struct Cos {
    static __device__ __forceinline__ float apply(float x, float) { return cosine(x); }
};
struct Count {
    static __device__ __forceinline__ float apply(float x, float summand) { return F32::add(x, summand); }
};

template <class Operation> __device__ __forceinline__ void applyInLoop(float4* data, std::uint32_t fullTiles,
                                                                       std::uint32_t tailVectors, float summand,
                                                                       std::uint32_t more)
{
    updateTile<F32>(data, fullTiles, tailVectors, [=](auto& x) {
#pragma unroll 1
        for (std::uint32_t left = more;; --left) {
            for (auto& vector : x) {
                for (float& lane : vector) {
                    lane = Operation::apply(lane, summand);
                    F32::keep(lane);
                }
            }
            if (left == 0)
                break;
        }
    });
}

} // namespace
} // namespace ridgepoint::device

using namespace ridgepoint::device;

RIDGEPOINT_KERNEL rp_pointwise_relu_f32(float4* data, std::uint32_t fullTiles, std::uint32_t tailVectors, float first,
                                        float second, std::uint32_t more)
{
    // more + 1 applications, which may be 2^32, in rounds and a rest.
    const std::uint32_t rest = (more + 1) % ridgepoint::roundApplications;
    const std::uint32_t rounds = more / ridgepoint::roundApplications + (rest == 0 ? 1U : 0U);
    updateTile<F32>(data, fullTiles, tailVectors,
                    [=](auto& x) { applyInRounds<F32, Relu>(x, first, second, rounds, rest); });
}

#define RIDGEPOINT_POINTWISE(kernel, Operation)                                                                        \
    RIDGEPOINT_HEAVY_KERNEL kernel(float4* data, std::uint32_t fullTiles, std::uint32_t tailVectors, float first,      \
                                   float second, std::uint32_t more)                                                   \
    {                                                                                                                  \
        static_cast<void>(second);                                                                                     \
        applyInLoop<Operation>(data, fullTiles, tailVectors, first, more);                                             \
    }

RIDGEPOINT_POINTWISE(rp_pointwise_gelu_f32, Gelu)
RIDGEPOINT_POINTWISE(rp_pointwise_exp_f32, Exp)
RIDGEPOINT_POINTWISE(rp_pointwise_cos_f32, Cos)
RIDGEPOINT_POINTWISE(rp_count_f32, Count)

std::span<const ridgepoint::KernelEntry> ridgepoint::pointwiseKernels()
{
    static const KernelEntry entries[] = {
        RIDGEPOINT_ENTRY(rp_pointwise_relu_f32), RIDGEPOINT_ENTRY(rp_pointwise_gelu_f32),
        RIDGEPOINT_ENTRY(rp_pointwise_exp_f32), RIDGEPOINT_ENTRY(rp_pointwise_cos_f32), RIDGEPOINT_ENTRY(rp_count_f32)};
    return entries;
}
