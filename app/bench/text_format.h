// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/units.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ridgepoint {

/// "63.2 GB/s": three significant digits with an SI prefix, C locale.
[[nodiscard]] std::string withPrefix(double value, std::string_view unit);
/// "7.8 GiB", "32 KiB"; "unlimited" for infinity.
[[nodiscard]] std::string bytesText(Bytes bytes);
/// "32Mi" for whole binary multiples, else the plain number.
[[nodiscard]] std::string countText(std::int64_t count);
/// The text filled with spaces to the width, for columns.
[[nodiscard]] std::string padded(std::string_view text, std::size_t width);
/// The text cut to so many places, at the end of a letter, with an ellipsis where something is missing.
[[nodiscard]] std::string shortened(const std::string& text, std::size_t places);

/// The text as a terminal may show it: what steers one (C0 and C1 controls, DEL, separators of lines, controls of
/// writing direction) and each byte that is no UTF-8 is "?". For every text from outside.
[[nodiscard]] std::string printable(std::string_view text);

/// The words of the text in lines of at most so many columns, where no word is longer.
[[nodiscard]] std::string wrapped(const std::string& text, std::size_t columns);

} // namespace ridgepoint
