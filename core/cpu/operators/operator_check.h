// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/operators/operator_kernels.h"
#include "core/measure/backend.h"

#include <cstdint>
#include <vector>

namespace ridgepoint {

/// How one kernel is checked.
struct OperatorCheck {
    InstructionSet set = InstructionSet::Scalar;
    OperatorCall call; ///< `threads` parts are run one after the other
    Stores stores = Stores::Usual;
    std::uint32_t seed = 1;
    OperatorKernel kernel =
        nullptr; ///< null: the one of the instruction set; another, to prove that a wrong one is found
};

/// Runs an operator on random numbers of [-4, 4), results and padding poisoned with NaN, in as many parts as threads,
/// and compares with the float64 reference; memory around the tensors must stay untouched.
[[nodiscard]] SelftestLine checkOperator(const OperatorCheck& check);

/// Every operator of one instruction set with both kinds of stores, over odd and even, small and large shapes: one line
/// each.
[[nodiscard]] std::vector<SelftestLine> checkOperators(InstructionSet set, std::uint32_t seed);

} // namespace ridgepoint
