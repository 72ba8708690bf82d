// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/figures_in_text.h"

#include "core/session/json_limits.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace ridgepoint {
namespace {

bool isFigureDigit(char c) { return c >= '0' && c <= '9'; }

/// How many bytes at the front of the text are one mark that groups digits and is neither point nor comma.
std::size_t blankGroupMark(std::string_view text)
{
    for (const std::string_view mark : {" ", "'", "\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x99"})
        if (text.starts_with(mark))
            return mark.size();
    return 0;
}

/// The digits before the decimal mark, without what groups them; the text goes on behind them. nullopt: wrongly
/// grouped.
std::optional<std::string> figureWholeDigits(std::string_view& text, char groupMark)
{
    std::string digits;
    std::string_view mark; // of the first group; all must have the same
    for (std::size_t group = 0;; ++group) {
        std::size_t count = 0;
        while (count < text.size() && isFigureDigit(text[count]))
            ++count;
        digits += text.substr(0, count);
        text.remove_prefix(count);
        const std::size_t bytes = text.starts_with(groupMark) ? 1 : blankGroupMark(text);
        const bool goesOn = bytes > 0;
        if (group == 0 && goesOn) {
            if (count < 1 || count > 3 || digits.front() == '0')
                return std::nullopt;
            mark = text.substr(0, bytes);
        } else if (group > 0 && (count > 3 || count < (goesOn ? 2U : 3U))) {
            return std::nullopt;
        }
        if (!goesOn)
            return digits;
        if (text.substr(0, bytes) != mark)
            return std::nullopt;
        text.remove_prefix(bytes);
    }
}

std::optional<double> figureDecimals(const std::string& plain)
{
    double value = 0.0;
    const char* end = plain.data() + plain.size();
    const auto read = std::from_chars(plain.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<double> figureWith(std::string_view text, char decimalMark)
{
    auto digits = figureWholeDigits(text, decimalMark == '.' ? ',' : '.');
    if (!digits)
        return std::nullopt;
    if (text.starts_with(decimalMark)) {
        text.remove_prefix(1);
        *digits += '.';
    }
    // What is left is decimals and an exponent; a second mark in it is none of a number.
    const auto value = figureDecimals(*digits += text);
    return value && *value >= 0.0 && *value <= limits::rate && text.find_first_of("+") != 0 ? value : std::nullopt;
}

bool isSameFigureWord(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, lower, lower);
}

struct UnitPrefix {
    std::string_view letter;
    double factor;
};
constexpr std::array<UnitPrefix, 5> smallPrefixes{
    {{"n", 1e-9}, {"u", 1e-6}, {"\xc2\xb5", 1e-6}, {"\xce\xbc", 1e-6}, {"m", 1e-3}}};
constexpr std::array<UnitPrefix, 9> largePrefixes{{{"Ki", 1024.0},
                                                   {"Mi", 1048576.0},
                                                   {"Gi", 1073741824.0},
                                                   {"Ti", 1099511627776.0},
                                                   {"k", 1e3},
                                                   {"K", 1e3},
                                                   {"M", 1e6},
                                                   {"G", 1e9},
                                                   {"T", 1e12}}};

/// "usecond", "Gbyte", "inst", "cycle": a unit that no division is in.
std::optional<TextUnit> undividedUnit(std::string_view text)
{
    struct Base {
        std::string_view word;
        TextUnit unit;
    };
    using Of = TextUnit::Of;
    using Per = TextUnit::Per;
    static constexpr std::array<Base, 15> bases{{{"seconds", {Of::Time}},
                                                 {"second", {Of::Time}},
                                                 {"sec", {Of::Time}},
                                                 {"s", {Of::Time}},
                                                 {"bytes", {Of::Volume}},
                                                 {"byte", {Of::Volume}},
                                                 {"Bytes", {Of::Volume}},
                                                 {"Byte", {Of::Volume}},
                                                 {"B", {Of::Volume}},
                                                 {"inst", {Of::Count}},
                                                 {"op", {Of::Count}},
                                                 {"ops", {Of::Count}},
                                                 {"cycle", {Of::Cycles}},
                                                 {"hz", {Of::Cycles, Per::Second}},
                                                 {"Hz", {Of::Cycles, Per::Second}}}};
    for (const Base& base : bases) {
        if (!text.ends_with(base.word))
            continue;
        TextUnit unit = base.unit;
        const std::string_view prefix = text.substr(0, text.size() - base.word.size());
        if (prefix.empty())
            return unit;
        const auto scaled = [&](const auto& prefixes) -> std::optional<TextUnit> {
            for (const UnitPrefix& known : prefixes)
                if (known.letter == prefix) {
                    unit.factor = known.factor;
                    return unit;
                }
            return std::nullopt;
        };
        // A time has no large prefix and all else no small one, so that "MB" and "ms" cannot be mistaken.
        if (const auto found = unit.of == Of::Time ? scaled(smallPrefixes) : scaled(largePrefixes))
            return found;
    }
    return std::nullopt;
}

} // namespace

Figure figureIn(std::string_view text) { return {figureWith(text, '.'), figureWith(text, ',')}; }

std::optional<double> plainFigureIn(std::string_view text) { return figureDecimals(std::string(text)); }

bool saysNoFigure(std::string_view text)
{
    static constexpr std::array<std::string_view, 7> words{"", "-", "n/a", "nan", "-nan", "inf", "-inf"};
    return std::ranges::any_of(words, [&](std::string_view word) { return isSameFigureWord(word, text); });
}

std::optional<TextUnit> unitIn(std::string_view text)
{
    if (text.empty())
        return TextUnit{};
    std::string_view per;
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
        per = text.substr(slash + 1);
        text = text.substr(0, slash);
        if (per.empty())
            return std::nullopt;
    } else if (text.ends_with("Bps")) {
        per = "s";
        text.remove_suffix(2);
    }
    auto unit = text == "1" ? std::optional(TextUnit{}) : undividedUnit(text);
    if (!unit || per.empty())
        return unit;
    const auto divisor = undividedUnit(per);
    if (!divisor || unit->per != TextUnit::Per::Whole || divisor->per != TextUnit::Per::Whole)
        return std::nullopt;
    if (divisor->of == TextUnit::Of::Time)
        unit->per = TextUnit::Per::Second;
    else if (divisor->of == TextUnit::Of::Cycles)
        unit->per = TextUnit::Per::Cycle;
    else
        return std::nullopt;
    unit->factor /= divisor->factor;
    return unit;
}

} // namespace ridgepoint
