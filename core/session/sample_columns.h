// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/sample.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// The columns of a session's samples, described once for writing and reading.
namespace ridgepoint::columns {

/// Whole numbers.
struct Whole {
    std::string_view name;
    bool required;
    std::int64_t low;
    std::int64_t high;
    std::int64_t (*get)(const Sample&);
    void (*set)(Sample&, std::int64_t);
};

/// Finite numbers in SI units.
struct Real {
    std::string_view name;
    bool required;
    double low;
    double high;
    double (*get)(const Sample&);
    void (*set)(Sample&, double);
};

/// Few different words: stored as places in the "dictionary" of the same name.
struct Word {
    std::string_view name;
    bool required;
    std::string (*get)(const Sample&);
    bool (*set)(Sample&, std::string_view); ///< false for a word that has no meaning here
};

[[nodiscard]] std::span<const Whole> wholes(); ///< in the order of a file's columns
[[nodiscard]] std::span<const Real> reals();   ///< likewise
[[nodiscard]] std::span<const Word> words();   ///< likewise

/// An array of numbers a sample.
inline constexpr std::string_view keptReadings = "kept_readings_s";
/// The object that holds each word column's words.
inline constexpr std::string_view dictionary = "dictionary";

} // namespace ridgepoint::columns
