// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/gradient_reference.h"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace ridgepoint {
namespace {

const double geluFactor = std::sqrt(2.0 / std::numbers::pi);
constexpr double geluCubic = 0.044715;

/// u of gelu's 0.5 x (1 + tanh(u)), and its first two derivatives.
double geluInner(double x) { return geluFactor * (x + geluCubic * x * x * x); }
double geluInnerSlope(double x) { return geluFactor * (1.0 + 3.0 * geluCubic * x * x); }
double geluInnerCurvature(double x) { return geluFactor * 6.0 * geluCubic * x; }

/// The polynomial's derivative of that order.
double polynomialDerivative(std::size_t order, double x, const std::vector<float>& coefficients)
{
    double sum = 0.0;
    double power = 1.0;
    for (std::size_t i = order; i < coefficients.size(); ++i) {
        double factor = static_cast<double>(coefficients[i]);
        for (std::size_t k = 0; k < order; ++k)
            factor *= static_cast<double>(i - k);
        sum += factor * power;
        power *= x;
    }
    return sum;
}

} // namespace

double linkValue(ChainLink link, double x, const std::vector<float>& coefficients)
{
    switch (link) {
    case ChainLink::Polynomial: return polynomialDerivative(0, x, coefficients);
    case ChainLink::Exp: return std::exp(-x);
    case ChainLink::Cos: return std::cos(x);
    case ChainLink::Gelu: return 0.5 * x * (1.0 + std::tanh(geluInner(x)));
    }
    return x;
}

double linkSlope(ChainLink link, double x, const std::vector<float>& coefficients)
{
    switch (link) {
    case ChainLink::Polynomial: return polynomialDerivative(1, x, coefficients);
    case ChainLink::Exp: return -std::exp(-x);
    case ChainLink::Cos: return -std::sin(x);
    case ChainLink::Gelu: {
        const double t = std::tanh(geluInner(x));
        return 0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * geluInnerSlope(x);
    }
    }
    return 1.0;
}

double linkCurvature(ChainLink link, double x, const std::vector<float>& coefficients)
{
    switch (link) {
    case ChainLink::Polynomial: return polynomialDerivative(2, x, coefficients);
    case ChainLink::Exp: return std::exp(-x);
    case ChainLink::Cos: return -std::cos(x);
    case ChainLink::Gelu: {
        const double t = std::tanh(geluInner(x));
        const double slope = geluInnerSlope(x);
        return (1.0 - t * t) * (slope + 0.5 * x * (geluInnerCurvature(x) - 2.0 * t * slope * slope));
    }
    }
    return 0.0;
}

GradientReference reference(ChainLink link, int length, const std::vector<float>& coefficients, double x,
                            double gradient, const FunctionAccuracy& accuracy)
{
    GradientReference result;
    std::vector<Rounded> slopes;
    Rounded argument{x, 0.0};
    for (int i = 0; i < length; ++i) {
        const LinkRounding rounding = linkRounding(link, argument.value, coefficients, accuracy);
        const double slope = linkSlope(link, argument.value, coefficients);
        slopes.push_back({slope, std::abs(linkCurvature(link, argument.value, coefficients)) * argument.error
                                     + rounding.slope.error});
        argument = {linkValue(link, argument.value, coefficients),
                    std::abs(slope) * argument.error + rounding.value.error};
        result.values.push_back(argument);
    }
    result.gradient = {gradient, 0.0};
    for (auto slope = slopes.rbegin(); slope != slopes.rend(); ++slope)
        result.gradient = result.gradient * *slope;
    return result;
}

} // namespace ridgepoint
