// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/entry.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace ridgepoint {
namespace {

using Factor = std::pair<std::string_view, double>;

constexpr Factor words[] = {{"thousand", 1e3},  {"million", 1e6},      {"billion", 1e9},
                            {"trillion", 1e12}, {"quadrillion", 1e15}, {"quintillion", 1e18}};
// Both characters that look like µ: the micro sign and the Greek letter.
constexpr Factor prefixes[] = {{"p", 1e-12}, {"n", 1e-9}, {"u", 1e-6}, {"\u00b5", 1e-6}, {"\u03bc", 1e-6},
                               {"m", 1e-3},  {"k", 1e3},  {"K", 1e3},  {"M", 1e6},       {"G", 1e9},
                               {"T", 1e12},  {"P", 1e15}, {"E", 1e18}};
constexpr Factor binaryPrefixes[] = {{"Ki", 1024.0}, {"Mi", 1048576.0}, {"Gi", 1073741824.0}, {"Ti", 1099511627776.0}};

/// Units of time that are no power of ten of a second, and so take no prefix.
constexpr Factor longTimes[] = {{"min", 60.0}, {"minute", 60.0}, {"minutes", 60.0},
                                {"h", 3600.0}, {"hour", 3600.0}, {"hours", 3600.0}};

/// The units of a quantity, in small letters where `anyCase`, and what a right entry looks like.
struct Kind {
    std::span<const std::string_view> units;
    bool anyCase;
    bool binary; ///< Ki, Mi … make sense
    const char* unit;
    const char* example;
    std::span<const Factor> others{}; ///< further units, each so many of the first
};

constexpr std::array<std::string_view, 16> countUnits{
    "floats",  "float",  "doubles",    "double", "halfs",  "bfloats",  "elements", "element",
    "numbers", "values", "operations", "ops",    "passes", "launches", "times",    "flop"};
constexpr std::array<std::string_view, 3> byteUnits{"B", "bytes", "byte"};
constexpr std::array<std::string_view, 4> workUnits{"flop", "flops", "op", "ops"};
constexpr std::array<std::string_view, 1> timeUnits{"s"};
constexpr std::array<std::string_view, 1> bandwidthUnits{"B/s"};
constexpr std::array<std::string_view, 6> rateUnits{"flop/s", "flops/s", "flops", "op/s", "ops/s", "ops"};

constexpr std::array<std::string_view, 4> factorUnits{"x", "\u00d7", "times", "time"};
constexpr std::array<std::string_view, 2> shareUnits{"%", "percent"};

constexpr std::array<std::string_view, 15> anyUnits{"s",     "B",     "B/s",    "FLOP/s",   "flop/s",
                                                    "FLOPS", "op/s",  "ops/s",  "FLOP/B",   "flop/B",
                                                    "op/B",  "ops/B", "floats", "elements", "bytes"};

Kind kindOf(EntryKind quantity)
{
    switch (quantity) {
    case EntryKind::Count: return {countUnits, true, true, "", "16 Mi or 400e9"};
    case EntryKind::Traffic: return {byteUnits, false, true, "B", "134 MB or 128 MiB"};
    case EntryKind::Work: return {workUnits, true, false, "FLOP", "537 MFLOP or 5.37e8"};
    case EntryKind::Duration:
        return {timeUnits, false, false, "ns, \u00b5s (or us), ms, s, min or h", "4.3 ms or 4.3e-3", longTimes};
    case EntryKind::Bandwidth: return {bandwidthUnits, false, true, "B/s", "1.5 TB/s or 1.5e12"};
    case EntryKind::Rate: return {rateUnits, true, false, "FLOP/s", "19.5 TFLOP/s or 19.5e12"};
    case EntryKind::Factor: return {factorUnits, true, false, "x", "4 or 2.5x"};
    case EntryKind::Share: return {shareUnits, true, false, "%", "5 or 0.5 %"};
    case EntryKind::Any: return {anyUnits, false, true, "the axis's own", "32 Mi, 430 G, 1/8 or 2.1 m"};
    }
    return {countUnits, true, true, "", ""};
}

Error wrong(const char* id, const char* text, const Kind& kind, std::string_view shown = {})
{
    constexpr std::size_t mostShown = 32;
    return {ErrorKind::InvalidInput, id, text, {kind.example, std::string(shown.substr(0, mostShown)), kind.unit}};
}

/// Without blanks of any kind; no unit and no number needs them.
std::string withoutBlanks(std::string_view text)
{
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        constexpr std::array<std::string_view, 7> blanks{" ", "\t", "\n", "\r", "\u00a0", "\u202f", "\u2009"};
        const auto blank = std::ranges::find_if(
            blanks, [&](std::string_view each) { return text.substr(i).starts_with(each); });
        if (blank != blanks.end())
            i += blank->size();
        else
            result += text[i++];
    }
    return result;
}

