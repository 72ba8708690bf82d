// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/tensor.h"

#include "core/cpu/operation_numbers.h"

#include <algorithm>

namespace ridgepoint {

Result<std::byte*> Tensor::bind(Operation operation, Precision precision, std::size_t bytes, Pool& pool,
                                const KernelTable& kernels)
{
    if (!m_buffer) {
        auto reserved = Buffer::reserve();
        if (!reserved)
            return reserved.error();
        m_buffer = std::move(reserved).value();
    }
    if (auto grown = m_buffer->grow(bytes); !grown)
        return grown.error();
    const Use use{operation, precision, bytes};
    if (m_displaced && m_bound != use)
        undo(pool, kernels);
    m_bound = use;
    if (precision != m_precision || (m_settled && !settles(operation)))
        m_filled = 0;
    m_settled = settles(operation);
    m_precision = precision;
    if (bytes > m_filled)
        fill(bytes, precision, pool);
    return m_buffer->data();
}

void Tensor::fill(std::size_t bytes, Precision precision, Pool& pool)
{
    struct Context {
        std::byte* data;
        std::size_t bytes, filled;
        Precision precision;
        int threads;
    } context{m_buffer->data(), bytes, m_filled, precision, pool.threads()};
    pool.run(
        [](void* opaque, int thread) {
            const auto& job = *static_cast<Context*>(opaque);
            const ByteRange part = partOf(job.bytes, thread, job.threads);
            const std::size_t begin = std::max(part.begin, job.filled);
            if (begin < part.end)
                fillUniform(job.data + begin, part.end - begin, begin, job.precision);
        },
        &context);
    m_filled = bytes;
}

void Tensor::undo(Pool& pool, const KernelTable& kernels)
{
    struct Context {
        std::byte* data;
        Use use;
        PassKernel kernel;
        Operands operands;
        int threads;
    } context{m_buffer->data(), *m_bound, kernels.of(m_bound->operation, m_bound->precision),
              swapped(operandsOf(m_bound->operation)), pool.threads()};
    pool.run(
        [](void* opaque, int thread) {
            const auto& job = *static_cast<Context*>(opaque);
            const ByteRange part = partOf(job.use.bytes, thread, job.threads);
            job.kernel(job.data + part.begin, part.size() / lineBytes, 1, job.operands);
        },
        &context);
    m_displaced = false;
}

} // namespace ridgepoint
