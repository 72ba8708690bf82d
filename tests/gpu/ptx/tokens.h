// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <string_view>
#include <vector>

namespace ridgepoint::ptx {

/// A word (opcode, register, number, label, directive), a quoted string, or one punctuation character.
struct Token {
    std::string_view text; ///< points into the source
    int line = 0;          ///< counted from 1
};

/// An error about one line of PTX: "PTX line 12: …".
[[nodiscard]] Error errorAt(int line, std::string_view id, std::string_view what);

/// Splits PTX into tokens and drops comments; an unknown character or an open comment is an error with its line.
[[nodiscard]] Result<std::vector<Token>> tokenize(std::string_view source);

} // namespace ridgepoint::ptx
