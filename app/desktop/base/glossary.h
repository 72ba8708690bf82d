// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace ridgepoint {

/// A word of this field as the program uses it.
struct GlossaryEntry {
    QString term;
    QString text;     ///< one or two sentences
    QString formula;  ///< empty for none
    QString place;    ///< where in the program it is seen; empty for none
    QStringList also; ///< its other names
};

/// Reads a page such as resources/glossary/en.md: a heading "## Term" for each entry, then paragraphs, of which those
/// that begin with "Formula:", "Seen:" and "Also:" (names between commas) are what these say and the others its text.
/// What stands before the first such heading is left out.
[[nodiscard]] std::vector<GlossaryEntry> parseGlossary(const QString& page);

/// The entries of the page that is compiled in, in the order of the alphabet.
[[nodiscard]] const std::vector<GlossaryEntry>& glossary();

/// A tool tip with the term, its text and its formula. The term is that of an entry, in any case; gui.glossary reads
/// every call and fails where the page has no such entry.
[[nodiscard]] QString glossaryTip(const char* term);

} // namespace ridgepoint
