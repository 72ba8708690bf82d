// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/operation_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>

namespace ridgepoint {
namespace {

constexpr std::size_t tileBytes = 4096;

template <class T>
using Tile = std::array<T, tileBytes / sizeof(T)>;

/// One tile that is repeated: copying it is as fast as memory takes it, computing every number is not.
template <class T>
const Tile<T>& uniformTile()
{
    static const Tile<T> tile = [] {
        Tile<T> numbers{};
        // A multiplier prime to the count visits every step once, so that the numbers are spread and look unordered.
        constexpr std::size_t multiplier = 1973;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const auto step = static_cast<double>(i * multiplier % numbers.size());
            numbers[i] = static_cast<T>((2.0 * step + 1.0) / static_cast<double>(numbers.size()) - 1.0);
        }
        return numbers;
    }();
    return tile;
}

double geluTanh(double x)
{
    const double u = std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x);
    return 0.5 * x * (1.0 + std::tanh(u));
}

double applyOnce(Operation operation, double x, const Operands& operands, bool second)
{
    const double alternating = second ? operands.second : operands.first;
    switch (operation) {
    case Operation::Fma: return std::fma(x, operands.first, operands.second);
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
    case Operation::Fma: return {0.75, 0.3};
    case Operation::Mul: return {2.0, 0.5};
    case Operation::Add: return {1.0, -1.0};
    case Operation::Gelu: return {-0.1, 0.0};
    case Operation::Relu:
    case Operation::Exp:
    case Operation::Cos: return {};
    }
    return {};
}

Operands swapped(const Operands& operands) { return {operands.second, operands.first}; }

bool alternates(Operation operation) { return operation == Operation::Mul || operation == Operation::Add; }

double reference(Operation operation, double x, std::int64_t applications, const Operands& operands)
{
    for (std::int64_t i = 0; i < applications; ++i)
        x = applyOnce(operation, x, operands, i % 2 != 0);
    return x;
}

void fillUniform(void* data, std::size_t bytes, std::size_t offset, Precision precision)
{
    const void* tile = precision == Precision::Fp32 ? static_cast<const void*>(uniformTile<float>().data())
                                                    : static_cast<const void*>(uniformTile<double>().data());
    auto* target = static_cast<std::byte*>(data);
    while (bytes > 0) {
        const std::size_t within = offset % tileBytes;
        const std::size_t count = std::min(tileBytes - within, bytes);
        std::memcpy(target, static_cast<const std::byte*>(tile) + within, count);
        target += count;
        offset += count;
        bytes -= count;
    }
}

} // namespace ridgepoint
