// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/entry.h"

#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace ridgepoint {

/// What a filter has to know of a table's column.
struct FilterColumn {
    QString name;                  ///< its header, "Ops/elem."
    QString wholeName;             ///< "Operations per element", which may be typed as well
    std::optional<EntryKind> kind; ///< how a number for it is typed; none where it holds words
    bool isPercent = false;        ///< "3" and "3 %" stand for 0.03
};

/// One condition of a filter that was typed.
struct FilterTerm {
    enum class Relation { Contains, Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual };

    Relation relation = Relation::Contains;
    int column = -1;              ///< -1 for any; only Contains looks in any
    QString words;                ///< as searchable() makes them
    std::optional<double> number; ///< in SI units, of columns of numbers
    bool isNegated = false;       ///< "not memory": rows that do not fulfil it
    QString shown = {};           ///< as it was understood: "Size > 1 Mi", not "memory"
};

/// A filter as it was understood.
struct RowFilter {
    /// Between "or": one whose conditions all hold is enough. "and" binds before "or".
    using Alternatives = std::vector<std::vector<FilterTerm>>;
    std::vector<Alternatives> parts; ///< between commas: a row is shown that fulfils all of them
    QString problem;                 ///< of a condition that was not understood and is left out; empty for none
    /// What was understood, in the words of its conditions; empty where nothing is asked for.
    [[nodiscard]] QString shown() const;
};

/// Reads "memory", "memory or compute" or "regime = memory and time < 1 ms": conditions between "and", "or" and commas,
/// each a comparison with a column, by the beginning of its name, or words that some column contains; "not" turns one
/// round. A comparison without its right side is still being typed and left out, and so is a part with brackets, which
/// are not read.
[[nodiscard]] RowFilter readFilter(const QString& text, const std::vector<FilterColumn>& columns, char decimalPoint);

/// The text in small letters with usual blanks, minus signs and "u" for µ, so that what a keyboard types finds it.
[[nodiscard]] QString searchable(QString text);

/// Whether a row fulfils the filter, where `holds` says whether it fulfils one condition.
[[nodiscard]] bool keepsRow(const RowFilter& filter, const std::function<bool(const FilterTerm&)>& holds);

/// Whether a cell that shows `words` (searchable) and stands for `number` (0 where it holds words) fulfils a
/// comparison.
[[nodiscard]] bool fulfils(const FilterTerm& term, const QString& words, double number);

} // namespace ridgepoint
