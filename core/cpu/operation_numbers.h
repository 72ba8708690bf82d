// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/kernels.h"

namespace ridgepoint {

/// The numbers that keep an operation's data in range for ever: fma contracts towards 1.2, mul alternates 2 and 1/2
/// (exact, so nothing drifts), add alternates 1 and -1, gelu settles at -0.17, exp(-x) at 0.567, cos at 0.739.
/// Any start within [-4, 4] is safe for every operation.
[[nodiscard]] Operands operandsOf(Operation operation);
/// operandsOf with the alternation begun at its second half.
[[nodiscard]] Operands swapped(const Operands& operands);
/// Whether an odd number of applications leaves the data displaced (mul, add), so that the next must begin with the
/// other operand.
[[nodiscard]] bool alternates(Operation operation);

/// The float64 reference: the operation applied `applications` times to x, as Operands describes it.
[[nodiscard]] double reference(Operation operation, double x, std::int64_t applications, const Operands& operands);

/// Fills whole lines with numbers spread evenly over (-1, 1), the same for the same byte offset; precision Fp32 or
/// Fp64. `offset` is where `data` lies in the tensor.
void fillUniform(void* data, std::size_t bytes, std::size_t offset, Precision precision);

} // namespace ridgepoint
