// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/filled_buffer.h"
#include "core/cpu/operators/operator_kernels.h"
#include "core/cpu/pool.h"

#include <memory>
#include <vector>

namespace ridgepoint {

/// How an operator's tensors are laid out, and how much memory they need.
struct OperatorLayout {
    std::size_t rows = 0; ///< as the kernels see them: 1 for the operators without rows
    std::size_t columns = 0;
    std::size_t stride = 0;
    std::size_t otherStride = 0;
    std::size_t firstBytes = 0;
    std::size_t secondBytes = 0;
    std::size_t outBytes = 0;
    std::size_t residualBytes = 0;
    std::size_t keptBytes = 0;
};

/// The layout of a valid call. Rows are padded to 128 bytes; those of a transposition never lie a multiple of 2 KiB
/// apart, where all of them would compete for the same few lines of a cache.
[[nodiscard]] OperatorLayout layoutOf(const OperatorCall& call);

/// The tensors that the operators of one thread count share, each part first touched by the thread that will use it. It
/// grows with the largest call. Works run one at a time and keep it alive.
class OperatorMemory {
public:
    /// Claims address space only. Unavailable when the system has not even that.
    [[nodiscard]] static Result<std::shared_ptr<OperatorMemory>> create(std::shared_ptr<Pool> pool);

    /// Where the tensors of a call lie: inputs filled with numbers spread over (-1, 1). Unavailable when memory does
    /// not suffice.
    [[nodiscard]] Result<OperatorData> bind(const OperatorCall& call);
    /// A thread's two scratch rows.
    [[nodiscard]] float* scratch(int thread) const { return m_scratch[static_cast<std::size_t>(thread)].as<float>(); }

private:
    explicit OperatorMemory(std::shared_ptr<Pool> pool) : m_pool(std::move(pool)) {}
    /// Draws the bits of a dropout, an eighth of which are zero.
    [[nodiscard]] Result<void> drawKept(std::size_t bytes);
    [[nodiscard]] Result<void> checkRoom(const OperatorLayout& layout) const;

    std::shared_ptr<Pool> m_pool;
    std::vector<FilledBuffer> m_slots; ///< first, second, out, residual, kept
    std::size_t m_keptDrawn = 0;       ///< bytes of kept that hold bits
    std::vector<Buffer> m_scratch;
};

} // namespace ridgepoint
