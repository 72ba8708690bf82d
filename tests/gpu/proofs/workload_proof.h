// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/workload.h"
#include "gpu/plan/workload_plan.h"
#include "tests/gpu/proofs/kernel_set.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ridgepoint::proofs {

/// What executing one planned workload showed.
struct WorkloadEvidence {
    std::vector<std::string> faults; ///< empty: proven
    std::string kernel;              ///< of the first call
    std::uint64_t operations = 0;    ///< applied to elements, padding excluded
    std::uint64_t paddingOperations = 0;
    std::uint64_t bytes = 0; ///< moved, padding excluded
    std::uint64_t paddingBytes = 0;
    std::uint64_t instructions = 0; ///< executed, by thread
    double largestError = 0.0;      ///< in units of epsilon, relative to the larger of 1 and the reference
};

/// The largest difference from the float64 reference in units of the precision's epsilon, relative to the larger of 1
/// and the reference: never more than toleranceOf, which the self-test uses. Tighter where a bound can be derived: mul,
/// add and relu are exact on the data used; fma rounds by at most half an epsilon below 2 and shrinks what was there by
/// 3/4, which sums to 2.
[[nodiscard]] double provenTolerance(Operation operation);

/// Element `index` of the data that proofs start from: within ±1, exact in every precision and after adding 1, and
/// without a period that tiles or vectors could share.
[[nodiscard]] double startValue(std::uint64_t index, Precision precision);

/// Plans the workload, executes the calls and holds them against the cost model (operations and bytes to the last one),
/// the float64 reference (every element) and the promise of 16-byte accesses. `approximation`: share, -1 to 1, of the
/// documented error that approximate instructions make.
[[nodiscard]] WorkloadEvidence proveWorkload(const KernelSet& kernels, const Workload& workload, const GpuShape& shape,
                                             double approximation = 0.0);

/// One pass with chosen operands and its expected result for a start value: counts by result. `counting` goes through
/// the loop of the pointwise operations.
[[nodiscard]] WorkloadEvidence proveCount(const KernelSet& kernels, const PassRequest& request, bool counting);

} // namespace ridgepoint::proofs
