// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "tests/gpu/ptx/instruction.h"
#include "tests/gpu/ptx/syntax.h"

#include <map>
#include <string>
#include <vector>

namespace ridgepoint::ptx {

/// The special registers that kernels read.
enum class Special {
    ThreadX,
    ThreadY,
    ThreadZ,
    BlockX,
    BlockY,
    BlockZ,
    ThreadsX,
    ThreadsY,
    ThreadsZ,
    BlocksX,
    BlocksY,
    BlocksZ,
    LaneInWarp
};

/// One kernel ready to run.
struct Code {
    std::string name;
    std::vector<Instruction> instructions;
    std::vector<std::string> opcodes;               ///< distinct names, that Instruction::opcode points into
    std::size_t slotCount = 0;                      ///< rows of the register file
    std::size_t declaredRegisters = 0;              ///< rows [0, declaredRegisters) are registers of the kernel
    std::map<std::size_t, std::uint64_t> constants; ///< slot → value in every lane
    std::map<std::size_t, Special> specials;        ///< slot → special register
    std::vector<Parameter> parameters;
    std::size_t sharedBytes = 0;
    std::size_t localBytes = 0;
    std::uint64_t maximumThreads = 1024;
};

/// Decodes one kernel; an unknown opcode, operand or name is an error with its line.
[[nodiscard]] Result<Code> decode(const Module& module, const Entry& entry);

} // namespace ridgepoint::ptx
