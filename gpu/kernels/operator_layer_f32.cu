// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/functions.cuh"
#include "gpu/kernels/rows.cuh"

// What else a transformer's layer has: a row added to every row, alone and with gelu; dropout, alone and with what
// stands around it. Bits of a dropout lie as the numbers do, eight a byte: two threads of a warp read each byte in one
// access.
namespace ridgepoint::device {
namespace {

struct Sum {
    static __device__ __forceinline__ float of(float x, float bias) { return x + bias; }
};
struct SumsGelu {
    static __device__ __forceinline__ float of(float x, float bias)
    {
        return gelu(x + bias, -0.0F);
    } // adding -0 changes nothing
};

/// A thread has one vector of `addedRows` rows, so that it reads the row that is added once for all of them; blocks go
/// along the rows first.
template <class Function>
__device__ __forceinline__ void addRow(float* to, const float* from, const float* bias, const Rows& shape)
{
    const std::uint32_t vectors = (shape.columns + vectorFloats - 1) / vectorFloats;
    const std::uint32_t across = (vectors + blockThreads - 1) / blockThreads;
    const std::uint32_t vector = blockIdx.x % across * blockThreads + threadIdx.x;
    const std::uint32_t row = blockIdx.x / across * addedRows;
    if (vector >= vectors)
        return;
    const float4 b = __ldg(vectorAt(bias, 0, 0, vector));
    float4 v[addedRows];
#pragma unroll
    for (std::uint32_t i = 0; i < addedRows; ++i)
        if (row + i < shape.rows)
            v[i] = __ldg(vectorAt(from, row + i, shape.stride, vector));
#pragma unroll
    for (std::uint32_t i = 0; i < addedRows; ++i)
        if (row + i < shape.rows)
            *vectorAt(to, row + i, shape.stride,
                      vector) = make_float4(Function::of(v[i].x, b.x), Function::of(v[i].y, b.y),
                                            Function::of(v[i].z, b.z), Function::of(v[i].w, b.w));
}

__device__ __forceinline__ float4 droppedVector(float4 v, std::uint32_t kept)
{
    return make_float4(dropped(v.x, kept, 0), dropped(v.y, kept, 1), dropped(v.z, kept, 2), dropped(v.w, kept, 3));
}

/// What a layer norm normalises after a bias, a dropout and a residual; `keptStride` bytes from row to row of the bits.
struct Residual {
    const float* first;
    const float* bias;
    const std::uint8_t* kept;
    const float* residual;
    std::uint32_t keptStride;

    template <std::uint32_t threads>
    __device__ __forceinline__ void load(const Part<threads>& part, std::uint32_t row, std::uint32_t stride,
                                         float (&x)[vectorsPerThread][vectorFloats]) const
    {
        float4 v[vectorsPerThread];
        float4 beside[vectorsPerThread];
#pragma unroll
        for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
            v[i] = part.loadVector(first, row, stride, 0.0F, i);
#pragma unroll
        for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i)
            beside[i] = part.loadVector(residual, row, stride, 0.0F, i);
        const std::uint8_t* bits = kept + static_cast<std::uint64_t>(row) * keptStride;
#pragma unroll
        for (int i = 0; i < static_cast<int>(vectorsPerThread); ++i) {
            x[i][0] = x[i][1] = x[i][2] = x[i][3] = 0.0F;
            if (!part.has(i))
                continue;
            const float4 b = __ldg(vectorAt(bias, 0, 0, part.vector(i)));
            const std::uint32_t four = keptOf(bits, part.vector(i));
            x[i][0] = dropped(v[i].x + b.x, four, 0) + beside[i].x;
            x[i][1] = part.has(i, 1) ? dropped(v[i].y + b.y, four, 1) + beside[i].y : 0.0F;
            x[i][2] = part.has(i, 2) ? dropped(v[i].z + b.z, four, 2) + beside[i].z : 0.0F;
            x[i][3] = part.has(i, 3) ? dropped(v[i].w + b.w, four, 3) + beside[i].w : 0.0F;
        }
    }
};

/// A word of what a forward pass would have drawn; the same as core/model/dropout_bits.h.
__device__ __forceinline__ std::uint64_t keptBits(std::uint64_t word)
{
    std::uint64_t bits = 0;
#pragma unroll
    for (int draw = 0; draw < 3; ++draw) {
        word += 0x9e3779b97f4a7c15U;
        const std::uint64_t mixed = (word ^ (word >> 30U)) * 0xbf58476d1ce4e5b9U;
        bits |= (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
    }
    return bits;
}

} // namespace
} // namespace ridgepoint::device

