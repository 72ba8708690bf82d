// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/proofs/kernel_set.h"

#include <functional>
#include <string>
#include <vector>

namespace ridgepoint::proofs {

/// The faults that a proof finds in kernels.
using Proof = std::function<std::vector<std::string>(const KernelSet&)>;

/// Mutations are made to the PTX of this virtual architecture.
inline constexpr int mutatedArchitecture = 90;

/// A change to one kernel's PTX that a proof must notice.
struct Mutation {
    std::string stem;
    std::string kernel;
    std::string pattern; ///< a regular expression; its first match inside the kernel is replaced
    std::string replacement;
    Proof proof;
    std::string complaint; ///< part of what the proof must say
};

/// Why the mutation does not show: what the proof says without it, or that it says nothing of the sort with it. Empty
/// where it is noticed by the check that is meant for it.
[[nodiscard]] std::string whatIsMissed(const Mutation& mutation);

} // namespace ridgepoint::proofs
