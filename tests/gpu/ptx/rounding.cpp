// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/rounding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace ridgepoint::ptx {
namespace {

constexpr int doubleBias = 1023;
constexpr int doubleFraction = 52;

int exponentOf(double x)
{
    return static_cast<int>((std::bit_cast<std::uint64_t>(x) >> doubleFraction) & 0x7ffU) - doubleBias;
}

/// Nearest even to `precision` bits above the exponent `lowest` of the smallest normal number. Adding and taking away
/// a number whose last bit weighs what the result's may weigh rounds to that bit; it does so once, and exactly.
double roundToPrecision(double x, int precision, int lowest)
{
    if (x == 0.0 || !std::isfinite(x))
        return x;
    const int last = std::max(exponentOf(x), lowest) - (precision - 1);
    const auto exponentBits = static_cast<std::uint64_t>(last + doubleFraction + doubleBias) << doubleFraction;
    const auto magnet = std::bit_cast<double>(exponentBits | (std::uint64_t{1} << (doubleFraction - 1)));
    return std::copysign((x + magnet) - magnet, x);
}

} // namespace

double multiplyAddToOdd(double a, double b, double c)
{
    const double product = a * b;
    const double sum = product + c;
    // Knuth's two-sum: sum + rest is product + c exactly.
    const double partOfC = sum - product;
    const double rest = (product - (sum - partOfC)) + (c - partOfC);
    if (rest == 0.0 || !std::isfinite(sum) || (std::bit_cast<std::uint64_t>(sum) & 1U) != 0)
        return sum;
    return std::nextafter(sum, rest > 0.0 ? std::numeric_limits<double>::infinity()
                                          : -std::numeric_limits<double>::infinity());
}

float roundToFloat(double x, Rounding rounding)
{
    const auto nearest = static_cast<float>(x);
    const double back = nearest;
    if (rounding == Rounding::Nearest || back == x || std::isnan(x))
        return nearest;
    const bool down = rounding == Rounding::Down || (rounding == Rounding::Zero && x > 0.0);
    const float infinity = std::numeric_limits<float>::infinity();
    if (down)
        return back > x ? std::nextafter(nearest, -infinity) : nearest;
    return back < x ? std::nextafter(nearest, infinity) : nearest;
}

double toDouble(Half x)
{
    const std::uint64_t exponent = (x.bits >> 10) & 31U;
    const std::uint64_t mantissa = x.bits & 1023U;
    const double sign = (x.bits & 0x8000U) != 0 ? -1.0 : 1.0;
    if (exponent == 31)
        return mantissa != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : sign * std::numeric_limits<double>::infinity();
    if (exponent == 0)
        return sign * static_cast<double>(mantissa) * 0x1p-24;
    return sign
         * std::bit_cast<double>(((exponent + doubleBias - 15) << doubleFraction)
                                 | (mantissa << (doubleFraction - 10)));
}

double toDouble(Bfloat x) { return std::bit_cast<float>(static_cast<std::uint32_t>(x.bits) << 16); }

Half toHalf(double x)
{
    if (std::isnan(x))
        return {0x7fff};
    const auto sign = static_cast<std::uint16_t>(std::signbit(x) ? 0x8000U : 0U);
    const double size = std::abs(roundToPrecision(x, 11, -14));
    if (size > 65504.0)
        return {static_cast<std::uint16_t>(sign | 0x7c00U)};
    if (size < 0x1p-14)
        return {static_cast<std::uint16_t>(sign | static_cast<unsigned>(size * 0x1p24))};
    const std::uint64_t magnitude = (std::bit_cast<std::uint64_t>(size) >> (doubleFraction - 10))
                                  - (std::uint64_t{doubleBias - 15} << 10);
    return {static_cast<std::uint16_t>(sign | magnitude)};
}

Bfloat toBfloat(double x)
{
    if (std::isnan(x))
        return {0x7fff};
    // Eight significant bits and fp32's exponents: every rounded value is an fp32 number, whose upper half it is.
    const auto rounded = static_cast<float>(roundToPrecision(x, 8, -126));
    return {static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(rounded) >> 16)};
}

} // namespace ridgepoint::ptx
