// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/json_tokens.h"

namespace ridgepoint {

/// Hands a whole JSON text to `events`, whose functions return false to stop: null(), boolean(bool),
/// number(const JsonNumber&), text(std::string_view), key(std::string_view), open(bool isArray), close(). Syntax errors
/// go to fail(Error). True when the text is complete and nothing stopped it.
template <class Events>
[[nodiscard]] bool readJson(ByteSource& source, Events& events)
{
    JsonTokens tokens(source);
    while (true) {
        const JsonToken token = tokens.next();
        bool goesOn = true;
        switch (token) {
        case JsonToken::Number: goesOn = events.number(tokens.number()); break;
        case JsonToken::Text: goesOn = events.text(tokens.text()); break;
        case JsonToken::Key: goesOn = events.key(tokens.text()); break;
        case JsonToken::BeginObject:
        case JsonToken::BeginArray: goesOn = events.open(token == JsonToken::BeginArray); break;
        case JsonToken::EndObject:
        case JsonToken::EndArray: goesOn = events.close(); break;
        case JsonToken::True:
        case JsonToken::False: goesOn = events.boolean(token == JsonToken::True); break;
        case JsonToken::Null: goesOn = events.null(); break;
        case JsonToken::Wrong: events.fail(tokens.error()); return false;
        case JsonToken::End: return true;
        }
        if (!goesOn)
            return false;
    }
}

} // namespace ridgepoint
