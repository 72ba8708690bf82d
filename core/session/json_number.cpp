// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/json_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ridgepoint {
namespace {

bool isDigit(char byte) { return byte >= '0' && byte <= '9'; }

template <class Whole>
std::optional<Whole> wholeIn(std::string_view text)
{
    Whole number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failure == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Whether a number that no floating-point type holds is too small rather than too large: below 1 in magnitude.
bool isBelowOne(std::string_view text)
{
    const std::size_t exponentAt = std::min(text.find_first_of("eE"), text.size());
    const std::string_view digits = text.substr(0, exponentAt);
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::size_t first = digits.find_first_of("123456789");
    if (first == std::string_view::npos)
        return true;
    // The power of ten of the first digit that is not 0, before the exponent: at most maximumJsonNumberBytes.
    const long before = first < point ? static_cast<long>(point - first) - 1 : -static_cast<long>(first - point);
    if (exponentAt == text.size())
        return before < 0;
    std::string_view exponent = text.substr(exponentAt + 1);
    if (exponent.front() == '+')
        exponent.remove_prefix(1);
    const bool isNegative = exponent.front() == '-';
    const auto power = wholeIn<long>(exponent);
    return power ? *power < -before : isNegative;
}

template <class Real>
std::optional<Real> realIn(std::string_view text)
{
    Real number = 0;
    const auto failure = std::from_chars(text.data(), text.data() + text.size(), number).ec;
    if (failure == std::errc{} && std::isfinite(number))
        return number;
    return isBelowOne(text) ? std::optional(Real(0)) : std::nullopt;
}

} // namespace

std::optional<std::int64_t> JsonNumber::whole() const { return isInteger ? wholeIn<std::int64_t>(text) : std::nullopt; }
std::optional<std::uint64_t> JsonNumber::unsignedWhole() const { return isInteger ? wholeIn<std::uint64_t>(text) : std::nullopt; }
std::optional<double> JsonNumber::real() const { return realIn<double>(text); }
std::optional<float> JsonNumber::single() const { return realIn<float>(text); }

JsonNumberShape shapeOfJsonNumber(std::string_view text)
{
    std::size_t at = 0;
    const auto has = [&](char byte) { return at < text.size() && text[at] == byte; };
    const auto digits = [&] {
        const std::size_t first = at;
        while (at < text.size() && isDigit(text[at]))
            ++at;
        return at > first;
    };
    if (has('-'))
        ++at;
    if (has('0'))
        ++at;
    else if (!digits())
        return {at, false, false};
    const std::size_t integer = at;
    if (has('.')) {
        ++at;
        if (!digits())
            return {at, false, false};
    }
    if (has('e') || has('E')) {
        ++at;
        if (has('+') || has('-'))
            ++at;
        if (!digits())
            return {at, false, false};
    }
    return {at, at == text.size(), at == integer};
}

} // namespace ridgepoint
