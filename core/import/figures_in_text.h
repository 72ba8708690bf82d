// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace ridgepoint {

/// What a number says when its decimal mark is a point, and when it is a comma; the other one groups digits then, as
/// blanks and apostrophes always do. "1,234" is 1234 and 1.234; "65,77" is a number with a decimal comma only.
struct Figure {
    std::optional<double> withPoint;
    std::optional<double> withComma;

    [[nodiscard]] bool isNumber() const { return withPoint || withComma; }
    /// Whether the decimal mark makes a difference and the digits do not tell which it is.
    [[nodiscard]] bool isOpen() const { return withPoint && withComma && *withPoint != *withComma; }
};

/// Reads a number from 0 to 1e24, whatever the process's locale. Groups have three digits, those in the middle two or
/// three (12,34,567). No number: neither reading.
[[nodiscard]] Figure figureIn(std::string_view text);
/// The same for programs that always write a decimal point and never group digits; also below zero.
[[nodiscard]] std::optional<double> plainFigureIn(std::string_view text);
/// Whether a profiler says with this that there is no number: empty, "-", "n/a", "nan", "inf" in any case.
[[nodiscard]] bool saysNoFigure(std::string_view text);

/// A unit as profilers write it, and what one of it is in SI units.
struct TextUnit {
    enum class Of { Count, Time, Volume, Cycles };
    enum class Per { Whole, Second, Cycle };

    Of of = Of::Count;
    Per per = Per::Whole;
    double factor = 1.0; ///< "Kbyte" is 1000, "KiB" 1024, "usecond" 1e-6

    friend bool operator==(const TextUnit&, const TextUnit&) = default;
};

/// "nsecond", "usecond", "msecond", "second", "ns", "us", "ms", "s", "msec", …; "byte", "Kbyte", "MB", "KiB", …;
/// "byte/s", "Gbyte/second", "MBps", …; "cycle/nsecond", "Ghz", "inst", "inst/cycle", and nothing at all for a count.
/// nullopt: none of these.
[[nodiscard]] std::optional<TextUnit> unitIn(std::string_view text);

} // namespace ridgepoint
