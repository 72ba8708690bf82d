// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/roof.h"

#include <cmath>
#include <cstddef>

/// The widest numbers that a file or message may bring in: far beyond any machine, and small enough that no sum,
/// square or product of two of them overflows a double.
namespace ridgepoint::limits {

inline constexpr double shortestTime = 1e-12; ///< seconds; a time of zero would be an infinite rate
inline constexpr double time = 1e9;           ///< seconds, thirty years
inline constexpr double rate = 1e24;          ///< B/s, FLOP/s
inline constexpr double slowestRate =
    1.0; ///< B/s, FLOP/s of a roof; what is slower is no machine's, and quotients overflow
inline constexpr double bytes = 1e18;
inline constexpr double hertz = 1e13;
inline constexpr double watts = 1e6;
inline constexpr double coldest = -273.15; // degrees Celsius
inline constexpr double hottest = 1e4;
inline constexpr int threads = 1 << 16;
inline constexpr int count = 1 << 30; ///< rounds, readings, multiprocessors
/// Bytes of a word that samples hold, such as a device's id: a file's dictionary names it once, a million samples copy
/// it.
inline constexpr std::size_t wordBytes = 256;

/// The least value of a roof of that kind. What a chain costs once can come out as nothing.
inline double leastRoof(RoofKind kind) { return isDuration(kind) ? 0.0 : slowestRate; }

/// Whether a number can be written and read back.
inline bool inRange(double value, double low, double high)
{
    return std::isfinite(value) && value >= low && value <= high;
}

} // namespace ridgepoint::limits
