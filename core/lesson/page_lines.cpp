// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/page_lines.h"

#include <algorithm>
#include <charconv>

namespace ridgepoint {

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::string_view takeWord(std::string_view& text)
{
    const std::string_view word = text.substr(0, std::min(text.find_first_of(" \t"), text.size()));
    text = trimmed(text.substr(word.size()));
    return word;
}

std::optional<std::string_view> PageLines::next()
{
    if (m_rest.empty() || m_error)
        return std::nullopt;
    const auto end = std::min(m_rest.find('\n'), m_rest.size());
    std::string_view line = m_rest.substr(0, end);
    m_rest.remove_prefix(std::min(m_rest.size(), end + 1));
    ++m_number;
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

void PageLines::readFields(const std::function<void(std::string_view name, std::string_view value)>& take)
{
    if (next().value_or("") != "---")
        return fail(1, "expected \"---\", which opens the " + m_what + "'s fields");
    while (const auto line = next()) {
        if (*line == "---")
            return;
        const auto colon = line->find(':');
        if (colon == std::string_view::npos)
            return fail("expected a field such as \"title: …\", or \"---\" after the last one");
        const std::string_view name = trimmed(line->substr(0, colon));
        const std::string_view value = trimmed(line->substr(colon + 1));
        if (value.empty())
            return fail("expected a value after \"" + std::string(name) + ":\"");
        take(name, value);
    }
    fail("expected \"---\" after the last field");
}

void PageLines::fail(int line, const std::string& what)
{
    if (!m_error)
        m_error = Error{ErrorKind::InvalidInput, m_errorId, "Line %1: %2", {std::to_string(line), what}};
}

int PageLines::minutes(std::string_view value, int most)
{
    int minutes = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), minutes);
    if (read.ec == std::errc() && read.ptr == value.data() + value.size() && minutes >= 1 && minutes <= most)
        return minutes;
    fail("expected whole minutes from 1 to " + std::to_string(most) + ", not \"" + std::string(value) + '"');
    return 0;
}

} // namespace ridgepoint
