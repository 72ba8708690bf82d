// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/units.h"

#include <cstddef>

namespace ridgepoint {

/// Bytes [begin, end) of a buffer.
struct ByteRange {
    std::size_t begin = 0;
    std::size_t end = 0;
    [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// Work is divided on this boundary, and buffers are padded to it: one cache line, the widest vector.
inline constexpr std::size_t lineBytes = 64;

/// `bytes`, rounded up to whole lines.
[[nodiscard]] constexpr std::size_t paddedBytes(std::size_t bytes)
{
    return (bytes + lineBytes - 1) / lineBytes * lineBytes;
}

/// The part of `bytes` (a multiple of lineBytes) that belongs to `thread` of `threads`: whole lines, the same at every
/// call, all parts together exactly the whole. With fewer lines than threads some parts are empty.
[[nodiscard]] ByteRange partOf(std::size_t bytes, int thread, int threads);

/// Memory for measuring: aligned to 2 MiB, on huge pages where the system grants them, and never more than 80 % of
/// what the machine has free. Its address never changes: growing adds behind. Movable, not copyable.
class Buffer {
public:
    /// Claims address space only, as much as could ever be used; memory is taken by grow(). Of buffers that are all of
    /// one size each needs the addresses of its part alone: `among` so many. A program has 128 TiB of addresses, which
    /// two hundred threads' buffers would exceed on a machine of a terabyte. Unavailable when the system has not even
    /// addresses left.
    [[nodiscard]] static Result<Buffer> reserve(int among = 1);
    /// Memory of that size, which is not to grow: it claims no more addresses than it needs.
    [[nodiscard]] static Result<Buffer> allocate(std::size_t bytes);

    Buffer(Buffer&& other) noexcept;
    Buffer& operator=(Buffer&& other) noexcept;
    ~Buffer();

    [[nodiscard]] std::byte* data() const { return m_data; }
    template <class T> [[nodiscard]] T* as() const { return reinterpret_cast<T*>(m_data); }
    /// What may be used now, a multiple of lineBytes; not yet touched where it was just grown.
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

    /// How much of what was touched lies on huge pages, as the system tells; 0 where it does not.
    [[nodiscard]] std::size_t hugeBytes() const;

    /// Makes at least `bytes` usable; what is there stays. The new part is untouched: the first thread to write a page
    /// decides which memory it lies in. Unavailable, with the bytes needed and free, when memory does not suffice.
    [[nodiscard]] Result<void> grow(std::size_t bytes);

private:
    Buffer() = default;
    [[nodiscard]] static Result<Buffer> claim(std::size_t bytes);
    void release();

    void* m_mapping = nullptr;
    std::size_t m_mappingBytes = 0;
    std::byte* m_data = nullptr;
    std::size_t m_bytes = 0;
    std::size_t m_capacity = 0;
};

/// Free memory that this process may use: what the system calls available, within the limits of its control group.
[[nodiscard]] Bytes availableMemory();
/// Memory of the whole machine, within the limits of the control group.
[[nodiscard]] Bytes totalMemory();

} // namespace ridgepoint
