// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/token_reader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string>
#include <utility>

namespace ridgepoint::ptx {
namespace {

constexpr std::string_view punctuation = "{}()[],;:@!|+-=<>";

bool isWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%' || c == '.';
}

/// Where the word that begins at `at` ends; cache hints such as L1::no_allocate are part of an opcode.
std::size_t endOfWord(std::string_view source, std::size_t at)
{
    while (at < source.size()) {
        if (isWord(source[at]))
            ++at;
        else if (source.substr(at, 2) == "::")
            at += 2;
        else
            break;
    }
    return at;
}

void readInitialValues(TokenReader& reader, Variable& variable, std::size_t elementBytes)
{
    variable.initial.assign(variable.bytes, std::byte{0});
    const bool list = reader.takeIf("{");
    std::size_t at = 0;
    do {
        const std::uint64_t bits = reader.integer();
        if (at + elementBytes > variable.bytes)
            reader.fail("ptx.variable", "more initial values than " + variable.name + " holds");
        for (std::size_t i = 0; i < elementBytes; ++i)
            variable.initial[at + i] = static_cast<std::byte>(bits >> (8 * i));
        at += elementBytes;
    } while (list && reader.takeIf(","));
    if (list)
        reader.expect("}");
}

} // namespace

Error errorAt(int line, std::string_view id, std::string_view what)
{
    return {ErrorKind::Corrupt, std::string(id), "PTX line %1: %2", {std::to_string(line), std::string(what)}};
}

Result<std::vector<Token>> tokenize(std::string_view source)
{
    std::vector<Token> tokens;
    int line = 1;
    std::size_t at = 0;
    while (at < source.size()) {
        const char c = source[at];
        std::size_t end = at + 1;
        if (c == '\n' || std::isspace(static_cast<unsigned char>(c)) != 0) {
            line += c == '\n' ? 1 : 0;
        } else if (source.substr(at, 2) == "//") {
            end = std::min(source.find('\n', at), source.size());
        } else if (source.substr(at, 2) == "/*") {
            end = source.find("*/", at + 2);
            if (end == std::string_view::npos)
                return errorAt(line, "ptx.open-comment", "the comment that begins here has no end");
            end += 2;
            line += static_cast<int>(std::count(source.begin() + static_cast<std::ptrdiff_t>(at),
                                                source.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
        } else if (c == '"') {
            end = source.find('"', at + 1);
            if (end == std::string_view::npos)
                return errorAt(line, "ptx.open-string", "the string that begins here has no end");
            tokens.push_back({source.substr(at, ++end - at), line});
        } else if (isWord(c)) {
            end = endOfWord(source, at);
            tokens.push_back({source.substr(at, end - at), line});
        } else if (punctuation.find(c) != std::string_view::npos) {
            tokens.push_back({source.substr(at, 1), line});
        } else {
            return errorAt(line, "ptx.character", std::string("the character '") + c + "' has no place in PTX");
        }
        at = end;
    }
    return tokens;
}

int TokenReader::line() const
{
    if (m_tokens.empty())
        return 1;
    return m_tokens[m_next < m_tokens.size() ? m_next : m_tokens.size() - 1].line;
}

std::string_view TokenReader::peek(std::size_t ahead) const
{
    return m_next + ahead < m_tokens.size() ? m_tokens[m_next + ahead].text : std::string_view{};
}

std::string_view TokenReader::take()
{
    if (atEnd())
        fail("ptx.cut-short", "the file ends in the middle of a statement");
    return m_tokens[m_next++].text;
}

bool TokenReader::takeIf(std::string_view text)
{
    if (peek() != text)
        return false;
    ++m_next;
    return true;
}

void TokenReader::expect(std::string_view text)
{
    if (!takeIf(text))
        fail("ptx.syntax", "expected '" + std::string(text) + "' and found '" + std::string(peek()) + "'");
}

void TokenReader::skipPast(std::string_view text)
{
    while (take() != text) {
    }
}

void TokenReader::skipBlock()
{
    expect("{");
    for (int depth = 1; depth > 0;) {
        const std::string_view token = take();
        depth += token == "{" ? 1 : token == "}" ? -1 : 0;
    }
}

std::uint64_t TokenReader::integer()
{
    const bool negative = takeIf("-");
    std::string_view text = take();
    const std::string_view whole = text;
    int base = 10;
    if (text.substr(0, 2) == "0x" || text.substr(0, 2) == "0X") {
        base = 16;
        text.remove_prefix(2);
    }
    if (!text.empty() && text.back() == 'U')
        text.remove_suffix(1);
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (problem != std::errc{} || end != text.data() + text.size())
        fail("ptx.number", "'" + std::string(whole) + "' is not a whole number");
    return negative ? 0 - value : value;
}

void TokenReader::fail(std::string_view id, std::string_view what) const
{
    throw SyntaxFault{errorAt(line(), id, what)};
}

std::optional<std::size_t> bytesOfType(std::string_view type)
{
    static constexpr std::array<std::pair<std::string_view, std::size_t>, 21> sizes{{
        {"b8", 1},   {"u8", 1},  {"s8", 1},    {"b16", 2},    {"u16", 2},   {"s16", 2},  {"f16", 2},
        {"bf16", 2}, {"b32", 4}, {"u32", 4},   {"s32", 4},    {"f32", 4},   {"b64", 8},  {"u64", 8},
        {"s64", 8},  {"f64", 8}, {"f16x2", 4}, {"bf16x2", 4}, {"b128", 16}, {"pred", 1}, {"tf32", 4},
    }};
    for (const auto& [name, bytes] : sizes)
        if (name == type)
            return bytes;
    return std::nullopt;
}

Variable readVariable(TokenReader& reader, Space space)
{
    Variable variable{.space = space};
    bool aligned = false;
    if (reader.takeIf(".align")) {
        variable.alignment = reader.integer();
        aligned = true;
    }
    const std::string_view type = reader.take();
    const auto elementBytes = type.substr(0, 1) == "." ? bytesOfType(type.substr(1)) : std::nullopt;
    if (!elementBytes)
        reader.fail("ptx.type", "unknown type '" + std::string(type) + "'");
    variable.name = reader.take();
    variable.bytes = *elementBytes;
    if (!aligned)
        variable.alignment = *elementBytes;
    if (reader.takeIf("[")) {
        variable.bytes *= reader.peek() == "]" ? 0 : reader.integer();
        reader.expect("]");
    }
    if (reader.takeIf("="))
        readInitialValues(reader, variable, *elementBytes);
    else if (space == Space::Global || space == Space::Constant)
        variable.initial.assign(variable.bytes, std::byte{0}); // PTX zeroes global variables
    return variable;
}

} // namespace ridgepoint::ptx
