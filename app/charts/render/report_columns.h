// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How a report's words are broken into lines, and how wide a table's columns are.
#pragma once

#include "app/charts/data/report.h"
#include "app/charts/style/theme.h"

#include <QFont>
#include <QStringList>

#include <vector>

namespace ridgepoint {

/// A report's letters, this many pixels of 1/96 inch high.
[[nodiscard]] QFont reportFont(const Theme& theme, int pixels, QFont::Weight weight = QFont::Normal);

/// The text in lines no wider than this; a word that is wider by itself is broken.
[[nodiscard]] QStringList wrapped(const QString& text, const QFont& font, double width);

/// How a table fills a page's width.
struct TableColumns {
    std::vector<double> widths;
    double gap = 0.0; ///< between two columns
    QFont cells;
    QFont heads;
};

/// Each column holds its widest word, and its widest number with the unit, in one line: where that does not fit, gaps
/// and letters become smaller. Only a word that fills much of a page, or one that no small type makes fit, is broken.
[[nodiscard]] TableColumns tableColumns(const ReportTable& table, const Theme& theme, double room);

} // namespace ridgepoint
