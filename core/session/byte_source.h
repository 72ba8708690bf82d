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
    /// Reads from a file descriptor that stays the caller's.
    explicit ByteSource(int descriptor, std::size_t maximumBytes);

    [[nodiscard]] bool atEnd() const { return m_current == m_end; }
    [[nodiscard]] char byte() const { return *m_current; }
    void advance()
    {
        if (++m_current == m_end && m_descriptor >= 0)
            refill();
    }
    /// errno of a read that failed, else 0; EFBIG where the file went on beyond the maximum.
    [[nodiscard]] int failure() const { return m_failure; }

    /// An input iterator for the parser; the default one is the end.
    class Iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = char;
        using difference_type = std::ptrdiff_t;
        using pointer = const char*;
        using reference = char;

        Iterator() = default;
        explicit Iterator(ByteSource& source) : m_source(&source) {}
        char operator*() const { return m_source->byte(); }
        Iterator& operator++()
        {
            m_source->advance();
            return *this;
        }
        void operator++(int) { m_source->advance(); }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.isEnd() == b.isEnd(); }

    private:
        [[nodiscard]] bool isEnd() const { return m_source == nullptr || m_source->atEnd(); }
        ByteSource* m_source = nullptr;
    };

private:
    void refill();

    const char* m_current = nullptr;
    const char* m_end = nullptr;
    std::vector<char> m_buffer;
    std::size_t m_left = 0; // bytes that may still be read
    int m_descriptor = -1;
    int m_failure = 0;
};

} // namespace ridgepoint
