// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/launcher.h"

#include "core/cpu/operation_numbers.h"

namespace ridgepoint {

Launcher::Launcher(Pool& pool, const Chain& chain)
    : m_pool(pool), m_chain(chain), m_list(static_cast<std::size_t>(chain.passes))
{
    for (int thread = 0; thread < pool.threads(); ++thread)
        m_parts.push_back(partOf(chain.bytes, thread, pool.threads()));
}

void Launcher::run(LaunchMode mode, std::int64_t repetitions)
{
    const bool oddPass = m_chain.alternating && m_chain.applications % 2 != 0;
    for (std::int64_t repetition = 0; repetition < repetitions; ++repetition) {
        // Writing the list is part of what a program pays to describe its work; it is the same in every mode.
        for (Operands& operands : m_list) {
            operands = m_swapped ? swapped(m_chain.operands) : m_chain.operands;
            m_swapped = m_swapped != oddPass;
        }
        switch (mode) {
        case LaunchMode::WaitEach: runWaitingForEach(); break;
        case LaunchMode::Queued: runQueued(); break;
        case LaunchMode::Graph: runGraph(); break;
        }
    }
}

void Launcher::runWaitingForEach()
{
    for (const Operands& operands : m_list) {
        m_current = &operands;
        m_pool.run(
            [](void* opaque, int thread) {
                const auto& self = *static_cast<Launcher*>(opaque);
                self.runPass(*self.m_current, thread);
            },
            this);
    }
}

void Launcher::runQueued()
{
    m_pool.run([](void* opaque, int thread) { static_cast<Launcher*>(opaque)->drainQueue(thread); }, this);
    m_submittedBefore += static_cast<std::uint32_t>(m_chain.passes);
}

void Launcher::drainQueue(int thread)
{
    // The caller submits everything, one pass after the other, while the others already work; then it takes its part.
    const std::uint32_t before = m_submittedBefore;
    const auto passes = static_cast<std::uint32_t>(m_chain.passes);
    if (thread == 0)
        for (std::uint32_t pass = 1; pass <= passes; ++pass)
            m_submitted.raise(before + pass);
    for (std::uint32_t pass = 0; pass < passes; ++pass) {
        m_submitted.await(before + pass + 1);
        runPass(m_list[pass], thread);
        if (pass + 1 < passes)
            m_pool.barrier(thread);
    }
}

void Launcher::runGraph()
{
    m_pool.run([](void* opaque, int thread) { static_cast<Launcher*>(opaque)->followList(thread); }, this);
}

void Launcher::followList(int thread)
{
    for (std::size_t pass = 0; pass < m_list.size(); ++pass) {
        runPass(m_list[pass], thread);
        if (pass + 1 < m_list.size())
            m_pool.barrier(thread);
    }
}

void Launcher::runPass(const Operands& operands, int thread) const
{
    const ByteRange part = m_parts[static_cast<std::size_t>(thread)];
    m_chain.kernel(m_chain.data + part.begin, part.size() / lineBytes, m_chain.applications, operands);
}

} // namespace ridgepoint
