// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/int8_dot.h"
#include "core/cpu/integer_kernels.h"
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

} // namespace ridgepoint
