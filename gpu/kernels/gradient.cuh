// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/kernels/functions.cuh"
#include "gpu/kernels/tile.cuh"

// The links of a chain and their derivatives, in fp32, on a thread's lanes. Every one takes the polynomial's arguments,
// that all kernels have one list; the gradient is multiplied by mul.rn, which nothing else is.
namespace ridgepoint::device {

/// A polynomial by Horner's rule: the highest coefficient, then `degree` steps from the next one down; behind them,
/// after polynomialSteps floats, those of its derivative.
struct Polynomial {
    const float4* steps;
    float leading;
    float slope; ///< the derivative's highest coefficient
    std::uint32_t degree;
};

template <int n> __device__ __forceinline__ void step(float (&sum)[n], const float (&x)[n], float coefficient)
{
#pragma unroll
    for (int i = 0; i < n; ++i)
        sum[i] = __fmaf_rn(sum[i], x[i], coefficient);
}

/// `count` steps, four to a branch and a load.
template <int n> __device__ __forceinline__ void evaluate(float (&sum)[n], const float (&x)[n], float leading,
                                                          const float4* steps, std::uint32_t count)
{
#pragma unroll
    for (int i = 0; i < n; ++i)
        sum[i] = leading;
#pragma unroll 1
    for (; count >= 4; count -= 4) {
        const float4 c = __ldg(steps++);
        step(sum, x, c.x);
        step(sum, x, c.y);
        step(sum, x, c.z);
        step(sum, x, c.w);
    }
    if (count == 0)
        return;
    const float4 c = __ldg(steps);
    step(sum, x, c.x);
    if (count == 1)
        return;
    step(sum, x, c.y);
    if (count == 3)
        step(sum, x, c.z);
}

template <int n> __device__ __forceinline__ void multiply(float (&gradient)[n], const float (&slope)[n])
{
#pragma unroll
    for (int i = 0; i < n; ++i)
        gradient[i] = __fmul_rn(gradient[i], slope[i]);
}

struct PolynomialLink {
    static constexpr bool fromResult = false;
    template <int n> static __device__ __forceinline__ void apply(float (&x)[n], const Polynomial& p)
    {
        float sum[n];
        evaluate(sum, x, p.leading, p.steps, p.degree);
#pragma unroll
        for (int i = 0; i < n; ++i)
            x[i] = sum[i];
    }
    template <int n>
    static __device__ __forceinline__ void derive(const float (&x)[n], float (&gradient)[n], const Polynomial& p)
    {
        float slope[n];
        evaluate(slope, x, p.slope, p.steps + polynomialSteps / 4, p.degree - 1);
        multiply(gradient, slope);
    }
};

template <class Function> struct FunctionLink {
    static constexpr bool fromResult = Function::fromResult;
    template <int n> static __device__ __forceinline__ void apply(float (&x)[n], const Polynomial&)
    {
#pragma unroll
        for (int i = 0; i < n; ++i)
            x[i] = Function::value(x[i]);
    }
    template <int n>
    static __device__ __forceinline__ void derive(const float (&x)[n], float (&gradient)[n], const Polynomial&)
    {
        float slope[n];
#pragma unroll
        for (int i = 0; i < n; ++i)
            slope[i] = Function::slope(x[i]);
        multiply(gradient, slope);
    }
};

/// exp(-x); its slope from its result r is -r.
struct ExpFunction {
    static constexpr bool fromResult = true;
    static __device__ __forceinline__ float value(float x) { return expOfMinus(x); }
    static __device__ __forceinline__ float slope(float result) { return -result; }
};

struct CosFunction {
    static constexpr bool fromResult = false;
    static __device__ __forceinline__ float value(float x) { return cosine(x); }
    static __device__ __forceinline__ float slope(float x) { return cosine<1>(x); }
};

/// The tanh form, x s with s = 1 / (1 + exp(-2u)) and u = sqrt(2/pi) (x + 0.044715 x^3); its slope is s (1 + 2 x (1 -
/// s) u').
struct GeluFunction {
    static constexpr bool fromResult = false;
    static __device__ __forceinline__ float share(float x)
    {
        return __fdividef(1.0F, 1.0F + expf(x * fmaf(x * x, -0.0713548162726002527F, -1.5957691216057307118F)));
    }
    static __device__ __forceinline__ float value(float x) { return x * share(x); }
    static __device__ __forceinline__ float slope(float x)
    {
        const float s = share(x);
        return s * fmaf(x * (1.0F - s), fmaf(x * x, 0.2140644488178007580F, 1.5957691216057307118F), 1.0F);
    }
};

template <int n> struct VectorOf;
template <> struct VectorOf<4> {
    using Type = float4;
};
template <> struct VectorOf<2> {
    using Type = float2;
};

__device__ __forceinline__ void unpack(float4 v, float* x) { x[0] = v.x, x[1] = v.y, x[2] = v.z, x[3] = v.w; }
__device__ __forceinline__ void unpack(float2 v, float* x) { x[0] = v.x, x[1] = v.y; }
__device__ __forceinline__ void pack(float4& v, const float* x) { v = make_float4(x[0], x[1], x[2], x[3]); }
__device__ __forceinline__ void pack(float2& v, const float* x) { v = make_float2(x[0], x[1]); }

} // namespace ridgepoint::device

#define RIDGEPOINT_GRADIENT_POLYNOMIAL const float4 *steps, float leading, float slope, std::uint32_t degree
#define RIDGEPOINT_GRADIENT_ENTRIES(pass)                                                                              \
    RIDGEPOINT_ENTRY(rp_gradient_polynomial_##pass##_f32), RIDGEPOINT_ENTRY(rp_gradient_exp_##pass##_f32),             \
        RIDGEPOINT_ENTRY(rp_gradient_cos_##pass##_f32), RIDGEPOINT_ENTRY(rp_gradient_gelu_##pass##_f32)
