// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/byte_source.h"
#include "core/session/json_fields.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Builds a JSON tree from parser events, bounded in depth and in the number of values, so that a small hostile text
/// cannot become a large tree. Each event returns false when the limit is passed.
class JsonTree {
public:
    /// `enclosing` is how many levels lie around this tree.
    explicit JsonTree(int enclosing = 0, std::size_t maximumValues = maximumJsonValues)
        : m_enclosing(enclosing), m_maximumValues(maximumValues)
    {}

    [[nodiscard]] bool put(Json value);
    [[nodiscard]] bool open(bool isArray);
    void key(std::string_view name) { m_key = name; }
    void close() { m_open.pop_back(); }

    /// True after the one value that the tree is for is complete.
    [[nodiscard]] bool complete() const { return m_values > 0 && m_open.empty(); }
    [[nodiscard]] Json take() { return std::move(m_root); }
    [[nodiscard]] std::size_t values() const { return m_values; }
    /// Which limit was passed, after an event returned false.
    [[nodiscard]] Error limitError() const;

private:
    [[nodiscard]] bool mayGrow() const;
    Json* place(Json value);

    Json m_root;
    std::vector<Json*> m_open; // containers that are not closed yet; an element stays where it is while it is open
    std::string m_key;
    std::size_t m_values = 0;
    int m_enclosing;
    std::size_t m_maximumValues;
};

/// The errors that all readers report, with the place.
[[nodiscard]] Error jsonSyntaxError(std::size_t byte);
[[nodiscard]] Error jsonNumberError(std::size_t byte);
[[nodiscard]] Error jsonTooDeepError();
[[nodiscard]] Error jsonTooManyError();

/// The library's events of one JSON text, handed on to `Events`.
template <class Events> class JsonSax {
public:
    explicit JsonSax(Events& events) : m_events(events) {}

    bool null() { return m_events.value(nullptr); }
    bool boolean(bool flag) { return m_events.value(flag); }
    bool number_integer(Json::number_integer_t number) { return m_events.number(number); }
    bool number_unsigned(Json::number_unsigned_t number) { return m_events.number(number); }
    bool number_float(Json::number_float_t number, const Json::string_t& /*digits*/) { return m_events.number(number); }
    bool string(Json::string_t& text) { return m_events.text(text); }
    bool binary(Json::binary_t& /*bytes*/) { return false; } // no text holds one
    bool start_object(std::size_t /*elements*/) { return m_events.open(false); }
    bool start_array(std::size_t /*elements*/) { return m_events.open(true); }
    bool key(Json::string_t& name) { return m_events.key(name); }
    bool end_object() { return m_events.close(); }
    bool end_array() { return m_events.close(); }
    bool parse_error(std::size_t byte, const std::string& /*token*/, const Json::exception& error)
    {
        constexpr int numberOutOfRange = 406; // by the library's list of exceptions
        m_events.fail(error.id == numberOutOfRange ? jsonNumberError(byte) : jsonSyntaxError(byte));
        return false;
    }

private:
    Events& m_events;
};

/// Hands a whole JSON text, strictly by RFC 8259, to `events`, whose functions return false to stop: value(Json) for
/// null, true and false, number(const Json&), text(std::string&), key(const std::string&), open(bool isArray), close().
/// Syntax errors and numbers beyond the largest double go to fail(Error). True when the text is complete and nothing
/// stopped it. Takes the memory of the text's longest string.
template <class Events> [[nodiscard]] bool readJson(ByteSource& source, Events& events)
{
    JsonSax<Events> sax(events);
    return Json::sax_parse(ByteIterator(source), ByteIterator(), &sax);
}

} // namespace ridgepoint
