// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/workload.h"
#include "tests/gpu/ptx/executor.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ridgepoint::proofs {

/// Instructions of which every application of an operation executes the same number; names that stand together are
/// counted together.
struct Signature {
    std::vector<std::string> opcodes;
    std::uint64_t perApplication = 1;
    std::uint64_t elements = 1; ///< that one such instruction works on: 2 for pairs of 16-bit numbers
};

/// How applications are recognised in executed PTX. fma, mul and add are their own instruction; for relu, gelu, exp
/// and cos it is an instruction that the function's formula holds so many times (gelu and exp: one power of two; gelu:
/// one division too; cos: one subtraction of the rounding constant). bf16 has mul and add from 9.0, before they are an
/// fma.
[[nodiscard]] std::vector<Signature> signaturesOf(Operation operation, Precision precision, int architecture);

/// Applications that the counts show by one signature.
[[nodiscard]] std::uint64_t executed(const Signature& signature, const ptx::Counts& counts);

} // namespace ridgepoint::proofs
