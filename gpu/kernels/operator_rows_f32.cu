// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/rows.cuh"

// Softmax, plain and scaled, and layer norm.
namespace ridgepoint::device {
namespace {

/// The exponent of a softmax for a difference from the row's maximum, which a positive scale leaves where it is.
struct Plain {
    static __device__ __forceinline__ float of(float difference) { return difference; }
};
struct Scaled {
    static __device__ __forceinline__ float of(float difference) { return difference * attentionScale; }
};

/// A layer norm's numbers as they are.
struct Numbers {
    const float* from;

    template <std::uint32_t threads>
    __device__ __forceinline__ void load(const Part<threads>& part, std::uint32_t row, std::uint32_t stride,
                                         float (&x)[vectorsPerThread][vectorFloats]) const
    {
        part.load(from, row, stride, 0.0F, x);
    }
};

template <std::uint32_t threads, class Exponent>
__device__ __forceinline__ void softmaxHeld(float* to, const float* from, const Rows& shape)
{
    __shared__ float maxima[warpThreads];
    __shared__ float sums[warpThreads];
    const std::uint32_t row = ownRow<threads>();
    if (row >= shape.rows) // a warp of its own, which meets no barrier
        return;
    const auto part = ownPart<threads>(shape);
    float x[vectorsPerThread][vectorFloats];
    part.load(from, row, shape.stride, -INFINITY, x);
    const float most = combine<Maximum, threads>(maximumOf(x), maxima);
    float sum = 0.0F;
#pragma unroll
    for (auto& vector : x) {
#pragma unroll
        for (float& lane : vector)
            lane = expf(Exponent::of(lane - most));
        sum += (vector[0] + vector[1]) + (vector[2] + vector[3]);
    }
    const float share = __fdividef(1.0F, combine<Plus, threads>(sum, sums));
    part.store(to, row, shape.stride,
               [&](int i) { return make_float4(x[i][0] * share, x[i][1] * share, x[i][2] * share, x[i][3] * share); });
}

template <std::uint32_t threads, class Exponent>
__device__ __forceinline__ void softmaxTwice(float* to, const float* from, const Rows& shape)
{
    __shared__ float maxima[warpThreads];
    __shared__ float sums[warpThreads];
    auto part = ownPart<threads>(shape);
    const std::uint32_t vectors = (shape.columns + vectorFloats - 1) / vectorFloats;
    float x[vectorsPerThread][vectorFloats];
    float most = -INFINITY;
    float sum = 0.0F;
    // The sum so far is kept relative to the maximum so far (online softmax, Milakov and Gimelshein 2018). The first
    // piece is whole, so that every thread has a maximum from then on.
#pragma unroll 1
    for (; part.first < vectors; part.first += vectorsPerThread * threads) {
        part.load(from, blockIdx.x, shape.stride, -INFINITY, x);
        const float higher = fmaxf(most, maximumOf(x));
        sum = sum * expf(Exponent::of(most - higher))
            + sumOver(x, [&](float value, int, int) { return expf(Exponent::of(value - higher)); });
        most = higher;
    }
    const float highest = combine<Maximum, threads>(most, maxima);
    const float share = __fdividef(1.0F, combine<Plus, threads>(sum * expf(Exponent::of(most - highest)), sums));
#pragma unroll 1
    for (part.first = threadIdx.x; part.first < vectors; part.first += vectorsPerThread * threads) {
        part.load(from, blockIdx.x, shape.stride, -INFINITY, x);
        part.store(to, blockIdx.x, shape.stride, [&](int i) {
            const auto shareOf = [&](float value) { return expf(Exponent::of(value - highest)) * share; };
            return make_float4(shareOf(x[i][0]), shareOf(x[i][1]), shareOf(x[i][2]), shareOf(x[i][3]));
        });
    }
}

} // namespace
} // namespace ridgepoint::device

using namespace ridgepoint::device;

#define RIDGEPOINT_ROWS(suffix, threads, how)                                                                          \
    RIDGEPOINT_ROWS_KERNEL(threads)                                                                                    \
    rp_operator_softmax_f32_##suffix(float* to, const float* from, std::uint32_t rows, std::uint32_t columns,          \
                                     std::uint32_t stride)                                                             \
    {                                                                                                                  \
        softmax##how<threads, Plain>(to, from, {rows, columns, stride});                                               \
    }                                                                                                                  \
    RIDGEPOINT_ROWS_KERNEL(threads)                                                                                    \
    rp_operator_scaled_softmax_f32_##suffix(float* to, const float* from, std::uint32_t rows, std::uint32_t columns,   \
                                            std::uint32_t stride)                                                      \
    {                                                                                                                  \
        softmax##how<threads, Scaled>(to, from, {rows, columns, stride});                                              \
    }                                                                                                                  \
    RIDGEPOINT_ROWS_KERNEL(threads)                                                                                    \
    rp_operator_layer_norm_f32_##suffix(float* to, const float* from, const float* scales, const float* shifts,        \
                                        std::uint32_t rows, std::uint32_t columns, std::uint32_t stride)               \
    {                                                                                                                  \
        layerNorm##how<threads>(to, Numbers{from}, scales, shifts, {rows, columns, stride});                           \
    }

RIDGEPOINT_ROWS(r32, 32, Held)
RIDGEPOINT_ROWS(r128, 128, Held)
RIDGEPOINT_ROWS(r512, 512, Held)
RIDGEPOINT_ROWS(r1024, 1024, Held)
RIDGEPOINT_ROWS(twice, 1024, Twice)

#define RIDGEPOINT_ROWS_ENTRIES(suffix)                                                                                \
    RIDGEPOINT_ENTRY(rp_operator_softmax_f32_##suffix), RIDGEPOINT_ENTRY(rp_operator_scaled_softmax_f32_##suffix),     \
        RIDGEPOINT_ENTRY(rp_operator_layer_norm_f32_##suffix)

std::span<const ridgepoint::KernelEntry> ridgepoint::operatorRowKernels()
{
    static const KernelEntry entries[] = {RIDGEPOINT_ROWS_ENTRIES(r32), RIDGEPOINT_ROWS_ENTRIES(r128),
                                          RIDGEPOINT_ROWS_ENTRIES(r512), RIDGEPOINT_ROWS_ENTRIES(r1024),
                                          RIDGEPOINT_ROWS_ENTRIES(twice)};
    return entries;
}
