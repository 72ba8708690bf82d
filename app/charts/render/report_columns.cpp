// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/render/report_columns.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// Without ends that a table does not fit between: words at which a line may be broken. A number is held to its unit by
/// a blank of another kind.
QStringList wordsOf(const QString& text) { return text.split(QLatin1Char(' '), Qt::SkipEmptyParts); }

/// No column of words is narrower than this while there is another way; short words stay in one line.
constexpr double leastColumn = 96.0;
/// A word that takes more of the page is no word that a table can be made for: a file may hold one of any length.
constexpr double longestWord = 0.3;

/// Type and gaps of a table, the most readable ones first; the last is as small as still reads on paper.
struct TableType {
    int pixels;
    double gap;
};
constexpr TableType types[] = {{11, 12.0}, {11, 8.0}, {10, 8.0}, {9, 8.0}, {8, 6.0}};

/// A table's column: as wide as its words, as narrow as it should be, as narrow as it may be, and how much of its words
/// is wider than it should be.
struct ColumnWidth {
    double natural = 0.0;
    double requested = 0.0;
    double least = 0.0;
    double demand = 0.0;
};

ColumnWidth columnWidth(const ReportTable& table, qsizetype index, const TableColumns& type, double room)
{
    const QFontMetricsF cellMetrics(type.cells);
    const QFontMetricsF headMetrics(type.heads);
    const QString& head = table.heads[index];
    const double longest = longestWord * room;
    ColumnWidth column;
    double headWord = 0.0;
    for (const QString& word : wordsOf(head))
        headWord = std::max(headWord, headMetrics.horizontalAdvance(word));
    column.least = std::min(headWord, longest);
    for (const QStringList& cells : table.rows) {
        column.natural = std::max(column.natural, cellMetrics.horizontalAdvance(cells.value(index)));
        for (const QString& word : wordsOf(cells.value(index)))
            column.least = std::max(column.least, std::min(longest, cellMetrics.horizontalAdvance(word)));
    }
    // A number is read at a glance only in one line; its head may have several.
    column.requested = table.numbers[static_cast<std::size_t>(index)] ? column.natural
                                                                      : std::min(column.natural, leastColumn);
    column.least = std::ceil(column.least);
    column.requested = std::ceil(std::max({column.requested, headWord, column.least}));
    column.natural = std::ceil(std::max(column.natural, headMetrics.horizontalAdvance(head)));
    for (const QStringList& cells : table.rows)
        column.demand += std::max(0.0, cellMetrics.horizontalAdvance(cells.value(index)) - column.requested);
    // A head that is wider than all of its cells is one line more.
    column.demand += std::max(0.0, column.natural - column.requested);
    return column;
}

/// What is left over the requested widths goes where most of the words are, so that a table is low: a column of remarks
/// gets more than one in which a single name is long.
std::vector<double> sharedOut(const std::vector<ColumnWidth>& columns, double room)
{
    std::vector<double> widths;
    double left = room;
    double demand = 0.0;
    for (const ColumnWidth& column : columns) {
        widths.push_back(column.requested);
        left -= column.requested;
        demand += column.demand;
    }
    // A column takes no more than its words need; what it leaves is for the others.
    for (bool hasLeft = true; hasLeft && left > 0.5 && demand > 0.0;) {
        hasLeft = false;
        const double each = left / demand;
        demand = 0.0;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const double wanted = columns[i].natural - widths[i];
            const double given = std::min(wanted, each * columns[i].demand);
            if (!(wanted > 0.0))
                continue;
            widths[i] += given;
            left -= given;
            hasLeft = true;
            demand += given < wanted ? columns[i].demand : 0.0;
        }
    }
    return widths;
}

/// Where the requested widths do not fit: what is requested over the least ones is given in part, the same part of
/// each. Where not even the least ones fit, the widest are narrowed to one width, so that short words stay whole.
std::vector<double> narrowed(const std::vector<ColumnWidth>& columns, double room)
{
    std::vector<double> widths;
    double least = 0.0;
    double requested = 0.0;
    for (const ColumnWidth& column : columns) {
        widths.push_back(column.least);
        least += column.least;
        requested += column.requested;
    }
    if (least <= room) {
        const double part = requested > least ? (room - least) / (requested - least) : 0.0;
        for (std::size_t i = 0; i < columns.size(); ++i)
            widths[i] += part * (columns[i].requested - columns[i].least);
        return widths;
    }
    std::vector<double> rising = widths;
    std::sort(rising.begin(), rising.end());
    double left = room;
    double widest = 0.0;
    for (std::size_t i = 0; i < rising.size(); ++i) {
        widest = left / static_cast<double>(rising.size() - i);
        if (rising[i] > widest)
            break;
        left -= rising[i];
    }
    for (double& width : widths)
        width = std::max(1.0, std::min(width, widest));
    return widths;
}

/// How many letters from `begin` on fit into the width, one at least.
qsizetype fittingLetters(const QString& word, qsizetype begin, const QFontMetricsF& metrics, double width)
{
    qsizetype fits = 1;
    while (begin + fits < word.size() && metrics.horizontalAdvance(word.mid(begin, fits + 1)) <= width)
        ++fits;
    return fits;
}

} // namespace

QFont reportFont(const Theme& theme, int pixels, QFont::Weight weight)
{
    QFont font = theme.font(1.0, weight);
    font.setPixelSize(pixels);
    font.setHintingPreference(QFont::PreferNoHinting); // on paper letters stand between pixels
    return font;
}

QStringList wrapped(const QString& text, const QFont& font, double width)
{
    const QFontMetricsF metrics(font);
    QStringList lines;
    for (const QString& part : text.split(QLatin1Char('\n'))) {
        QString line;
        for (const QString& word : wordsOf(part)) {
            const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
            if (metrics.horizontalAdvance(longer) <= width) {
                line = longer;
                continue;
            }
            if (!line.isEmpty())
                lines << line;
            // A word that is wider by itself is broken, from place to place: a file may hold one of any length.
            qsizetype begin = 0;
            while (word.size() - begin > 1) {
                const qsizetype fits = fittingLetters(word, begin, metrics, width);
                if (begin + fits >= word.size())
                    break;
                lines << word.mid(begin, fits);
                begin += fits;
            }
            line = word.mid(begin);
        }
        lines << line;
    }
    return lines;
}

TableColumns tableColumns(const ReportTable& table, const Theme& theme, double room)
{
    TableColumns made;
    for (const TableType& type : types) {
        made.gap = type.gap;
        made.cells = reportFont(theme, type.pixels);
        made.heads = reportFont(theme, type.pixels, QFont::DemiBold);
        const double forWords = room - type.gap * static_cast<double>(table.heads.size() - 1);
        std::vector<ColumnWidth> columns;
        double least = 0.0;
        double requested = 0.0;
        for (qsizetype i = 0; i < table.heads.size(); ++i) {
            columns.push_back(columnWidth(table, i, made, room));
            least += columns.back().least;
            requested += columns.back().requested;
        }
        made.widths = requested <= forWords ? sharedOut(columns, forWords) : narrowed(columns, forWords);
        if (least <= forWords)
            break;
    }
    return made;
}

} // namespace ridgepoint
