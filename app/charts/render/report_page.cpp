// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/render/report_page.h"
#include "app/charts/style/texts.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <qcustomplot.h>

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

constexpr double footerHeight = 26.0;
constexpr double lineSpacing = 1.36; // of the font's pixels
constexpr double rowGap = 5.0;
constexpr double ruledGap = 30.0;      // 8 mm, as in a notebook
constexpr double keptTogether = 150.0; // names with values that are no higher are not torn apart

QFont bodyFont(const Theme& theme) { return reportFont(theme, ReportPage::bodyPixels); }
double lineOf(const QFont& font) { return std::round(font.pixelSize() * lineSpacing); }

double widthOf(const QString& text, const QFont& font) { return QFontMetricsF(font).horizontalAdvance(text); }

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

QString figureCaption(int number, const QString& caption)
{
    return caption.isEmpty() ? caption
                             : QCoreApplication::translate("ridgepoint", "Figure %1. %2").arg(number).arg(caption);
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

ReportPage::ReportPage(QCPPainter* painter, std::function<bool()> turn, QString footer, int pages)
    : m_painter(painter), m_turn(std::move(turn)), m_footer(std::move(footer)), m_pages(pages)
{}

void ReportPage::text(QPointF place, const QString& words, const QFont& font, const QColor& color, Qt::Alignment anchor)
{
    if (m_painter != nullptr)
        m_text.draw(
            *m_painter, place, words,
            {.font = font, .color = color, .anchor = anchor, .rotationDegrees = 0.0, .halo = {}, .haloWidth = 0.0});
}

void ReportPage::drawFooter()
{
    const QFont font = reportFont(m_theme, 10);
    const double y = height - margin + footerHeight / 2.0;
    const QString page = m_pages > 0 ? tr("page %1 of %2").arg(m_page).arg(m_pages) : QString();
    text({margin, y}, TextPainter::fitted(m_footer, font, textWidth - 90.0), font, m_theme.mutedText);
    text({width - margin, y}, page, font, m_theme.mutedText, Qt::AlignRight | Qt::AlignVCenter);
}

void ReportPage::need(double pixels)
{
    if (m_y + pixels > height - margin)
        begin();
}

void ReportPage::begin()
{
    if (m_y > margin)
        turn();
}

void ReportPage::turn()
{
    drawFooter();
    if (m_painter != nullptr && !m_turn())
        m_painter = nullptr;
    ++m_page;
    m_y = margin;
}

void ReportPage::lines(const QStringList& lines, const QFont& font, const QColor& color, double left)
{
    const double step = lineOf(font);
    for (const QString& line : lines) {
        need(step);
        text({left, m_y + step / 2.0}, line, font, color);
        m_y += step;
    }
}

void ReportPage::title(const QString& words)
{
    const QFont font = reportFont(m_theme, 24, QFont::Bold);
    lines(wrapped(words, font, textWidth), font, m_theme.text, margin);
    m_y += 2.0;
}

void ReportPage::heading(const QString& words, HeadingLevel level, double roomUnder)
{
    const bool isPart = level == HeadingLevel::Part;
    const double withSomethingUnderIt = isPart ? 140.0 : 84.0;
    const QFont font = isPart ? reportFont(m_theme, 15, QFont::DemiBold) : reportFont(m_theme, 12, QFont::DemiBold);
    const QStringList rows = wrapped(words, font, textWidth);
    m_y += m_y > margin ? (isPart ? 16.0 : 8.0) : 0.0;
    need(std::max(withSomethingUnderIt, lineOf(font) * static_cast<double>(rows.size()) + 4.0 + roomUnder));
    lines(rows, font, m_theme.text, margin);
    m_y += isPart ? 4.0 : 2.0;
}

void ReportPage::headline(const QString& words, int pixels)
{
    const QFont font = reportFont(m_theme, pixels, QFont::DemiBold);
    m_y += 8.0;
    lines(wrapped(words, font, textWidth), font, m_theme.text, margin);
    m_y += 2.0;
}

void ReportPage::paragraph(const QString& words, bool muted, int pixels)
{
    const QFont font = reportFont(m_theme, pixels);
    lines(wrapped(words, font, textWidth), font, muted ? m_theme.mutedText : m_theme.text, margin);
    m_y += 4.0;
}

void ReportPage::item(const QString& words)
{
    constexpr double inset = 12.0;
    const QFont font = bodyFont(m_theme);
    need(lineOf(font));
    text({margin, m_y + lineOf(font) / 2.0}, QStringLiteral("•"), font, m_theme.mutedText);
    lines(wrapped(words, font, textWidth - inset), font, m_theme.text, margin + inset);
    m_y += 4.0;
}

void ReportPage::ruled(int lines)
{
    for (int i = 0; i < lines; ++i) {
        need(ruledGap);
        m_y += ruledGap;
        if (m_painter != nullptr)
            m_painter->fillRect(QRectF(margin, m_y - 1.0, textWidth, 0.8), m_theme.mutedText);
    }
    m_y += lines > 0 ? 6.0 : 0.0;
}

void ReportPage::ruledAfter(const QString& words)
{
    const QFont font = bodyFont(m_theme);
    need(ruledGap);
    m_y += ruledGap;
    text({margin, m_y - lineOf(font) / 2.0}, words, font, m_theme.text);
    const double left = margin + widthOf(words, font) + 8.0;
    if (m_painter != nullptr)
        m_painter->fillRect(QRectF(left, m_y - 1.0, margin + textWidth / 2.0 - left, 0.8), m_theme.mutedText);
    m_y += 6.0;
}

double ReportPage::paragraphHeight(const QString& words) const
{
    const QFont font = bodyFont(m_theme);
    return words.isEmpty() ? 0.0 : lineOf(font) * static_cast<double>(wrapped(words, font, textWidth).size()) + 4.0;
}

void ReportPage::warning(const QString& words)
{
    constexpr double inset = 10.0;
    const QFont font = reportFont(m_theme, 12, QFont::DemiBold);
    const QStringList rows = wrapped(words, font, textWidth - 2.0 * inset);
    const double tall = lineOf(font) * static_cast<double>(rows.size()) + 2.0 * inset;
    m_y += 6.0;
    need(tall);
    if (m_painter != nullptr)
        m_painter->fillRect(QRectF(margin, m_y, textWidth, tall), QColor(0xFD, 0xF1, 0xD8));
    m_y += inset;
    lines(rows, font, m_theme.text, margin + inset);
    m_y += inset + 4.0;
}

void ReportPage::facts(const std::vector<std::pair<QString, QString>>& facts)
{
    const QFont font = bodyFont(m_theme);
    double names = 0.0;
    for (const auto& [name, value] : facts)
        names = std::max(names, widthOf(name, font));
    names = std::min(names + 16.0, textWidth * 0.45);
    const double step = lineOf(font);
    const auto rowsOf = [&](const auto& fact) {
        return std::max(wrapped(fact.first, font, names - 12.0).size(),
                        wrapped(fact.second, font, textWidth - names).size());
    };
    double all = 0.0;
    for (const auto& fact : facts)
        all += step * static_cast<double>(rowsOf(fact)) + 2.0;
    if (all < keptTogether)
        need(all);
    for (const auto& [name, value] : facts) {
        const QStringList left = wrapped(name, font, names - 12.0);
        const QStringList right = wrapped(value, font, textWidth - names);
        const auto rows = std::max(left.size(), right.size());
        need(step * static_cast<double>(std::min<qsizetype>(rows, 8)));
        for (qsizetype i = 0; i < rows; ++i) {
            need(step);
            text({margin, m_y + step / 2.0}, left.value(i), font, m_theme.mutedText);
            text({margin + names, m_y + step / 2.0}, right.value(i), font, m_theme.text);
            m_y += step;
        }
        m_y += 2.0;
    }
}

double ReportPage::row(const ReportTable& table, const QStringList& cells, const TableColumns& columns,
                       const QFont& font, bool draw)
{
    const double step = lineOf(font);
    qsizetype most = 1;
    double left = margin;
    for (std::size_t i = 0; i < columns.widths.size(); ++i) {
        const QStringList words = wrapped(cells.value(static_cast<qsizetype>(i)), font, columns.widths[i]);
        most = std::max(most, words.size());
        for (qsizetype line = 0; draw && line < words.size(); ++line) {
            const double y = m_y + rowGap / 2.0 + step * (static_cast<double>(line) + 0.5);
            if (table.numbers[i])
                text({left + columns.widths[i], y}, words[line], font, m_theme.text, Qt::AlignRight | Qt::AlignVCenter);
            else
                text({left, y}, words[line], font, m_theme.text);
        }
        left += columns.widths[i] + columns.gap;
    }
    return step * static_cast<double>(most) + rowGap;
}

void ReportPage::table(const ReportTable& table, HeadingLevel level)
{
    const TableColumns columns = tableColumns(table, m_theme, textWidth);
    const double headHeight = row(table, table.heads, columns, columns.heads, false);
    const double firstRow = table.rows.empty() ? 0.0 : row(table, table.rows.front(), columns, columns.cells, false);
    // One row may be longer than a page; then its head stands where it stands.
    heading(table.title, level,
            std::min(paragraphHeight(table.note) + headHeight + firstRow + 4.0, (height - 2.0 * margin) / 2.0));
    if (!table.note.isEmpty())
        paragraph(table.note, true);
    if (table.heads.isEmpty())
        return;
    const auto rule = [&](const QColor& color, double thickness) {
        if (m_painter != nullptr)
            m_painter->fillRect(QRectF(margin, m_y, textWidth, thickness), color);
    };
    const auto heads = [&] {
        m_y += row(table, table.heads, columns, columns.heads, true);
        rule(m_theme.text, 1.0);
        m_y += 2.0;
    };
    bool begun = false;
    for (const QStringList& cells : table.rows) {
        const double tall = row(table, cells, columns, columns.cells, false);
        const int page = m_page;
        need(begun ? tall : tall + headHeight);
        if (!begun || m_page != page)
            heads();
        begun = true;
        m_y += row(table, cells, columns, columns.cells, true);
        rule(m_theme.grid, 0.6);
    }
    m_y += 8.0;
}

void ReportPage::picture(const PictureWords& words, double pictureHeight, double leastHeight,
                         const std::function<void(QCPPainter&, const QRectF&)>& draw)
{
    const QFont font = reportFont(m_theme, 15, QFont::DemiBold);
    const QFont noteFont = reportFont(m_theme, 11);
    const QStringList caption = words.caption.isEmpty() ? QStringList() : wrapped(words.caption, noteFont, textWidth);
    const double under = lineOf(noteFont) * static_cast<double>(caption.size()) + (caption.isEmpty() ? 0.0 : 4.0);
    const double step = lineOf(font);
    m_y += m_y > margin ? 12.0 : 0.0;
    const double left = height - margin - m_y - step - 4.0 - under;
    if (left < pictureHeight && left >= leastHeight)
        pictureHeight = left;
    need(step + 4.0 + pictureHeight + under);
    text({margin, m_y + step / 2.0}, words.title, font, m_theme.text);
    const double room = textWidth - widthOf(words.title, font) - 20.0;
    text({width - margin, m_y + step / 2.0}, TextPainter::fitted(words.note, noteFont, room, Qt::ElideMiddle), noteFont,
         m_theme.mutedText, Qt::AlignRight | Qt::AlignVCenter);
    m_y += step + 4.0;
    if (m_painter != nullptr)
        draw(*m_painter, QRectF(margin, m_y, textWidth, pictureHeight));
    m_y += pictureHeight;
    if (caption.isEmpty())
        return;
    m_y += 4.0;
    lines(caption, noteFont, m_theme.mutedText, margin);
}

} // namespace ridgepoint
