// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace ridgepoint {

/// Writes lines of comma-separated values in the C locale, with the shortest digits that read back exactly.
class CsvText {
public:
    explicit CsvText(std::string_view header) : m_text(header) { m_text += '\n'; }

    CsvText& add(std::string_view word)
    {
        separate();
        // RFC 4180: quotes around what holds a comma, a quote or a line end, and quotes doubled.
        if (word.find_first_of(",\"\n\r") == std::string_view::npos) {
            m_text += word;
            return *this;
        }
        m_text += '"';
        for (const char character : word) {
            if (character == '"')
                m_text += '"';
            m_text += character;
        }
        m_text += '"';
        return *this;
    }
    CsvText& add(double number)
    {
        char digits[32];
        const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
        return add(std::string_view(digits, static_cast<std::size_t>(end - digits)));
    }
    CsvText& add(std::int64_t number) { return add(std::string_view(std::to_string(number))); }
    CsvText& addEmpty() { return add(std::string_view{}); }
    void endLine()
    {
        m_text += '\n';
        m_lineBegun = false;
    }
    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    void separate()
    {
        if (m_lineBegun)
            m_text += ',';
        m_lineBegun = true;
    }
    std::string m_text;
    bool m_lineBegun = false;
};

} // namespace ridgepoint
