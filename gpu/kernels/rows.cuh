// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/kernels/operator.cuh"

// What the kernels share that work by rows. A row is held in registers by a warp or a block, four vectors a thread, and
// read once; the longest rows are gone over twice, piece by piece, the second time out of the L2 cache.
namespace ridgepoint::device {

inline constexpr float epsilon = 1e-5F; // keeps the quotient of a layer norm finite

/// A shape as the kernels are given it; `stride` floats from row to row.
struct Rows {
    std::uint32_t rows, columns, stride;
};

/// A thread's part of a row or of a piece of it: every `threads`-th vector.
template <std::uint32_t threads> struct Part {
    std::uint32_t first; ///< its first vector
    std::uint32_t columns;

    [[nodiscard]] __device__ __forceinline__ std::uint32_t vector(int i) const
    {
        return first + static_cast<std::uint32_t>(i) * threads;
    }
    [[nodiscard]] __device__ __forceinline__ bool has(int i) const { return vector(i) * vectorFloats < columns; }
    [[nodiscard]] __device__ __forceinline__ bool has(int i, int lane) const
    {
        return vector(i) * vectorFloats + lane < columns;
    }

    /// The i-th vector with whatever pads it; `none` where the row has none.
    [[nodiscard]] __device__ __forceinline__ float4 loadVector(const float* data, std::uint32_t row,
                                                               std::uint32_t stride, float none, int i) const
    {
        return has(i) ? __ldg(vectorAt(data, row, stride, vector(i))) : make_float4(none, none, none, none);
    }
    /// Loads the part; what the row does not have is `none`.
    __device__ __forceinline__ void load(const float* data, std::uint32_t row, std::uint32_t stride, float none,
                                         float (&x)[vectorsPerThread][vectorFloats]) const
    {
#pragma unroll
        for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i) {
            const float4 v = loadVector(data, row, stride, none, i);
            x[i][0] = v.x, x[i][1] = v.y, x[i][2] = v.z, x[i][3] = v.w;
#pragma unroll
            for (int lane = 1; lane < static_cast<int>(vectorFloats); ++lane)
                x[i][lane] = has(i, lane) ? x[i][lane] : none;
        }
    }
    /// Stores work(i) as the i-th vector.
    template <class Work>
    __device__ __forceinline__ void store(float* data, std::uint32_t row, std::uint32_t stride, Work work) const
    {
#pragma unroll
        for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
            if (has(i))
                *vectorAt(data, row, stride, vector(i)) = work(i);
    }
};

/// Adds up work(number, i, lane) over all of a thread's numbers.
template <class Work>
__device__ __forceinline__ float sumOver(const float (&x)[vectorsPerThread][vectorFloats], Work work)
{
    float total = 0.0F;
#pragma unroll
    for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
        total += (work(x[i][0], i, 0) + work(x[i][1], i, 1)) + (work(x[i][2], i, 2) + work(x[i][3], i, 3));
    return total;
}

__device__ __forceinline__ float maximumOf(const float (&x)[vectorsPerThread][vectorFloats])
{
    float most = -INFINITY;
#pragma unroll
    for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
        most = fmaxf(most, fmaxf(fmaxf(x[i][0], x[i][1]), fmaxf(x[i][2], x[i][3])));
    return most;
}

/// The row of the calling thread: a block's, or one of four where a warp has one.
template <std::uint32_t threads> __device__ __forceinline__ std::uint32_t ownRow()
{
    return threads > warpThreads ? blockIdx.x : blockIdx.x * (blockThreads / warpThreads) + threadIdx.x / warpThreads;
}

template <std::uint32_t threads> __device__ __forceinline__ Part<threads> ownPart(const Rows& shape)
{
    return {.first = threadIdx.x % threads, .columns = shape.columns};
}

