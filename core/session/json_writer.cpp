// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/json_writer.h"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

namespace ridgepoint {
namespace {

/// Bytes of the UTF-8 sequence that the text starts with, 1 to 4; 0 when it starts with none (a stray or truncated
/// sequence, an overlong form, a surrogate, a code point beyond U+10FFFF), by table 3-7 of the Unicode Standard.
[[nodiscard]] inline std::size_t utf8SequenceLength(std::string_view text)
{
    const auto at = [text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const auto continues = [&at](std::size_t i) { return (at(i) & 0xC0U) == 0x80U; };
    const unsigned first = at(0);
    const unsigned second = at(1);
    if (text.empty())
        return 0;
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        return continues(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool overlong = first == 0xE0 && second < 0xA0;
        const bool surrogate = first == 0xED && second > 0x9F;
        return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool overlong = first == 0xF0 && second < 0x90;
        const bool beyond = first == 0xF4 && second > 0x8F;
        return continues(1) && continues(2) && continues(3) && !overlong && !beyond ? 4 : 0;
    }
    return 0;
}

constexpr std::size_t pieceBytes = std::size_t{1} << 16;

template <class Number> void appendNumber(std::string& text, Number number)
{
    char digits[40];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    text.append(digits, end);
}

} // namespace

JsonWriter& JsonWriter::key(std::string_view name)
{
    separate();
    quote(name);
    m_text += ':';
    m_needsComma = false;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text)
{
    separate();
    quote(text);
    m_needsComma = true;
    return *this;
}

JsonWriter& JsonWriter::value(double number)
{
    if (!std::isfinite(number))
        return null();
    separate();
    appendNumber(m_text, number);
    m_needsComma = true;
    return *this;
}

JsonWriter& JsonWriter::value(float number)
{
    if (!std::isfinite(number))
        return null();
    separate();
    appendNumber(m_text, number);
    m_needsComma = true;
    return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t number)
{
    separate();
    appendNumber(m_text, number);
    m_needsComma = true;
    return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json)
{
    separate();
    m_text += json;
    m_needsComma = true;
    return *this;
}

std::string JsonWriter::take()
{
    m_needsComma = false;
    return std::exchange(m_text, {});
}

bool JsonWriter::finish()
{
    handOn();
    return !m_sinkFailed;
}

void JsonWriter::handOn()
{
    m_sinkFailed = m_sinkFailed || !m_sink(m_text);
    m_text.clear();
}

JsonWriter& JsonWriter::open(char bracket)
{
    separate();
    m_text += bracket;
    m_needsComma = false;
    return *this;
}

JsonWriter& JsonWriter::close(char bracket)
{
    m_text += bracket;
    m_needsComma = true;
    return *this;
}

void JsonWriter::separate()
{
    if (m_needsComma)
        m_text += ',';
    if (m_text.size() >= pieceBytes && m_sink)
        handOn();
}

void JsonWriter::quote(std::string_view text)
{
    static constexpr char hex[] = "0123456789abcdef";
    m_text += '"';
    while (!text.empty()) {
        const auto byte = static_cast<unsigned char>(text.front());
        if (byte == '"' || byte == '\\') {
            m_text += '\\';
            m_text += static_cast<char>(byte);
        } else if (byte == '\n') {
            m_text += "\\n";
        } else if (byte == '\t') {
            m_text += "\\t";
        } else if (byte < 0x20) {
            m_text += "\\u00";
            m_text += hex[byte >> 4U];
            m_text += hex[byte & 0xFU];
        } else if (byte < 0x80) {
            m_text += static_cast<char>(byte);
        } else if (const std::size_t length = utf8SequenceLength(text); length > 0) {
            m_text += text.substr(0, length);
            text.remove_prefix(length);
            continue;
        } else {
            m_text += "\xEF\xBF\xBD"; // U+FFFD: the text must stay valid JSON whatever a driver calls its device
        }
        text.remove_prefix(1);
    }
    m_text += '"';
}

} // namespace ridgepoint
