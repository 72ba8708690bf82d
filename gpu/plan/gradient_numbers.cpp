// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/gradient_numbers.h"

#include "core/model/chain_polynomial.h"
#include "core/model/gradient_reference.h"
#include "gpu/plan/tiling.h"

#include <limits>
#include <random>

namespace ridgepoint {

std::vector<float> polynomialTable(int degree)
{
    const ChainPolynomial polynomial(degree);
    std::vector<float> table(std::size_t{2} * polynomialSteps);
    const auto count = static_cast<std::size_t>(degree);
    for (std::size_t place = 0; place < count; ++place)
        table[place] = polynomial.coefficients[count - 1 - place];
    for (std::size_t place = 0; place + 1 < count; ++place)
        table[polynomialSteps + place] = polynomial.derivative[count - 2 - place];
    return table;
}

GradientNumbers gradientNumbers(const GradientPlan& plan, std::uint32_t seed)
{
    constexpr double padding = std::numeric_limits<double>::quiet_NaN();
    const auto elements = static_cast<std::size_t>(plan.call.elements);
    const auto pitch = static_cast<std::size_t>(plan.pitch);
    const bool all = plan.call.saving == Saving::Everything;
    const auto results = static_cast<std::size_t>(all ? plan.call.length : 1);
    const std::size_t first = all ? 0 : static_cast<std::size_t>(plan.call.length) - 1;
    const std::vector<float> unknown(pitch, std::numeric_limits<float>::quiet_NaN());
    GradientNumbers numbers{.input = unknown,
                            .gradient = unknown,
                            .steps = polynomialTable(plan.call.degree),
                            .out = std::vector<double>(pitch, padding),
                            .outErrors = std::vector<double>(pitch, 1.0),
                            .values = std::vector<double>(results * pitch, padding),
                            .valueErrors = std::vector<double>(results * pitch, 1.0)};
    const ChainPolynomial polynomial(plan.call.degree);
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> uniform(-1.0F, 1.0F);
    for (std::size_t i = 0; i < elements; ++i) {
        numbers.input[i] = uniform(random);
        numbers.gradient[i] = uniform(random);
        const GradientReference expected = reference(plan.call.link, plan.call.length, polynomial.coefficients,
                                                     static_cast<double>(numbers.input[i]),
                                                     static_cast<double>(numbers.gradient[i]), cudaAccuracy);
        numbers.out[i] = expected.gradient.value;
        numbers.outErrors[i] = expected.gradient.error;
        for (std::size_t result = 0; result < results; ++result) {
            numbers.values[result * pitch + i] = expected.values[first + result].value;
            numbers.valueErrors[result * pitch + i] = expected.values[first + result].error;
        }
    }
    return numbers;
}

} // namespace ridgepoint
