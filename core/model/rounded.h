// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/gradient_chain.h"

#include <cmath>
#include <limits>
#include <vector>

namespace ridgepoint {

/// A number in float64, and how far from it what a kernel computes in fp32 may lie. Written with it, a kernel's formula
/// yields the bound of its own roundings (running error analysis: Higham, Accuracy and Stability of Numerical
/// Algorithms, 2002, section 3.3), each operator adding its own.
struct Rounded {
    double value = 0.0;
    double error = 0.0; ///< absolute
};

/// The same after so many roundings to fp32. One is counted as eps |value|, twice what rounding to the nearest can do:
/// what is left holds the products of two errors between links, some 1e-5 of the bound, and keeps the largest of
/// millions of differences below one half. The smallest normal number is there for results that are flushed to zero.
[[nodiscard]] inline Rounded afterRounding(Rounded exact, double times = 1.0)
{
    const double epsilon = static_cast<double>(std::numeric_limits<float>::epsilon());
    const double smallest = static_cast<double>(std::numeric_limits<float>::min());
    return {exact.value, exact.error + times * (epsilon * (std::abs(exact.value) + exact.error) + smallest)};
}

/// A constant that fp32 does not have exactly.
[[nodiscard]] inline Rounded constant(double value) { return afterRounding({value, 0.0}); }

[[nodiscard]] inline Rounded operator+(Rounded a, Rounded b)
{
    return afterRounding({a.value + b.value, a.error + b.error});
}
[[nodiscard]] inline Rounded operator-(Rounded a, Rounded b)
{
    return afterRounding({a.value - b.value, a.error + b.error});
}
/// A multiply-add counts as two roundings: some instruction sets have none that rounds once.
[[nodiscard]] inline Rounded operator*(Rounded a, Rounded b)
{
    return afterRounding(
        {a.value * b.value, std::abs(a.value) * b.error + std::abs(b.value) * a.error + a.error * b.error});
}
/// 1 / a, of an `a` beyond its error, after so many roundings.
[[nodiscard]] inline Rounded inverse(Rounded a, double times = 1.0)
{
    return afterRounding({1.0 / a.value, a.error / (std::abs(a.value) * (std::abs(a.value) - a.error))}, times);
}

/// What a kernel computes in place of f(x) and f'(x) of an x that it has exactly.
struct LinkRounding {
    Rounded value;
    Rounded slope;
};

/// How far a device's functions in fp32 may lie from the exact ones, in units of 2^-23.
struct FunctionAccuracy {
    double exp = 0.0;                 ///< of the result
    double sinAndCos = 0.0;           ///< of the result, or of one
    bool isSinAndCosAbsolute = false; ///< of one
    double inverse = 0.0;             ///< of the result of 1 / x
};

/// What the processor's own functions have (core/cpu/functions_inl.h: exp 1, sine and cosine 2 units of the last place
/// at most, which the tests of the kernels hold), and more, as a last rounding may go either way; a division rounds
/// once.
inline constexpr FunctionAccuracy processorAccuracy{
    .exp = 2.0, .sinAndCos = 4.0, .isSinAndCosAbsolute = false, .inverse = 1.0};
/// CUDA's expf and __fdividef have 2 units (CUDA C++ Programming Guide, mathematical functions); cosine() of
/// gpu/kernels one, of one. And one more each, as the last rounding may go either way.
inline constexpr FunctionAccuracy cudaAccuracy{
    .exp = 3.0, .sinAndCos = 2.0, .isSinAndCosAbsolute = true, .inverse = 3.0};

/// The roundings of one link, operation by operation as the kernels have them, whether multiply-adds round once or
/// twice. `coefficients`: of the polynomial, the constant first; those of its derivative are fp32 too, and so not p
/// times these exactly.
[[nodiscard]] LinkRounding linkRounding(ChainLink link, double x, const std::vector<float>& coefficients,
                                        const FunctionAccuracy& accuracy = processorAccuracy);

} // namespace ridgepoint
