// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/workload.h"

#include <cstdint>

namespace ridgepoint {

/// The numbers that an operation works with. mul and add use `first` and `second` in turn, starting with `first`; fma
/// is x first + second, then x second + first; relu is max(x, first), then max(x, second); gelu adds `first`; exp and
/// cos use none.
struct Operands {
    double first = 0.0;
    double second = 0.0;

    friend bool operator==(const Operands&, const Operands&) = default;
};

/// The numbers that keep an operation's data in range for ever, and different: a device's power, and with it its clock,
/// depends on the bits that toggle, so that a chain which settles on one constant flatters it. fma, mul and add undo in
/// the second application what the first did: with first x second = -1, fma maps x to c - x in two steps and back in
/// four, mul goes there and back by a factor and its inverse, add by a summand. None is a power of two, so mantissas
/// move. The digits are chosen so that in every precision rounding moves a start of the uniform pattern by an epsilon
/// at most, in its first cycle, and every later cycle repeats that one exactly. gelu settles at -0.17, exp(-x) at
/// 0.567, cos at 0.739, and relu keeps what is positive: those compute on constants after some dozen applications. Any
/// start within [-4, 4] is safe for every operation.
[[nodiscard]] Operands operandsOf(Operation operation);
/// The operands with the alternation begun at its second half.
[[nodiscard]] Operands swapped(const Operands& operands);
/// Whether an odd number of applications leaves the data displaced (fma, mul, add), so that the next must begin with
/// the other operand: repeated as it is, such a pass would grow without bound.
[[nodiscard]] bool alternates(Operation operation);
/// Whether repeated applications leave less and less of what tells numbers apart (relu, gelu, exp, cos).
[[nodiscard]] constexpr bool settles(Operation operation)
{
    return operation == Operation::Relu || operation == Operation::Gelu || operation == Operation::Exp
        || operation == Operation::Cos;
}

/// The float64 reference: the operation applied `applications` times to x, as Operands describes it. Operands rounded
/// to another precision do not cancel, and drift in float64: give those of operandsOf(). gelu is the tanh form
/// (Hendrycks and Gimpel 2016), exp is exp(-x).
[[nodiscard]] double reference(Operation operation, double x, std::int64_t applications, const Operands& operands);

/// The largest difference from the float64 reference that a kernel may show on any device, in units of the precision's
/// epsilon, relative to the larger of 1 and the reference.
[[nodiscard]] double toleranceOf(Operation operation);

/// Element `index` of the uniform pattern: odd multiples of 1/period in (-1, 1), each once a period, in an order that
/// looks unordered. `period` is a power of two.
[[nodiscard]] double uniformValue(std::uint64_t index, std::uint64_t period);

} // namespace ridgepoint
