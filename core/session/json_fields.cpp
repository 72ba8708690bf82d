// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/json_fields.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace ridgepoint {
namespace {

template <class Number> std::string rangeText(std::string_view what, Number low, Number high)
{
    const auto digits = [](Number number) {
        char text[40];
        return std::string(text, std::to_chars(text, text + sizeof text, number).ptr);
    };
    return std::string(what) + " from " + digits(low) + " to " + digits(high);
}

const Json& emptyObject()
{
    static const Json empty = Json::object();
    return empty;
}

} // namespace

Error withPlace(Error error, std::string place)
{
    error.arguments.push_back(std::move(place));
    // Not "%" + …: GCC 12 warns falsely about the insertion (its bug 105651).
    error.text = std::string("%").append(std::to_string(error.arguments.size())).append(": ").append(error.text);
    return error;
}

void JsonProblem::report(Error error)
{
    if (!m_error)
        m_error = std::move(error);
}

void JsonProblem::report(std::string_view path, std::string_view expected)
{
    report(Error{ErrorKind::Corrupt, "json.unexpected", "%1 must be %2", {std::string(path), std::string(expected)}});
}

std::optional<double> numberOf(const Json& value, double low, double high)
{
    if (!value.is_number())
        return std::nullopt;
    const double number = value.get<double>();
    return std::isfinite(number) && number >= low && number <= high ? std::optional(number) : std::nullopt;
}

std::optional<std::int64_t> integerOf(const Json& value, std::int64_t low, std::int64_t high)
{
    std::int64_t number = 0;
    if (value.is_number_unsigned()) {
        if (value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return std::nullopt;
        number = value.get<std::int64_t>();
    } else if (value.is_number_integer()) {
        number = value.get<std::int64_t>();
    } else if (value.is_number_float()) {
        constexpr double exact = 9007199254740992.0; // 2^53: beyond it a double no longer tells whole numbers apart
        const double real = value.get<double>();
        if (!(std::abs(real) <= exact) || real != std::floor(real))
            return std::nullopt;
        number = static_cast<std::int64_t>(real);
    } else {
        return std::nullopt;
    }
    return number >= low && number <= high ? std::optional(number) : std::nullopt;
}

JsonFields::JsonFields(const Json& value, std::string path, JsonProblem& problem)
    : m_value(&value), m_path(std::move(path)), m_problem(&problem)
{
    if (value.is_object())
        return;
    m_problem->report(m_path.empty() ? std::string_view("the text") : std::string_view(m_path), "an object");
    m_value = &emptyObject();
}

std::string JsonFields::pathOf(const char* name) const { return m_path.empty() ? name : m_path + '.' + name; }

const Json* JsonFields::find(const char* name) const
{
    const auto found = m_value->find(name);
    return found == m_value->end() || found->is_null() ? nullptr : &*found;
}

const Json* JsonFields::require(const char* name) const
{
    const Json* value = find(name);
    if (value == nullptr)
        m_problem->report(Error{ErrorKind::Corrupt, "json.missing", "%1 is missing", {pathOf(name)}});
    return value;
}

const Json* JsonFields::requireArray(const char* name) const
{
    const Json* value = require(name);
    if (value == nullptr || value->is_array())
        return value;
    m_problem->report(pathOf(name), "an array");
    return nullptr;
}

std::string JsonFields::text(const char* name) const
{
    const Json* value = require(name);
    if (value == nullptr)
        return {};
    if (const auto* string = value->get_ptr<const std::string*>())
        return *string;
    m_problem->report(pathOf(name), "a text");
    return {};
}

std::string JsonFields::textOr(const char* name, std::string_view fallback) const
{
    return has(name) ? text(name) : std::string(fallback);
}

bool JsonFields::flag(const char* name) const
{
    const Json* value = require(name);
    if (value == nullptr)
        return false;
    if (value->is_boolean())
        return value->get<bool>();
    m_problem->report(pathOf(name), "true or false");
    return false;
}

bool JsonFields::flagOr(const char* name, bool fallback) const { return has(name) ? flag(name) : fallback; }

double JsonFields::number(const char* name, double low, double high) const
{
    const Json* value = require(name);
    if (value == nullptr)
        return low;
    const auto read = numberOf(*value, low, high);
    if (!read)
        m_problem->report(pathOf(name), rangeText("a number", low, high));
    return read.value_or(low);
}

double JsonFields::numberOr(const char* name, double low, double high, double fallback) const
{
    return has(name) ? number(name, low, high) : fallback;
}

double JsonFields::numberOrInfinity(const char* name, double low, double high) const
{
    const auto found = m_value->find(name);
    if (found != m_value->end() && found->is_null())
        return std::numeric_limits<double>::infinity();
    return number(name, low, high);
}

std::int64_t JsonFields::integer(const char* name, std::int64_t low, std::int64_t high) const
{
    const Json* value = require(name);
    if (value == nullptr)
        return low;
    const auto read = integerOf(*value, low, high);
    if (!read)
        m_problem->report(pathOf(name), rangeText("a whole number", low, high));
    return read.value_or(low);
}

int JsonFields::count(const char* name, int low, int high) const { return static_cast<int>(integer(name, low, high)); }

int JsonFields::countOr(const char* name, int low, int high, int fallback) const
{
    return has(name) ? count(name, low, high) : fallback;
}

std::vector<std::string> JsonFields::texts(const char* name) const
{
    std::vector<std::string> result;
    const Json* array = requireArray(name);
    if (array == nullptr)
        return result;
    for (const Json& item : *array) {
        if (const auto* string = item.get_ptr<const std::string*>())
            result.push_back(*string);
        else
            m_problem->report(pathOf(name) + '[' + std::to_string(result.size()) + ']', "a text");
    }
    return result;
}

std::vector<std::int64_t> JsonFields::integers(const char* name, std::int64_t low, std::int64_t high) const
{
    std::vector<std::int64_t> result;
    const Json* array = requireArray(name);
    if (array == nullptr)
        return result;
    result.reserve(array->size());
    for (const Json& item : *array) {
        const auto read = integerOf(item, low, high);
        if (!read)
            m_problem->report(pathOf(name) + '[' + std::to_string(result.size()) + ']',
                              rangeText("a whole number", low, high));
        result.push_back(read.value_or(low));
    }
    return result;
}

std::vector<float> JsonFields::floats(const char* name, std::size_t most) const
{
    std::vector<float> result;
    const Json* array = requireArray(name);
    if (array == nullptr)
        return result;
    if (array->size() > most)
        m_problem->report(pathOf(name), "an array of at most " + std::to_string(most) + " numbers");
    for (std::size_t i = 0; i < array->size() && i < most; ++i) {
        const auto read = numberOf((*array)[i], 0.0, static_cast<double>(std::numeric_limits<float>::max()));
        if (!read)
            m_problem->report(pathOf(name) + '[' + std::to_string(i) + ']', "a number that is not negative");
        result.push_back(static_cast<float>(read.value_or(0.0)));
    }
    return result;
}

JsonFields JsonFields::object(const char* name) const
{
    const Json* value = require(name);
    return {value == nullptr ? emptyObject() : *value, pathOf(name), *m_problem};
}

std::string JsonFields::objectText(const char* name) const { return object(name).m_value->dump(); }

std::vector<std::string> JsonFields::names() const
{
    std::vector<std::string> result;
    for (const auto& [name, value] : m_value->items())
        result.push_back(name);
    return result;
}

} // namespace ridgepoint
