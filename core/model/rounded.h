// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>

namespace ridgepoint {

/// A number in float64, and how far from it what a kernel computes in fp32 may lie. Written with it, a kernel's formula
/// yields the bound of its own roundings (running error analysis: Higham, Accuracy and Stability of Numerical
/// Algorithms, 2002, section 3.3), each operator adding its own.
struct Rounded {
    double value = 0.0;
    double error = 0.0; ///< absolute
};

/// The same after so many roundings to fp32. One is counted as eps |value|, twice what rounding to the nearest can do:
/// what is left holds the products of two errors between links, some 1e-5 of the bound, and keeps the largest of
/// millions of differences below one half. The smallest normal number is there for results that are flushed to zero.
[[nodiscard]] inline Rounded afterRounding(Rounded exact, double times = 1.0)
{
    const double epsilon = static_cast<double>(std::numeric_limits<float>::epsilon());
    const double smallest = static_cast<double>(std::numeric_limits<float>::min());
    return {exact.value, exact.error + times * (epsilon * (std::abs(exact.value) + exact.error) + smallest)};
}

/// A constant that fp32 does not have exactly.
[[nodiscard]] inline Rounded constant(double value) { return afterRounding({value, 0.0}); }

[[nodiscard]] inline Rounded operator+(Rounded a, Rounded b)
{
    return afterRounding({a.value + b.value, a.error + b.error});
}
[[nodiscard]] inline Rounded operator-(Rounded a, Rounded b)
{
    return afterRounding({a.value - b.value, a.error + b.error});
}
/// A multiply-add counts as two roundings: some instruction sets have none that rounds once.
[[nodiscard]] inline Rounded operator*(Rounded a, Rounded b)
{
    return afterRounding(
        {a.value * b.value, std::abs(a.value) * b.error + std::abs(b.value) * a.error + a.error * b.error});
}
/// 1 / a, of an `a` beyond its error, after so many roundings.
[[nodiscard]] inline Rounded inverse(Rounded a, double times = 1.0)
{
    return afterRounding({1.0 / a.value, a.error / (std::abs(a.value) * (std::abs(a.value) - a.error))}, times);
}

} // namespace ridgepoint
