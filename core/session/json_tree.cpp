// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/json_tree.h"

#include "core/session/json_reader.h"

#include <utility>

namespace ridgepoint {
namespace {

/// The reader's events, put into one bounded tree.
class TreeEvents {
public:
    explicit TreeEvents(int enclosing) : m_tree(enclosing) {}

    bool null() { return keep(m_tree.put(nullptr)); }
    bool boolean(bool value) { return keep(m_tree.put(value)); }
    bool number(const JsonNumber& number)
    {
        auto value = treeNumber(number);
        if (!value)
            fail(value.error());
        return value && keep(m_tree.put(std::move(value).value()));
    }
    bool text(std::string_view value) { return keep(m_tree.put(value)); }
    bool key(std::string_view name) { m_tree.key(name); return true; }
    bool open(bool isArray) { return keep(m_tree.open(isArray)); }
    bool close() { m_tree.close(); return true; }
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

Result<Json> treeNumber(const JsonNumber& number)
{
    if (const auto whole = number.whole())
        return Json(*whole);
    if (const auto whole = number.unsignedWhole())
        return Json(*whole);
    const auto real = number.real();
    return real ? Result<Json>(Json(*real)) : jsonNumberError(number.byte);
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
