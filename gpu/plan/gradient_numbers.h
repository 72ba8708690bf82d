// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/plan/gradient_plan.h"

#include <cstdint>
#include <vector>

namespace ridgepoint {

/// Numbers to check a chain with its gradient with, and what each result must be, float by float of the plan's buffers.
struct GradientNumbers {
    std::vector<float> input;      ///< padding is NaN
    std::vector<float> gradient;   ///< likewise
    std::vector<float> steps;      ///< what rp_fill_polynomial writes
    std::vector<double> out;       ///< in float64; NaN for padding
    std::vector<double> outErrors; ///< how far the kernels' fp32 may lie from it
    std::vector<double> values;    ///< of the buffer of results
    std::vector<double> valueErrors;
};

/// Inputs and gradients spread over (-1, 1), the same for the same seed.
[[nodiscard]] GradientNumbers gradientNumbers(const GradientPlan& plan, std::uint32_t seed);
/// Both lists of steps, the highest power but one first, zero beyond.
[[nodiscard]] std::vector<float> polynomialTable(int degree);

} // namespace ridgepoint
