// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Bytes for a streaming parser, from memory or from an open file piece by piece, so that a file is never whole in
/// memory.
class ByteSource {
public:
    explicit ByteSource(std::string_view text) : m_begin(text.data()), m_current(m_begin), m_end(m_begin + text.size()) {}
    /// Reads from a file descriptor that stays the caller's, `chunkBytes` (above 0) at a time.
    explicit ByteSource(int descriptor, std::size_t maximumBytes, std::size_t chunkBytes = std::size_t{1} << 16);

    [[nodiscard]] bool atEnd() const { return m_current == m_end; }
    /// The next byte, 0 to 255; −1 at the end.
    [[nodiscard]] int peek() const { return atEnd() ? -1 : static_cast<int>(static_cast<unsigned char>(*m_current)); }
    /// What can be looked at without reading on: empty only at the end. It goes with the advance that uses it up.
    [[nodiscard]] std::string_view chunk() const { return {m_current, static_cast<std::size_t>(m_end - m_current)}; }
    /// Passes over bytes of the chunk, at most all of it.
    void advance(std::size_t bytes = 1)
    {
        m_current += bytes;
        if (m_current == m_end && m_descriptor >= 0)
            refill();
    }
    /// How many bytes were passed over so far.
    [[nodiscard]] std::size_t offset() const { return m_before + static_cast<std::size_t>(m_current - m_begin); }
    /// errno of a read that failed, else 0; EFBIG where the file went on beyond the maximum.
    [[nodiscard]] int failure() const { return m_failure; }

private:
    void refill();

    const char* m_begin = nullptr;
    const char* m_current = nullptr;
    const char* m_end = nullptr;
    std::vector<char> m_buffer;
    std::size_t m_before = 0; // bytes before m_begin
    std::size_t m_left = 0;   // bytes that may still be read
    int m_descriptor = -1;
    int m_failure = 0;
};

} // namespace ridgepoint
