// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/kernel_set.h"

namespace ridgepoint::proofs {

Result<void> KernelSet::add(std::string_view source)
{
    auto program = ptx::Program::load(source);
    if (!program)
        return program.error();
    for (const auto& [name, code] : program->kernels())
        if (!m_programs.emplace(name, m_files.size()).second)
            return Error{ErrorKind::Corrupt, "proofs.kernel-twice", "kernel %1 is in two PTX files", {name}};
    m_files.push_back(std::move(*program));
    return {};
}

std::vector<std::string> KernelSet::names() const
{
    std::vector<std::string> names;
    for (const auto& [name, file] : m_programs)
        names.push_back(name);
    return names;
}

Result<ptx::Counts> KernelSet::run(const KernelCall& call, const std::vector<std::uint64_t>& addresses,
                                   ptx::DeviceMemory& memory, double approximation) const
{
    const auto found = m_programs.find(call.kernel);
    if (found == m_programs.end())
        return Error{ErrorKind::InvalidInput,
                     "proofs.kernel-missing",
                     "kernel %1 is planned, but in no PTX file",
                     {call.kernel}};
    ptx::Launch launch{.grid = {call.grid.x, call.grid.y, call.grid.z},
                       .block = {call.block.x, call.block.y, call.block.z}};
    launch.approximation = approximation;
    for (const KernelArgument& argument : call.arguments) {
        if (const auto* pointer = std::get_if<BufferPointer>(&argument))
            launch.arguments.emplace_back(addresses.at(pointer->buffer) + pointer->offset);
        else if (const auto* word = std::get_if<std::uint32_t>(&argument))
            launch.arguments.emplace_back(*word);
        else if (const auto* wide = std::get_if<std::uint64_t>(&argument))
            launch.arguments.emplace_back(*wide);
        else if (const auto* single = std::get_if<float>(&argument))
            launch.arguments.emplace_back(*single);
        else
            launch.arguments.emplace_back(std::get<double>(argument));
    }
    return m_files[found->second].run(call.kernel, launch, memory);
}

} // namespace ridgepoint::proofs
