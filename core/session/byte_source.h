// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Bytes for a streaming parser, from memory or from an open file piece by piece, so that a file is never whole in
/// memory.
class ByteSource {
public:
    explicit ByteSource(std::string_view text) : m_current(text.data()), m_end(text.data() + text.size()) {}
    /// Reads from a file descriptor that stays the caller's, `chunkBytes` (above 0) at a time.
    explicit ByteSource(int descriptor, std::size_t maximumBytes, std::size_t chunkBytes = std::size_t{1} << 16);

    [[nodiscard]] bool atEnd() const { return m_current == m_end; }
    /// The next byte; not at the end.
    [[nodiscard]] const char& current() const { return *m_current; }
    /// Passes over one byte; not at the end.
    void advance()
    {
        if (++m_current == m_end && m_descriptor >= 0)
            refill();
    }
    /// errno of a read that failed, else 0; EFBIG where the file went on beyond the maximum.
    [[nodiscard]] int failure() const { return m_failure; }

private:
    void refill();

    const char* m_current = nullptr;
    const char* m_end = nullptr;
    std::vector<char> m_buffer;
    std::size_t m_left = 0; // bytes that may still be read
    int m_descriptor = -1;
    int m_failure = 0;
};

/// The bytes of a source one by one, as an input iterator; one without a source is the end of every source.
class ByteIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    ByteIterator() = default;
    explicit ByteIterator(ByteSource& source) : m_source(&source) {}

    [[nodiscard]] reference operator*() const { return m_source->current(); }
    ByteIterator& operator++()
    {
        m_source->advance();
        return *this;
    }
    [[nodiscard]] bool operator==(const ByteIterator& other) const { return isAtEnd() == other.isAtEnd(); }

private:
    [[nodiscard]] bool isAtEnd() const { return m_source == nullptr || m_source->atEnd(); }

    ByteSource* m_source = nullptr;
};

} // namespace ridgepoint
