// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/gradient.cuh"

namespace ridgepoint::device {
namespace {

template <int vectors> __device__ __forceinline__ void loadVectors(float (&x)[4 * vectors], const float4* from)
{
#pragma unroll
    for (int v = 0; v < vectors; ++v)
        unpack(from[v * blockThreads], x + 4 * v);
}

template <int vectors> __device__ __forceinline__ void storeVectors(float4* to, const float (&x)[4 * vectors])
{
#pragma unroll
    for (int v = 0; v < vectors; ++v)
        pack(to[v * blockThreads], x + 4 * v);
}

/// What of a call is the same for every thread's vectors.
struct Pass {
    Polynomial polynomial;
    std::uint32_t length;
    std::uint32_t pitch; ///< vectors from one link's results to the next one's
};

/// Applies all links; every result is written to its own tensor, or the last one alone.
template <class Link, bool all, int vectors>
__device__ __forceinline__ void forwardVectors(float4* to, const float4* from, const Pass& pass)
{
    float x[4 * vectors];
    loadVectors<vectors>(x, from);
#pragma unroll 1
    for (std::uint32_t left = pass.length; left != 0; --left) {
        Link::apply(x, pass.polynomial);
        if constexpr (all) {
            storeVectors<vectors>(to, x);
            to += pass.pitch;
        }
    }
    if constexpr (!all)
        storeVectors<vectors>(to, x);
}

template <class Link, bool all> __device__ __forceinline__ void forward(float4* values, const float4* input,
                                                                        const Pass& pass, std::uint32_t fullTiles,
                                                                        std::uint32_t tailVectors)
{
    values = threadsPart(values);
    input = threadsPart(input);
    if (blockIdx.x < fullTiles)
        return forwardVectors<Link, all, vectorsPerThread>(values, input, pass);
#pragma unroll 1
    for (std::uint32_t at = threadIdx.x; at < tailVectors; at += blockThreads) {
        forwardVectors<Link, all, 1>(values, input, pass);
        values += blockThreads;
        input += blockThreads;
    }
}

/// Multiplies the gradient by the derivatives of all links, from the last one on.
template <class Link, int vectors>
__device__ __forceinline__ void backwardVectors(float4* out, const float4* gradient, const float4* input,
                                                const float4* values, const Pass& pass)
{
    float g[4 * vectors];
    loadVectors<vectors>(g, gradient);
    const float4* saved = values
                        + static_cast<std::int64_t>(pass.pitch)
                              * (static_cast<std::int64_t>(pass.length) - (Link::fromResult ? 1 : 2));
#pragma unroll 1
    for (std::uint32_t left = pass.length; left != 0; --left) {
        float x[4 * vectors];
        loadVectors<vectors>(x, left == 1 && !Link::fromResult ? input : saved);
        Link::derive(x, g, pass.polynomial);
        saved -= pass.pitch;
    }
    storeVectors<vectors>(out, g);
}

template <class Link> __device__ __forceinline__ void backward(float4* out, const float4* gradient, const float4* input,
                                                               const float4* values, const Pass& pass,
                                                               std::uint32_t fullTiles, std::uint32_t tailVectors)
{
    out = threadsPart(out);
    gradient = threadsPart(gradient);
    input = threadsPart(input);
    values = threadsPart(values);
    if (blockIdx.x < fullTiles)
        return backwardVectors<Link, vectorsPerThread>(out, gradient, input, values, pass);
#pragma unroll 1
    for (std::uint32_t at = threadIdx.x; at < tailVectors; at += blockThreads) {
        backwardVectors<Link, 1>(out, gradient, input, values, pass);
        out += blockThreads;
        gradient += blockThreads;
        input += blockThreads;
        values += blockThreads;
    }
}

/// Computes again what every link's derivative needs, in registers, and multiplies the gradient by all of them from the
/// last link on. Unrolled, for registers have no index; chains are shorter than `links` by branches that all threads
/// take alike.
template <class Link, int links, int lanes = static_cast<int>(keptLanes(links))>
__device__ __forceinline__ void backwardAnew(float* outFloats, const float* gradient, const float* input,
                                             const Polynomial& polynomial, std::uint32_t length, std::uint32_t vectors)
{
    using Vector = typename VectorOf<lanes>::Type;
    const std::uint32_t place = blockIdx.x * blockThreads + threadIdx.x;
    if (place >= vectors)
        return;
    float x[lanes];
    float g[lanes];
    unpack(__ldg(reinterpret_cast<const Vector*>(input) + place), x);
    unpack(__ldg(reinterpret_cast<const Vector*>(gradient) + place), g);
    if constexpr (Link::fromResult)
        Link::apply(x, polynomial);
    float kept[links][lanes];
#pragma unroll
    for (int i = 0; i < links; ++i) {
        if (i > 0 && i < static_cast<int>(length))
            Link::apply(x, polynomial);
#pragma unroll
        for (int lane = 0; lane < lanes; ++lane)
            kept[i][lane] = x[lane];
    }
#pragma unroll
    for (int i = links - 1; i >= 0; --i)
        if (i < static_cast<int>(length))
            Link::derive(kept[i], g, polynomial);
    pack(reinterpret_cast<Vector*>(outFloats)[place], g);
}

} // namespace
} // namespace ridgepoint::device

