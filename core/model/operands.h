// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/workload.h"

#include <cstdint>

namespace ridgepoint {

/// The numbers that an operation works with. mul and add use `first` and `second` in turn, starting with `first`;
/// fma is x first + second; relu is max(x, first), then max(x, second); gelu adds `first`; exp and cos use none.
struct Operands {
    double first = 0.0;
    double second = 0.0;

    friend bool operator==(const Operands&, const Operands&) = default;
};

/// The numbers that keep an operation's data in range for ever: fma contracts towards 1.2, mul alternates 2 and 1/2
/// (exact, so nothing drifts), add alternates 1 and -1, gelu settles at -0.17, exp(-x) at 0.567, cos at 0.739.
/// Any start within [-4, 4] is safe for every operation.
[[nodiscard]] Operands operandsOf(Operation operation);
/// The operands with the alternation begun at its second half.
[[nodiscard]] Operands swapped(const Operands& operands);
/// Whether an odd number of applications leaves the data displaced (mul, add), so that the next must begin with the
/// other operand.
[[nodiscard]] bool alternates(Operation operation);

/// The float64 reference: the operation applied `applications` times to x, as Operands describes it. gelu is the tanh
/// form (Hendrycks and Gimpel 2016), exp is exp(-x).
[[nodiscard]] double reference(Operation operation, double x, std::int64_t applications, const Operands& operands);

/// The largest difference from the float64 reference that a kernel may show on any device, in units of the precision's
/// epsilon, relative to the larger of 1 and the reference.
[[nodiscard]] double toleranceOf(Operation operation);

/// Element `index` of the uniform pattern: odd multiples of 1/period in (-1, 1), each once a period, in an order that
/// looks unordered. `period` is a power of two.
[[nodiscard]] double uniformValue(std::uint64_t index, std::uint64_t period);

} // namespace ridgepoint
