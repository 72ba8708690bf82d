// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/buffer.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <new>

namespace ridgepoint {

/// Aligned memory between two guards, filled with NaN (which as bits of a mask or as places would show as well): what a
/// kernel is checked on.
class GuardedMemory {
public:
    explicit GuardedMemory(std::size_t bytes)
        : m_bytes(paddedBytes(bytes)),
          m_memory(static_cast<std::byte*>(::operator new (m_bytes + 2 * guardBytes, std::align_val_t{lineBytes})))
    {
        std::memset(m_memory.get(), std::to_integer<int>(guardValue), m_bytes + 2 * guardBytes);
        std::fill_n(as<float>(), m_bytes / sizeof(float), std::numeric_limits<float>::quiet_NaN());
    }
    template <class T> [[nodiscard]] T* as() const { return reinterpret_cast<T*>(m_memory.get() + guardBytes); }
    /// Whether nothing was written around it.
    [[nodiscard]] bool isWhole() const
    {
        const auto isGuard = [](std::byte byte) { return byte == guardValue; };
        return std::all_of(m_memory.get(), m_memory.get() + guardBytes, isGuard)
            && std::all_of(m_memory.get() + guardBytes + m_bytes, m_memory.get() + m_bytes + 2 * guardBytes, isGuard);
    }

private:
    static constexpr std::size_t guardBytes = 4 * lineBytes;
    static constexpr std::byte guardValue{0xA5};
    struct Free {
        void operator()(std::byte* memory) const { ::operator delete (memory, std::align_val_t{lineBytes}); }
    };
    std::size_t m_bytes;
    std::unique_ptr<std::byte, Free> m_memory;
};

} // namespace ridgepoint
