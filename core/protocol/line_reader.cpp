// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/line_reader.h"

#include <algorithm>

namespace ridgepoint::protocol {

void LineReader::feed(std::string_view bytes)
{
    m_buffer.erase(0, m_start);
    m_scanned -= std::min(m_scanned, m_start);
    m_start = 0;
    if (m_skipping && m_buffer.empty()) {
        // Nothing of an overlong line needs to be stored.
        const auto newline = bytes.find('\n');
        m_skipping = newline == std::string_view::npos;
        bytes = m_skipping ? std::string_view{} : bytes.substr(newline + 1);
    }
    m_buffer += bytes;
}

std::optional<Result<std::string_view>> LineReader::next()
{
    for (;;) {
        const auto newline = m_buffer.find('\n', std::max(m_scanned, m_start));
        const bool whole = newline != std::string::npos;
        const std::size_t end = whole ? newline : m_buffer.size();
        std::string_view line = std::string_view(m_buffer).substr(m_start, end - m_start);
        // Also where the newline is still to come: a carriage return before it is not of the line.
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        const bool report = line.size() > m_maximum && !m_skipping;
        const bool drop = m_skipping || report;
        if (!whole && !drop) {
            m_scanned = end;
            return std::nullopt;
        }
        m_start = m_scanned = whole ? newline + 1 : end;
        m_skipping = !whole;
        if (report)
            return Result<std::string_view>(lineTooLong());
        if (!whole)
            return std::nullopt;
        if (!drop && !line.empty())
            return Result<std::string_view>(line);
    }
}

Error lineTooLong()
{
    return {ErrorKind::Corrupt,
            "protocol.line-too-long",
            "a line is longer than %1 bytes; send several shorter messages, or a plan with fewer values on its axes",
            {std::to_string(maximumLineBytes)}};
}

} // namespace ridgepoint::protocol
