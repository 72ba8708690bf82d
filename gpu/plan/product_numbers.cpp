// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/product_numbers.h"

#include <cmath>
#include <limits>
#include <random>

namespace ridgepoint {
namespace {

std::vector<float> factorOf(std::uint64_t inner, std::uint64_t numbers, std::uint64_t stride, std::mt19937& random)
{
    std::uniform_real_distribution<float> uniform(-4.0F, 4.0F);
    std::vector<float> factor(inner * stride, std::numeric_limits<float>::quiet_NaN());
    for (std::uint64_t k = 0; k < inner; ++k)
        for (std::uint64_t i = 0; i < numbers; ++i)
            factor[k * stride + i] = uniform(random);
    return factor;
}

} // namespace

ProductNumbers productNumbers(const ProductPlan& plan, std::uint32_t seed)
{
    std::mt19937 random(seed);
    const auto rows = static_cast<std::uint64_t>(plan.call.rows);
    const auto columns = static_cast<std::uint64_t>(plan.call.columns);
    const auto inner = static_cast<std::uint64_t>(plan.call.inner);
    ProductNumbers numbers{
        .factors = {},
        .expected = std::vector<double>(rows * plan.stride, std::numeric_limits<double>::quiet_NaN()),
        .scales = std::vector<double>(rows * plan.stride, 1.0),
        .tolerance = 0.5 * static_cast<double>(inner)};
    numbers.factors[0] = factorOf(inner, rows, plan.firstStride, random);
    numbers.factors[1] = factorOf(inner, columns, plan.secondStride, random);
    for (std::uint64_t row = 0; row < rows; ++row)
        for (std::uint64_t column = 0; column < columns; ++column) {
            double sum = 0.0;
            double magnitudes = 0.0;
            for (std::uint64_t k = 0; k < inner; ++k) {
                const double term = static_cast<double>(numbers.factors[0][k * plan.firstStride + row])
                                  * static_cast<double>(numbers.factors[1][k * plan.secondStride + column]);
                sum += term;
                magnitudes += std::abs(term);
            }
            numbers.expected[row * plan.stride + column] = sum;
            numbers.scales[row * plan.stride + column] = magnitudes;
        }
    return numbers;
}

} // namespace ridgepoint
