// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// What the factors of a matrix product are filled with. The same work whatever they hold, but not the same switching
/// in the wires, which is what power goes into.
enum class FactorNumbers {
    Usual, ///< random signs, magnitudes spread over [1/32, 1): what products are measured with elsewhere
    Zeros,
    Constant, ///< 1.1 everywhere
    Uniform,  ///< spread over [0, 1)
    Normal,   ///< mean 0, deviation 1
    Sparse,   ///< normal, but seven of eight are 0
    OneBit,   ///< 1 or -1 at random: numbers differ in one bit
};

/// Those that are compared, most predictable first.
inline constexpr std::array comparedNumbers{FactorNumbers::Zeros,  FactorNumbers::Constant, FactorNumbers::OneBit,
                                            FactorNumbers::Sparse, FactorNumbers::Uniform,  FactorNumbers::Normal};

/// "zeros", "one-bit" …
[[nodiscard]] std::string_view nameOf(FactorNumbers numbers);

/// So many numbers of a pattern, the same for the same seed. A matrix repeats a prime number of them, so that no row is
/// like the one before.
[[nodiscard]] std::vector<float> numbersOf(FactorNumbers numbers, std::size_t count, std::uint64_t seed);
inline constexpr std::size_t factorPeriod = 65521;

/// To the nearest bf16, ties to even; no NaN.
[[nodiscard]] std::uint16_t roundedToBf16(float number);

} // namespace ridgepoint
