// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ridgepoint {

/// The text of a lesson's expression as it is read from left to right: signs, words, names and numbers, and the first
/// mistake. What they mean is for who evaluates them. After a mistake nothing that is read counts.
class ExpressionReader {
public:
    explicit ExpressionReader(std::string_view text) : m_text(text) {}

    [[nodiscard]] std::string_view text() const { return m_text; }
    /// Which character comes next, from 0.
    [[nodiscard]] std::size_t place() const { return m_at; }
    /// Back to a place, or on.
    void goTo(std::size_t place) { m_at = place; }
    void skipBlanks();
    /// Whether nothing but blanks is left; they are taken.
    [[nodiscard]] bool isAtEnd();

    /// The first mistake; later ones are forgotten.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    [[nodiscard]] bool hasFailed() const { return m_error.has_value(); }
    /// What was expected, with the column of this place or of another.
    void fail(const std::string& expectation) { fail(expectation, m_at); }
    void fail(const std::string& expectation, std::size_t at);
    void fail(Error error);
    /// Fails with what stands here instead; first with the known word that was meant, if one is near.
    void expect(const std::string& what, std::span<const std::string> known = {});

    /// Takes this character, or this word, if it stands here.
    bool sign(char c);
    bool word(std::string_view wanted);
    /// The word that stands here, letters, digits, dots and underscores; empty where none does.
    std::string_view takeWord();
    /// The word before an "="; empty, and nothing is taken, where none stands here.
    std::string_view takeAssigned();
    /// The id of a series or label: a word, which may have dashes, or anything in quotes.
    std::string takeName();

    /// A number with its prefix taken in, and its unit: "B", "FLOP", "s" or none.
    struct Literal {
        double number = 0.0;
        std::string_view unit;
    };
    [[nodiscard]] bool isAtNumber() const;
    /// "32Mi", "8B", "1.5us": a number, an SI or binary prefix, and a unit.
    Literal takeNumber();

private:
    /// As takeWord(), but it is not taken.
    [[nodiscard]] std::string_view wordHere();

    std::string_view m_text;
    std::size_t m_at = 0;
    std::optional<Error> m_error;
};

} // namespace ridgepoint
