// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/int8_dot.h"
#include "core/cpu/integer_kernels.h"
#include "core/cpu/kernels.h"
#include "core/measure/backend.h"

#include <cstdint>
#include <vector>

namespace ridgepoint {

/// Runs an integer kernel on random numbers for some numbers of rounds and compares with the same arithmetic, number by
/// number; what lies behind the state must stay untouched. `set` only names it.
[[nodiscard]] SelftestLine checkIntegerKernel(InstructionSet set, const NamedIntegerKernel& named,
                                              const IntegerKernel& kernel, std::uint32_t seed);
/// The same of a dot product of int8.
[[nodiscard]] SelftestLine checkDotKernel(InstructionSet set, const DotKernel& kernel, std::uint32_t seed);

/// Every kernel of one instruction set that only roofs run: one line each.
[[nodiscard]] std::vector<SelftestLine> checkRoofKernels(InstructionSet set, std::uint32_t seed);

/// Runs one kernel on `elements` random numbers of [-1, 1), `applications` times, and compares with the reference;
/// padding is poisoned with NaN and the lines around must stay untouched. `kernel` defaults to the one of that
/// instruction set; another may be given, to prove that a wrong one is found.
[[nodiscard]] SelftestLine checkKernel(InstructionSet set, Operation operation, Precision precision,
                                       std::size_t elements, std::int64_t applications, std::uint32_t seed,
                                       PassKernel kernel = nullptr);

/// Counts by result: chains of add-one must give exactly x + applications, through the strategy of the cheap operations
/// and, `blocked`, through that of the heavy ones.
[[nodiscard]] SelftestLine checkCount(InstructionSet set, bool blocked, Precision precision, std::size_t elements,
                                      std::int64_t applications, PassKernel kernel = nullptr);

/// Every operation and precision of one instruction set, at sizes that use whole blocks and every tail: one line each,
/// and one for each count.
[[nodiscard]] std::vector<SelftestLine> checkKernels(InstructionSet set, std::uint32_t seed);

} // namespace ridgepoint
