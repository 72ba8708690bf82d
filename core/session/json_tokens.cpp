// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/json_tokens.h"

#include "core/session/json_tree.h"
#include "core/session/utf8.h"

#include <array>

namespace ridgepoint {
namespace {

bool belongsToNumber(char byte)
{
    return (byte >= '0' && byte <= '9') || byte == '.' || byte == '-' || byte == '+' || byte == 'e' || byte == 'E';
}

/// Bytes that a string holds as they are: ASCII without quotes, backslashes and control characters.
bool isPlain(char byte)
{
    const auto code = static_cast<unsigned char>(byte);
    return code >= 0x20 && code < 0x80 && byte != '"' && byte != '\\';
}

template <class Takes>
std::size_t lengthOf(std::string_view text, Takes takes)
{
    std::size_t length = 0;
    while (length < text.size() && takes(text[length]))
        ++length;
    return length;
}

void appendUtf8(std::string& text, unsigned code)
{
    const auto put = [&text](unsigned byte) { text += static_cast<char>(byte); };
    const auto putRest = [&](int times) {
        for (int i = times - 1; i >= 0; --i)
            put(0x80U | ((code >> (6U * static_cast<unsigned>(i))) & 0x3FU));
    };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0U | (code >> 6U));
        putRest(1);
    } else if (code < 0x10000) {
        put(0xE0U | (code >> 12U));
        putRest(2);
    } else {
        put(0xF0U | (code >> 18U));
        putRest(3);
    }
}

} // namespace

JsonTokens::JsonTokens(ByteSource& source) : m_source(source)
{
    if (m_source.peek() != 0xEF)
        return;
    for (const int byte : {0xEF, 0xBB, 0xBF}) {
        if (m_source.peek() != byte) {
            (void)wrong();
            return;
        }
        m_source.advance();
    }
}

Error JsonTokens::error() const { return m_wrong == 0 ? jsonTooDeepError() : jsonSyntaxError(m_wrong); }

void JsonTokens::skipSpace()
{
    for (int byte = m_source.peek(); byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; byte = m_source.peek())
        m_source.advance();
}

JsonToken JsonTokens::wrong(std::size_t further)
{
    m_wrong = m_source.offset() + further + 1;
    return JsonToken::Wrong;
}

JsonToken JsonTokens::next()
{
    if (m_wrong != 0)
        return JsonToken::Wrong;
    skipSpace();
    if (m_expect == Expect::CommaOrEnd) {
        if (m_source.peek() != ',')
            return close();
        m_source.advance();
        skipSpace();
        m_expect = inObject() ? Expect::Key : Expect::Value;
    }
    switch (m_expect) {
    case Expect::End:
        return m_source.atEnd() ? JsonToken::End : wrong();
    case Expect::KeyOrEnd:
        return m_source.peek() == '}' ? close() : key();
    case Expect::Key:
        return key();
    case Expect::ValueOrEnd:
        return m_source.peek() == ']' ? close() : value();
    default:
        return value();
    }
}

JsonToken JsonTokens::value()
{
    switch (m_source.peek()) {
    case '{':
        return open(true);
    case '[':
        return open(false);
    case '"':
        if (!readText())
            return JsonToken::Wrong;
        expectNext();
        return JsonToken::Text;
    case 't':
        return literal("true", JsonToken::True);
    case 'f':
        return literal("false", JsonToken::False);
    case 'n':
        return literal("null", JsonToken::Null);
    default:
        return numberToken();
    }
}

JsonToken JsonTokens::open(bool isObject)
{
    if (m_depth == m_isObject.size()) {
        m_wrong = 0;
        return JsonToken::Wrong;
    }
    m_source.advance();
    m_isObject[m_depth++] = isObject;
    m_expect = isObject ? Expect::KeyOrEnd : Expect::ValueOrEnd;
    return isObject ? JsonToken::BeginObject : JsonToken::BeginArray;
}

JsonToken JsonTokens::close()
{
    const bool isObject = inObject();
    if (m_source.peek() != (isObject ? '}' : ']'))
        return wrong();
    m_source.advance();
    --m_depth;
    expectNext();
    return isObject ? JsonToken::EndObject : JsonToken::EndArray;
}

JsonToken JsonTokens::key()
{
    if (m_source.peek() != '"')
        return wrong();
    if (!readText())
        return JsonToken::Wrong;
    if (m_view.data() != m_text.data()) { // what follows may read the source on
        m_text.assign(m_view);
        m_view = m_text;
    }
    skipSpace();
    if (m_source.peek() != ':')
        return wrong();
    m_source.advance();
    m_expect = Expect::Value;
    return JsonToken::Key;
}

