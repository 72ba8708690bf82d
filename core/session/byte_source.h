// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <string_view>

namespace ridgepoint {

/// Bytes for a streaming parser, from memory, or piece by piece from an open file or a function, so that a file is
/// never whole in memory.
class ByteSource {
public:
    /// The next piece, which stays valid until the next call; an empty one is the end. A failure is put into `failure`
    /// as an errno, with an empty piece.
    using NextPiece = std::function<std::string_view(int& failure)>;

    explicit ByteSource(std::string_view text) : m_current(text.data()), m_end(text.data() + text.size()) {}
    /// Reads from a file descriptor that stays the caller's, `chunkBytes` (above 0) at a time.
    explicit ByteSource(int descriptor, std::size_t maximumBytes, std::size_t chunkBytes = std::size_t{1} << 16);
    explicit ByteSource(NextPiece next);

    [[nodiscard]] bool atEnd() const { return m_current == m_end; }
    /// The next byte; not at the end.
    [[nodiscard]] const char& current() const { return *m_current; }
    /// Passes over one byte; not at the end.
    void advance()
    {
        if (++m_current == m_end && m_next)
            refill();
    }
    /// What is at hand from the next byte on; empty only at the end.
    [[nodiscard]] std::string_view atHand() const { return {m_current, static_cast<std::size_t>(m_end - m_current)}; }
    /// Passes over so many bytes, at most those at hand.
    void skip(std::size_t bytes)
    {
        m_current += bytes;
        if (bytes > 0 && m_current == m_end && m_next)
            refill();
    }
    /// errno of a read that failed, else 0; EFBIG where the file went on beyond the maximum.
    [[nodiscard]] int failure() const { return m_failure; }

private:
    void refill();

    const char* m_current = nullptr;
    const char* m_end = nullptr;
    NextPiece m_next; // none of what is in memory
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
