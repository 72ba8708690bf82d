// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/tokens.h"

#include <algorithm>
#include <cctype>
#include <string>

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

} // namespace ridgepoint::ptx
