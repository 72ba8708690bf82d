// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/operator.cuh"

// Max-pooling 2 x 2 and its gradient. A thread has one vector, which are two windows, of `poolPairs` pairs of rows;
// blocks go along the rows first. Gradients read 8 bytes, which still makes whole lines a warp.
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

/// Two neighbours of a pooled row.
template <class Number>
__device__ __forceinline__ Number two(const void* data, std::uint32_t row, std::uint32_t stride, std::uint32_t vector)
{
    return __ldg(reinterpret_cast<const Number*>(data) + static_cast<std::uint64_t>(row) * (stride / 2) + vector);
}

/// What a forward pass would have saved, made up: which of a window's four elements was the largest. Looks unordered.
__device__ __forceinline__ std::uint32_t madeUpMaximum(std::uint32_t row, std::uint32_t column)
{
    return (row * 2654435761U + column * 2246822519U) >> 13 & 3U;
}

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

// A byte of the mask belongs to a vector of two rows: bits 0 to 3 to the upper one's floats, bits 4 to 7 to the lower
// one's.
RIDGEPOINT_HEAVY_KERNEL rp_operator_max_pool_mask_f32(float* to, const float* gradients, const std::uint8_t* mask,
                                                      std::uint32_t rows, std::uint32_t columns, std::uint32_t stride,
                                                      std::uint32_t pooledStride, std::uint32_t maskStride)
{
    const Pooling shape{rows, columns, stride, pooledStride};
    const Place place(stride / vectorFloats);
    if (place.vector >= stride / vectorFloats)
        return;
    float2 gradient[poolPairs];
    std::uint32_t bits[poolPairs];
#pragma unroll
    for (std::uint32_t i = 0; i < poolPairs; ++i) {
        gradient[i] = make_float2(0.0F, 0.0F);
        bits[i] = 0;
        if (place.pair + i < shape.pooledRows() && 2 * place.vector < shape.pooledColumns()) {
            gradient[i] = two<float2>(gradients, place.pair + i, pooledStride, place.vector);
            bits[i] = __ldg(mask + static_cast<std::uint64_t>(place.pair + i) * maskStride + place.vector);
        }
    }
#pragma unroll
    for (std::uint32_t i = 0; i < poolPairs; ++i) {
        const std::uint32_t row = 2 * (place.pair + i);
        const float2 g = gradient[i];
        const auto chosen = [&](std::uint32_t bit, float value) { return (bits[i] >> bit & 1U) != 0 ? value : 0.0F; };
        if (row < rows)
            *vectorAt(to, row, stride, place.vector) = make_float4(chosen(0, g.x), chosen(1, g.x), chosen(2, g.y),
                                                                   chosen(3, g.y));
        if (row + 1 < rows)
            *vectorAt(to, row + 1, stride, place.vector) = make_float4(chosen(4, g.x), chosen(5, g.x), chosen(6, g.y),
                                                                       chosen(7, g.y));
    }
}

// Zeros first, then each gradient to its place: the places of a window lie in it, so that a thread scatters only into
// vectors that it has just written itself, which are in the L2 cache; it sees its own writes in order, without a
// barrier.
RIDGEPOINT_HEAVY_KERNEL rp_operator_max_pool_index_f32(float* to, const float* gradients, const std::uint32_t* places,
                                                       std::uint32_t rows, std::uint32_t columns, std::uint32_t stride,
                                                       std::uint32_t pooledStride)
{
    const Pooling shape{rows, columns, stride, pooledStride};
    const Place place(stride / vectorFloats);
    if (place.vector >= stride / vectorFloats)
        return;
    const bool hasWindows = 2 * place.vector < shape.pooledColumns();
    float2 gradient[poolPairs];
    uint2 saved[poolPairs];
#pragma unroll
    for (std::uint32_t i = 0; i < poolPairs; ++i)
        if (place.pair + i < shape.pooledRows() && hasWindows) {
            gradient[i] = two<float2>(gradients, place.pair + i, pooledStride, place.vector);
            saved[i] = two<uint2>(places, place.pair + i, pooledStride, place.vector);
        }
    const float4 zeros = make_float4(0.0F, 0.0F, 0.0F, 0.0F);
#pragma unroll
    for (std::uint32_t i = 0; i < 2 * poolPairs; ++i)
        if (2 * place.pair + i < rows)
            *vectorAt(to, 2 * place.pair + i, stride, place.vector) = zeros;
#pragma unroll
    for (std::uint32_t i = 0; i < poolPairs; ++i)
        if (place.pair + i < shape.pooledRows() && hasWindows) {
            to[saved[i].x] = gradient[i].x;
            if (2 * place.vector + 1 < shape.pooledColumns())
                to[saved[i].y] = gradient[i].y;
        }
}

// Four places a thread; padding gets 0, which nothing uses.
RIDGEPOINT_HEAVY_KERNEL rp_fill_places(uint4* places, std::uint32_t vectors, std::uint32_t pooledColumns,
                                       std::uint32_t stride, std::uint32_t pooledStride)
{
    const std::uint32_t at = blockIdx.x * blockThreads + threadIdx.x;
    if (at >= vectors)
        return;
    const std::uint32_t row = at / (pooledStride / vectorFloats);
    const std::uint32_t first = at % (pooledStride / vectorFloats) * vectorFloats;
    const auto placeOf = [&](std::uint32_t column) {
        const std::uint32_t which = madeUpMaximum(row, column);
        return column < pooledColumns ? (2 * row + which / 2) * stride + 2 * column + which % 2 : 0U;
    };
    places[at] = make_uint4(placeOf(first), placeOf(first + 1), placeOf(first + 2), placeOf(first + 3));
}

// Four bytes a thread, each of two windows; padding has no bits.
RIDGEPOINT_HEAVY_KERNEL rp_fill_mask(std::uint32_t* mask, std::uint32_t words, std::uint32_t pooledColumns,
                                     std::uint32_t maskStride)
{
    const std::uint32_t at = blockIdx.x * blockThreads + threadIdx.x;
    if (at >= words)
        return;
    const std::uint32_t row = at / (maskStride / 4);
    const std::uint32_t first = at % (maskStride / 4) * 8;
    std::uint32_t word = 0;
#pragma unroll
    for (std::uint32_t window = 0; window < 8; ++window) {
        const std::uint32_t which = madeUpMaximum(row, first + window);
        const std::uint32_t bit = window / 2 * 8 + which / 2 * 4 + window % 2 * 2 + which % 2;
        if (first + window < pooledColumns)
            word |= 1U << bit;
    }
    mask[at] = word;
}

std::span<const ridgepoint::KernelEntry> ridgepoint::operatorPoolKernels()
{
    static const KernelEntry entries[] = {RIDGEPOINT_ENTRY(rp_operator_max_pool_f32),
                                          RIDGEPOINT_ENTRY(rp_operator_max_pool_mask_f32),
                                          RIDGEPOINT_ENTRY(rp_operator_max_pool_index_f32),
                                          RIDGEPOINT_ENTRY(rp_fill_places), RIDGEPOINT_ENTRY(rp_fill_mask)};
    return entries;
}
