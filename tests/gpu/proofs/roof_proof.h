// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/plan/roof_plan.h"
#include "tests/gpu/proofs/kernel_set.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ridgepoint::proofs {

/// What executing one repetition of a roof's plan showed.
struct RoofEvidence {
    std::vector<std::string> faults; ///< empty: proven
    std::string kernel;
    double amount = 0.0;            ///< counted: bytes, FLOP (or op), launches, loads or applications
    std::uint64_t otherBytes = 0;   ///< moved, and not part of the amount
    std::uint64_t instructions = 0; ///< executed, by thread
};

/// Plans a roof over `footprint`, executes its fill and one repetition, and holds what was counted against the plan's
/// amount, to the last one; and what memory holds afterwards against what it must hold.
[[nodiscard]] RoofEvidence proveRoof(const KernelSet& kernels, const std::string& id, const GpuShape& shape,
                                     Bytes footprint);

/// Runs the fill kernel over that many elements; faults where one is not uniformValue.
[[nodiscard]] std::vector<std::string> proveFill(const KernelSet& kernels, std::uint64_t elements, Precision precision);

} // namespace ridgepoint::proofs
