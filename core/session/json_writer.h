// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace ridgepoint {

/// Writes one compact JSON text into a string or piece by piece into a sink, whatever the locale: commas are put by
/// itself, doubles are written in the shortest form that reads back to the same value, numbers that are not finite as
/// null, and bytes that are not UTF-8 as U+FFFD, so that the text is always valid JSON as long as calls are properly
/// nested.
class JsonWriter {
public:
    /// Takes the next piece of the text; false when it could not, after which it is not called again.
    using Sink = std::function<bool(std::string_view)>;

    JsonWriter() = default;
    /// Hands the text on in pieces, so that a large one is never whole in memory; finish() hands on the last.
    explicit JsonWriter(Sink sink) : m_sink(std::move(sink)) {}

    JsonWriter& beginObject() { return open('{'); }
    JsonWriter& endObject() { return close('}'); }
    JsonWriter& beginArray() { return open('['); }
    JsonWriter& endArray() { return close(']'); }
    /// The name of the field whose value is written next.
    JsonWriter& key(std::string_view name);

    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(double number);
    JsonWriter& value(float number);
    JsonWriter& value(std::integral auto number)
    {
        if constexpr (std::same_as<decltype(number), bool>)
            return raw(number ? "true" : "false");
        else
            return integer(static_cast<std::int64_t>(number));
    }
    JsonWriter& null() { return raw("null"); }
    /// Puts a text that is already one valid JSON value.
    JsonWriter& raw(std::string_view json);

    /// key() and value() in one.
    template <class T> JsonWriter& field(std::string_view name, const T& content)
    {
        key(name);
        return value(content);
    }

    [[nodiscard]] const std::string& text() const { return m_text; }
    /// Hands the text over; the writer is empty afterwards.
    [[nodiscard]] std::string take();
    void reserve(std::size_t bytes) { m_text.reserve(bytes); }
    /// With a sink: hands on what is left; false when any piece could not be handed on.
    [[nodiscard]] bool finish();

private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    JsonWriter& integer(std::int64_t number);
    void separate();
    void quote(std::string_view text);
    void handOn();

    std::string m_text;
    Sink m_sink;
    bool m_needsComma = false;
    bool m_sinkFailed = false;
};

} // namespace ridgepoint
