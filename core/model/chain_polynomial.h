// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace ridgepoint {

/// The polynomial of a degree that kernels of chains are given, and its derivative: maps [-1, 1] into itself with
/// slopes from 0.65 to 0.95, so that neither values nor gradients of a long chain overflow or vanish at once.
struct ChainPolynomial {
    explicit ChainPolynomial(int degree)
    {
        for (int power = 1; power <= degree; ++power)
            derivative.push_back(power == 1 ? linear : slopeOf(degree));
        coefficients.push_back(constant);
        for (int power = 1; power <= degree; ++power)
            coefficients.push_back(derivative[static_cast<std::size_t>(power) - 1] / static_cast<float>(power));
    }

    static constexpr float constant = 0.05F;
    static constexpr float linear = 0.8F;
    /// Every coefficient of the derivative but the constant one, which is `linear`.
    [[nodiscard]] static float slopeOf(int degree) { return 0.15F / static_cast<float>(degree); }

    std::vector<float> coefficients; ///< the constant first, fp32
    std::vector<float> derivative;   ///< likewise
};

} // namespace ridgepoint
