// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/axis.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace ridgepoint {
namespace {

constexpr int maximumAxisValues = 1 << 16;

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

Error rangeError(std::string_view text)
{
    return {ErrorKind::InvalidInput,
            "axis.range",
            "\"%1\" is not a range; write lo..hi:count (such as 1..1024:33), a list (1,8,64) or one value.",
            {std::string(text)}};
}

std::int64_t maximumOf(AxisKind kind)
{
    switch (kind) {
    case AxisKind::Operations: return maximumOperationsPerElement;
    case AxisKind::Depth: return maximumChainLength;
    case AxisKind::Size: return maximumElements;
    }
    return 1;
}

Result<std::vector<std::int64_t>> parseSpan(std::string_view text, std::size_t dots)
{
    const std::size_t colon = text.find(':', dots);
    if (colon == std::string_view::npos)
        return rangeError(text);
    const auto low = parseCount(text.substr(0, dots));
    if (!low)
        return low.error();
    const auto high = parseCount(text.substr(dots + 2, colon - dots - 2));
    if (!high)
        return high.error();
    const auto count = parseCount(text.substr(colon + 1));
    if (!count)
        return count.error();
    if (*low > *high)
        return Error{ErrorKind::InvalidInput,
                     "axis.order",
                     "The range \"%1\" is descending; give the smaller value first.",
                     {std::string(text)}};
    if (*count > maximumAxisValues)
        return Error{ErrorKind::InvalidInput,
                     "axis.count",
                     "The range \"%1\" has %2 values; the limit is %3.",
                     {std::string(text), std::to_string(*count), std::to_string(maximumAxisValues)}};
    return logSpaced(*low, *high, static_cast<int>(*count));
}

Result<std::vector<std::int64_t>> parseList(std::string_view text)
{
    std::vector<std::int64_t> values;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t comma = std::min(text.find(',', begin), text.size());
        const auto value = parseCount(text.substr(begin, comma - begin));
        if (!value)
            return trimmed(text).empty() ? rangeError(text) : value.error();
        values.push_back(*value);
        begin = comma + 1;
    }
    return values;
}

/// The divisor of the chain that is nearest to the value in the logarithm.
std::int64_t nearestDivisor(std::int64_t value, int chainLength)
{
    std::int64_t best = 1;
    for (std::int64_t divisor = 1; divisor <= chainLength; ++divisor) {
        if (chainLength % divisor != 0)
            continue;
        const auto distance = [value](std::int64_t to) {
            return std::abs(std::log(static_cast<double>(to)) - std::log(static_cast<double>(value)));
        };
        if (distance(divisor) < distance(best))
            best = divisor;
    }
    return best;
}

Error depthError(std::int64_t depth, int chainLength)
{
    std::string divisors;
    for (int divisor = 1; divisor <= chainLength; ++divisor)
        if (chainLength % divisor == 0)
            divisors += (divisors.empty() ? "" : ", ") + std::to_string(divisor);
    return {ErrorKind::InvalidInput,
            "axis.depth-not-divisor",
            "A fusion depth of %1 does not divide the chain of %2 operations; choose from %3.",
            {std::to_string(depth), std::to_string(chainLength), divisors}};
}

void sortDistinct(std::vector<std::int64_t>& values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

} // namespace

std::vector<std::int64_t> logSpaced(std::int64_t low, std::int64_t high, int count)
{
    if (count <= 1 || low >= high)
        return {low};
    std::vector<std::int64_t> values;
    const double from = std::log2(static_cast<double>(low));
    const double to = std::log2(static_cast<double>(high));
    for (int i = 0; i < count; ++i) {
        const double exponent = from + (to - from) * i / (count - 1);
        values.push_back(std::clamp(static_cast<std::int64_t>(std::llround(std::exp2(exponent))), low, high));
    }
    // The ends are the caller's own numbers, whatever the logarithm rounds them to.
    values.front() = low;
    values.back() = high;
    sortDistinct(values);
    return values;
}

Result<std::int64_t> parseCount(std::string_view text)
{
    const std::string_view whole = trimmed(text);
    const Error bad{ErrorKind::InvalidInput,
                    "axis.count-text",
                    "\"%1\" is not a count; give a whole number from 1, such as 4096, 4Ki, 16Mi or 1Gi.",
                    {std::string(whole)}};
    std::int64_t number = 0;
    const auto [end, status] = std::from_chars(whole.data(), whole.data() + whole.size(), number);
    const Error tooLarge{ErrorKind::InvalidInput,
                         "axis.count-too-large",
                         "\"%1\" is too large; the largest count is 1Ti.",
                         {std::string(whole)}};
    if (status == std::errc::result_out_of_range && whole.front() != '-')
        return tooLarge;
    if (status != std::errc{} || number < 1)
        return bad;
    const std::string_view suffix(end, static_cast<std::size_t>(whole.data() + whole.size() - end));
    int shift = 0;
    if (suffix == "Ki")
        shift = 10;
    else if (suffix == "Mi")
        shift = 20;
    else if (suffix == "Gi")
        shift = 30;
    else if (suffix == "Ti")
        shift = 40;
    else if (!suffix.empty())
        return bad;
    if (number > (maximumElements >> shift))
        return tooLarge;
    return number << shift;
}

Result<Axis> parseAxis(AxisKind kind, std::string_view text, int chainLength)
{
    const std::size_t dots = text.find("..");
    auto values = dots != std::string_view::npos ? parseSpan(text, dots) : parseList(text);
    if (!values)
        return values.error();
    Axis axis{kind, std::move(*values)};
    sortDistinct(axis.values);
    if (axis.values.back() > maximumOf(kind))
        return Error{ErrorKind::InvalidInput,
                     "axis.beyond-maximum",
                     "The range \"%1\" of %2 goes up to %3; the largest value is %4.",
                     {std::string(text), std::string(nameOf(kind)), std::to_string(axis.values.back()),
                      std::to_string(maximumOf(kind))}};
    if (kind == AxisKind::Depth) {
        const int chain = std::max(chainLength, 1);
        for (std::int64_t& value : axis.values) {
            // A range asks for a spread; values that were named one by one are meant as they are.
            if (dots == std::string_view::npos && chain % value != 0)
                return depthError(value, chain);
            value = nearestDivisor(value, chain);
        }
        sortDistinct(axis.values);
    }
    return axis;
}

} // namespace ridgepoint
