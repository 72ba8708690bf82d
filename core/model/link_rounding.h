// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/gradient_chain.h"
#include "core/model/rounded.h"

#include <vector>

namespace ridgepoint {

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
