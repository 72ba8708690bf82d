// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/machine_code.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace ridgepoint::proofs {
namespace {

constexpr std::string_view textPrefix = ".text.";

Error corrupt(const std::string& what)
{
    return {ErrorKind::Corrupt, "proofs.cubin", "the cubin is broken: %1", {what}};
}

template <class T> std::optional<T> readAt(std::string_view file, std::uint64_t offset)
{
    if (offset > file.size() || sizeof(T) > file.size() - offset)
        return std::nullopt;
    T value{};
    std::memcpy(&value, file.data() + offset, sizeof value);
    return value;
}

/// An ELF64 section header as it lies in the file.
struct SectionHeader {
    std::uint32_t name;
    std::uint32_t type;
    std::uint64_t flags;
    std::uint64_t address;
    std::uint64_t offset;
    std::uint64_t size;
    std::uint32_t link;
    std::uint32_t info;
    std::uint64_t alignment;
    std::uint64_t entrySize;
};
static_assert(sizeof(SectionHeader) == 64);

std::optional<std::string_view> contentOf(std::string_view file, const SectionHeader& section)
{
    if (section.offset > file.size() || section.size > file.size() - section.offset)
        return std::nullopt;
    return file.substr(section.offset, section.size);
}

std::vector<MachineInstruction> instructionsOf(std::string_view text)
{
    std::vector<MachineInstruction> instructions(text.size() / sizeof(MachineInstruction));
    std::memcpy(instructions.data(), text.data(), instructions.size() * sizeof(MachineInstruction));
    return instructions;
}

} // namespace

Result<std::map<std::string, std::vector<MachineInstruction>>> readCubin(std::string_view file)
{
    // 0x7f, "ELF", 64 bits, little-endian.
    if (file.substr(0, 6)
        != std::string_view("\x7f"
                            "ELF\x02\x01",
                            6))
        return corrupt("it is no 64-bit ELF file");
    const auto headersAt = readAt<std::uint64_t>(file, 40);
    const auto headerSize = readAt<std::uint16_t>(file, 58);
    const auto count = readAt<std::uint16_t>(file, 60);
    const auto namesIndex = readAt<std::uint16_t>(file, 62);
    if (!headersAt || !headerSize || !count || !namesIndex)
        return corrupt("its header is cut short");
    if (*headerSize != sizeof(SectionHeader) || *namesIndex >= *count)
        return corrupt("its section table makes no sense");
    std::vector<SectionHeader> sections;
    for (std::uint64_t i = 0; i < *count; ++i) {
        const auto section = *headersAt > file.size()
                               ? std::nullopt
                               : readAt<SectionHeader>(file, *headersAt + i * sizeof(SectionHeader));
        if (!section)
            return corrupt("its section table is cut short");
        sections.push_back(*section);
    }
    const auto names = contentOf(file, sections[*namesIndex]);
    if (!names)
        return corrupt("its section names lie outside the file");
    std::map<std::string, std::vector<MachineInstruction>> kernels;
    for (const SectionHeader& section : sections) {
        const std::size_t end = section.name < names->size() ? names->find('\0', section.name) : std::string_view::npos;
        if (end == std::string_view::npos)
            return corrupt("a section's name has no end");
        const std::string_view name = names->substr(section.name, end - section.name);
        if (!name.starts_with(textPrefix))
            continue;
        const auto text = contentOf(file, section);
        if (!text || text->size() % sizeof(MachineInstruction) != 0)
            return corrupt("the code of " + std::string(name) + " lies outside the file or ends inside an instruction");
        kernels[std::string(name.substr(textPrefix.size()))] = instructionsOf(*text);
    }
    return kernels;
}

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
