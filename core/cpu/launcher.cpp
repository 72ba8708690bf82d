// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/launcher.h"

#include "core/cpu/operation_numbers.h"

namespace ridgepoint {
namespace {

using Time = LaunchStamps::Clock::time_point;
using Watch = Launcher::Watch;

/// The time where a chain is recorded; nothing at all where it is measured.
template <Watch W> Time stamp()
{
    if constexpr (W == Watch::Stamps)
        return LaunchStamps::Clock::now();
    else
        return {};
}

} // namespace

Launcher::Launcher(Pool& pool, const Chain& chain)
    : m_pool(pool), m_chain(chain), m_list(static_cast<std::size_t>(chain.passes))
{
    for (int thread = 0; thread < pool.threads(); ++thread)
        m_parts.push_back(partOf(chain.bytes, thread, pool.threads()));
}

void Launcher::run(LaunchMode mode, std::int64_t repetitions)
{
    for (std::int64_t repetition = 0; repetition < repetitions; ++repetition)
        runChain<Watch::Nothing>(mode);
}

Seconds Launcher::runAccounting(LaunchMode mode, std::int64_t repetitions)
{
    m_shares.resize(m_list.size() * m_parts.size());
    Seconds lost;
    for (std::int64_t repetition = 0; repetition < repetitions; ++repetition) {
        auto from = LaunchStamps::Clock::now();
        runChain<Watch::Losses>(mode);
        const auto end = LaunchStamps::Clock::now();
        for (std::size_t pass = 0; pass < m_list.size(); ++pass) {
            const auto shares = std::span<const WorkShare>(m_shares).subspan(pass * m_parts.size(), m_parts.size());
            lost += lostTogether(shares, from);
            from = lastEnd(shares); // whoever waits for a processor then keeps the next pass waiting
        }
        lost += delayed(from, end);
    }
    return lost;
}

LaunchStamps Launcher::record(LaunchMode mode)
{
    LaunchStamps stamps;
    stamps.submits.reserve(m_list.size());
    stamps.waits.reserve(m_list.size());
    stamps.work.assign(m_parts.size(), std::vector<LaunchStamps::Span>(m_list.size()));
    m_stamps = &stamps;
    runChain<Watch::Stamps>(mode);
    m_stamps = nullptr;
    return stamps;
}

void Launcher::writeList()
{
    const bool oddPass = m_chain.alternating && m_chain.applications % 2 != 0;
    // Writing the list is part of what a program pays to describe its work; it is the same in every mode.
    for (Operands& operands : m_list) {
        operands = m_swapped ? swapped(m_chain.operands) : m_chain.operands;
        m_swapped = m_swapped != oddPass;
    }
}

template <Watch W> void Launcher::runChain(LaunchMode mode)
{
    writeList();
    switch (mode) {
    case LaunchMode::WaitEach: runWaitingForEach<W>(); break;
    case LaunchMode::Queued: runQueued<W>(); break;
    case LaunchMode::Graph: runGraph<W>(); break;
    }
}

template <Watch W> void Launcher::runWaitingForEach()
{
    for (std::size_t pass = 0; pass < m_list.size(); ++pass) {
        m_current = pass;
        [[maybe_unused]] const Time begin = stamp<W>();
        m_pool.run(
            [](void* opaque, int thread) {
                auto& self = *static_cast<Launcher*>(opaque);
                self.runPass<W>(self.m_current, thread);
            },
            this);
        if constexpr (W == Watch::Stamps) {
            // The caller's own part of the pass lies between handing over and waiting.
            const LaunchStamps::Span own = m_stamps->work.front()[pass];
            m_stamps->submits.push_back({begin, own.begin});
            m_stamps->waits.push_back({own.end, stamp<W>()});
        }
    }
}

template <Watch W> void Launcher::runQueued()
{
    [[maybe_unused]] const Time begin = stamp<W>();
    m_pool.run([](void* opaque, int thread) { static_cast<Launcher*>(opaque)->drainQueue<W>(thread); }, this);
    m_submittedBefore += static_cast<std::uint32_t>(m_chain.passes);
    if constexpr (W == Watch::Stamps) {
        m_stamps->submits.front().begin = begin;
        m_stamps->waits.push_back({m_stamps->work.front().back().end, stamp<W>()});
    }
}

template <Watch W> void Launcher::drainQueue(int thread)
{
    // The caller submits everything, one pass after the other, while the others already work; then it takes its part.
    const std::uint32_t before = m_submittedBefore;
    const auto passes = static_cast<std::uint32_t>(m_chain.passes);
    if (thread == 0)
        for (std::uint32_t pass = 1; pass <= passes; ++pass) {
            [[maybe_unused]] const Time begin = stamp<W>();
            m_submitted.raise(before + pass);
            if constexpr (W == Watch::Stamps)
                m_stamps->submits.push_back({begin, stamp<W>()});
        }
    for (std::uint32_t pass = 0; pass < passes; ++pass) {
        m_submitted.await(before + pass + 1);
        runPass<W>(pass, thread);
        if (pass + 1 < passes)
            m_pool.barrier(thread);
    }
}

template <Watch W> void Launcher::runGraph()
{
    [[maybe_unused]] const Time begin = stamp<W>();
    m_pool.run([](void* opaque, int thread) { static_cast<Launcher*>(opaque)->followList<W>(thread); }, this);
    if constexpr (W == Watch::Stamps) {
        const std::vector<LaunchStamps::Span>& own = m_stamps->work.front();
        m_stamps->submits.push_back({begin, own.front().begin});
        m_stamps->waits.push_back({own.back().end, stamp<W>()});
    }
}

template <Watch W> void Launcher::followList(int thread)
{
    for (std::size_t pass = 0; pass < m_list.size(); ++pass) {
        runPass<W>(pass, thread);
        if (pass + 1 < m_list.size())
            m_pool.barrier(thread);
    }
}

template <Watch W> void Launcher::runPass(std::size_t pass, int thread)
{
    const ByteRange part = m_parts[static_cast<std::size_t>(thread)];
    [[maybe_unused]] const Time begin = stamp<W>();
    if constexpr (W == Watch::Losses) {
        const WorkWatch watch;
        m_chain.kernel(m_chain.data + part.begin, part.size() / lineBytes, m_chain.applications, m_list[pass]);
        m_shares[pass * m_parts.size() + static_cast<std::size_t>(thread)] = watch.end();
        return;
    }
    m_chain.kernel(m_chain.data + part.begin, part.size() / lineBytes, m_chain.applications, m_list[pass]);
    if constexpr (W == Watch::Stamps)
        m_stamps->work[static_cast<std::size_t>(thread)][pass] = {begin, stamp<W>()};
}

} // namespace ridgepoint
