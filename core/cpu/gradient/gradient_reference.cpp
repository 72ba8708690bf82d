// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/gradient/gradient_reference.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ridgepoint {
namespace {

const double geluFactor = std::sqrt(2.0 / std::numbers::pi);

double geluInner(double x) { return geluFactor * (x + 0.044715 * x * x * x); }

} // namespace

double linkValue(ChainLink link, double x, const std::vector<float>& coefficients)
{
    switch (link) {
    case ChainLink::Polynomial: {
        double sum = 0.0;
        for (std::size_t power = 0; power < coefficients.size(); ++power)
            sum += static_cast<double>(coefficients[power]) * std::pow(x, static_cast<double>(power));
        return sum;
    }
    case ChainLink::Exp: return std::exp(-x);
    case ChainLink::Cos: return std::cos(x);
    case ChainLink::Gelu: return 0.5 * x * (1.0 + std::tanh(geluInner(x)));
    }
    return x;
}

double linkSlope(ChainLink link, double x, const std::vector<float>& coefficients)
{
    switch (link) {
    case ChainLink::Polynomial: {
        double sum = 0.0;
        for (std::size_t power = 1; power < coefficients.size(); ++power)
            sum += static_cast<double>(power) * static_cast<double>(coefficients[power]) * std::pow(x, static_cast<double>(power) - 1.0);
        return sum;
    }
    case ChainLink::Exp: return -std::exp(-x);
    case ChainLink::Cos: return -std::sin(x);
    case ChainLink::Gelu: {
        const double t = std::tanh(geluInner(x));
        return 0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * geluFactor * (1.0 + 3.0 * 0.044715 * x * x);
    }
    }
    return 1.0;
}

GradientReference reference(ChainLink link, int length, const std::vector<float>& coefficients, double x, double gradient)
{
    GradientReference result;
    std::vector<double> slopes;
    for (int i = 0; i < length; ++i) {
        slopes.push_back(linkSlope(link, x, coefficients));
        x = linkValue(link, x, coefficients);
        result.values.push_back(x);
    }
    result.gradient = gradient;
    for (const double slope : slopes)
        result.gradient *= slope;
    for (std::size_t without = 0; without < slopes.size(); ++without) {
        double others = std::abs(gradient);
        for (std::size_t i = 0; i < slopes.size(); ++i)
            others *= i == without ? 1.0 : std::abs(slopes[i]);
        result.scale += others;
    }
    result.scale = std::max(result.scale, std::abs(result.gradient));
    return result;
}

double toleranceOf(ChainLink link)
{
    switch (link) {
    case ChainLink::Polynomial:
    case ChainLink::Exp:
    case ChainLink::Cos: return 8.0;
    case ChainLink::Gelu: return 16.0;
    }
    return 0.0;
}

} // namespace ridgepoint