std::string inSmallLetters(std::string_view text)
{
    std::string small(text);
    std::ranges::transform(small, small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return small;
}

bool isUnit(std::string_view text, const Kind& kind)
{
    const std::string wanted = kind.anyCase ? inSmallLetters(text) : std::string(text);
    return std::ranges::find(kind.units, wanted) != kind.units.end();
}

/// What the words behind a number multiply it by; nothing for words that are none of these. A unit goes before a
/// prefix of the same letter, and a longer prefix before a shorter one.
std::optional<double> factorOf(std::string_view rest, const Kind& kind)
{
    if (rest.empty() || isUnit(rest, kind))
        return 1.0;
    if (const auto other = std::ranges::find(kind.others, rest, &Factor::first); other != kind.others.end())
        return other->second;
    const auto after = [&](std::span<const Factor> factors, std::string_view in) -> std::optional<double> {
        for (const auto& [name, factor] : factors)
            if (in.starts_with(name) && (in.size() == name.size() || isUnit(rest.substr(name.size()), kind)))
                return factor;
        return std::nullopt;
    };
    if (const auto word = after(words, inSmallLetters(rest)))
        return word;
    if (kind.binary)
        if (const auto binary = after(binaryPrefixes, rest))
            return binary;
    return after(prefixes, rest);
}

/// A decimal number at the beginning of a text; it is left with what follows.
struct Number {
    double value = 0.0;
    std::errc fault{};
};

Number takeNumber(std::string_view& text)
{
    Number number;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number.value);
    number.fault = read.ptr == text.data() ? std::errc::invalid_argument : read.ec;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return number;
}

} // namespace

EntryKind entryKindOf(std::string_view unit)
{
    constexpr std::pair<std::string_view, EntryKind> kinds[] = {
        {"", EntryKind::Count},     {"B", EntryKind::Traffic},     {"FLOP", EntryKind::Work},
        {"s", EntryKind::Duration}, {"B/s", EntryKind::Bandwidth}, {"FLOP/s", EntryKind::Rate},
        {"op/s", EntryKind::Rate},  {"x", EntryKind::Factor},      {"%", EntryKind::Share}};
    const auto found = std::ranges::find(kinds, unit, &std::pair<std::string_view, EntryKind>::first);
    return found == std::end(kinds) ? EntryKind::Any : found->second;
}

Result<double> parseEntry(std::string_view text, EntryKind quantity, char decimalPoint, bool needsUnit)
{
    const Kind kind = kindOf(quantity);
    std::string compact = withoutBlanks(text);
    if (compact.empty())
        return wrong("quantity.empty", "Enter a number, such as %1.", kind);
    if (decimalPoint != '.')
        std::ranges::replace(compact, decimalPoint, '.');
    std::string_view rest(compact);
    const Number number = takeNumber(rest);
    if (number.fault == std::errc::invalid_argument)
        return wrong("quantity.number", "\"%2\" does not start with a number; enter it as %1.", kind, text);
    double value = number.value;
    bool inRange = number.fault == std::errc() && std::isfinite(value);
    if (rest.size() > 1 && rest.front() == '/' && std::isdigit(static_cast<unsigned char>(rest[1])) != 0) {
        rest.remove_prefix(1);
        const Number divisor = takeNumber(rest);
        value /= divisor.value;
        inRange = inRange && divisor.fault == std::errc() && std::isfinite(value);
    }
    if (!inRange)
        return wrong("quantity.range", "\"%2\" is too large or too small; the largest value is 1e24.", kind, text);
    if (rest.starts_with(','))
        return wrong("quantity.comma", "Enter numbers without commas, such as %1.", kind);
    if (needsUnit && quantity == EntryKind::Duration && rest.empty())
        return wrong("quantity.no-unit", "%2 what? Add ns, \u00b5s or ms.", kind, text);
    const auto factor = factorOf(rest, kind);
    if (!factor && (rest.ends_with("b/s") || rest.ends_with("b"))
        && (quantity == EntryKind::Bandwidth || quantity == EntryKind::Traffic))
        return wrong("quantity.bits", "A lower-case b stands for bits; use B for bytes, such as %1.", kind);
    if (!factor && quantity == EntryKind::Count)
        return wrong("quantity.unit", "\"%2\" is not valid; enter a number without a unit, such as %1.", kind, rest);
    if (!factor)
        return wrong("quantity.unit", "\"%2\" is not valid; the unit is %3, as in %1.", kind, rest);
    value *= quantity == EntryKind::Share ? *factor / 100.0 : *factor;
    if (value < 0.0)
        return wrong("quantity.negative", "The number must not be negative; enter it as %1.", kind);
    if (!(value <= largestQuantity))
        return wrong("quantity.range", "\"%2\" is too large or too small; the largest value is 1e24.", kind, text);
    return value;
}

} // namespace ridgepoint
