// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/movement.h"

#include "tests/gpu/ptx/token_reader.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace ridgepoint::ptx {
namespace {

struct Place {
    Region* region;
    std::uint64_t offset;
};

/// The memory that an address names in a state space.
Place placeOf(const Context& context, Space space, std::uint64_t address)
{
    switch (space) {
    case Space::Parameter: return {context.parameters, address};
    case Space::Shared: return {context.shared, address & 0xffff'ffffU}; // shared addresses may be kept in 32 bits
    case Space::Local: return {&(*context.local)[context.lane], address};
    case Space::Generic:
    case Space::Global:
    case Space::Constant: break;
    }
    const std::uint64_t window = address >> 40 << 40;
    const std::uint64_t offset = context.global->offsetOf(address);
    if (window >= moduleWindow && (window - moduleWindow) >> 40 < context.module->size())
        return {&(*context.module)[(window - moduleWindow) >> 40], offset};
    if (space == Space::Generic && window == sharedWindow)
        return {context.shared, offset};
    if (space == Space::Generic && window == localWindow)
        return {&(*context.local)[context.lane], offset};
    return {&context.global->regionAt(address), offset};
}

std::uint64_t masked(std::uint64_t value, std::size_t bytes)
{
    return bytes == 8 ? value : value & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

std::uint64_t signExtended(std::uint64_t value, std::size_t bytes)
{
    const std::uint64_t sign = std::uint64_t{1} << (8 * bytes - 1);
    return (value ^ sign) - sign;
}

constexpr std::size_t largestAccess = 16;

} // namespace

AccessName readAccessName(const std::string& opcode)
{
    AccessName name{.known = true};
    std::size_t at = opcode.find('.');
    name.isStore = opcode.substr(0, at) == "st";
    // What is volatile is done each time, as everything is here.
    static constexpr std::array<std::string_view, 10> ignored{
        "nc", "weak", "ca", "cg", "cs", "wt", "lu", "cv", "L1::no_allocate", "volatile"};
    while (at < opcode.size()) {
        const std::size_t end = std::min(opcode.find('.', at + 1), opcode.size());
        const std::string part = opcode.substr(at + 1, end - at - 1);
        at = end;
        if (part == "global")
            name.space = Space::Global;
        else if (part == "shared")
            name.space = Space::Shared;
        else if (part == "local")
            name.space = Space::Local;
        else if (part == "param")
            name.space = Space::Parameter;
        else if (part == "const")
            name.space = Space::Constant;
        else if (part == "v2")
            name.vector = 2;
        else if (part == "v4")
            name.vector = 4;
        else if (const auto bytes = bytesOfType(part); bytes && at == opcode.size()) {
            name.elementBytes = *bytes;
            name.isSigned = part[0] == 's';
        } else if (std::find(ignored.begin(), ignored.end(), part) == ignored.end()) {
            name.known = false; // acquire, atomics: none that these kernels need
        }
    }
    name.known = name.known && name.elementBytes != 0 && name.vector * name.elementBytes <= largestAccess;
    return name;
}

void load(Context& context, const Instruction& instruction)
{
    const std::uint64_t* base = context.slot(instruction.sources[0]);
    const std::size_t bytes = instruction.elementBytes * instruction.destinations.size();
    std::array<std::byte, largestAccess> data{};
    for (const std::uint32_t lane : context.active) {
        context.lane = lane;
        const std::uint64_t address = base[lane] + instruction.offset;
        checkAlignment(address, bytes);
        const Place place = placeOf(context, instruction.space, address);
        place.region->load(place.offset, std::span(data).first(bytes), context.actor());
        for (std::size_t i = 0; i < instruction.destinations.size(); ++i) {
            std::uint64_t value = 0;
            std::memcpy(&value, data.data() + i * instruction.elementBytes, instruction.elementBytes);
            context.slot(instruction.destinations[i])[lane] = instruction.isSigned
                                                                ? signExtended(value, instruction.elementBytes)
                                                                : value;
        }
    }
}

void store(Context& context, const Instruction& instruction)
{
    const std::uint64_t* base = context.slot(instruction.sources[0]);
    const std::size_t count = instruction.sources.size() - 1;
    const std::size_t bytes = instruction.elementBytes * count;
    std::array<std::byte, largestAccess> data{};
    for (const std::uint32_t lane : context.active) {
        context.lane = lane;
        const std::uint64_t address = base[lane] + instruction.offset;
        checkAlignment(address, bytes);
        for (std::size_t i = 0; i < count; ++i)
            std::memcpy(data.data() + i * instruction.elementBytes, context.slot(instruction.sources[i + 1]) + lane,
                        instruction.elementBytes);
        const Place place = placeOf(context, instruction.space, address);
        place.region->store(place.offset, std::span(data).first(bytes), context.actor());
    }
}

void move(Context& context, const Instruction& instruction)
{
    const std::uint64_t* source = context.slot(instruction.sources[0]);
    std::uint64_t* destination = context.slot(instruction.destinations[0]);
    for (const std::uint32_t lane : context.active)
        destination[lane] = masked(source[lane], instruction.elementBytes);
}

void pack(Context& context, const Instruction& instruction)
{
    for (const std::uint32_t lane : context.active) {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < instruction.sources.size(); ++i)
            value |= masked(context.slot(instruction.sources[i])[lane], instruction.elementBytes)
                  << (8 * instruction.elementBytes * i);
        context.slot(instruction.destinations[0])[lane] = value;
    }
}

void unpack(Context& context, const Instruction& instruction)
{
    for (const std::uint32_t lane : context.active) {
        const std::uint64_t value = context.slot(instruction.sources[0])[lane];
        for (std::size_t i = 0; i < instruction.destinations.size(); ++i)
            context.slot(instruction.destinations[i])[lane] = masked(value >> (8 * instruction.elementBytes * i),
                                                                     instruction.elementBytes);
    }
}

} // namespace ridgepoint::ptx
