// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/text_format.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <sstream>

namespace ridgepoint {
namespace {

/// A character of UTF-8 at the beginning of a text; no bytes where there is none that is whole and as short as can be.
struct Character {
    char32_t code = 0;
    std::size_t bytes = 0;
};

Character firstCharacter(std::string_view text)
{
    struct Form {
        unsigned mask;
        unsigned lead;
        char32_t least; // a smaller code has a shorter form
    };
    static constexpr std::array forms{Form{0x80U, 0x00U, 0x0}, Form{0xE0U, 0xC0U, 0x80}, Form{0xF0U, 0xE0U, 0x800},
                                      Form{0xF8U, 0xF0U, 0x10000}};
    const unsigned first = static_cast<unsigned char>(text.front());
    for (std::size_t bytes = 1; bytes <= forms.size(); ++bytes) {
        const Form& form = forms[bytes - 1];
        if ((first & form.mask) != form.lead)
            continue;
        char32_t code = first & ~form.mask;
        if (text.size() < bytes)
            return {};
        for (std::size_t i = 1; i < bytes; ++i) {
            const unsigned next = static_cast<unsigned char>(text[i]);
            if ((next & 0xC0U) != 0x80U)
                return {};
            code = code << 6U | (next & 0x3FU);
        }
        const bool isHalfOfPair = code >= 0xD800 && code <= 0xDFFF;
        return code < form.least || code > 0x10FFFF || isHalfOfPair ? Character{} : Character{code, bytes};
    }
    return {};
}

bool steersTerminal(char32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0)      // controls
        || code == 0x61C || code == 0x200E || code == 0x200F // marks of direction
        || (code >= 0x2028 && code <= 0x202E)                // separators, embeddings, overrides
        || (code >= 0x2066 && code <= 0x2069);               // isolates
}

} // namespace

std::string printable(std::string_view text)
{
    std::string shown;
    while (!text.empty()) {
        const Character character = firstCharacter(text);
        const std::size_t taken = character.bytes == 0 ? 1 : character.bytes;
        if (character.bytes == 0 || steersTerminal(character.code))
            shown += '?';
        else
            shown += text.substr(0, taken);
        text.remove_prefix(taken);
    }
    return shown;
}

std::string withPrefix(double value, std::string_view unit)
{
    struct Prefix {
        double factor;
        const char* name;
    };
    static constexpr std::array prefixes{Prefix{1e15, "P"}, Prefix{1e12, "T"}, Prefix{1e9, "G"},
                                         Prefix{1e6, "M"},  Prefix{1e3, "k"},  Prefix{1.0, ""},
                                         Prefix{1e-3, "m"}, Prefix{1e-6, "µ"}, Prefix{1e-9, "n"}};
    Prefix chosen = prefixes.back();
    // 999.6 would print as "1e+03": step over where rounding to three digits does.
    for (const Prefix& prefix : prefixes)
        if (std::abs(value) >= prefix.factor * 0.9995) {
            chosen = prefix;
            break;
        }
    if (value == 0.0)
        chosen = {1.0, ""};
    char number[32];
    const double scaled = value / chosen.factor;
    const int decimals = std::abs(scaled) >= 99.95 ? 0 : std::abs(scaled) >= 9.995 ? 1 : 2;
    const int length = std::snprintf(number, sizeof number, "%.*f", decimals, scaled);
    return std::string(number, static_cast<std::size_t>(length)) + " " + chosen.name + std::string(unit);
}

std::string bytesText(Bytes bytes)
{
    static constexpr std::array names{"B", "KiB", "MiB", "GiB", "TiB"};
    if (!std::isfinite(bytes.value()))
        return "unlimited";
    double value = bytes.value();
    std::size_t unit = 0;
    for (; value >= 1024.0 && unit + 1 < names.size(); ++unit)
        value /= 1024.0;
    char number[32];
    const bool whole = value == std::floor(value) || value >= 99.95;
    const int length = std::snprintf(number, sizeof number, "%.*f", whole ? 0 : 1, value);
    return std::string(number, static_cast<std::size_t>(length)) + " " + names[unit];
}

std::string countText(std::int64_t count)
{
    static constexpr std::array names{"Ti", "Gi", "Mi", "Ki"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::int64_t factor = std::int64_t{1} << (40 - 10 * static_cast<int>(i));
        if (count >= factor && count % factor == 0)
            return std::to_string(count / factor) + names[i];
    }
    return std::to_string(count);
}

std::string padded(std::string_view text, std::size_t width)
{
    // Columns hold ASCII and the two-byte µ, which takes one place.
    std::size_t places = 0;
    for (const char character : text)
        if ((static_cast<unsigned char>(character) & 0xC0U) != 0x80U)
            ++places;
    return std::string(text) + std::string(places < width ? width - places : 1, ' ');
}

std::string shortened(const std::string& text, std::size_t places)
{
    std::size_t taken = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U)
            continue;
        if (taken++ == places)
            return text.substr(0, i) + "\u2026";
    }
    return text;
}

std::string wrapped(const std::string& text, std::size_t columns)
{
    std::istringstream words(text);
    std::string lines;
    std::size_t used = 0;
    for (std::string word; words >> word; lines += word, used += word.size()) {
        if (used == 0)
            continue;
        const bool fits = used + 1 + word.size() <= columns;
        lines += fits ? ' ' : '\n';
        used = fits ? used + 1 : 0;
    }
    return lines;
}

} // namespace ridgepoint
