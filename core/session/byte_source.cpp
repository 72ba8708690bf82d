// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/byte_source.h"

#include <algorithm>
#include <cerrno>

#include <unistd.h>

namespace ridgepoint {

ByteSource::ByteSource(int descriptor, std::size_t maximumBytes, std::size_t chunkBytes)
    : m_buffer(chunkBytes), m_left(maximumBytes), m_descriptor(descriptor)
{
    refill();
}

void ByteSource::refill()
{
    ssize_t got = 0;
    do {
        got = ::read(m_descriptor, m_buffer.data(), m_buffer.size());
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        m_failure = errno;
    auto bytes = static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    if (bytes > m_left) {
        m_failure = EFBIG;
        bytes = 0;
    }
    m_left -= bytes;
    m_current = m_buffer.data();
    m_end = m_current + bytes;
}

} // namespace ridgepoint
