// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/buffer.h"
#include "core/cpu/kernels.h"
#include "core/cpu/pool.h"

#include <vector>

namespace ridgepoint {

/// A chain of passes of one kernel over one tensor, ready to be launched on a pool.
struct Chain {
    PassKernel kernel = nullptr;
    std::byte* data = nullptr;
    std::size_t bytes = 0; ///< a multiple of lineBytes; 0 makes passes that do nothing, to measure launching itself
    std::int64_t applications = 1; ///< of the operation, per element and pass
    int passes = 1;
    Operands operands; ///< of the first application of all
    bool alternating = false; ///< odd applications swap the operands for the next pass
};

/// Runs a chain in one of the three launch modes. All give the same results; a full barrier separates passes in each.
class Launcher {
public:
    Launcher(Pool& pool, const Chain& chain);

    /// Runs the whole chain `repetitions` >= 1 times, waiting for each to complete.
    void run(LaunchMode mode, std::int64_t repetitions);

    /// Whether the next application is one of an alternation's second half.
    [[nodiscard]] bool isSwapped() const { return m_swapped; }
    void setSwapped(bool isSwapped) { m_swapped = isSwapped; }

private:
    void runWaitingForEach();
    void runQueued();
    void runGraph();
    void runPass(const Operands& operands, int thread) const;
    void drainQueue(int thread);
    void followList(int thread);

    Pool& m_pool;
    Chain m_chain;
    std::vector<ByteRange> m_parts;
    std::vector<Operands> m_list; ///< the passes of the chain at hand, in order
    const Operands* m_current = nullptr;
    Signal m_submitted; ///< how many passes the queue has been given, over all chains
    std::uint32_t m_submittedBefore = 0; ///< by earlier chains
    bool m_swapped = false;
};

} // namespace ridgepoint
