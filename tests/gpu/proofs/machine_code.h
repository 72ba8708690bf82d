// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
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

/// Operations by the low nine bits of an instruction; the three bits above say where operands come from (registers,
/// constants, uniform registers), so that 0x223, 0x623 and 0xa23 are all FFMA. Found by compiling known kernels.
enum class MachineOperation : unsigned {
    FMaximum = 0x009, ///< FMNMX
    IAdd3 = 0x010,
    FMul = 0x020,
    FAdd = 0x021,
    FFma = 0x023,
    IMad = 0x024, ///< also of additions, which two pipes share
    DMul = 0x028,
    DAdd = 0x029,
    DFma = 0x02b,
    HAdd2 = 0x030,
    HFma2 = 0x031,
    HMul2 = 0x032,
    HFma2Mma = 0x035, ///< the same operation by another pipe, on 8.x and 9.0
    Function = 0x108, ///< MUFU: powers of two, reciprocals
    Branch = 0x147,
    Load = 0x181,        ///< LDG
    LoadShared = 0x184,  ///< LDS
    Store = 0x186,       ///< STG
    StoreShared = 0x188, ///< STS
    NoOperation = 0x118,
};

/// The low nine bits.
[[nodiscard]] unsigned operationOf(const MachineInstruction& instruction);
/// How many instructions there are of each low twelve bits.
[[nodiscard]] std::map<unsigned, std::size_t> histogramOf(const std::vector<MachineInstruction>& code);

/// Where a branch at `index` goes, as an index; nothing for another instruction or a place outside the code. The
/// distance is counted from the next instruction in units of four bytes; from 9.0 on its low byte lies apart.
[[nodiscard]] std::optional<std::size_t> branchTarget(const std::vector<MachineInstruction>& code, std::size_t index,
                                                      int architecture);

/// A stretch of code that a branch at its end repeats.
struct Loop {
    std::size_t first = 0;
    std::size_t last = 0; ///< the branch
    [[nodiscard]] std::size_t size() const { return last - first + 1; }
};
/// Every innermost loop; a branch to itself, which ends each kernel, is none.
[[nodiscard]] std::vector<Loop> innermostLoops(const std::vector<MachineInstruction>& code, int architecture);

/// Instructions of those operations inside a loop.
[[nodiscard]] std::size_t countIn(const std::vector<MachineInstruction>& code, const Loop& loop,
                                  const std::vector<MachineOperation>& operations);

/// The innermost loop with most of these operations, or nothing.
[[nodiscard]] std::optional<Loop> loopOf(const std::vector<MachineInstruction>& code, int architecture,
                                         const std::vector<MachineOperation>& operations);

} // namespace ridgepoint::proofs