using namespace ridgepoint::device;
using ridgepoint::blockThreads;
using ridgepoint::tileVectors;
using ridgepoint::vectorsPerThread;

RIDGEPOINT_HEAVY_KERNEL rp_operator_add_row_f32(float* to, const float* from, const float* bias, std::uint32_t rows,
                                                std::uint32_t columns, std::uint32_t stride)
{
    addRow<Sum>(to, from, bias, {rows, columns, stride});
}

RIDGEPOINT_HEAVY_KERNEL rp_operator_add_row_gelu_f32(float* to, const float* from, const float* bias,
                                                     std::uint32_t rows, std::uint32_t columns, std::uint32_t stride)
{
    addRow<SumsGelu>(to, from, bias, {rows, columns, stride});
}

RIDGEPOINT_HEAVY_KERNEL rp_operator_dropout_f32(float4* to, const float4* from, const std::uint8_t* kept,
                                                std::uint32_t fullTiles, std::uint32_t tailVectors)
{
    to = threadsPart(to);
    from = threadsPart(from);
    kept += static_cast<std::uint64_t>(blockIdx.x) * (tileVectors / 2); // two vectors a byte
    if (blockIdx.x < fullTiles) {
        float4 v[vectorsPerThread];
        std::uint32_t four[vectorsPerThread];
#pragma unroll
        for (std::uint32_t i = 0; i < vectorsPerThread; ++i) {
            v[i] = __ldg(from + i * blockThreads);
            four[i] = keptOf(kept, i * blockThreads + threadIdx.x);
        }
#pragma unroll
        for (std::uint32_t i = 0; i < vectorsPerThread; ++i)
            to[i * blockThreads] = droppedVector(v[i], four[i]);
        return;
    }
#pragma unroll 1
    for (std::uint32_t at = threadIdx.x; at < tailVectors; at += blockThreads) {
        *to = droppedVector(__ldg(from), keptOf(kept, at));
        to += blockThreads;
        from += blockThreads;
    }
}

// A word of 64 bits a thread.
RIDGEPOINT_HEAVY_KERNEL rp_fill_kept(std::uint64_t* kept, std::uint32_t words)
{
    const std::uint32_t at = blockIdx.x * blockThreads + threadIdx.x;
    if (at < words)
        kept[at] = keptBits(at);
}

#define RIDGEPOINT_NORM(suffix, threads, how)                                                                          \
    RIDGEPOINT_ROWS_KERNEL(threads)                                                                                    \
    rp_operator_add_dropout_norm_f32_##suffix(float* to, const float* first, const float* bias,                        \
                                              const std::uint8_t* kept, const float* residual, const float* scales,    \
                                              const float* shifts, std::uint32_t rows, std::uint32_t columns,          \
                                              std::uint32_t stride, std::uint32_t keptStride)                          \
    {                                                                                                                  \
        layerNorm##how<threads>(to, Residual{first, bias, kept, residual, keptStride}, scales, shifts,                 \
                                {rows, columns, stride});                                                              \
    }

RIDGEPOINT_NORM(r32, 32, Held)
RIDGEPOINT_NORM(r128, 128, Held)
RIDGEPOINT_NORM(r512, 512, Held)
RIDGEPOINT_NORM(r1024, 1024, Held)
RIDGEPOINT_NORM(twice, 1024, Twice)

std::span<const ridgepoint::KernelEntry> ridgepoint::operatorLayerKernels()
{
    static const KernelEntry entries[] = {RIDGEPOINT_ENTRY(rp_operator_add_row_f32),
                                          RIDGEPOINT_ENTRY(rp_operator_add_row_gelu_f32),
                                          RIDGEPOINT_ENTRY(rp_operator_dropout_f32),
                                          RIDGEPOINT_ENTRY(rp_fill_kept),
                                          RIDGEPOINT_ENTRY(rp_operator_add_dropout_norm_f32_r32),
                                          RIDGEPOINT_ENTRY(rp_operator_add_dropout_norm_f32_r128),
                                          RIDGEPOINT_ENTRY(rp_operator_add_dropout_norm_f32_r512),
                                          RIDGEPOINT_ENTRY(rp_operator_add_dropout_norm_f32_r1024),
                                          RIDGEPOINT_ENTRY(rp_operator_add_dropout_norm_f32_twice)};
    return entries;
}
