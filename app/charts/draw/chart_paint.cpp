// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_widget.h"

#include "app/charts/data/apply_what_if.h"
#include "app/charts/style/label_placement.h"

#include <algorithm>

namespace ridgepoint {
namespace {

struct ReadoutRow {
    QString words;
    QFont font;
    bool isFirst = false; ///< of the first line
};

/// A line that is too long for the chart goes on in another row.
std::vector<ReadoutRow> readoutRows(const QStringList& lines, const Theme& theme, double width)
{
    std::vector<ReadoutRow> rows;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QFont font = theme.font(i == 0 ? 1.0 : 0.95, i == 0 ? QFont::DemiBold : QFont::Normal);
        for (const QString& words : TextPainter::broken(lines[i], font, width))
            rows.push_back({words, font, i == 0});
    }
    return rows;
}

} // namespace

double ChartWidget::titleHeight() const
{
    return (m_title.isEmpty() && m_note.isEmpty() ? 0.0 : m_theme.fontPixels * 2.6) + whatIfHeight();
}

double ChartWidget::whatIfHeight() const
{
    return m_snapshot && isImagined(*m_snapshot) ? m_theme.fontPixels * 2.0 : 0.0;
}

bool ChartWidget::fits(QSizeF size, const Theme& theme) const
{
    return size.width() >= theme.fontPixels * 24.0 && size.height() >= theme.fontPixels * 17.0;
}

QSizeF ChartWidget::whatIfSize() const
{
    if (!m_snapshot || !isImagined(*m_snapshot))
        return {};
    const double width =
        TextPainter::sizeOf(whatIfWords(*m_snapshot, m_format), m_theme.font(1.0, QFont::DemiBold)).width();
    return {width + m_theme.fontPixels * 1.2, m_theme.fontPixels * 1.7};
}

void ChartWidget::drawWhatIf(QCPPainter* painter, QPointF leftMiddle, double width) const
{
    const QFont font = m_theme.font(1.0, QFont::DemiBold);
    const double pad = m_theme.fontPixels * 0.6;
    const QString words = TextPainter::fitted(whatIfWords(*m_snapshot, m_format), font, width - 2.0 * pad);
    const QRectF ground(leftMiddle.x(), leftMiddle.y() - whatIfSize().height() * 0.5,
                        TextPainter::sizeOf(words, font).width() + 2.0 * pad, whatIfSize().height());
    painter->setPen(QPen(m_theme.accent, 1.0));
    painter->setBrush(m_theme.plot);
    painter->drawRoundedRect(ground, 4, 4);
    m_text.draw(*painter, {ground.left() + pad, ground.center().y()}, words, {.font = font, .color = m_theme.accent});
}

void ChartWidget::drawTitle(QCPPainter* painter) const
{
    if (m_keyboardFocus) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(m_theme.accent, 2.0));
        painter->drawRoundedRect(QRectF(viewport()).adjusted(1.5, 1.5, -1.5, -1.5), 5, 5);
    }
    if (titleHeight() <= 0.0)
        return;
    const double inset = m_theme.fontPixels * 0.8;
    const double width = viewport().width() - 2.0 * inset;
    const double titled = titleHeight() - whatIfHeight();
    if (whatIfHeight() > 0.0)
        drawWhatIf(painter, {inset, titled + whatIfHeight() * 0.5}, width);
    if (titled <= 0.0)
        return;
    const QFont titleFont = m_theme.font(1.15, QFont::DemiBold);
    const QString title = TextPainter::fitted(m_title, titleFont, width);
    const double middle = titled * 0.5;
    m_text.draw(*painter, {inset, middle}, title, {.font = titleFont, .color = m_theme.text});
    const double left = width - TextPainter::sizeOf(title, titleFont).width() - inset;
    const QFont noteFont = m_theme.font(0.95);
    if (left > m_theme.fontPixels * 5.0)
        m_text.draw(*painter, {inset + width, middle}, TextPainter::fitted(m_note, noteFont, left),
                    {.font = noteFont, .color = m_theme.mutedText, .anchor = Qt::AlignRight | Qt::AlignVCenter});
}

ChartWidget::EmptyWords ChartWidget::emptyWords(const QRectF& plot, const QString& words) const
{
    EmptyWords result{.font = m_theme.font(1.08)};
    result.lineHeight = TextPainter::sizeOf(QStringLiteral("M"), result.font).height() * 1.15;
    result.lines = TextPainter::broken(words, result.font, std::max(60.0, plot.width() * 0.8));
    double width = 0.0;
    for (const QString& line : result.lines)
        width = std::max(width, TextPainter::sizeOf(line, result.font).width());
    const QSizeF size(width, result.lineHeight * static_cast<double>(result.lines.size()));
    result.box = QRectF(plot.center() - QPointF(size.width() / 2.0, size.height() / 2.0), size);
    const double pad = m_theme.fontPixels * 0.6;
    result.ground = result.box.adjusted(-pad, -pad * 0.5, pad, pad * 0.5);
    return result;
}

