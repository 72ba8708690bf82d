// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/buffer.h"
#include "core/cpu/pool.h"

#include <utility>

namespace ridgepoint {

/// Memory that holds numbers spread over (-1, 1) as far as it was ever asked for, each part first touched by the thread
/// that will use it. What works write there stays in that range or is written before it is read.
class FilledBuffer {
public:
    /// Claims address space only, as much as it could need `among` so many of one size. Unavailable when the system has
    /// not even that.
    [[nodiscard]] static Result<FilledBuffer> create(int among = 1);
    /// Makes at least `bytes` hold numbers; Unavailable when memory does not suffice.
    [[nodiscard]] Result<void> fill(std::size_t bytes, Pool& pool);
    [[nodiscard]] std::size_t filled() const { return m_filled; }
    template <class T> [[nodiscard]] T* as() const { return m_buffer.as<T>(); }

private:
    explicit FilledBuffer(Buffer buffer) : m_buffer(std::move(buffer)) {}
    Buffer m_buffer;
    std::size_t m_filled = 0;
};

} // namespace ridgepoint
