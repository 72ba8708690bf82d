// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/json_tree.h"

#include <utility>

namespace ridgepoint {
namespace {

/// The parser's events, put into one bounded tree.
class TreeEvents {
public:
    explicit TreeEvents(int enclosing) : m_tree(enclosing) {}

    bool null() { return keep(m_tree.put(nullptr)); }
    bool boolean(bool value) { return keep(m_tree.put(value)); }
    bool number_integer(Json::number_integer_t value) { return keep(m_tree.put(value)); }
    bool number_unsigned(Json::number_unsigned_t value) { return keep(m_tree.put(value)); }
    bool number_float(Json::number_float_t value, const std::string& /*text*/) { return keep(m_tree.put(value)); }
    bool string(std::string& value) { return keep(m_tree.put(std::move(value))); }
    bool binary(Json::binary_t& /*value*/) { return false; }
    bool start_object(std::size_t /*size*/) { return keep(m_tree.open(Json::object())); }
    bool start_array(std::size_t /*size*/) { return keep(m_tree.open(Json::array())); }
    bool key(std::string& name) { m_tree.key(std::move(name)); return true; }
    bool end_object() { m_tree.close(); return true; }
    bool end_array() { m_tree.close(); return true; }
    template <class Exception>
    bool parse_error(std::size_t byte, const std::string& /*token*/, const Exception& exception)
    {
        m_error = exception.id == outOfRangeId ? jsonNumberError(byte) : jsonSyntaxError(byte);
        return false;
    }

    [[nodiscard]] Result<Json> result(bool parsed)
    {
        if (parsed)
            return m_tree.take();
        return m_error.value_or(jsonSyntaxError(0));
    }

private:
    static constexpr int outOfRangeId = 406; // nlohmann's "number overflow"

    bool keep(bool fits)
    {
        if (!fits)
            m_error = m_tree.limitError();
        return fits;
    }

    JsonTree m_tree;
    std::optional<Error> m_error;
};

} // namespace

bool JsonTree::put(Json value)
{
    if (!mayGrow())
        return false;
    place(std::move(value));
    return true;
}

bool JsonTree::open(Json container)
{
    if (!mayGrow() || m_enclosing + static_cast<int>(m_open.size()) >= maximumJsonDepth)
        return false;
    m_open.push_back(place(std::move(container)));
    return true;
}

bool JsonTree::mayGrow() const { return m_values < m_maximumValues; }

Error JsonTree::limitError() const { return mayGrow() ? jsonTooDeepError() : jsonTooManyError(); }

Json* JsonTree::place(Json value)
{
    ++m_values;
    if (m_open.empty()) {
        m_root = std::move(value);
        return &m_root;
    }
    Json& container = *m_open.back();
    if (container.is_array()) {
        container.push_back(std::move(value));
        return &container.back();
    }
    Json& field = container[m_key];
    field = std::move(value);
    return &field;
}

Result<Json> parseJson(std::string_view text, int enclosing)
{
    TreeEvents events(enclosing);
    const bool parsed = Json::sax_parse(text.begin(), text.end(), &events);
    return events.result(parsed);
}

Error jsonSyntaxError(std::size_t byte)
{
    return {ErrorKind::Corrupt, "json.syntax", "this is not valid JSON: the text goes wrong at byte %1", {std::to_string(byte)}};
}

Error jsonNumberError(std::size_t byte)
{
    return {ErrorKind::Corrupt, "json.number", "a number at byte %1 is too large", {std::to_string(byte)}};
}

Error jsonTooDeepError()
{
    return {ErrorKind::Corrupt, "json.too-deep", "the JSON is nested more than %1 levels deep", {std::to_string(maximumJsonDepth)}};
}

Error jsonTooManyError()
{
    return {ErrorKind::Corrupt, "json.too-many-values", "the JSON holds more than %1 values", {std::to_string(maximumJsonValues)}};
}

} // namespace ridgepoint
