// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/gradient_chain.h"

#include <vector>

namespace ridgepoint {

/// A chain and its gradient at one element, in float64 from the definitions.
struct GradientReference {
    std::vector<double> values; ///< the result of every link, the last one y
    double gradient = 0.0;      ///< dL/dx
    /// What an error of one unit in every link's slope could come to: of a product that nearly vanishes because one slope
    /// does, a relative difference says nothing.
    double scale = 0.0;
};

/// f(x) of a link. `coefficients`: of the polynomial, the constant first.
[[nodiscard]] double linkValue(ChainLink link, double x, const std::vector<float>& coefficients);
/// f'(x), from x whatever the kernels compute it from.
[[nodiscard]] double linkSlope(ChainLink link, double x, const std::vector<float>& coefficients);

[[nodiscard]] GradientReference reference(ChainLink link, int length, const std::vector<float>& coefficients, double x, double gradient);

/// The largest difference that a kernel may show, in units of fp32's epsilon: of values relative to the larger of 1 and the
/// reference, of gradients relative to GradientReference::scale.
[[nodiscard]] double toleranceOf(ChainLink link);

} // namespace ridgepoint
