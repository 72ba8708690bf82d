// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/byte_source.h"
#include "core/session/json_fields.h"
#include "core/session/json_number.h"

#include <bitset>
#include <string>
#include <string_view>

namespace ridgepoint {

/// What a JSON text is made of.
enum class JsonToken { BeginObject, EndObject, BeginArray, EndArray, Key, Text, Number, True, False, Null, End, Wrong };

/// Takes a JSON text apart, strictly by RFC 8259 (UTF-8, no comments, no trailing commas, no NaN), in one pass and with
/// the memory of its longest string; a byte order mark in front is passed over. After Wrong, only error() may be called.
/// A general parser spends most of its time on copying every number and string, which are most of a session's bytes.
class JsonTokens {
public:
    explicit JsonTokens(ByteSource& source);

    [[nodiscard]] JsonToken next();
    /// Of the Key or Text that next() has just found; gone when it is called again.
    [[nodiscard]] std::string_view text() const { return m_view; }
    /// Of the Number that next() has just found.
    [[nodiscard]] const JsonNumber& number() const { return m_number; }
    /// What was Wrong, and at which byte.
    [[nodiscard]] Error error() const;

private:
    enum class Expect { Value, ValueOrEnd, Key, KeyOrEnd, CommaOrEnd, End };

    void skipSpace();
    [[nodiscard]] JsonToken wrong(std::size_t further = 0);
    [[nodiscard]] JsonToken value();
    [[nodiscard]] JsonToken open(bool isObject);
    [[nodiscard]] JsonToken close();
    [[nodiscard]] JsonToken key();
    [[nodiscard]] JsonToken literal(std::string_view word, JsonToken token);
    [[nodiscard]] JsonToken numberToken();
    [[nodiscard]] bool readText();
    [[nodiscard]] bool readEscape();
    [[nodiscard]] bool readUnicodeEscape();
    [[nodiscard]] int readHex();
    [[nodiscard]] bool readSequence();
    [[nodiscard]] bool inObject() const { return m_depth > 0 && m_isObject[m_depth - 1]; }
    /// What may come after a value that is complete.
    void expectNext() { m_expect = m_depth == 0 ? Expect::End : Expect::CommaOrEnd; }

    ByteSource& m_source;
    std::bitset<maximumJsonDepth> m_isObject; // of each container that is open
    std::size_t m_depth = 0;
    Expect m_expect = Expect::Value;
    std::string m_text; // what does not lie in one piece in the source
    std::string_view m_view;
    JsonNumber m_number;
    std::size_t m_wrong = 0; // the byte, counted from 1; 0 where the text is too deep
};

} // namespace ridgepoint
