// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/gradient_chain.h"
#include "core/model/rounded.h"

#include <vector>

namespace ridgepoint {

/// A chain and its gradient at one element, in float64 from the definitions, and how far the kernels' fp32 may lie from
/// it.
///
/// With x_0 = x, x_(i+1) = f(x_i) and e_i the bound of x_i, where e_0 = 0 and r, r' are what evaluating f and f' rounds
/// (linkRounding), the bounds are, to first order:
///
///     of a result   e_(i+1) = |f'(x_i)| e_i + r(x_i)
///     of a slope    d_i     = |f''(x_i)| e_i + r'(x_i)    the argument has moved by all that was rounded before
///     of the product g_i = g_(i+1) f'(x_i), from the last link to the first:
///                   |f'(x_i)| error(g_(i+1)) + (|g_(i+1)| + error(g_(i+1))) d_i, and one rounding
///
/// They are the same whether results are saved or computed again, as both are the same fp32 numbers. Every link is
/// smooth (a link with a kink, as relu would have, needs a case of its own: within e_i of the kink its slope may be
/// either).
struct GradientReference {
    std::vector<Rounded> values; ///< the result of every link, the last one y
    Rounded gradient;            ///< dL/dx
};

/// f(x) of a link. `coefficients`: of the polynomial, the constant first.
[[nodiscard]] double linkValue(ChainLink link, double x, const std::vector<float>& coefficients);
/// f'(x), from x whatever the kernels compute it from.
[[nodiscard]] double linkSlope(ChainLink link, double x, const std::vector<float>& coefficients);
/// f''(x), by which an error of x moves the slope.
[[nodiscard]] double linkCurvature(ChainLink link, double x, const std::vector<float>& coefficients);

[[nodiscard]] GradientReference reference(ChainLink link, int length, const std::vector<float>& coefficients, double x,
                                          double gradient, const FunctionAccuracy& accuracy = processorAccuracy);

} // namespace ridgepoint
