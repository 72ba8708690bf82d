// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/ptx/executor.h"

namespace ridgepoint::ptx {

/// A trap with the place where it happened.
struct PlacedTrap {
    Trap trap;
    int line = 0;
    std::uint32_t thread = 0;
};

/// Runs one block at a time. All threads that stand at the same instruction carry it out together, those that stand
/// furthest back first: they meet again where the compiler's order of code lets branches meet.
class BlockRunner {
public:
    BlockRunner(const Code& code, const Launch& launch, DeviceMemory& memory, Region& parameters,
                std::vector<Region>& variables);

    /// Throws PlacedTrap.
    void run(std::array<std::uint32_t, 3> block);
    /// How often each instruction was carried out, by thread.
    [[nodiscard]] const std::vector<std::uint64_t>& executions() const { return m_executions; }

private:
    enum class State : std::uint8_t { Running, AtBarrier, Done };

    void start(std::array<std::uint32_t, 3> block);
    [[nodiscard]] std::uint64_t special(Special which, std::uint32_t lane, std::array<std::uint32_t, 3> block) const;
    /// Gathers the threads furthest back; false when none runs.
    bool gather();
    void runGroup();
    /// Those of the group whose predicate lets them take part.
    std::span<const std::uint32_t> guardedGroup(const Instruction& instruction);
    void carryOut(const Instruction& instruction);
    void passBarrier();

    const Code& m_code;
    const Launch& m_launch;
    std::uint32_t m_threads;
    std::vector<std::uint64_t> m_registers;
    std::vector<std::uint64_t> m_executions;
    std::vector<State> m_states;
    std::vector<std::size_t> m_places;    ///< of each thread: index of its next instruction
    std::vector<std::uint32_t> m_group;   ///< threads at m_at, in ascending order
    std::vector<std::uint32_t> m_guarded; ///< those of the group whose predicate holds
    std::size_t m_at = 0;
    std::size_t m_nextOther = 0; ///< where the next threads wait
    std::uint64_t m_issued = 0;
    Region m_shared{"shared memory", 0};
    std::vector<Region> m_local;
    Context m_context;
};

} // namespace ridgepoint::ptx
