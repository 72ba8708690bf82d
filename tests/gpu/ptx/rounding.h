// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ridgepoint::ptx {

/// Rounding of a floating-point result: to nearest even, to zero, down, up.
enum class Rounding { Nearest, Zero, Down, Up };

/// a b + c rounded to odd in 53 bits, for a b that is exact in a double: rounding that once more to at most 51 bits
/// gives what a single rounding of the exact value would (Boldo and Melquiond, "Emulation of FMA and correctly rounded
/// sums: proved algorithms using rounding to odd", 2008).
[[nodiscard]] double multiplyAddToOdd(double a, double b, double c);

/// x rounded to fp32 once; exact for an x that is exact or was rounded to odd.
[[nodiscard]] float roundToFloat(double x, Rounding rounding);

/// A 16-bit floating-point number as its bits; arithmetic is done in double and rounded once.
struct Half {
    std::uint16_t bits = 0;
};
/// bfloat16 as its bits.
struct Bfloat {
    std::uint16_t bits = 0;
};

[[nodiscard]] double toDouble(Half x);
[[nodiscard]] double toDouble(Bfloat x);
/// Nearest even; overflow gives infinity; a NaN becomes 0x7fff, as on the device.
[[nodiscard]] Half toHalf(double x);
[[nodiscard]] Bfloat toBfloat(double x);

} // namespace ridgepoint::ptx
