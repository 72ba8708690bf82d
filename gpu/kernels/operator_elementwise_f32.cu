// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/functions.cuh"
#include "gpu/kernels/operator.cuh"

namespace ridgepoint::device {
namespace {

struct Relu {
    static __device__ __forceinline__ float of(float x) { return fmaxf(x, 0.0F); }
};
struct Gelu {
    static __device__ __forceinline__ float of(float x) { return gelu(x, -0.0F); } // adding -0 changes nothing
};
struct Exp {
    static __device__ __forceinline__ float of(float x) { return expf(x); }
};
struct Cos {
    static __device__ __forceinline__ float of(float x) { return cosine(x); }
};
struct Scale {
    static __device__ __forceinline__ float of(float x) { return x * attentionScale; }
};
struct Add {
    static __device__ __forceinline__ float of(float x, float y) { return x + y; }
};

/// Each lane of `Function` of the vectors at one place of the inputs.
template <class Function, class... Vector> __device__ __forceinline__ float4 ofLanes(Vector... v)
{
    return make_float4(Function::of(v.x...), Function::of(v.y...), Function::of(v.z...), Function::of(v.w...));
}

/// Out of place, tile by tile like the kernels of chains: all loads of a whole tile in flight before the work begins.
template <class Function, class... Input>
__device__ __forceinline__ void map(float4* to, std::uint32_t fullTiles, std::uint32_t tailVectors, Input... from)
{
    to = threadsPart(to);
    ((from = threadsPart(from)), ...);
    if (blockIdx.x < fullTiles) {
        float4 v[sizeof...(Input)][vectorsPerThread];
#pragma unroll
        for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i) {
            int input = 0;
            ((v[input++][i] = __ldg(from + i * blockThreads)), ...);
        }
#pragma unroll
        for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i) {
            if constexpr (sizeof...(Input) == 1)
                to[i * blockThreads] = ofLanes<Function>(v[0][i]);
            else
                to[i * blockThreads] = ofLanes<Function>(v[0][i], v[1][i]);
        }
        return;
    }
#pragma unroll 1
    for (std::uint32_t at = threadIdx.x; at < tailVectors; at += blockThreads) {
        *to = ofLanes<Function>(__ldg(from)...);
        to += blockThreads;
        ((from += blockThreads), ...);
    }
}

} // namespace
} // namespace ridgepoint::device

using namespace ridgepoint::device;

#define RIDGEPOINT_MAP(kernel, Function)                                                                               \
    RIDGEPOINT_HEAVY_KERNEL kernel(float4* to, const float4* from, std::uint32_t fullTiles, std::uint32_t tailVectors) \
    {                                                                                                                  \
        map<Function>(to, fullTiles, tailVectors, from);                                                               \
    }

RIDGEPOINT_MAP(rp_operator_relu_f32, Relu)
RIDGEPOINT_MAP(rp_operator_gelu_f32, Gelu)
RIDGEPOINT_MAP(rp_operator_exp_f32, Exp)
RIDGEPOINT_MAP(rp_operator_cos_f32, Cos)
RIDGEPOINT_MAP(rp_operator_scale_f32, Scale)

RIDGEPOINT_HEAVY_KERNEL rp_operator_add_f32(float4* to, const float4* first, const float4* second,
                                            std::uint32_t fullTiles, std::uint32_t tailVectors)
{
    map<Add>(to, fullTiles, tailVectors, first, second);
}

std::span<const ridgepoint::KernelEntry> ridgepoint::operatorElementwiseKernels()
{
    static const KernelEntry entries[] = {
        RIDGEPOINT_ENTRY(rp_operator_add_f32),  RIDGEPOINT_ENTRY(rp_operator_relu_f32),
        RIDGEPOINT_ENTRY(rp_operator_gelu_f32), RIDGEPOINT_ENTRY(rp_operator_exp_f32),
        RIDGEPOINT_ENTRY(rp_operator_cos_f32),  RIDGEPOINT_ENTRY(rp_operator_scale_f32)};
    return entries;
}
