// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/report.h"
#include "app/charts/style/text_painter.h"
#include "app/charts/style/theme.h"

#include <QFont>
#include <QRectF>
#include <QStringList>

#include <functional>
#include <vector>

class QCPPainter;

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

/// How a heading stands among others: a part of the report, or something inside of one.
enum class HeadingLevel { Part, Detail };

/// What is written about a picture: at its top left, its top right, and in a paragraph under it; each may be empty.
struct PictureWords {
    QString title;
    QString note;
    QString caption;
};
/// "Figure 2. Roofline of …": a report's captions have numbers; empty for none.
[[nodiscard]] QString figureCaption(int number, const QString& caption);

/// Fills pages of A4 from the top down, in pixels of 1/96 inch. Nothing is cut: what does not fit goes to the next page
/// whole, a table by rows and with its heads again. Without a painter it only counts pages.
class ReportPage {
public:
    static constexpr double width = 793.7;
    static constexpr double height = 1122.5;
    static constexpr double margin = 62.0;
    static constexpr double textWidth = width - 2.0 * margin;
    /// Of paragraphs and of headlines unless said otherwise.
    static constexpr int bodyPixels = 12;
    static constexpr int headlinePixels = 18;

    /// `turn` goes to the next page of the painter's device, or is false where no more is to be drawn. `pages` is what
    /// the footer says there are; 0 while counting.
    ReportPage(QCPPainter* painter, std::function<bool()> turn, QString footer, int pages);

    void title(const QString& text);
    /// On a page that has this much room under it, or some: a heading alone at the end of a page announces nothing.
    void heading(const QString& text, HeadingLevel level = HeadingLevel::Part, double roomUnder = 0.0);
    void paragraph(const QString& text, bool muted = false, int pixels = bodyPixels);
    /// One of several statements, behind a dot.
    void item(const QString& text);
    /// Of a paragraph of these words with the gap under it; 0 of none.
    [[nodiscard]] double paragraphHeight(const QString& text) const;
    /// A line in bold, larger than the text.
    void headline(const QString& text, int pixels = headlinePixels);
    /// A paragraph on a tinted ground.
    void warning(const QString& text);
    void facts(const std::vector<std::pair<QString, QString>>& facts);
    void table(const ReportTable& table, HeadingLevel level = HeadingLevel::Part);
    /// The next page, unless this one is empty.
    void begin();
    /// A place of this height, or of what is left of the page where that is no less than `leastHeight`; `draw` is not
    /// called while counting.
    void picture(const PictureWords& words, double pictureHeight, double leastHeight,
                 const std::function<void(QCPPainter&, const QRectF&)>& draw);
    /// Lines to write on by hand.
    void ruled(int lines);
    /// A word, and half a line behind it to write on.
    void ruledAfter(const QString& words);
    void space(double pixels) { m_y += pixels; }
    /// Writes the last footer.
    void finish() { drawFooter(); }

    [[nodiscard]] int pages() const { return m_page; }

private:
    void need(double pixels);
    void turn();
    void lines(const QStringList& lines, const QFont& font, const QColor& color, double left);
    void text(QPointF place, const QString& words, const QFont& font, const QColor& color,
              Qt::Alignment anchor = Qt::AlignLeft | Qt::AlignVCenter);
    void drawFooter();
    [[nodiscard]] double row(const ReportTable& table, const QStringList& cells, const TableColumns& columns,
                             const QFont& font, bool draw);

    QCPPainter* m_painter;
    std::function<bool()> m_turn;
    QString m_footer;
    int m_pages;
    int m_page = 1;
    double m_y = margin;
    Theme m_theme = Theme::print();
    TextPainter m_text;
};

} // namespace ridgepoint
