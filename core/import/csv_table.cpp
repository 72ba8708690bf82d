// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/csv_table.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::size_t longestCsvLine = std::size_t{1} << 20U;
constexpr std::string_view csvByteOrderMark = "\xef\xbb\xbf"; // spreadsheets put it first

bool isCsvBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view csvWithoutBlanks(std::string_view text)
{
    while (!text.empty() && isCsvBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isCsvBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

} // namespace

std::string_view CsvRow::text(std::optional<std::size_t> index) const
{
    return index && *index < cells.size() ? std::string_view(cells[*index].text) : std::string_view();
}

std::optional<std::size_t> CsvRow::find(std::string_view text) const
{
    const auto found = std::ranges::find(cells, text, [](const CsvCell& cell) { return std::string_view(cell.text); });
    if (found == cells.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - cells.begin());
}

Error wrongInText(std::size_t line, std::size_t column, std::string what)
{
    return {ErrorKind::Corrupt,
            "import.text",
            "line %1, column %2: %3",
            {std::to_string(line), std::to_string(column), std::move(what)}};
}

Error wrongInText(const CsvCell& cell, std::string what)
{
    return wrongInText(cell.line, cell.column, std::move(what));
}

Error missingColumn(std::size_t line, std::string_view name, std::string_view remedy)
{
    return {ErrorKind::Corrupt,
            "import.column",
            "line %1: the table has no column \"%2\"; %3",
            {std::to_string(line), std::string(name), std::string(remedy)}};
}

Result<void> checkWidth(const CsvRow& row, std::size_t columns)
{
    if (row.cells.size() == columns)
        return {};
    return wrongInText(row.line, 1,
                       "the row has " + std::to_string(row.cells.size()) + " cells and the header "
                           + std::to_string(columns) + "; the file may be cut off or mixed with other output");
}

std::string quotedForMessage(std::string_view text)
{
    constexpr std::size_t longest = 64;
    return '"' + std::string(text.substr(0, longest)) + (text.size() > longest ? "…\"" : "\"");
}

char separatorOf(std::string_view header)
{
    constexpr std::array separators{',', ';', '\t'};
    return *std::ranges::max_element(separators, {}, [&](char c) { return std::ranges::count(header, c); });
}

bool CsvLines::take()
{
    m_text.clear();
    if (m_source->atEnd() || m_isTooLong)
        return false;
    ++m_line;
    for (; !m_source->atEnd() && m_source->current() != '\n'; m_source->advance()) {
        if (m_text.size() == longestCsvLine) {
            m_isTooLong = true;
            return false;
        }
        m_text += m_source->current();
    }
    if (!m_source->atEnd())
        m_source->advance();
    if (m_line == 1 && m_text.starts_with(csvByteOrderMark))
        m_text.erase(0, csvByteOrderMark.size());
    if (m_text.ends_with('\r'))
        m_text.pop_back();
    return true;
}

bool CsvLines::next()
{
    while (take())
        if (!csvWithoutBlanks(m_text).empty())
            return true;
    return false;
}

Result<CsvRow> CsvLines::row(char separator)
{
    CsvRow row{.cells = {}, .line = m_line};
    for (std::size_t at = 0;; ++at) {
        CsvCell cell{.text = {}, .line = m_line, .column = at + 1};
        if (at < m_text.size() && m_text[at] == '"') {
            const CsvCell opened = cell;
            for (++at;; ++at) {
                if (at >= m_text.size()) {
                    if (cell.text.size() > longestCsvLine || !take())
                        return wrongInText(opened, "a quote is opened here and never closed; the file may be cut off");
                    cell.text += '\n';
                    at = static_cast<std::size_t>(-1); // the loop goes on to the first byte of the line
                    continue;
                }
                if (m_text[at] == '"' && (at + 1 == m_text.size() || m_text[at + 1] != '"'))
                    break;
                if (m_text[at] == '"')
                    ++at;
                cell.text += m_text[at];
            }
            const std::size_t end = std::min(m_text.find(separator, at + 1), m_text.size());
            const auto rest = csvWithoutBlanks(std::string_view(m_text).substr(at + 1, end - at - 1));
            if (!rest.empty())
                return wrongInText(m_line, at + 2,
                                   "after the closing quote stands " + quotedForMessage(rest)
                                       + "; a quote within a cell must be written twice");
            at = end;
        } else {
            const std::size_t end = std::min(m_text.find(separator, at), m_text.size());
            cell.text = csvWithoutBlanks(std::string_view(m_text).substr(at, end - at));
            at = end;
        }
        row.cells.push_back(std::move(cell));
        if (at >= m_text.size())
            return row;
    }
}

Result<void> CsvLines::status() const
{
    if (m_isTooLong)
        return wrongInText(m_line, longestCsvLine, "the line has more than 1 MiB; this is no table of a profiler");
    if (m_source->failure() != 0)
        return Error{ErrorKind::Unavailable,
                     "import.read",
                     "The file could not be read to its end: %1",
                     {std::strerror(m_source->failure())}};
    return {};
}

} // namespace ridgepoint