void ChartWidget::drawEmpty(QCPPainter* painter, const QRectF& plot, const QString& words) const
{
    const EmptyWords empty = emptyWords(plot, words);
    painter->setPen(Qt::NoPen);
    painter->setBrush(m_theme.plot);
    painter->drawRoundedRect(empty.ground, 4, 4);
    QPointF at(plot.center().x(), empty.box.top() + empty.lineHeight / 2.0);
    for (const QString& line : empty.lines) {
        m_text.draw(*painter, at, line, {.font = empty.font, .color = m_theme.mutedText, .anchor = Qt::AlignCenter});
        at.ry() += empty.lineHeight;
    }
}

bool ChartWidget::hasSampleInView(std::size_t plot) const
{
    const QRectF area = plotRectAt(static_cast<int>(plot));
    const std::vector<ChartPoint> points = shownPoints();
    return std::any_of(points.begin(), points.end(), [&](const ChartPoint& point) {
        const std::vector<QPointF> pixels = pixelsOf(point);
        return plot < pixels.size() && area.contains(pixels[plot]);
    });
}

QString ChartWidget::outOfViewWords(std::size_t plot) const
{
    if (!m_locked || concealed() || !missingWords().isEmpty() || hasSampleInView(plot))
        return {};
    const QString words = tr("All samples lie outside the locked axes.");
    return m_imageScale > 0.0
             ? words
             : tr("%1 “Reset axes” in the menu of a right-click shows them.").arg(words); // a file has no menu
}

void ChartWidget::drawRing(QCPPainter* painter, QPointF center, bool overColors) const
{
    const double radius = m_theme.markerSize * 1.12;
    const double width = std::max(1.6, m_theme.lineWidth * 1.15);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(overColors ? QColor(Qt::white) : m_theme.card, width + (overColors ? 3.0 : 2.0)));
    painter->drawEllipse(center, radius, radius);
    painter->setPen(QPen(overColors ? QColor(0x1B, 0x45, 0xA8) : m_theme.accent, width));
    painter->drawEllipse(center, radius, radius);
}

void ChartWidget::drawReadout(QCPPainter* painter, QPointF anchor, const QStringList& lines, const QRectF& area) const
{
    if (lines.isEmpty())
        return;
    const double pad = m_theme.fontPixels * 0.7;
    const double lineHeight = m_theme.fontPixels * 1.45;
    const QRectF room = QRectF(viewport()).adjusted(3, 3, -3, -3);
    const std::vector<ReadoutRow> rows = readoutRows(lines, m_theme, std::max(60.0, room.width() - 2 * pad));
    double width = 0.0;
    for (const ReadoutRow& row : rows)
        width = std::max(width, TextPainter::sizeOf(row.words, row.font).width());
    const QSizeF size(std::min(width + 2 * pad, room.width()),
                      lineHeight * static_cast<double>(rows.size()) + pad * 1.3);
    const double away = m_theme.markerSize * 1.8;
    const double edge = std::max(2.0, m_theme.thinWidth() * 2.0); // of an area's frame
    const QRectF around(anchor - QPointF(away, away), QSizeF(2.0 * away, 2.0 * away));
    const QRectF free = area.isEmpty() ? around : around.united(area.adjusted(-edge, -edge, edge, edge));
    const QRectF box = boxBeside(free, size, room);
    painter->setPen(Qt::NoPen);
    painter->setBrush(QColor(0, 0, 0, m_theme.dark ? 90 : 26));
    painter->drawRoundedRect(box.translated(0, 2).adjusted(-1, -1, 1, 1), 7, 7);
    painter->setPen(QPen(m_theme.controlBorder, 1.0));
    painter->setBrush(m_theme.card);
    painter->drawRoundedRect(box, 6, 6);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ReadoutRow& row = rows[i];
        m_text.draw(*painter, {box.left() + pad, box.top() + pad * 0.65 + lineHeight * (static_cast<double>(i) + 0.5)},
                    TextPainter::fitted(row.words, row.font, size.width() - 2 * pad + 1.0),
                    {.font = row.font, .color = row.isFirst ? m_theme.text : m_theme.mutedText});
    }
}

} // namespace ridgepoint
