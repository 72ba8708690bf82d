// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/executor.h"

#include "tests/gpu/ptx/block.h"
#include "tests/gpu/ptx/parser.h"

namespace ridgepoint::ptx {
namespace {

Error launchError(std::string_view kernel, const std::string& what)
{
    return {ErrorKind::InvalidInput, "ptx.launch", "kernel %1 cannot be launched: %2", {std::string(kernel), what}};
}

/// The parameter memory, laid out as the kernel declares it.
Result<Region> parametersOf(const Code& code, const Launch& launch)
{
    if (launch.arguments.size() != code.parameters.size())
        return launchError(code.name, "it takes " + std::to_string(code.parameters.size()) + " arguments, not "
                                          + std::to_string(launch.arguments.size()));
    const std::size_t bytes = code.parameters.empty() ? 0
                                                      : code.parameters.back().offset + code.parameters.back().bytes;
    Region region("the parameters", bytes);
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const auto data = std::visit([](const auto& value) { return std::as_bytes(std::span(&value, 1)); },
                                     launch.arguments[i]);
        if (data.size() != code.parameters[i].bytes)
            return launchError(code.name, "argument " + std::to_string(i) + " has " + std::to_string(data.size())
                                              + " bytes where the parameter has "
                                              + std::to_string(code.parameters[i].bytes));
        region.fill(code.parameters[i].offset, data);
    }
    return region;
}

Result<void> checkExtents(const Code& code, const Launch& launch)
{
    const auto product = [](const std::array<std::uint32_t, 3>& extents) {
        return std::uint64_t{extents[0]} * extents[1] * extents[2];
    };
    if (product(launch.grid) == 0 || product(launch.block) == 0)
        return launchError(code.name, "a grid or block extent is zero");
    if (launch.grid[0] > 0x7fff'ffffU || launch.grid[1] > 65'535 || launch.grid[2] > 65'535)
        return launchError(code.name, "the grid is larger than any device allows");
    if (product(launch.block) > code.maximumThreads)
        return launchError(code.name, "blocks of " + std::to_string(product(launch.block)) + " threads; at most "
                                          + std::to_string(code.maximumThreads) + " are declared");
    return {};
}

Error placed(const PlacedTrap& trap, std::string_view kernel, const std::array<std::uint32_t, 3>& block)
{
    const std::string place = std::to_string(block[0]) + "," + std::to_string(block[1]) + ","
                            + std::to_string(block[2]);
    return {ErrorKind::DeviceFailure,
            trap.trap.id,
            "kernel %1, PTX line %2, block (%3), thread %4: %5",
            {std::string(kernel), std::to_string(trap.line), place, std::to_string(trap.thread), trap.trap.what}};
}

} // namespace

std::uint64_t Counts::of(const std::string& opcode) const
{
    const auto found = byOpcode.find(opcode);
    return found == byOpcode.end() ? 0 : found->second;
}

Counts& Counts::operator+=(const Counts& other)
{
    instructions += other.instructions;
    for (const auto& [opcode, count] : other.byOpcode)
        byOpcode[opcode] += count;
    return *this;
}

Result<Program> Program::load(std::string_view source)
{
    const auto module = parse(source);
    if (!module)
        return module.error();
    Program program;
    program.m_target = module->target;
    for (const Variable& variable : module->variables) {
        if (variable.space == Space::Shared)
            continue;
        program.m_variables.emplace_back(variable.name, variable.bytes);
        program.m_variables.back().fill(0, variable.initial);
    }
    for (const Entry& entry : module->entries) {
        auto code = decode(*module, entry);
        if (!code)
            return code.error();
        program.m_kernels.emplace(entry.name, std::move(*code));
    }
    return program;
}

Result<Counts> Program::run(std::string_view kernel, const Launch& launch, DeviceMemory& memory) const
{
    const auto found = m_kernels.find(kernel);
    if (found == m_kernels.end())
        return launchError(kernel, "it is not in the PTX");
    const Code& code = found->second;
    if (const auto extents = checkExtents(code, launch); !extents)
        return extents.error();
    auto parameters = parametersOf(code, launch);
    if (!parameters)
        return parameters.error();
    std::vector<Region> variables = m_variables;
    memory.beginLaunch();
    BlockRunner runner(code, launch, memory, *parameters, variables);
    std::array<std::uint32_t, 3> block{};
    try {
        for (block[2] = 0; block[2] < launch.grid[2]; ++block[2])
            for (block[1] = 0; block[1] < launch.grid[1]; ++block[1])
                for (block[0] = 0; block[0] < launch.grid[0]; ++block[0])
                    runner.run(block);
    } catch (const PlacedTrap& trap) {
        return placed(trap, kernel, block);
    }
    Counts counts;
    for (std::size_t i = 0; i < code.instructions.size(); ++i) {
        counts.instructions += runner.executions()[i];
        if (runner.executions()[i] > 0)
            counts.byOpcode[code.opcodes[code.instructions[i].opcode]] += runner.executions()[i];
    }
    return counts;
}

} // namespace ridgepoint::ptx
