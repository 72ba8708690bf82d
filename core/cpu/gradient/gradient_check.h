// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/gradient/gradient_kernels.h"
#include "core/measure/backend.h"

#include <cstdint>
#include <vector>

namespace ridgepoint {

/// How one chain is checked.
struct GradientCheck {
    InstructionSet set = InstructionSet::Scalar;
    GradientCall call; ///< `threads` parts are run one after the other
    std::uint32_t seed = 1;
    GradientKernel forward =
        nullptr; ///< null: the kernel of the instruction set; another, to prove that a wrong one is found
    GradientKernel backward = nullptr;
};

/// Runs both passes on random numbers of [-1, 1), results and padding poisoned with NaN, and compares everything that
/// is saved and the gradient with the float64 reference; memory around the tensors must stay untouched. Differences are
/// in units of the bound of each number (GradientReference), so that the tolerance is 1.
[[nodiscard]] SelftestLine checkGradient(const GradientCheck& check);

/// Every link with both ways of saving of one instruction set, over short and long chains and every tail: one line
/// each.
[[nodiscard]] std::vector<SelftestLine> checkGradients(InstructionSet set, std::uint32_t seed);

} // namespace ridgepoint
