// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/lanewise.h"
#include "tests/gpu/ptx/operation_table.h"

#include <algorithm>

namespace ridgepoint::ptx {
namespace {

constexpr std::uint32_t warpLanes = 32;

/// Where `lane` of a warp reads from; `segment` is the mask of bits that stay (from operand c).
using SourceLane = std::uint32_t (*)(std::uint32_t lane, std::uint32_t step);

/// shfl.sync: every lane of the member mask must be here; a lane that reads from one that is not gets a trap.
void shuffle(Context& context, const Instruction& instruction, SourceLane sourceLane)
{
    const std::uint64_t* value = context.slot(instruction.sources[0]);
    const std::uint64_t* step = context.slot(instruction.sources[1]);
    const std::uint64_t* clamp = context.slot(instruction.sources[2]);
    const std::uint64_t* members = context.slot(instruction.sources[3]);
    std::vector<std::uint64_t> result(context.active.size());
    std::vector<bool> valid(context.active.size(), true);
    const auto isActive = [&](std::uint32_t lane) {
        return std::binary_search(context.active.begin(), context.active.end(), lane);
    };
    for (std::size_t i = 0; i < context.active.size(); ++i) {
        const std::uint32_t lane = context.active[i];
        context.lane = lane;
        const std::uint32_t base = lane / warpLanes * warpLanes;
        for (std::uint32_t other = 0; other < warpLanes; ++other)
            if (((members[lane] >> other) & 1U) != 0 && base + other < context.lanes && !isActive(base + other))
                throw Trap{"ptx.shuffle", "waits in a shuffle for thread " + std::to_string(base + other)
                                              + " of the block, which does not come"};
        if (((members[lane] >> (lane - base)) & 1U) == 0)
            throw Trap{"ptx.shuffle", "takes part in a shuffle whose member mask leaves it out"};
        const auto segments = static_cast<std::uint32_t>(clamp[lane] >> 8) & 31U;
        const std::uint32_t inWarp = lane - base;
        const std::uint32_t last = (inWarp & segments) | (static_cast<std::uint32_t>(clamp[lane]) & 31U & ~segments);
        std::uint32_t source = sourceLane(inWarp, static_cast<std::uint32_t>(step[lane]) & 31U);
        valid[i] = source <= last;
        source = valid[i] ? source : inWarp;
        if (!isActive(base + source))
            throw Trap{"ptx.shuffle", "reads from thread " + std::to_string(base + source)
                                          + " of the block, which is not in the shuffle"};
        result[i] = value[base + source];
    }
    for (std::size_t i = 0; i < context.active.size(); ++i) {
        context.slot(instruction.destinations[0])[context.active[i]] = result[i] & 0xffff'ffffU;
        if (instruction.destinations.size() > 1)
            context.slot(instruction.destinations[1])[context.active[i]] = valid[i] ? 1 : 0;
    }
}

} // namespace

void addShuffles(OperationTable& table)
{
    table.add("shfl.sync.bfly.b32", 4, [](Context& context, const Instruction& instruction) {
        shuffle(context, instruction, [](std::uint32_t lane, std::uint32_t step) { return lane ^ step; });
    });
    table.add("shfl.sync.down.b32", 4, [](Context& context, const Instruction& instruction) {
        shuffle(context, instruction, [](std::uint32_t lane, std::uint32_t step) { return lane + step; });
    });
}

} // namespace ridgepoint::ptx
