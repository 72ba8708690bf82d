// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint::proofs {

/// One machine instruction since compute capability 7.0: 16 bytes, little-endian.
struct MachineInstruction {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
};

/// The machine code of every kernel in a cubin (a 64-bit little-endian ELF file with one section .text.NAME a kernel).
/// A file that is cut short or contradicts itself is an error; nothing is read outside it.
[[nodiscard]] Result<std::map<std::string, std::vector<MachineInstruction>>> readCubin(std::string_view file);

} // namespace ridgepoint::proofs
