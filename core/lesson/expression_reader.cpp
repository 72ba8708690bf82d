// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/expression_reader.h"

#include "core/model/nearest_word.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

namespace ridgepoint {
namespace {

bool isLetter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

} // namespace

void ExpressionReader::skipBlanks()
{
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\t'))
        ++m_at;
}

bool ExpressionReader::isAtEnd()
{
    skipBlanks();
    return m_at >= m_text.size();
}

void ExpressionReader::fail(const std::string& expectation, std::size_t at)
{
    fail(Error{ErrorKind::InvalidInput,
               "lesson.expression",
               "column %1 of \"%2\": %3",
               {std::to_string(at + 1), std::string(m_text.substr(0, 80)), expectation}});
}

void ExpressionReader::fail(Error error)
{
    if (!m_error)
        m_error = std::move(error);
}

void ExpressionReader::expect(const std::string& what, std::span<const std::string> known)
{
    skipBlanks();
    const auto end = std::min(m_text.find(' ', m_at), m_text.size());
    const std::string found = m_at == m_text.size() ? "the end"
                                                    : '"' + std::string(m_text.substr(m_at, end - m_at)) + '"';
    const auto meant = nearestWord(m_text.substr(m_at, end - m_at), known);
    fail((meant ? "did you mean " + *meant + "? Expected " : "expected ") + what + ", not " + found);
}

bool ExpressionReader::sign(char c)
{
    skipBlanks();
    if (m_at == m_text.size() || m_text[m_at] != c)
        return false;
    ++m_at;
    return true;
}

std::string_view ExpressionReader::wordHere()
{
    skipBlanks();
    std::size_t end = m_at;
    if (end < m_text.size() && isLetter(m_text[end]))
        while (end < m_text.size()
               && (isLetter(m_text[end]) || isDigit(m_text[end]) || m_text[end] == '.' || m_text[end] == '_'))
            ++end;
    return m_text.substr(m_at, end - m_at);
}

bool ExpressionReader::word(std::string_view wanted)
{
    if (m_error || wordHere() != wanted)
        return false;
    m_at += wanted.size();
    return true;
}

std::string_view ExpressionReader::takeWord()
{
    const std::string_view here = wordHere();
    m_at += here.size();
    return here;
}

std::string_view ExpressionReader::takeAssigned()
{
    const std::size_t at = m_at;
    const std::string_view name = takeWord();
    if (!name.empty() && sign('='))
        return name;
    m_at = at;
    return {};
}

std::string ExpressionReader::takeName()
{
    const std::size_t begin = m_at;
    if (sign('"')) {
        const std::size_t from = m_at;
        const auto end = m_text.find('"', from);
        if (end == std::string_view::npos || end == from) {
            m_at = begin;
            expect("a name in quotes");
            return {};
        }
        m_at = end + 1;
        std::string quoted;
        for (const char c : m_text.substr(from, end - from)) { // it may go on in the page's next line
            const bool isBlank = c == ' ' || c == '\n' || c == '\t';
            if (!isBlank || !quoted.ends_with(' '))
                quoted += isBlank ? ' ' : c;
        }
        return quoted;
    }
    std::string name(takeWord());
    while (!name.empty() && m_at + 1 < m_text.size() && m_text[m_at] == '-'
           && (isLetter(m_text[m_at + 1]) || isDigit(m_text[m_at + 1]))) {
        name += m_text[m_at++];
        while (m_at < m_text.size() && (isLetter(m_text[m_at]) || isDigit(m_text[m_at])))
            name += m_text[m_at++];
    }
    if (name.empty())
        expect("the id of a series or label of the experiment; in quotes where it is not one word");
    return name;
}

bool ExpressionReader::isAtNumber() const
{
    return m_at < m_text.size() && (isDigit(m_text[m_at]) || m_text[m_at] == '.');
}

ExpressionReader::Literal ExpressionReader::takeNumber()
{
    double number = 0.0;
    const std::size_t begin = m_at;
    const auto read = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), number);
    m_at = static_cast<std::size_t>(read.ptr - m_text.data());
    std::size_t end = m_at;
    // A "µ" has two bytes, neither of which is a letter.
    while (end < m_text.size() && (isLetter(m_text[end]) || static_cast<unsigned char>(m_text[end]) >= 0x80U))
        ++end;
    const std::string_view suffix = m_text.substr(m_at, end - m_at);
    struct Named {
        std::string_view name;
        double factor;
    };
    static constexpr std::array prefixes{Named{"", 1.0},   Named{"Ki", 1024.0},       Named{"Mi", 1048576.0},
                                         Named{"k", 1e3},  Named{"Gi", 1073741824.0}, Named{"M", 1e6},
                                         Named{"G", 1e9},  Named{"T", 1e12},          Named{"m", 1e-3},
                                         Named{"u", 1e-6}, Named{"\u00b5", 1e-6},     Named{"n", 1e-9}};
    static constexpr std::array<std::string_view, 4> units{"", "B", "FLOP", "s"};
    for (const std::string_view unit : units)
        for (const auto& [prefix, factor] : prefixes)
            if (read.ec == std::errc() && suffix.size() == prefix.size() + unit.size() && suffix.starts_with(prefix)
                && suffix.ends_with(unit)) {
                m_at = end;
                return {number * factor, unit};
            }
    m_at = begin;
    expect("a number such as 8, 32Mi, 64B, 2FLOP or 1.5us");
    return {};
}

} // namespace ridgepoint
