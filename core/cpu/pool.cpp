// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/pool.h"

#include "core/cpu/thread_placement.h"

#include <algorithm>
#include <cassert>
#include <climits>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#if defined(__x86_64__)
    #include <xmmintrin.h>
#endif

namespace ridgepoint {
namespace {

// Long enough to bridge what a caller does between two batches, short enough that an idle program uses no processor.
constexpr int spinRounds = 4000;
// A pause gives the core to its sibling; too many of them in a row only add latency to the hand-over.
constexpr int loadsPerPause = 8;

#if defined(__x86_64__)
constexpr unsigned flushesDenormals = 1U << 15 | 1U << 6; // of results and of operands
void pause() { _mm_pause(); }
unsigned floatControl() { return _mm_getcsr(); }
void setFloatControl(unsigned bits) { _mm_setcsr(bits); }
#elif defined(__aarch64__)
constexpr unsigned flushesDenormals = 1U << 24; // FPCR.FZ: of results and of operands
void pause() { __asm__ volatile("yield"); }
unsigned floatControl()
{
    unsigned long long bits = 0;
    __asm__ volatile("mrs %0, fpcr" : "=r"(bits));
    return static_cast<unsigned>(bits);
}
void setFloatControl(unsigned bits) { __asm__ volatile("msr fpcr, %0" : : "r"(static_cast<unsigned long long>(bits))); }
#endif

bool reached(std::uint32_t value, std::uint32_t wanted) { return static_cast<std::int32_t>(value - wanted) >= 0; }

void futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value)
{
    static_assert(sizeof(word) == sizeof(std::uint32_t));
    syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), operation, value, nullptr, nullptr, 0);
}

} // namespace

void Signal::raise(std::uint32_t value)
{
    // Sequentially consistent on both sides: either the sleeper sees the value or we see the sleeper.
    m_value.store(value, std::memory_order_seq_cst);
    if (m_sleepers.load(std::memory_order_seq_cst) != 0)
        futex(m_value, FUTEX_WAKE_PRIVATE, INT_MAX);
}

void Signal::await(std::uint32_t value)
{
    for (int round = 0; round < spinRounds; ++round) {
        for (int load = 0; load < loadsPerPause; ++load)
            if (reached(m_value.load(std::memory_order_acquire), value))
                return;
        pause();
    }
    sleepUntil(value);
}

void Signal::sleepUntil(std::uint32_t value)
{
    m_sleepers.fetch_add(1, std::memory_order_seq_cst);
    for (;;) {
        const std::uint32_t seen = m_value.load(std::memory_order_seq_cst);
        if (reached(seen, value))
            break;
        futex(m_value, FUTEX_WAIT_PRIVATE, seen);
    }
    m_sleepers.fetch_sub(1, std::memory_order_relaxed);
}

Pool::Pool(int threads, std::vector<int> processors)
    : m_threads(std::max(threads, 1)), m_processors(std::move(processors))
{
    assert(threads >= 1);
    while ((1 << m_rounds) < m_threads)
        ++m_rounds;
    m_workers = std::make_unique<Worker[]>(static_cast<std::size_t>(m_threads));
    for (int thread = 0; thread < m_threads; ++thread)
        m_workers[static_cast<std::size_t>(thread)].arrivals = std::make_unique<Signal[]>(
            static_cast<std::size_t>(m_rounds));
    try {
        for (int thread = 1; thread < m_threads; ++thread)
            m_workers[static_cast<std::size_t>(thread)].thread = std::thread([this, thread] { work(thread); });
    } catch (...) {
        stop();
        throw;
    }
}

Pool::~Pool() { stop(); }

void Pool::stop()
{
    m_command.job = nullptr;
    m_command.issued.raise(++m_count);
    for (int thread = 1; thread < m_threads; ++thread)
        if (auto& worker = m_workers[static_cast<std::size_t>(thread)].thread; worker.joinable())
            worker.join();
}

void Pool::run(Job job, void* context)
{
    m_command.job = job;
    m_command.context = context;
    m_command.issued.raise(++m_count);
    job(context, 0);
    for (int thread = 1; thread < m_threads; ++thread)
        m_workers[static_cast<std::size_t>(thread)].done.await(m_count);
}

void Pool::work(int thread)
{
    const FlushDenormals flush;
    // Refused where a processor went offline meanwhile: then the system places the thread.
    if (static_cast<std::size_t>(thread) < m_processors.size())
        bindTo(m_processors[static_cast<std::size_t>(thread)]);
    Worker& self = m_workers[static_cast<std::size_t>(thread)];
    for (std::uint32_t count = 1;; ++count) {
        m_command.issued.await(count);
        if (m_command.job == nullptr)
            return;
        m_command.job(m_command.context, thread);
        self.done.raise(count);
    }
}

void Pool::barrier(int thread)
{
    // Dissemination barrier (Hensgen, Finkel, Manber 1988): each round tells the thread 2^round further on and hears
    // from the one 2^round before. With two threads that is a single transfer, half of what a dispatch costs.
    Worker& self = m_workers[static_cast<std::size_t>(thread)];
    const std::uint32_t count = ++self.barrierCount;
    for (int round = 0; round < m_rounds; ++round) {
        const int partner = (thread + (1 << round)) % m_threads;
        m_workers[static_cast<std::size_t>(partner)].arrivals[static_cast<std::size_t>(round)].raise(count);
        self.arrivals[static_cast<std::size_t>(round)].await(count);
    }
}

FlushDenormals::FlushDenormals() : m_saved(floatControl()) { setFloatControl(m_saved | flushesDenormals); }
FlushDenormals::~FlushDenormals() { setFloatControl(m_saved); }

} // namespace ridgepoint
