// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The pointwise functions in fp32, without branches, so that every application costs the same instructions.
namespace ridgepoint::device {

/// max(x, bound), exact. Two that follow each other treat NaN differently, which data in range never shows: from 10.0
/// on there is a maximum of three numbers, and the assembler would make one instruction of two applications.
__device__ __forceinline__ float relu(float x, float bound, bool odd)
{
#if __CUDA_ARCH__ >= 1000
    if (odd) {
        float result;
        asm("max.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(bound));
        return result;
    }
#endif
    static_cast<void>(odd);
    return fmaxf(x, bound);
}

/// The tanh form, x/2 (1 + tanh(u)) with u = sqrt(2/pi) (x + 0.044715 x^3) (Hendrycks and Gimpel 2016), written as
/// x / (1 + exp(-2u)), which is the same function; plus a summand that keeps a chain away from zero.
__device__ __forceinline__ float gelu(float x, float summand)
{
    const float exponent = x * fmaf(x * x, -0.0713548162726002527F, -1.5957691216057307118F);
    return __fdividef(x, 1.0F + expf(exponent)) + summand;
}

/// exp(-x): its repetition settles at 0.567 instead of overflowing.
__device__ __forceinline__ float expOfMinus(float x) { return expf(-x); }

/// Cosine of x + quarters pi/2, for |x| up to 1000 with an absolute error under 2^-23. The library's own has a branch
/// to a slow path with a stack for huge arguments. x = j pi/2 + r with pi/2 in two parts (Cody and Waite); then, on |r|
/// <= pi/4, minimax polynomials of our own fit: 1 - s/2 + s^2 (…) with an error under 2e-10, or r + r s (…) under 4e-9,
/// where s = r^2.
template <int quarters = 0> __device__ __forceinline__ float cosine(float x)
{
    constexpr float toInteger = 12582912.0F; // 1.5 * 2^23: adding it leaves the nearest whole number in the low bits
    const float shifted = fmaf(x, 0.636619772F, toInteger);
    const int quadrant = __float_as_int(shifted) + quarters;
    const float turns = shifted - toInteger;
    const float r = fmaf(turns, 4.37113883e-8F, fmaf(turns, -1.57079637F, x));
    const float s = r * r;
    const bool isSine = (quadrant & 1) != 0;
    float p = fmaf(isSine ? -1.9516656e-4F : 2.443773e-5F, s, isSine ? 8.332173e-3F : -1.3887362e-3F);
    p = fmaf(p, s, isSine ? -0.16666655F : 4.1666646e-2F);
    p = isSine ? p : fmaf(p, s, -0.5F);
    const float base = isSine ? r : 1.0F;
    const float magnitude = fmaf(base * s, p, base);
    return ((quadrant + 1) & 2) != 0 ? -magnitude : magnitude;
}

} // namespace ridgepoint::device
