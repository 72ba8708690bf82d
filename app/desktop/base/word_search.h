// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

namespace ridgepoint {

/// Matches any of the words that were typed, whole or as the beginning of a word, in large letters or small: "kern" is
/// in "kernels", "ridge" is not in the program's own name. Matches nothing where none was typed.
[[nodiscard]] QRegularExpression anyTypedWord(const QString& typed);

/// Matches, at its start, a text that has each of the words, in any order; any text where none was typed.
[[nodiscard]] QRegularExpression allTypedWords(const QString& typed);

} // namespace ridgepoint
