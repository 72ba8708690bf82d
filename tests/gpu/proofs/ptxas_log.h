// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint::proofs {

/// What the assembler says of one kernel (ptxas -v).
struct KernelResources {
    std::string kernel;
    int architecture = 0; ///< 10 major + minor
    std::uint64_t stackBytes = 0;
    std::uint64_t spillStoreBytes = 0;
    std::uint64_t spillLoadBytes = 0;
    std::uint64_t registers = 0;
};

/// Reads a log of ptxas -v; a kernel without its numbers is an error that names it.
[[nodiscard]] Result<std::vector<KernelResources>> readPtxasLog(std::string_view log);

/// What is wrong with a kernel's resources: any stack, any spill, more registers than `registerBound`.
[[nodiscard]] std::vector<std::string> resourceFaults(const KernelResources& resources, std::uint64_t registerBound);

} // namespace ridgepoint::proofs
