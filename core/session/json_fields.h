// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

using Json = nlohmann::json;

/// What one JSON text from outside may hold outside of columns; beyond it a text is refused before it is built.
inline constexpr int maximumJsonDepth = 64;
inline constexpr std::size_t maximumJsonValues = std::size_t{1} << 20;

/// Parses without exceptions; Corrupt names the byte. `enclosing` is how many levels will lie around the value.
[[nodiscard]] Result<Json> parseJson(std::string_view text, int enclosing = 0);

/// The error with the place that it is about in front: "params.plan.axes: …".
[[nodiscard]] Error withPlace(Error error, std::string place);

/// Where the first problem of a text is remembered while it is read on.
class JsonProblem {
public:
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    [[nodiscard]] bool none() const { return !m_error.has_value(); }
    /// Keeps the first.
    void report(Error error);
    void report(std::string_view path, std::string_view expected);

private:
    std::optional<Error> m_error;
};

/// Reads the fields of one object by name; knows its path for messages. A missing or wrong field is reported to the
/// problem and a harmless value returned, so that a reader is written as a plain list of fields.
class JsonFields {
public:
    JsonFields(const Json& value, std::string path, JsonProblem& problem);

    [[nodiscard]] bool has(const char* name) const { return find(name) != nullptr; }
    [[nodiscard]] std::string text(const char* name) const;
    [[nodiscard]] std::string textOr(const char* name, std::string_view fallback) const;
    [[nodiscard]] bool flag(const char* name) const;
    [[nodiscard]] bool flagOr(const char* name, bool fallback) const;
    /// A finite number from low to high.
    [[nodiscard]] double number(const char* name, double low, double high) const;
    [[nodiscard]] double numberOr(const char* name, double low, double high, double fallback) const;
    /// The same, where null stands for infinity.
    [[nodiscard]] double numberOrInfinity(const char* name, double low, double high) const;
    /// A whole number from low to high; 1e3 and 1000.0 are whole.
    [[nodiscard]] std::int64_t integer(const char* name, std::int64_t low, std::int64_t high) const;
    /// The same as an int; low and high are ints too.
    [[nodiscard]] int count(const char* name, int low, int high) const;
    [[nodiscard]] int countOr(const char* name, int low, int high, int fallback) const;
    [[nodiscard]] std::vector<std::string> texts(const char* name) const;
    [[nodiscard]] std::vector<std::int64_t> integers(const char* name, std::int64_t low, std::int64_t high) const;
    [[nodiscard]] std::vector<float> floats(const char* name, std::size_t most) const;
    [[nodiscard]] JsonFields object(const char* name) const;
    /// The object as compact text, for a part whose meaning is another's.
    [[nodiscard]] std::string objectText(const char* name) const;
    /// Of all fields, in order.
    [[nodiscard]] std::vector<std::string> names() const;
    /// A text that `named` turns into an enum.
    template <class Named> [[nodiscard]] auto choice(const char* name, Named named) const;
    /// Calls read(JsonFields) for every object of an array.
    template <class Read> [[nodiscard]] auto objects(const char* name, Read read) const;

    /// "params.plan.base.elements".
    [[nodiscard]] std::string pathOf(const char* name) const;
    [[nodiscard]] JsonProblem& problem() const { return *m_problem; }

private:
    [[nodiscard]] const Json* find(const char* name) const;
    [[nodiscard]] const Json* require(const char* name) const;
    [[nodiscard]] const Json* requireArray(const char* name) const;

    const Json* m_value;
    std::string m_path;
    JsonProblem* m_problem;
};

/// A whole number from low to high, or nothing.
[[nodiscard]] std::optional<std::int64_t> integerOf(const Json& value, std::int64_t low, std::int64_t high);
/// A finite number from low to high, or nothing.
[[nodiscard]] std::optional<double> numberOf(const Json& value, double low, double high);

template <class Named> auto JsonFields::choice(const char* name, Named named) const
{
    using Value = typename decltype(named(std::string_view{}))::value_type;
    const std::string word = text(name);
    const auto found = named(std::string_view(word));
    if (!found)
        m_problem->report(Error{ErrorKind::InvalidInput,
                                "json.unknown-name",
                                "%1: there is no \"%2\"",
                                {pathOf(name), word.substr(0, 64)}});
    return found.value_or(Value{});
}

template <class Read> auto JsonFields::objects(const char* name, Read read) const
{
    std::vector<decltype(read(*this))> items;
    const Json* array = requireArray(name);
    if (array == nullptr)
        return items;
    items.reserve(array->size());
    for (std::size_t i = 0; i < array->size() && m_problem->none(); ++i)
        items.push_back(read(JsonFields((*array)[i], pathOf(name) + '[' + std::to_string(i) + ']', *m_problem)));
    return items;
}

} // namespace ridgepoint
