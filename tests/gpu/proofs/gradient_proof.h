// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/gradient_chain.h"
#include "tests/gpu/proofs/kernel_set.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ridgepoint::proofs {

/// What executing a chain's plan showed.
struct GradientEvidence {
    std::vector<std::string> faults; ///< empty: proven
    std::string kernels;             ///< forward, backward
    std::uint64_t read = 0;          ///< bytes of tensors, both passes, padding excluded
    std::uint64_t written = 0;       ///< likewise
    std::uint64_t instructions = 0;  ///< executed, by thread
    double largestError = 0.0;       ///< of all results and the gradient, in their bounds
};

/// Plans the chain, executes what fills its polynomial, then each pass on random numbers with poisoned padding, and
/// holds them against the float64 reference (every result and every gradient) and the cost model: bytes of the tensors
/// and operations of each pass exactly. `approximation`: share, -1 to 1, of the documented error that approximate
/// instructions make.
[[nodiscard]] GradientEvidence proveGradient(const KernelSet& kernels, const GradientCall& call,
                                             double approximation = 0.0);

} // namespace ridgepoint::proofs
