// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/line_reader.h"

namespace ridgepoint {

void LineReader::append(std::string_view bytes)
{
    m_buffer.remove(0, m_begin);
    m_begin = 0;
    m_buffer.append(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

std::optional<std::string_view> LineReader::next()
{
    const qsizetype end = m_buffer.indexOf('\n', m_begin);
    if (end < 0)
        return std::nullopt;
    const std::string_view line(m_buffer.constData() + m_begin, static_cast<std::size_t>(end - m_begin));
    m_begin = end + 1;
    return line;
}

bool LineReader::overlong() const
{
    return static_cast<std::size_t>(m_buffer.size() - m_begin) > m_maximumLineBytes && !hasLine();
}

bool LineReader::hasLine() const { return m_buffer.indexOf('\n', m_begin) >= 0; }

void LineReader::clear()
{
    m_buffer.clear();
    m_begin = 0;
}

} // namespace ridgepoint
