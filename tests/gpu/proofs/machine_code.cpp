// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/machine_code.h"

#include <algorithm>

namespace ridgepoint::proofs {

unsigned operationOf(const MachineInstruction& instruction) { return static_cast<unsigned>(instruction.low & 0x1ffU); }

std::map<unsigned, std::size_t> histogramOf(const std::vector<MachineInstruction>& code)
{
    std::map<unsigned, std::size_t> histogram;
    for (const MachineInstruction& instruction : code)
        ++histogram[static_cast<unsigned>(instruction.low & 0xfffU)];
    return histogram;
}

std::optional<std::size_t> branchTarget(const std::vector<MachineInstruction>& code, std::size_t index,
                                        int architecture)
{
    const MachineInstruction& instruction = code.at(index);
    if (operationOf(instruction) != static_cast<unsigned>(MachineOperation::Branch))
        return std::nullopt;
    // 48 bits from bit 34 on: 30 of the low word, 18 of the high one; sign-extended.
    const std::uint64_t raw = (instruction.low >> 34) | ((instruction.high & 0x3'ffffU) << 30);
    auto distance = static_cast<std::int64_t>(raw << 16) >> 16;
    if (architecture >= 90)
        distance = distance * 256 + static_cast<std::int64_t>((instruction.low >> 16) & 0xffU);
    if (distance % 4 != 0)
        return std::nullopt;
    const std::int64_t target = static_cast<std::int64_t>(index) + 1 + distance / 4;
    if (target < 0 || target >= static_cast<std::int64_t>(code.size()))
        return std::nullopt;
    return static_cast<std::size_t>(target);
}

std::vector<Loop> innermostLoops(const std::vector<MachineInstruction>& code, int architecture)
{
    std::vector<Loop> loops;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const auto target = branchTarget(code, i, architecture);
        if (!target || *target >= i)
            continue;
        const bool holdsAnother = std::any_of(loops.begin(), loops.end(),
                                              [&](const Loop& loop) { return loop.first >= *target; });
        if (!holdsAnother)
            loops.push_back({*target, i});
    }
    return loops;
}

std::size_t countIn(const std::vector<MachineInstruction>& code, const Loop& loop,
                    const std::vector<MachineOperation>& operations)
{
    std::size_t count = 0;
    for (std::size_t i = loop.first; i <= loop.last; ++i)
        count += static_cast<std::size_t>(
            std::count_if(operations.begin(), operations.end(), [&](MachineOperation operation) {
                return operationOf(code[i]) == static_cast<unsigned>(operation);
            }));
    return count;
}

std::optional<Loop> loopOf(const std::vector<MachineInstruction>& code, int architecture,
                           const std::vector<MachineOperation>& operations)
{
    std::optional<Loop> best;
    for (const Loop& loop : innermostLoops(code, architecture))
        if (countIn(code, loop, operations) > (best ? countIn(code, *best, operations) : 0))
            best = loop;
    return best;
}

} // namespace ridgepoint::proofs
