// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/cubin.h"

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

} // namespace ridgepoint::proofs
