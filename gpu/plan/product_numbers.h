// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/plan/product_plan.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ridgepoint {

/// Numbers to check our own product with, and what it must be, float by float of the plan's buffers.
struct ProductNumbers {
    std::array<std::vector<float>, 2> factors; ///< padding is NaN: it may enter no result
    std::vector<double> expected;              ///< of the product in double; NaN for its padding
    std::vector<double> scales;                ///< sums of the magnitudes that each result adds up
    double tolerance = 0.0; ///< epsilons of fp32 times the scale: half of one a rounding, one rounding an inner index
};

/// Factors spread over (-4, 4), the same for the same seed.
[[nodiscard]] ProductNumbers productNumbers(const ProductPlan& plan, std::uint32_t seed);

} // namespace ridgepoint
