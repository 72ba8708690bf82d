// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/rounded.h"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace ridgepoint {
namespace {

constexpr Rounded one{1.0, 0.0};

/// Horner's rule from the highest power down, as the kernels have it. What rounding s does in a step is multiplied by x
/// in all that follow: together at most some eps times the sum of |c| |x|^p, and less where the terms cancel late.
template <class Coefficient> Rounded horner(std::size_t highest, Rounded x, Coefficient coefficient)
{
    Rounded sum = coefficient(highest);
    for (std::size_t power = highest; power-- > 0;)
        sum = sum * x + coefficient(power);
    return sum;
}

LinkRounding polynomial(Rounded x, const std::vector<float>& coefficients)
{
    const auto exact = [&](std::size_t power) { return static_cast<double>(coefficients[power]); };
    const std::size_t degree = coefficients.size() - 1;
    return {.value = horner(degree, x,
                            [&](std::size_t power) {
                                return Rounded{exact(power), 0.0};
                            }),
            .slope = horner(degree - 1, x, [&](std::size_t power) {
                return constant(static_cast<double>(power + 1) * exact(power + 1));
            })};
}

Rounded exponential(Rounded x, const FunctionAccuracy& accuracy)
{
    const double value = std::exp(x.value);
    return afterRounding({value, value * std::expm1(x.error)}, accuracy.exp);
}

/// A sine or cosine of an argument that is exact.
Rounded circular(double value, const FunctionAccuracy& accuracy)
{
    if (!accuracy.isSinAndCosAbsolute)
        return afterRounding({value, 0.0}, accuracy.sinAndCos);
    return {value, afterRounding({1.0, 0.0}, accuracy.sinAndCos).error};
}

/// x s, and s (1 + 2 x (1 - s) u'), with s = 1 / (1 + exp(-2u)), u = sqrt(2/pi) (x + 0.044715 x^3).
LinkRounding gelu(Rounded x, const FunctionAccuracy& accuracy)
{
    const double twice = 2.0 * std::sqrt(2.0 / std::numbers::pi);
    const Rounded square = x * x;
    const Rounded exponent = x * (square * constant(-0.044715 * twice) + constant(-twice));
    const Rounded share = inverse(one + exponential(exponent, accuracy), accuracy.inverse);
    const Rounded inner = square * constant(3.0 * 0.044715 * twice) + constant(twice);
    return {.value = x * share, .slope = share * ((x * (one - share)) * inner + one)};
}

} // namespace

LinkRounding linkRounding(ChainLink link, double x, const std::vector<float>& coefficients,
                          const FunctionAccuracy& accuracy)
{
    switch (link) {
    case ChainLink::Polynomial: return polynomial({x, 0.0}, coefficients);
    case ChainLink::Exp: {
        const Rounded value = exponential({-x, 0.0}, accuracy);
        return {.value = value, .slope = {-value.value, value.error}}; // the slope is the result, its sign changed
    }
    case ChainLink::Cos: return {.value = circular(std::cos(x), accuracy), .slope = circular(-std::sin(x), accuracy)};
    case ChainLink::Gelu: return gelu({x, 0.0}, accuracy);
    }
    return {};
}

} // namespace ridgepoint
