// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/json_reader.h"

#include <utility>

namespace ridgepoint {
namespace {

/// The reader's events, put into one bounded tree.
class TreeEvents {
public:
    explicit TreeEvents(int enclosing) : m_tree(enclosing) {}

    bool value(Json value) { return keep(m_tree.put(std::move(value))); }
    bool number(Json number) { return value(std::move(number)); }
    bool text(std::string& text) { return value(std::move(text)); }
    bool key(std::string_view name)
    {
        m_tree.key(name);
        return true;
    }
    bool open(bool isArray) { return keep(m_tree.open(isArray)); }
    bool close()
    {
        m_tree.close();
        return true;
    }
    void fail(Error error) { m_error = std::move(error); }

    [[nodiscard]] Result<Json> result()
    {
        if (m_error)
            return *m_error;
        return m_tree.take();
    }

private:
    bool keep(bool fits)
    {
        if (!fits)
            fail(m_tree.limitError());
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

bool JsonTree::open(bool isArray)
{
    if (!mayGrow() || m_enclosing + static_cast<int>(m_open.size()) >= maximumJsonDepth)
        return false;
    m_open.push_back(place(isArray ? Json::array() : Json::object()));
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
    ByteSource source(text);
    (void)readJson(source, events);
    return events.result();
}

Error jsonSyntaxError(std::size_t byte)
{
    return {ErrorKind::Corrupt,
            "json.syntax",
            "this is not valid JSON: the first error is at byte %1",
            {std::to_string(byte)}};
}

Error jsonNumberError(std::size_t byte)
{
    return {ErrorKind::Corrupt, "json.number", "a number at byte %1 is too large", {std::to_string(byte)}};
}

Error jsonTooDeepError()
{
    return {ErrorKind::Corrupt,
            "json.too-deep",
            "the JSON is nested more than %1 levels deep",
            {std::to_string(maximumJsonDepth)}};
}

Error jsonTooManyError()
{
    return {ErrorKind::Corrupt,
            "json.too-many-values",
            "the JSON holds more than %1 values",
            {std::to_string(maximumJsonValues)}};
}

} // namespace ridgepoint
