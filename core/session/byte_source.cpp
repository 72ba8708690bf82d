// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/byte_source.h"

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include <unistd.h>

namespace ridgepoint {

namespace {

/// Pieces of a file descriptor.
class DescriptorPieces {
public:
    DescriptorPieces(int descriptor, std::size_t maximumBytes, std::size_t chunkBytes)
        : m_buffer(chunkBytes), m_left(maximumBytes), m_descriptor(descriptor)
    {}

    std::string_view operator()(int& failure)
    {
        ssize_t got = 0;
        do {
            got = ::read(m_descriptor, m_buffer.data(), m_buffer.size());
        } while (got < 0 && errno == EINTR);
        if (got < 0)
            failure = errno;
        auto bytes = static_cast<std::size_t>(std::max<ssize_t>(got, 0));
        if (bytes > m_left) {
            failure = EFBIG;
            bytes = 0;
        }
        m_left -= bytes;
        return {m_buffer.data(), bytes};
    }

private:
    std::vector<char> m_buffer;
    std::size_t m_left; // bytes that may still be read
    int m_descriptor;
};

} // namespace

ByteSource::ByteSource(int descriptor, std::size_t maximumBytes, std::size_t chunkBytes)
    : ByteSource(DescriptorPieces(descriptor, maximumBytes, chunkBytes))
{}

ByteSource::ByteSource(NextPiece next) : m_next(std::move(next)) { refill(); }

void ByteSource::refill()
{
    const std::string_view piece = m_next(m_failure);
    m_current = piece.data();
    m_end = m_current + piece.size();
}

} // namespace ridgepoint
