// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/cpu_device.h"

#include <system_error>

namespace ridgepoint {

CpuDevice::CpuDevice(InstructionSet set, int hardwareThreads) : m_set(set), m_hardwareThreads(hardwareThreads) {}

Result<Team*> CpuDevice::team(int threads)
{
    if (threads < 1 || threads > m_hardwareThreads)
        return Error{ErrorKind::InvalidInput,
                     "cpu.threads",
                     "%1 threads were requested, but this processor supports 1 to %2; choose a number in that range.",
                     {std::to_string(threads), std::to_string(m_hardwareThreads)}};
    Team& team = m_teams[threads];
    if (team.pool)
        return &team;
    team.processors = processorsFor(threads);
    try {
        team.pool = std::make_shared<Pool>(threads, team.processors);
    } catch (const std::system_error& failure) {
        return Error{ErrorKind::Unavailable,
                     "cpu.no-thread",
                     "The system could not start %1 threads (%2); choose fewer, or raise the limit shown by \"ulimit "
                     "-u\".",
                     {std::to_string(threads), failure.what()}};
    }
    team.watch = std::make_unique<ThreadWatch>(*team.pool);
    return &team;
}

} // namespace ridgepoint
