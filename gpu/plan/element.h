// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/operands.h"

#include <cstddef>
#include <cstdint>

namespace ridgepoint {

/// The bits of the nearest IEEE binary16 number, ties to even; overflow gives infinity.
[[nodiscard]] std::uint16_t halfBits(double value);
[[nodiscard]] double halfValue(std::uint16_t bits);
/// The bits of the nearest bfloat16 number, ties to even.
[[nodiscard]] std::uint16_t bfloat16Bits(double value);
[[nodiscard]] double bfloat16Value(std::uint16_t bits);

/// Element `index` of an array of that precision, as a double; exact.
[[nodiscard]] double readElement(const std::byte* data, Precision precision, std::uint64_t index);
/// Writes the nearest number of that precision.
void writeElement(std::byte* data, Precision precision, std::uint64_t index, double value);

/// The nearest number of that precision.
[[nodiscard]] double rounded(double value, Precision precision);
/// What the device's kernels are given: operandsOf, rounded to the precision. A reference takes them unrounded.
[[nodiscard]] Operands operandsOf(Operation operation, Precision precision);
/// The distance from 1 to the next larger number: 2^-23, 2^-52, 2^-10, 2^-7.
[[nodiscard]] double epsilonOf(Precision precision);
/// After how many elements the initial pattern repeats; every value of it is exact in that precision.
[[nodiscard]] std::uint32_t uniformPeriod(Precision precision);

} // namespace ridgepoint
