// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/filled_buffer.h"

#include "core/cpu/operation_numbers.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {

Result<FilledBuffer> FilledBuffer::create(int among)
{
    Result<Buffer> buffer = Buffer::reserve(among);
    if (!buffer)
        return buffer.error();
    return FilledBuffer(std::move(*buffer));
}

Result<void> FilledBuffer::fill(std::size_t bytes, Pool& pool)
{
    const std::size_t wanted = paddedBytes(bytes);
    if (wanted <= m_filled)
        return {};
    if (const Result<void> grown = m_buffer.grow(wanted); !grown)
        return grown;
    struct Context {
        std::byte* data;
        std::size_t bytes, filled;
        int threads;
    } context{m_buffer.data(), wanted, m_filled, pool.threads()};
    pool.run(
        [](void* opaque, int thread) {
            const Context& job = *static_cast<Context*>(opaque);
            const ByteRange part = partOf(job.bytes, thread, job.threads);
            const std::size_t begin = std::max(part.begin, job.filled);
            if (begin < part.end)
                fillUniform(job.data + begin, part.end - begin, begin, Precision::Fp32);
        },
        &context);
    m_filled = wanted;
    return {};
}

} // namespace ridgepoint