/// (x - mean) * factor * scale + shift of a thread's part.
template <std::uint32_t threads>
__device__ __forceinline__ void storeNormed(const Part<threads>& part, float* to, std::uint32_t row, const Rows& shape,
                                            const float* scales, const float* shifts,
                                            const float (&x)[vectorsPerThread][vectorFloats], float mean, float factor)
{
    part.store(to, row, shape.stride, [&](int i) {
        const float4 scale = __ldg(vectorAt(scales, 0, 0, part.vector(i)));
        const float4 shift = __ldg(vectorAt(shifts, 0, 0, part.vector(i)));
        return make_float4(
            fmaf((x[i][0] - mean) * factor, scale.x, shift.x), fmaf((x[i][1] - mean) * factor, scale.y, shift.y),
            fmaf((x[i][2] - mean) * factor, scale.z, shift.z), fmaf((x[i][3] - mean) * factor, scale.w, shift.w));
    });
}

/// `source` loads what is normalised.
template <std::uint32_t threads, class Source>
__device__ __forceinline__ void layerNormHeld(float* to, const Source& source, const float* scales, const float* shifts,
                                              const Rows& shape)
{
    __shared__ float sums[warpThreads];
    __shared__ float squares[warpThreads];
    const std::uint32_t row = ownRow<threads>();
    if (row >= shape.rows)
        return;
    const auto part = ownPart<threads>(shape);
    float x[vectorsPerThread][vectorFloats];
    source.load(part, row, shape.stride, x);
    const auto count = static_cast<float>(shape.columns);
    const float mean = __fdividef(combine<Plus, threads>(sumOver(x, [](float value, int, int) { return value; }), sums),
                                  count);
    // The deviations' squares, not the squares: those of numbers near each other would cancel.
    const float own = sumOver(x, [&](float value, int i, int lane) {
        const float deviation = part.has(i, lane) ? value - mean : 0.0F;
        return deviation * deviation;
    });
    const float variance = __fdividef(combine<Plus, threads>(own, squares), count);
    storeNormed(part, to, row, shape, scales, shifts, x, mean, rsqrtf(variance + epsilon));
}

template <std::uint32_t threads, class Source>
__device__ __forceinline__ void layerNormTwice(float* to, const Source& source, const float* scales,
                                               const float* shifts, const Rows& shape)
{
    __shared__ float sums[warpThreads];
    __shared__ float squares[warpThreads];
    auto part = ownPart<threads>(shape);
    const std::uint32_t vectors = (shape.columns + vectorFloats - 1) / vectorFloats;
    float x[vectorsPerThread][vectorFloats];
    float count = 0.0F;
    float mean = 0.0F;
    float square = 0.0F; // of the deviations from the mean so far
#pragma unroll 1
    for (; part.first < vectors; part.first += vectorsPerThread * threads) {
        source.load(part, blockIdx.x, shape.stride, x);
        // Pieces are joined by their means and squares (Chan, Golub and LeVeque 1979).
        const float more = sumOver(x, [&](float, int i, int lane) { return part.has(i, lane) ? 1.0F : 0.0F; });
        const float pieceMean = __fdividef(sumOver(x, [](float value, int, int) { return value; }), more);
        const float pieceSquare = sumOver(x, [&](float value, int i, int lane) {
            const float deviation = part.has(i, lane) ? value - pieceMean : 0.0F;
            return deviation * deviation;
        });
        const float away = pieceMean - mean;
        const float weight = __fdividef(more, count + more);
        square += pieceSquare + away * away * count * weight;
        mean = fmaf(away, weight, mean);
        count += more;
    }
    const auto all = static_cast<float>(shape.columns);
    const float whole = __fdividef(combine<Plus, threads>(mean * count, sums), all);
    const float away = mean - whole;
    const float variance = __fdividef(combine<Plus, threads>(fmaf(away * away, count, square), squares), all);
    const float factor = rsqrtf(variance + epsilon);
#pragma unroll 1
    for (part.first = threadIdx.x; part.first < vectors; part.first += vectorsPerThread * threads) {
        source.load(part, blockIdx.x, shape.stride, x);
        storeNormed(part, to, blockIdx.x, shape, scales, shifts, x, whole, factor);
    }
}

} // namespace ridgepoint::device

// A row's threads; a warp shares its block with three others. At most 64 registers a thread.
#define RIDGEPOINT_ROWS_KERNEL(threads)                                                                                \
    extern "C" __global__ void __launch_bounds__((threads) > 128 ? (threads) : 128,                                    \
                                                 1024 / ((threads) > 128 ? (threads) : 128))
