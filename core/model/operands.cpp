// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/operands.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ridgepoint {
namespace {

double geluTanh(double x)
{
    const double u = std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x);
    return 0.5 * x * (1.0 + std::tanh(u));
}

double applyOnce(Operation operation, double x, const Operands& operands, bool second)
{
    const double alternating = second ? operands.second : operands.first;
    const double other = second ? operands.first : operands.second;
    switch (operation) {
    case Operation::Fma: return std::fma(x, alternating, other);
    case Operation::Mul: return x * alternating;
    case Operation::Add: return x + alternating;
    case Operation::Relu: return std::max(x, alternating);
    case Operation::Gelu: return geluTanh(x) + operands.first;
    case Operation::Exp: return std::exp(-x);
    case Operation::Cos: return std::cos(x);
    }
    return x;
}

} // namespace

Operands operandsOf(Operation operation)
{
    switch (operation) {
    case Operation::Fma: return {-1.2197017930783856, 1.0 / 1.2197017930783856};
    case Operation::Mul: return {1.5134478550053148, 1.0 / 1.5134478550053148};
    case Operation::Add: return {0.77950583152285136, -0.77950583152285136};
    case Operation::Gelu: return {-0.1, 0.0};
    case Operation::Relu:
    case Operation::Exp:
    case Operation::Cos: return {};
    }
    return {};
}

Operands swapped(const Operands& operands) { return {operands.second, operands.first}; }

bool alternates(Operation operation) { return !settles(operation); }

double reference(Operation operation, double x, std::int64_t applications, const Operands& operands)
{
    for (std::int64_t i = 0; i < applications; ++i)
        x = applyOnce(operation, x, operands, i % 2 != 0);
    return x;
}

double toleranceOf(Operation operation)
{
    switch (operation) {
    case Operation::Relu: return 0.0;
    case Operation::Fma:
    case Operation::Mul:
    case Operation::Add: return 4.0;
    case Operation::Exp:
    case Operation::Cos: return 4.0;
    case Operation::Gelu: return 8.0;
    }
    return 0.0;
}

double uniformValue(std::uint64_t index, std::uint64_t period)
{
    // A multiplier prime to the period visits every step once, so that the numbers are spread and look unordered.
    constexpr std::uint64_t multiplier = 1973;
    const auto step = static_cast<double>(index * multiplier % period);
    return (2.0 * step + 1.0) / static_cast<double>(period) - 1.0;
}

} // namespace ridgepoint
