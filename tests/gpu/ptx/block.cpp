// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/block.h"

#include <algorithm>
#include <limits>

namespace ridgepoint::ptx {
namespace {

/// What registers hold that nothing has written: a NaN in either precision and an address in no buffer, so that a use
/// shows in the results.
constexpr std::uint64_t poison = 0x7ff4'dead'7fa0'0000U;
constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

} // namespace

BlockRunner::BlockRunner(const Code& code, const Launch& launch, DeviceMemory& memory, Region& parameters,
                         std::vector<Region>& variables)
    : m_code(code),
      m_launch(launch),
      m_threads(launch.block[0] * launch.block[1] * launch.block[2]),
      m_registers(code.slotCount * m_threads),
      m_executions(code.instructions.size())
{
    m_context.registers = m_registers.data();
    m_context.lanes = m_threads;
    m_context.global = &memory;
    m_context.module = &variables;
    m_context.parameters = &parameters;
    m_context.shared = &m_shared;
    m_context.local = &m_local;
    m_context.approximation = launch.approximation;
}

void BlockRunner::run(std::array<std::uint32_t, 3> block)
{
    start(block);
    for (;;) {
        while (gather())
            runGroup();
        if (std::all_of(m_states.begin(), m_states.end(), [](State state) { return state == State::Done; }))
            return;
        passBarrier();
    }
}

void BlockRunner::start(std::array<std::uint32_t, 3> block)
{
    std::fill(m_registers.begin(), m_registers.end(), poison);
    for (const auto& [slot, value] : m_code.constants)
        std::fill_n(m_context.slot(slot), m_threads, value);
    for (const auto& [slot, which] : m_code.specials)
        for (std::uint32_t lane = 0; lane < m_threads; ++lane)
            m_context.slot(slot)[lane] = special(which, lane, block);
    m_states.assign(m_threads, State::Running);
    m_places.assign(m_threads, 0);
    m_shared = Region("shared memory", m_code.sharedBytes);
    m_local.assign(m_code.localBytes > 0 ? m_threads : 0, Region("local memory", m_code.localBytes));
    m_issued = 0;
    m_context.barriers = 0;
    m_context.block = block[0] + m_launch.grid[0] * (block[1] + m_launch.grid[1] * block[2]);
}

std::uint64_t BlockRunner::special(Special which, std::uint32_t lane, std::array<std::uint32_t, 3> block) const
{
    const auto& size = m_launch.block;
    switch (which) {
    case Special::ThreadX: return lane % size[0];
    case Special::ThreadY: return lane / size[0] % size[1];
    case Special::ThreadZ: return lane / size[0] / size[1];
    case Special::BlockX: return block[0];
    case Special::BlockY: return block[1];
    case Special::BlockZ: return block[2];
    case Special::ThreadsX: return size[0];
    case Special::ThreadsY: return size[1];
    case Special::ThreadsZ: return size[2];
    case Special::BlocksX: return m_launch.grid[0];
    case Special::BlocksY: return m_launch.grid[1];
    case Special::BlocksZ: return m_launch.grid[2];
    case Special::LaneInWarp: return lane % 32;
    }
    return 0;
}

bool BlockRunner::gather()
{
    m_at = nowhere;
    m_nextOther = nowhere;
    m_group.clear();
    for (std::uint32_t lane = 0; lane < m_threads; ++lane) {
        if (m_states[lane] != State::Running)
            continue;
        if (m_places[lane] < m_at) {
            m_nextOther = m_at;
            m_at = m_places[lane];
            m_group.clear();
        }
        if (m_places[lane] == m_at)
            m_group.push_back(lane);
        else
            m_nextOther = std::min(m_nextOther, m_places[lane]);
    }
    return m_at != nowhere;
}

void BlockRunner::runGroup()
{
    while (m_at < m_nextOther) {
        const Instruction& instruction = m_code.instructions[m_at];
        if (++m_issued > m_launch.longestRun)
            throw PlacedTrap{
                {"ptx.endless", "still runs after " + std::to_string(m_launch.longestRun) + " instructions"},
                instruction.line,
                m_group.front()};
        m_context.active = instruction.guarded ? guardedGroup(instruction) : std::span<const std::uint32_t>(m_group);
        m_executions[m_at] += m_context.active.size();
        if (instruction.control == Control::None) {
            carryOut(instruction);
            ++m_at;
            continue;
        }
        for (const std::uint32_t lane : m_group)
            m_places[lane] = m_at + 1;
        for (const std::uint32_t lane : m_context.active) {
            if (instruction.control == Control::Branch)
                m_places[lane] = instruction.target;
            else
                m_states[lane] = instruction.control == Control::Barrier ? State::AtBarrier : State::Done;
        }
        return;
    }
    for (const std::uint32_t lane : m_group)
        m_places[lane] = m_at;
}

std::span<const std::uint32_t> BlockRunner::guardedGroup(const Instruction& instruction)
{
    const std::uint64_t* predicate = m_context.slot(instruction.predicate);
    m_guarded.clear();
    for (const std::uint32_t lane : m_group)
        if ((predicate[lane] != 0) != instruction.negated)
            m_guarded.push_back(lane);
    return m_guarded;
}

void BlockRunner::carryOut(const Instruction& instruction)
{
    if (m_context.active.empty())
        return;
    m_context.lane = m_context.active.front();
    try {
        instruction.handler(m_context, instruction);
    } catch (const Trap& trap) {
        throw PlacedTrap{trap, instruction.line, m_context.lane};
    }
}

void BlockRunner::passBarrier()
{
    const auto first = static_cast<std::uint32_t>(std::find(m_states.begin(), m_states.end(), State::AtBarrier)
                                                  - m_states.begin());
    const int line = m_code.instructions[m_places[first] - 1].line;
    for (std::uint32_t lane = 0; lane < m_threads; ++lane) {
        if (m_states[lane] == State::Done)
            throw PlacedTrap{
                {"ptx.barrier", "waits at a barrier for thread " + std::to_string(lane) + ", which has ended"},
                line,
                first};
        if (m_places[lane] != m_places[first])
            throw PlacedTrap{
                {"ptx.barrier", "waits at one barrier while thread " + std::to_string(lane) + " waits at another"},
                line,
                first};
        m_states[lane] = State::Running;
    }
    ++m_context.barriers;
}

} // namespace ridgepoint::ptx
