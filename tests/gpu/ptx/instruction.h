// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/ptx/memory.h"
#include "tests/gpu/ptx/syntax.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ridgepoint::ptx {

struct Context;
struct Instruction;

/// Carries out one instruction for all active lanes.
using Handler = void (*)(Context&, const Instruction&);

/// What the executor itself must do after or instead of a handler.
enum class Control { None, Branch, Barrier, Exit };

/// One decoded instruction. Registers, constants, special registers and addresses of variables are all slots: rows of
/// the register file with one 64-bit number a lane.
struct Instruction {
    Handler handler = nullptr;
    Control control = Control::None;
    int line = 0;
    std::size_t opcode = 0;    ///< index into Code::opcodes
    std::size_t predicate = 0; ///< slot
    bool guarded = false;      ///< only lanes whose predicate is set (or not, if `negated`)
    bool negated = false;
    std::vector<std::size_t> destinations;
    std::vector<std::size_t> sources;
    std::uint64_t offset = 0; ///< of an address
    Space space = Space::Generic;
    std::size_t elementBytes = 0; ///< of a load, store or move
    bool isSigned = false;        ///< a load extends the sign
    std::size_t target = 0;       ///< of a branch
};

/// Windows of the generic address space through which shared and local memory are seen.
inline constexpr std::uint64_t sharedWindow = std::uint64_t{0xE001} << 40;
inline constexpr std::uint64_t localWindow = std::uint64_t{0xE002} << 40;
inline constexpr std::uint64_t moduleWindow = std::uint64_t{0xC000} << 40; ///< + index << 40: variables of the file

/// What a handler sees: the registers of a block, the lanes that take part, and the memories.
struct Context {
    std::uint64_t* registers = nullptr; ///< slot × lanes + lane
    std::size_t lanes = 0;              ///< threads of the block
    std::span<const std::uint32_t> active;
    DeviceMemory* global = nullptr;
    std::vector<Region>* module = nullptr;
    Region* parameters = nullptr;
    Region* shared = nullptr;
    std::vector<Region>* local = nullptr; ///< one a lane
    std::uint32_t block = 0;              ///< counted through the grid
    std::uint32_t barriers = 0;           ///< that the block has passed
    std::uint32_t lane = 0;               ///< the lane that is at work, for the text of a trap
    double approximation = 0.0;           ///< share, -1 to 1, of the documented error that .approx operations make

    /// The lane that is at work, as memory sees it.
    [[nodiscard]] Actor actor() const { return {.block = block, .thread = lane, .barriers = barriers}; }
    [[nodiscard]] std::uint64_t* slot(std::size_t index) const { return registers + index * lanes; }
};

} // namespace ridgepoint::ptx