JsonToken JsonTokens::literal(std::string_view word, JsonToken token)
{
    for (const char byte : word) {
        if (m_source.peek() != byte)
            return wrong();
        m_source.advance();
    }
    expectNext();
    return token;
}

JsonToken JsonTokens::numberToken()
{
    const std::size_t before = m_source.offset();
    std::string_view piece = m_source.chunk();
    std::size_t length = lengthOf(piece, belongsToNumber);
    std::string_view text = piece.substr(0, length);
    if (length == piece.size()) { // it may go on in the next chunk
        m_text.clear();
        while (length > 0 && m_text.size() <= maximumJsonNumberBytes) {
            m_text.append(piece.substr(0, length));
            m_source.advance(length);
            piece = m_source.chunk();
            length = lengthOf(piece, belongsToNumber);
        }
        text = m_text;
    } else {
        m_source.advance(length);
    }
    const JsonNumberShape shape = shapeOfJsonNumber(text.substr(0, maximumJsonNumberBytes));
    if (!shape.wellFormed || text.size() > maximumJsonNumberBytes) {
        m_wrong = before + shape.bytes + 1;
        return JsonToken::Wrong;
    }
    m_number = {text, before + 1, shape.isInteger};
    expectNext();
    return JsonToken::Number;
}

bool JsonTokens::readText()
{
    m_source.advance();
    const std::string_view piece = m_source.chunk();
    const std::size_t plain = lengthOf(piece, isPlain);
    if (plain + 1 < piece.size() && piece[plain] == '"') { // the usual case: nothing is copied
        m_view = piece.substr(0, plain);
        m_source.advance(plain + 1);
        return true;
    }
    m_text.clear();
    while (true) {
        const std::string_view rest = m_source.chunk();
        const std::size_t length = lengthOf(rest, isPlain);
        m_text.append(rest.substr(0, length));
        if (length > 0)
            m_source.advance(length);
        const int byte = m_source.peek();
        if (byte == '"') {
            m_source.advance();
            m_view = m_text;
            return true;
        }
        const bool fine = byte == '\\' ? readEscape() : byte >= 0x80 ? readSequence() : byte >= 0x20;
        if (!fine) {
            if (m_wrong == 0)
                (void)wrong(); // the end of the text or a control character
            return false;
        }
    }
}

bool JsonTokens::readEscape()
{
    static constexpr std::string_view names = "\"\\/bfnrt";
    static constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    m_source.advance();
    const int byte = m_source.peek();
    if (byte == 'u')
        return readUnicodeEscape();
    const std::size_t place = byte < 0 ? std::string_view::npos : names.find(static_cast<char>(byte));
    if (place == std::string_view::npos)
        return false;
    m_text += meanings[place];
    m_source.advance();
    return true;
}

bool JsonTokens::readUnicodeEscape()
{
    m_source.advance();
    int code = readHex();
    if (code < 0 || (code >= 0xDC00 && code <= 0xDFFF))
        return false;
    if (code >= 0xD800 && code <= 0xDBFF) {
        for (const int expected : {'\\', 'u'}) {
            if (m_source.peek() != expected)
                return false;
            m_source.advance();
        }
        const int low = readHex();
        if (low < 0xDC00 || low > 0xDFFF)
            return false;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    appendUtf8(m_text, static_cast<unsigned>(code));
    return true;
}

/// Four hexadecimal digits, or −1 in front of the byte that is none.
int JsonTokens::readHex()
{
    int code = 0;
    for (int i = 0; i < 4; ++i) {
        const int byte = m_source.peek();
        const int letter = byte | 0x20;
        if (byte >= '0' && byte <= '9')
            code = code * 16 + (byte - '0');
        else if (byte > 0 && letter >= 'a' && letter <= 'f')
            code = code * 16 + (letter - 'a' + 10);
        else
            return -1;
        m_source.advance();
    }
    return code;
}

bool JsonTokens::readSequence()
{
    std::array<char, 4> bytes{};
    const int lead = m_source.peek();
    const std::size_t wanted = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    const std::size_t at = m_source.offset();
    std::size_t count = 0;
    do {
        bytes[count++] = static_cast<char>(m_source.peek());
        m_source.advance();
    } while (count < wanted && (m_source.peek() & 0xC0) == 0x80 && m_source.peek() >= 0);
    const std::string_view sequence(bytes.data(), count);
    if (count == wanted && utf8SequenceLength(sequence) == count) {
        m_text.append(sequence);
        return true;
    }
    m_wrong = at + 1;
    return false;
}

} // namespace ridgepoint
