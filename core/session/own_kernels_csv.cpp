// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/own_kernels_csv.h"

#include "core/session/json_limits.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace ridgepoint {
namespace {

constexpr std::size_t largestText = std::size_t{32} << 20U;
constexpr std::string_view byteOrderMark = "\xef\xbb\xbf"; // spreadsheets put it first

using Row = std::vector<std::string>;

Error wrongAt(std::size_t line, const std::string& what)
{
    return {ErrorKind::Corrupt, "own-kernels.line", "line %1: %2", {std::to_string(line), what}};
}

/// Takes the text apart row by row.
class CsvRows {
public:
    CsvRows(std::string_view text, char separator) : m_text(text), m_separator(separator) {}

    /// The next row that is not blank; an empty one at the end.
    [[nodiscard]] Result<Row> next();
    /// Of the row that was taken last, where it began.
    [[nodiscard]] std::size_t line() const { return m_line; }

private:
    [[nodiscard]] bool quoted(std::string& cell);
    void plain(std::string& cell);

    std::string_view m_text;
    char m_separator;
    std::size_t m_at = 0;
    std::size_t m_line = 0;
    std::size_t m_nextLine = 1;
};

/// Reads up to the quote that closes the cell; false when none does.
bool CsvRows::quoted(std::string& cell)
{
    for (++m_at; m_at < m_text.size(); ++m_at) {
        if (m_text[m_at] == '"' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '"')
            ++m_at;
        else if (m_text[m_at] == '"') {
            ++m_at;
            return true;
        }
        m_nextLine += m_text[m_at] == '\n' ? 1 : 0;
        cell += m_text[m_at];
    }
    return false;
}

void CsvRows::plain(std::string& cell)
{
    while (m_at < m_text.size() && m_text[m_at] != m_separator && m_text[m_at] != '\n')
        cell += m_text[m_at++];
    const auto blank = [](char c) { return c == ' ' || c == '\r' || c == '\t'; };
    while (!cell.empty() && blank(cell.back()))
        cell.pop_back();
    cell.erase(0, static_cast<std::size_t>(std::find_if_not(cell.begin(), cell.end(), blank) - cell.begin()));
}

Result<Row> CsvRows::next()
{
    Row row;
    while (m_at < m_text.size()) {
        m_line = row.empty() ? m_nextLine : m_line;
        std::string cell;
        if (m_text[m_at] == '"') {
            if (!quoted(cell))
                return wrongAt(m_line, "a cell starts with a quote that is not closed");
            std::string rest;
            plain(rest);
            if (!rest.empty())
                return wrongAt(m_line, "after a quoted cell there is \"" + rest.substr(0, 32) + '"');
        } else {
            plain(cell);
        }
        row.push_back(std::move(cell));
        const bool ends = m_at >= m_text.size() || m_text[m_at] == '\n';
        ++m_at;
        if (!ends)
            continue;
        ++m_nextLine;
        if (row.size() > 1 || !row.front().empty())
            return row;
        row.clear();
    }
    return row;
}

/// Where each column that has a meaning stands.
struct Columns {
    std::optional<std::size_t> name;
    std::optional<std::size_t> flops;
    std::optional<std::size_t> bytes;
    std::optional<std::size_t> launches;
    std::optional<std::size_t> time;
    std::array<std::optional<std::size_t>, cacheLevels.size()> throughCaches;
};

constexpr std::array<std::string_view, cacheLevels.size()> cacheColumns{"bytes_l1", "bytes_l2", "bytes_l3"};

Result<Columns> columnsOf(const Row& names, std::size_t line)
{
    Columns columns;
    const std::array<std::pair<std::string_view, std::optional<std::size_t>*>, 9> known{
        std::pair{std::string_view("name"), &columns.name},
        {"flops", &columns.flops},
        {"flop", &columns.flops},
        {"bytes", &columns.bytes},
        {"launches", &columns.launches},
        {"time_s", &columns.time},
        {cacheColumns[0], &columns.throughCaches[0]},
        {cacheColumns[1], &columns.throughCaches[1]},
        {cacheColumns[2], &columns.throughCaches[2]}};
    for (std::size_t i = 0; i < names.size(); ++i)
        for (const auto& [name, place] : known) {
            if (names[i] != name)
                continue;
            if (*place)
                return wrongAt(line, "the column " + names[i] + " comes twice");
            *place = i;
        }
    if (!columns.flops || !columns.time)
        return wrongAt(line, "the columns flops and time_s are required; name, bytes, launches and bytes_l1 to "
                             "bytes_l3 are optional");
    return columns;
}

/// `usual` where the column or the cell is empty; nothing for what every row must have.
Result<double> numberIn(const Row& row, std::optional<std::size_t> column, std::string_view name,
                        std::optional<double> usual, std::size_t line)
{
    const bool isEmpty = !column || *column >= row.size() || row[*column].empty();
    if (isEmpty && usual)
        return *usual;
    if (isEmpty)
        return wrongAt(line, std::string(name) + " is missing");
    const std::string& text = row[*column];
    double value = 0.0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !std::isfinite(value) || value < 0.0
        || value > limits::rate)
        return wrongAt(line, std::string(name) + ": \"" + text.substr(0, 32)
                                 + "\" is not a number from 0 to 1e24, such as 1.5e9");
    return value;
}

