// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/csv_writer.h"

#include <array>
#include <charconv>
#include <cmath>

namespace ridgepoint {

CsvWriter& CsvWriter::add(std::string_view word)
{
    if (word.find_first_of(",\"\r\n") == std::string_view::npos)
        return addPlain(word);
    addPlain("\"");
    for (const char character : word)
        m_text.append(character == '"' ? 2 : 1, character);
    m_text += '"';
    return *this;
}

CsvWriter& CsvWriter::add(double number)
{
    if (!std::isfinite(number))
        return addEmpty();
    std::array<char, 32> digits{};
    return addPlain({digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr});
}

CsvWriter& CsvWriter::addPlain(std::string_view field)
{
    if (m_lineBegun)
        m_text += ',';
    m_lineBegun = true;
    m_text += field;
    return *this;
}

void CsvWriter::endLine()
{
    m_text += '\n';
    m_lineBegun = false;
}

} // namespace ridgepoint
