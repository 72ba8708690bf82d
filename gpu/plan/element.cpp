// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/element.h"

#include "core/model/cost.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace ridgepoint {
namespace {

/// A 16-bit format: sign, exponent, fraction.
struct SmallFormat {
    int fractionBits;
    int bias; ///< also the largest exponent of a finite number
};
constexpr SmallFormat binary16{10, 15};
constexpr SmallFormat bfloat16{7, 127};

constexpr std::uint32_t infinityOf(SmallFormat format)
{
    return static_cast<std::uint32_t>(2 * format.bias + 1) << format.fractionBits;
}

std::uint16_t smallBits(double value, SmallFormat format)
{
    const std::uint32_t sign = std::signbit(value) ? 0x8000U : 0U;
    if (std::isnan(value))
        return static_cast<std::uint16_t>(sign | infinityOf(format) | (1U << (format.fractionBits - 1)));
    const double magnitude = std::abs(value);
    if (std::isinf(magnitude))
        return static_cast<std::uint16_t>(sign | infinityOf(format));
    if (magnitude == 0.0)
        return static_cast<std::uint16_t>(sign);
    // Denormals share the smallest exponent. In units of the last place the bits are the number itself, and a carry
    // out of the fraction runs into the exponent as it should.
    const int exponent = std::max(std::ilogb(magnitude), 1 - format.bias);
    if (exponent > format.bias)
        return static_cast<std::uint16_t>(sign | infinityOf(format));
    const auto units = static_cast<std::uint32_t>(
        std::nearbyint(std::ldexp(magnitude, format.fractionBits - exponent)));
    const auto base = static_cast<std::uint32_t>(exponent + format.bias - 1) << format.fractionBits;
    return static_cast<std::uint16_t>(sign | (base + units));
}

double smallValue(std::uint16_t bits, SmallFormat format)
{
    const double sign = (bits & 0x8000U) != 0 ? -1.0 : 1.0;
    const std::uint32_t fraction = bits & ((1U << format.fractionBits) - 1U);
    const auto exponent = static_cast<int>((bits & 0x7FFFU) >> format.fractionBits);
    if (exponent == 2 * format.bias + 1)
        return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : sign * std::numeric_limits<double>::infinity();
    const std::uint32_t units = exponent == 0 ? fraction : fraction | (1U << format.fractionBits);
    return sign * std::ldexp(static_cast<double>(units), std::max(exponent, 1) - format.bias - format.fractionBits);
}

template <class T> T load(const std::byte* from)
{
    T value{};
    std::memcpy(&value, from, sizeof value);
    return value;
}

template <class T> void store(std::byte* to, T value) { std::memcpy(to, &value, sizeof value); }

} // namespace

std::uint16_t halfBits(double value) { return smallBits(value, binary16); }
double halfValue(std::uint16_t bits) { return smallValue(bits, binary16); }
std::uint16_t bfloat16Bits(double value) { return smallBits(value, bfloat16); }
double bfloat16Value(std::uint16_t bits) { return smallValue(bits, bfloat16); }

double readElement(const std::byte* data, Precision precision, std::uint64_t index)
{
    const std::byte* from = data + index * static_cast<std::uint64_t>(bytesPerElement(precision));
    switch (precision) {
    case Precision::Fp32: return static_cast<double>(load<float>(from));
    case Precision::Fp64: return load<double>(from);
    case Precision::Fp16: return halfValue(load<std::uint16_t>(from));
    case Precision::Bf16: return bfloat16Value(load<std::uint16_t>(from));
    }
    return 0.0;
}

void writeElement(std::byte* data, Precision precision, std::uint64_t index, double value)
{
    std::byte* to = data + index * static_cast<std::uint64_t>(bytesPerElement(precision));
    switch (precision) {
    case Precision::Fp32: return store(to, static_cast<float>(value));
    case Precision::Fp64: return store(to, value);
    case Precision::Fp16: return store(to, halfBits(value));
    case Precision::Bf16: return store(to, bfloat16Bits(value));
    }
}

double rounded(double value, Precision precision)
{
    std::byte bytes[sizeof(double)];
    writeElement(bytes, precision, 0, value);
    return readElement(bytes, precision, 0);
}

Operands operandsOf(Operation operation, Precision precision)
{
    const Operands exact = operandsOf(operation);
    return {rounded(exact.first, precision), rounded(exact.second, precision)};
}

double epsilonOf(Precision precision)
{
    switch (precision) {
    case Precision::Fp32: return static_cast<double>(std::numeric_limits<float>::epsilon());
    case Precision::Fp64: return std::numeric_limits<double>::epsilon();
    case Precision::Fp16: return std::ldexp(1.0, -binary16.fractionBits);
    case Precision::Bf16: return std::ldexp(1.0, -bfloat16.fractionBits);
    }
    return 0.0;
}

std::uint32_t uniformPeriod(Precision precision)
{
    switch (precision) {
    case Precision::Bf16: return 128;
    case Precision::Fp16: return 1024;
    case Precision::Fp32:
    case Precision::Fp64: break;
    }
    return 4096;
}

} // namespace ridgepoint