Result<OwnKernel> kernelIn(const Row& row, const Columns& columns, std::size_t line)
{
    const bool lacksFlops = *columns.flops < row.size() && row[*columns.flops].empty();
    const auto flops = lacksFlops ? Result<double>(0.0) : numberIn(row, columns.flops, "flops", {}, line);
    const auto bytes = numberIn(row, columns.bytes, "bytes", 0.0, line);
    const auto launches = numberIn(row, columns.launches, "launches", 1.0, line);
    const auto time = numberIn(row, columns.time, "time_s", {}, line);
    for (const auto* number : {&flops, &bytes, &launches, &time})
        if (!number->ok())
            return number->error();
    if (!(*time >= limits::shortestTime) || *time > limits::time)
        return wrongAt(line, "time_s must be more than zero seconds, from 1e-12 to 1e9");
    OwnKernel kernel{
        .name = {}, .flops = Flops(*flops), .bytes = Bytes(*bytes), .launches = *launches, .time = Seconds(*time)};
    for (std::size_t i = 0; i < cacheColumns.size(); ++i) {
        const auto through = numberIn(row, columns.throughCaches[i], cacheColumns[i], 0.0, line);
        if (!through)
            return through.error();
        kernel.throughCaches[i] = Bytes(*through);
    }
    if (lacksFlops && trafficOf(kernel).empty())
        return wrongAt(line, "flops is missing");
    kernel.flopsUnknown = lacksFlops;
    if (columns.name && *columns.name < row.size())
        kernel.name = row[*columns.name];
    return kernel;
}

/// Of comma, semicolon and tab the one that the first line uses most.
char separatorIn(std::string_view text)
{
    const std::string_view first = text.substr(0, text.find('\n'));
    constexpr std::array separators{',', ';', '\t'};
    return *std::max_element(separators.begin(), separators.end(), [&](char a, char b) {
        return std::count(first.begin(), first.end(), a) < std::count(first.begin(), first.end(), b);
    });
}

std::string shortestText(double value)
{
    std::array<char, 40> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

/// In double quotes, with "" for a quote in it.
void appendQuoted(std::string& text, std::string_view words)
{
    text += '"';
    for (const char c : words) {
        if (c == '"')
            text += '"';
        text += c;
    }
    text += '"';
}

} // namespace

Result<std::vector<OwnKernel>> parseOwnKernels(std::string_view text)
{
    if (text.size() > largestText)
        return Error{ErrorKind::Corrupt,
                     "own-kernels.too-large",
                     "A table of kernels may have at most %1 MiB.",
                     {std::to_string(largestText >> 20U)}};
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    CsvRows rows(text, separatorIn(text));
    auto row = rows.next();
    if (!row)
        return row.error();
    const auto columns = columnsOf(*row, std::max<std::size_t>(rows.line(), 1));
    if (!columns)
        return columns.error();
    std::vector<OwnKernel> kernels;
    for (row = rows.next(); row.ok() && !row->empty(); row = rows.next()) {
        if (kernels.size() == maximumOwnKernels)
            return wrongAt(rows.line(), "there are more than " + std::to_string(maximumOwnKernels) + " kernels");
        auto kernel = kernelIn(*row, *columns, rows.line());
        if (!kernel)
            return kernel.error();
        kernels.push_back(std::move(*kernel));
    }
    if (!row)
        return row.error();
    return kernels;
}

std::string toCsv(const std::vector<OwnKernel>& kernels, const std::vector<KernelColumn>& more)
{
    // Columns of caches only where something was counted there.
    const auto isCounted = [&](std::size_t level) {
        return std::ranges::any_of(kernels,
                                   [&](const OwnKernel& kernel) { return kernel.throughCaches[level] > Bytes(); });
    };
    std::array<bool, cacheColumns.size()> hasColumn{};
    std::string text = "name,flops,bytes,launches,time_s";
    for (std::size_t i = 0; i < cacheColumns.size(); ++i)
        if (hasColumn[i] = isCounted(i); hasColumn[i])
            text += ',' + std::string(cacheColumns[i]);
    for (const KernelColumn& column : more)
        text += ',' + column.name;
    text += '\n';
    for (std::size_t row = 0; row < kernels.size(); ++row) {
        const OwnKernel& kernel = kernels[row];
        appendQuoted(text, kernel.name);
        text += ',' + (kernel.flopsUnknown ? std::string() : shortestText(kernel.flops.value()));
        for (const double number : {kernel.bytes.value(), kernel.launches, kernel.time.value()})
            text += ',' + shortestText(number);
        for (std::size_t i = 0; i < cacheColumns.size(); ++i)
            if (hasColumn[i])
                text += ',' + shortestText(kernel.throughCaches[i].value());
        for (const KernelColumn& column : more) {
            text += ',';
            appendQuoted(text, column.cells[row]);
        }
        text += '\n';
    }
    return text;
}

} // namespace ridgepoint
