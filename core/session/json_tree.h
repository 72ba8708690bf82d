// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

} // namespace ridgepoint
