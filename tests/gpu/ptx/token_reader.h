// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "tests/gpu/ptx/syntax.h"

#include <optional>
#include <string_view>
#include <vector>

namespace ridgepoint::ptx {

/// A word (opcode, register, number, label, directive), a quoted string, or one punctuation character.
struct Token {
    std::string_view text; ///< points into the source
    int line = 0;          ///< counted from 1
};

/// An error about one line of PTX: "PTX line 12: …".
[[nodiscard]] Error errorAt(int line, std::string_view id, std::string_view what);

/// Splits PTX into tokens and drops comments; an unknown character or an open comment is an error with its line.
[[nodiscard]] Result<std::vector<Token>> tokenize(std::string_view source);

/// What the parser throws at a fault and turns into a Result before it returns.
struct SyntaxFault {
    Error error;
};

/// Walks over tokens; what does not fit throws a SyntaxFault with its line.
class TokenReader {
public:
    explicit TokenReader(const std::vector<Token>& tokens) : m_tokens(tokens) {}

    [[nodiscard]] bool atEnd() const { return m_next == m_tokens.size(); }
    [[nodiscard]] int line() const;
    /// The next token without taking it; empty at the end.
    [[nodiscard]] std::string_view peek(std::size_t ahead = 0) const;
    std::string_view take();
    /// Takes the next token if it is `text`.
    bool takeIf(std::string_view text);
    void expect(std::string_view text);
    void skipPast(std::string_view text);
    /// Skips from '{' to the matching '}'.
    void skipBlock();
    /// A whole number, possibly negative, decimal or hexadecimal, in two's complement.
    std::uint64_t integer();

    [[noreturn]] void fail(std::string_view id, std::string_view what) const;

private:
    const std::vector<Token>& m_tokens;
    std::size_t m_next = 0;
};

/// Bytes of a PTX type name without its dot ("f32" → 4); nothing for an unknown one.
[[nodiscard]] std::optional<std::size_t> bytesOfType(std::string_view type);

/// Reads ".align A .TYPE NAME[COUNT] = {…}" up to and without the ';' or ',' that follows.
[[nodiscard]] Variable readVariable(TokenReader& reader, Space space);

} // namespace ridgepoint::ptx