using namespace ridgepoint::device;

#define RIDGEPOINT_GRADIENT_PASSES(name, Link)                                                                         \
    RIDGEPOINT_HEAVY_KERNEL rp_gradient_##name##_forward_all_f32(                                                      \
        float4* values, const float4* input, RIDGEPOINT_GRADIENT_POLYNOMIAL, std::uint32_t length,                     \
        std::uint32_t pitch, std::uint32_t fullTiles, std::uint32_t tailVectors)                                       \
    {                                                                                                                  \
        forward<Link, true>(values, input, {{steps, leading, slope, degree}, length, pitch}, fullTiles, tailVectors);  \
    }                                                                                                                  \
    RIDGEPOINT_HEAVY_KERNEL rp_gradient_##name##_forward_last_f32(                                                     \
        float4* values, const float4* input, RIDGEPOINT_GRADIENT_POLYNOMIAL, std::uint32_t length,                     \
        std::uint32_t fullTiles, std::uint32_t tailVectors)                                                            \
    {                                                                                                                  \
        forward<Link, false>(values, input, {{steps, leading, slope, degree}, length, 0}, fullTiles, tailVectors);     \
    }                                                                                                                  \
    RIDGEPOINT_HEAVY_KERNEL rp_gradient_##name##_backward_saved_f32(                                                   \
        float4* out, const float4* gradient, const float4* input, const float4* values,                                \
        RIDGEPOINT_GRADIENT_POLYNOMIAL, std::uint32_t length, std::uint32_t pitch, std::uint32_t fullTiles,            \
        std::uint32_t tailVectors)                                                                                     \
    {                                                                                                                  \
        backward<Link>(out, gradient, input, values, {{steps, leading, slope, degree}, length, pitch}, fullTiles,      \
                       tailVectors);                                                                                   \
    }

RIDGEPOINT_GRADIENT_PASSES(polynomial, PolynomialLink)
RIDGEPOINT_GRADIENT_PASSES(exp, FunctionLink<ExpFunction>)
RIDGEPOINT_GRADIENT_PASSES(cos, FunctionLink<CosFunction>)
RIDGEPOINT_GRADIENT_PASSES(gelu, FunctionLink<GeluFunction>)

#define RIDGEPOINT_GRADIENT_ANEW(name, Link, links)                                                                    \
    RIDGEPOINT_BOUNDED(::ridgepoint::keptBlocks(links))                                                                \
    rp_gradient_##name##_backward_anew##links##_f32(float* out, const float* gradient, const float* input,             \
                                                    RIDGEPOINT_GRADIENT_POLYNOMIAL, std::uint32_t length,              \
                                                    std::uint32_t vectors)                                             \
    {                                                                                                                  \
        backwardAnew<Link, links>(out, gradient, input, {steps, leading, slope, degree}, length, vectors);             \
    }
#define RIDGEPOINT_GRADIENT_ANEW_LINKS(links)                                                                          \
    RIDGEPOINT_GRADIENT_ANEW(polynomial, PolynomialLink, links)                                                        \
    RIDGEPOINT_GRADIENT_ANEW(exp, FunctionLink<ExpFunction>, links)                                                    \
    RIDGEPOINT_GRADIENT_ANEW(cos, FunctionLink<CosFunction>, links)                                                    \
    RIDGEPOINT_GRADIENT_ANEW(gelu, FunctionLink<GeluFunction>, links)

RIDGEPOINT_GRADIENT_ANEW_LINKS(8)
RIDGEPOINT_GRADIENT_ANEW_LINKS(16)
RIDGEPOINT_GRADIENT_ANEW_LINKS(32)
RIDGEPOINT_GRADIENT_ANEW_LINKS(64)

// Both of ChainPolynomial's lists of steps, highest power first; zero beyond them.
RIDGEPOINT_HEAVY_KERNEL rp_fill_polynomial(float* steps, std::uint32_t degree, float slope, float linear,
                                           float constant)
{
    const std::uint32_t place = blockIdx.x * ridgepoint::blockThreads + threadIdx.x;
    if (place >= ridgepoint::polynomialSteps)
        return;
    float coefficient = 0.0F;
    if (place < degree) {
        const std::uint32_t power = degree - 1 - place;
        coefficient = power == 0 ? constant : power == 1 ? linear : __fdiv_rn(slope, static_cast<float>(power));
    }
    steps[place] = coefficient;
    steps[ridgepoint::polynomialSteps + place] = place + 1 < degree ? place + 2 == degree ? linear : slope : 0.0F;
}

std::span<const ridgepoint::KernelEntry> ridgepoint::gradientKernels()
{
    static const KernelEntry entries[] = {
        RIDGEPOINT_GRADIENT_ENTRIES(forward_all),     RIDGEPOINT_GRADIENT_ENTRIES(forward_last),
        RIDGEPOINT_GRADIENT_ENTRIES(backward_saved),  RIDGEPOINT_GRADIENT_ENTRIES(backward_anew8),
        RIDGEPOINT_GRADIENT_ENTRIES(backward_anew16), RIDGEPOINT_GRADIENT_ENTRIES(backward_anew32),
        RIDGEPOINT_GRADIENT_ENTRIES(backward_anew64), RIDGEPOINT_ENTRY(rp_fill_polynomial)};
    return entries;
}
