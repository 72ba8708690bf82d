// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/operator.h"
#include "gpu/plan/workload_plan.h"
#include "tests/gpu/proofs/kernel_set.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ridgepoint::proofs {

/// What executing one operator's plan showed.
struct OperatorEvidence {
    std::vector<std::string> faults; ///< empty: proven
    std::string kernel;
    double read = 0.0;         ///< bytes of inputs, each once, padding excluded
    double written = 0.0;      ///< bytes of the result, each once, padding excluded; 0 for sums
    std::uint64_t again = 0;   ///< useful bytes that are moved once more, and partial sums: what the caches are for
    std::uint64_t padding = 0; ///< bytes of padding moved
    std::uint64_t instructions = 0; ///< executed, by thread
    double largestError = 0.0;      ///< in units of toleranceOf
};

/// Plans the operator, executes the calls on random numbers with poisoned padding, and holds them against the float64
/// reference (every element), the cost model (bytes to the last one), how often each tensor may be gone over, and the
/// size of each access. `approximation`: share, -1 to 1, of the documented error that approximate instructions make.
[[nodiscard]] OperatorEvidence proveOperator(const KernelSet& kernels, const OperatorCall& call, const GpuShape& shape,
                                             double approximation = 0.0);

/// Executes what draws a dropout's bits: faults where a word is not the one that every device draws.
[[nodiscard]] std::vector<std::string> proveKept(const KernelSet& kernels, const OperatorCall& call,
                                                 const GpuShape& shape);

} // namespace ridgepoint::proofs
