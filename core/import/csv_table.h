// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/session/byte_source.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// A cell of a table in a text file; quotes are taken off, blanks around a cell without quotes too.
struct CsvCell {
    std::string text;
    std::size_t line = 0;   ///< where it begins, the first line is 1
    std::size_t column = 0; ///< byte of its line where it begins, the first is 1
};

/// A row of such a table.
struct CsvRow {
    std::vector<CsvCell> cells;
    std::size_t line = 0; ///< where it begins

    /// The text of a cell; empty where the row has no such cell.
    [[nodiscard]] std::string_view text(std::optional<std::size_t> index) const;
    /// Which cell has exactly this text: of a header, the place of a column.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view text) const;
};

/// What is wrong at a place of a text file: Corrupt, "line %1, column %2: %3".
[[nodiscard]] Error wrongInText(std::size_t line, std::size_t column, std::string what);
[[nodiscard]] Error wrongInText(const CsvCell& cell, std::string what);
/// A column that a reader needs and the header of line `line` lacks. `remedy` is a whole clause: "export it with …".
[[nodiscard]] Error missingColumn(std::size_t line, std::string_view name, std::string_view remedy);
/// Corrupt where a row has another number of cells than the header of its table, as where a file is cut off.
[[nodiscard]] Result<void> checkWidth(const CsvRow& row, std::size_t columns);
/// At most 64 bytes of a text, in quotes, for a message.
[[nodiscard]] std::string quotedForMessage(std::string_view text);
/// Of comma, semicolon and tab the one that a header line has most of.
[[nodiscard]] char separatorOf(std::string_view header);

/// Reads a text file line by line and takes those lines apart that are rows of a table, since profilers print theirs
/// among the output of the profiled program. Quoted cells follow RFC 4180 and may go over several lines.
class CsvLines {
public:
    explicit CsvLines(ByteSource& source) : m_source(&source) {}

    /// Goes on to the next line that is not blank; false at the end of the file or after a failure.
    [[nodiscard]] bool next();
    /// The line without its end. A byte order mark before the first is taken off.
    [[nodiscard]] const std::string& text() const { return m_text; }
    /// Where it stands, the first line is 1.
    [[nodiscard]] std::size_t line() const { return m_line; }
    /// Takes the line apart, with the lines after it that a quoted cell goes on over. Corrupt names the quote that is
    /// not closed, or what stands between a closing quote and the separator.
    [[nodiscard]] Result<CsvRow> row(char separator);
    /// Why next() stopped: nothing at the end of the file; Unavailable where it could not be read on, Corrupt where a
    /// line has more than a MiB.
    [[nodiscard]] Result<void> status() const;

private:
    [[nodiscard]] bool take();

    ByteSource* m_source;
    std::string m_text;
    std::size_t m_line = 0;
    bool m_isTooLong = false;
};

/// Reads a file that holds one table, whose rows `kernels` takes by the columns that `columnsOf` finds in the header;
/// lines before that are passed over. The separator is the header's. The error is the first of these two, of
/// CsvLines::row() or of CsvLines::status().
template <class Columns, class Kernels>
[[nodiscard]] Result<void> readTable(ByteSource& source, bool (*isHeader)(std::string_view line),
                                     Result<Columns> (*columnsOf)(const CsvRow& header), Kernels& kernels)
{
    std::optional<Columns> columns;
    char separator = ',';
    CsvLines lines(source);
    while (lines.next()) {
        if (!columns && !isHeader(lines.text()))
            continue;
        if (!columns)
            separator = separatorOf(lines.text());
        const auto row = lines.row(separator);
        if (!row)
            return row.error();
        if (!columns) {
            const auto found = columnsOf(*row);
            if (!found)
                return found.error();
            columns = *found;
        } else if (const auto taken = kernels.take(*row, *columns); !taken) {
            return taken.error();
        }
    }
    return lines.status();
}

} // namespace ridgepoint
