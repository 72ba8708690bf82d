// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace ridgepoint {

/// Writes lines of comma-separated values (RFC 4180) in the C locale, numbers with the fewest digits that read back
/// exactly.
class CsvWriter {
public:
    /// A header in one piece, without its line end; a writer without one begins with the first field that is added.
    CsvWriter() = default;
    explicit CsvWriter(std::string_view header) : m_text(header) { m_text += '\n'; }

    /// In quotes, and its quotes doubled, where it holds a comma, a quote or a line end.
    CsvWriter& add(std::string_view word);
    /// Empty where it is not finite: there is no such number.
    CsvWriter& add(double number);
    CsvWriter& add(std::integral auto number) { return addPlain(std::to_string(number)); }
    /// A number of which zero says that nobody knows it: then empty.
    CsvWriter& addKnown(double number) { return number > 0.0 ? add(number) : addEmpty(); }
    CsvWriter& addEmpty() { return addPlain({}); }
    void endLine();

    void reserve(std::size_t bytes) { m_text.reserve(bytes); }
    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    CsvWriter& addPlain(std::string_view field);

    std::string m_text;
    bool m_lineBegun = false;
};

} // namespace ridgepoint
