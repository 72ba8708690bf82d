// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/ptx/instruction.h"

#include <string>

namespace ridgepoint::ptx {

/// What the name of a load or store says, modifier by modifier.
struct AccessName {
    bool isStore = false;
    bool known = false; ///< every modifier was understood
    bool isSigned = false;
    Space space = Space::Generic;
    std::size_t vector = 1; ///< elements of a thread
    std::size_t elementBytes = 0;
};

/// Reads "ld.global.nc.v4.f32" and the like.
[[nodiscard]] AccessName readAccessName(const std::string& opcode);

/// sources[0] is the address, destinations are the elements.
void load(Context& context, const Instruction& instruction);
/// sources[0] is the address, the other sources are the elements.
void store(Context& context, const Instruction& instruction);
/// One source to one destination, `elementBytes` wide.
void move(Context& context, const Instruction& instruction);
/// Sources become one destination, the first the lowest; each is `elementBytes` wide.
void pack(Context& context, const Instruction& instruction);
/// One source is split over the destinations.
void unpack(Context& context, const Instruction& instruction);

} // namespace ridgepoint::ptx
