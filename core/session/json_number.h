// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ridgepoint {

/// A number of a JSON text as it is written, converted only to what it is wanted as: the nearest float of a decimal
/// can differ from the float nearest to its double. The text is gone when the reader goes on.
struct JsonNumber {
    std::string_view text;
    std::size_t byte = 0;     ///< where it begins, counted from 1
    bool isInteger = false;   ///< no fraction and no exponent

    /// Nothing for a fraction, an exponent, or what 64 bits do not hold.
    [[nodiscard]] std::optional<std::int64_t> whole() const;
    [[nodiscard]] std::optional<std::uint64_t> unsignedWhole() const;
    /// The nearest one, 0 for what is smaller than any; nothing for what is larger than all.
    [[nodiscard]] std::optional<double> real() const;
    [[nodiscard]] std::optional<float> single() const;
};

/// The longest text of a number that is taken: a double written out exactly takes fewer than 1100 characters.
inline constexpr std::size_t maximumJsonNumberBytes = 2048;

/// Whether a text is one number by the grammar of JSON, and if so whether it is an integer; `bytes` is how many of its
/// bytes follow the grammar.
struct JsonNumberShape {
    std::size_t bytes = 0;
    bool wellFormed = false;
    bool isInteger = false;
};
[[nodiscard]] JsonNumberShape shapeOfJsonNumber(std::string_view text);

} // namespace ridgepoint
