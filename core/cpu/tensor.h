// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/buffer.h"
#include "core/cpu/kernels.h"
#include "core/cpu/pool.h"

#include <optional>

namespace ridgepoint {

/// The one tensor that all prepared works of a device share. It only grows and is only filled where it has not been, so
/// that preparing the next cell of a map costs microseconds, and every operation leaves it in every other's range. What
/// an operation that settles left is filled anew for one that keeps its numbers different.
class Tensor {
public:
    /// Makes `bytes` (padded to lines) hold numbers of that precision, each part first touched by the thread that will
    /// use it, and undoes what another work left displaced. Unavailable when memory does not suffice.
    [[nodiscard]] Result<std::byte*> bind(Operation operation, Precision precision, std::size_t bytes, Pool& pool,
                                          const KernelTable& kernels);

    /// Whether the work bound last left its data displaced, so that an alternating operation must go on with its
    /// second operand.
    [[nodiscard]] bool isDisplaced() const { return m_displaced; }
    void setDisplaced(bool isDisplaced) { m_displaced = isDisplaced; }

private:
    struct Use {
        Operation operation;
        Precision precision;
        std::size_t bytes;
        friend bool operator==(const Use&, const Use&) = default;
    };
    void fill(std::size_t bytes, Precision precision, Pool& pool);
    void undo(Pool& pool, const KernelTable& kernels);

    std::optional<Buffer> m_buffer;
    std::size_t m_filled = 0;
    Precision m_precision = Precision::Fp32;
    std::optional<Use> m_bound;
    bool m_displaced = false;
    bool m_settled = false; ///< some of its numbers have become one
};

} // namespace ridgepoint
