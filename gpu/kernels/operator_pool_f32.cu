// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/operator.cuh"

// Max-pooling 2 x 2. A thread has one vector, which are two windows, of `poolPairs` pairs of rows; blocks go along the
// rows first.
namespace ridgepoint::device {
namespace {

/// Shapes: of the tensor with windows in it, and of the pooled one. Strides are in floats.
struct Pooling {
    std::uint32_t rows, columns, stride, pooledStride;

    [[nodiscard]] __device__ __forceinline__ std::uint32_t pooledRows() const { return rows / 2; }
    [[nodiscard]] __device__ __forceinline__ std::uint32_t pooledColumns() const { return columns / 2; }
};

/// The calling thread's vector of its rows, and its first pair of rows.
struct Place {
    std::uint32_t vector, pair;

    __device__ __forceinline__ explicit Place(std::uint32_t vectors)
    {
        const std::uint32_t across = (vectors + blockThreads - 1) / blockThreads;
        vector = blockIdx.x % across * blockThreads + threadIdx.x;
        pair = blockIdx.x / across * poolPairs;
    }
};

} // namespace
} // namespace ridgepoint::device

using namespace ridgepoint::device;
using ridgepoint::blockThreads;
using ridgepoint::poolPairs;

RIDGEPOINT_HEAVY_KERNEL rp_operator_max_pool_f32(float* to, const float* from, std::uint32_t rows,
                                                 std::uint32_t columns, std::uint32_t stride,
                                                 std::uint32_t pooledStride)
{
    const Pooling shape{rows, columns, stride, pooledStride};
    const std::uint32_t vectors = (shape.pooledColumns() + 1) / 2;
    const Place place(vectors);
    if (place.vector >= vectors)
        return;
    float4 upper[poolPairs], lower[poolPairs];
#pragma unroll
    for (std::uint32_t i = 0; i < poolPairs; ++i)
        if (place.pair + i < shape.pooledRows()) {
            upper[i] = __ldg(vectorAt(from, 2 * (place.pair + i), stride, place.vector));
            lower[i] = __ldg(vectorAt(from, 2 * (place.pair + i) + 1, stride, place.vector));
        }
#pragma unroll
    for (std::uint32_t i = 0; i < poolPairs; ++i)
        if (place.pair + i < shape.pooledRows())
            reinterpret_cast<float2*>(to + static_cast<std::uint64_t>(place.pair + i) * pooledStride)[place.vector] =
                make_float2(fmaxf(fmaxf(upper[i].x, upper[i].y), fmaxf(lower[i].x, lower[i].y)),
                            fmaxf(fmaxf(upper[i].z, upper[i].w), fmaxf(lower[i].z, lower[i].w)));
}

std::span<const ridgepoint::KernelEntry> ridgepoint::operatorPoolKernels()
{
    static const KernelEntry entries[] = {RIDGEPOINT_ENTRY(rp_operator_max_pool_f32)};
    return entries;
}
