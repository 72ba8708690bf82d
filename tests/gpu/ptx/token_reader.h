// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/ptx/syntax.h"
#include "tests/gpu/ptx/tokens.h"

#include <optional>

namespace ridgepoint::ptx {

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
