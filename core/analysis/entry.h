// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <string_view>

namespace ridgepoint {

/// What a typed number counts; it says which units may follow.
enum class EntryKind {
    Count,     ///< "16777216", "16 Mi", "400 billion", "400e9 floats"
    Traffic,   ///< "134 MB", "128 MiB"
    Work,      ///< "537 MFLOP", "8 Gop"
    Duration,  ///< "4.3 ms", "90 min", "1 h"
    Bandwidth, ///< "1.5 TB/s"
    Rate,      ///< "19.5 TFLOP/s", "19.5 TFLOPS", "8 Gop/s"
    Factor,    ///< "4", "2.5x", "4 times"
    Share,     ///< "5", "5 %": read as a fraction, 0.05
    Any,       ///< what an axis may show: a time, size, rate, bandwidth or intensity, "1/8 FLOP/B"
};

/// Of a number in this SI unit: "s", "B/s", "FLOP/s", "x", "%" …; Count of "" and Any of one that it does not know.
[[nodiscard]] EntryKind entryKindOf(std::string_view unit);

/// The widest number that is taken: beyond it products of a few of them could leave a double's range.
inline constexpr double largestQuantity = 1e24;

/// Reads a number as people write it, in SI units: a decimal number with `decimalPoint`, perhaps with an exponent and
/// divided by another ("1/8"), then perhaps a word ("thousand" to "quintillion"), an SI prefix (p to E, "u" for µ) or
/// where sizes are meant a binary one (Ki to Ti), then perhaps the unit. Blanks between the parts may be any, also
/// no-break spaces. InvalidInput says what is wrong with an example of what would be right; the number is finite, not
/// negative and at most largestQuantity. `needsUnit`: a bare number is no time, because few mean seconds by it.
[[nodiscard]] Result<double> parseEntry(std::string_view text, EntryKind quantity, char decimalPoint = '.',
                                        bool needsUnit = false);

} // namespace ridgepoint
