// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Words that several parts of a report share.
#pragma once

#include "app/charts/data/report.h"
#include "core/model/flags.h"

#include <QString>

namespace ridgepoint {

/// "2026-01-01 12:00 UTC"; a date that is no ISO 8601 as it is.
[[nodiscard]] QString dateWords(const QString& iso);
/// What a file may hold without end, such as its notes, fills some pages of a report at most.
[[nodiscard]] QString boundedWords(const QString& words);
/// A fact with a value, or none.
void addUnlessEmpty(ReportFacts& facts, const QString& name, const QString& value);

/// Flags as letters: in words they would be most of a table. The key under its title says what they mean.
[[nodiscard]] QString marksOf(FlagSet flags);
/// Puts "Marks: F few readings, B machine busy." behind the table's note; nothing where nothing is marked.
void addMarkKey(ReportTable& table, FlagSet used);

} // namespace ridgepoint
