// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/buffer.h"
#include "core/cpu/kernels.h"
#include "core/cpu/lost_time.h"
#include "core/cpu/pool.h"

#include <chrono>
#include <vector>

namespace ridgepoint {

/// A chain of passes of one kernel over one tensor, ready to be launched on a pool.
struct Chain {
    PassKernel kernel = nullptr;
    std::byte* data = nullptr;
    std::size_t bytes = 0; ///< a multiple of lineBytes; 0 makes passes that do nothing, to measure launching itself
    std::int64_t applications = 1; ///< of the operation, per element and pass
    int passes = 1;
    Operands operands;        ///< of the first application of all
    bool alternating = false; ///< odd applications swap the operands for the next pass
};

/// When the passes of a chain were handed over and carried out, by the clock that timings use.
struct LaunchStamps {
    using Clock = std::chrono::steady_clock;
    struct Span {
        Clock::time_point begin;
        Clock::time_point end;
    };
    std::vector<Span> submits;           ///< by the caller, one a hand-over
    std::vector<Span> waits;             ///< of the caller for the others
    std::vector<std::vector<Span>> work; ///< by thread and pass
};

/// Runs a chain in one of the three launch modes. All give the same results; a full barrier separates passes in each.
class Launcher {
public:
    /// What is noted while a chain runs; each is compiled apart, so that what is measured has no trace of it.
    enum class Watch { Nothing, Losses, Stamps };

    Launcher(Pool& pool, const Chain& chain);

    /// Runs the whole chain `repetitions` >= 1 times, waiting for each to complete.
    void run(LaunchMode mode, std::int64_t repetitions);

    /// Runs the same and returns for how long of the time work waited for threads that were without a processor, in
    /// their share of a pass or before it. Two looks at two clocks a thread and pass: for passes of `accountedPass` and
    /// more.
    [[nodiscard]] Seconds runAccounting(LaunchMode mode, std::int64_t repetitions);
    /// From here on watching a pass costs under half a percent of it.
    static constexpr Seconds accountedPass{100e-6};

    /// Runs the chain once and stamps what happens.
    [[nodiscard]] LaunchStamps record(LaunchMode mode);

    /// Whether the next application is one of an alternation's second half.
    [[nodiscard]] bool isSwapped() const { return m_swapped; }
    void setSwapped(bool isSwapped) { m_swapped = isSwapped; }

private:
    void writeList();
    template <Watch W> void runChain(LaunchMode mode);
    template <Watch W> void runWaitingForEach();
    template <Watch W> void runQueued();
    template <Watch W> void runGraph();
    template <Watch W> void drainQueue(int thread);
    template <Watch W> void followList(int thread);
    template <Watch W> void runPass(std::size_t pass, int thread);

    Pool& m_pool;
    Chain m_chain;
    std::vector<ByteRange> m_parts;
    std::vector<Operands> m_list;        ///< the passes of the chain at hand, in order
    std::size_t m_current = 0;           ///< the pass that is waited for
    LaunchStamps* m_stamps = nullptr;    ///< while a chain is recorded
    std::vector<WorkShare> m_shares;     ///< by pass and thread, of the last chain that was accounted for
    Signal m_submitted;                  ///< how many passes the queue has been given, over all chains
    std::uint32_t m_submittedBefore = 0; ///< by earlier chains
    bool m_swapped = false;
};

} // namespace ridgepoint
