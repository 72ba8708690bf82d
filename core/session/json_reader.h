// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/byte_source.h"
#include "core/session/json_tree.h"

namespace ridgepoint {

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
