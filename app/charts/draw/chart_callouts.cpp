// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_callouts.h"

#include "app/charts/draw/pin_layout.h"

#include <algorithm>
#include <vector>

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
        const QFont font = fontAsWritten(lines[i],
                                         theme.font(i == 0 ? 1.0 : 0.95, i == 0 ? QFont::DemiBold : QFont::Normal));
        for (const QString& words : TextPainter::broken(lines[i], font, width))
            rows.push_back({words, font, i == 0});
    }
    return rows;
}

struct ReadoutCard {
    std::vector<ReadoutRow> rows;
    QSizeF size;
};

double padOf(const Theme& theme) { return theme.fontPixels * 0.7; }
double lineHeightOf(const Theme& theme) { return theme.fontPixels * 1.45; }

/// No wider than `width`.
ReadoutCard readoutCard(const QStringList& lines, const Theme& theme, double width)
{
    const double pad = padOf(theme);
    ReadoutCard card{.rows = readoutRows(lines, theme, std::max(60.0, width - 2 * pad)), .size = {}};
    double widest = 0.0;
    for (const ReadoutRow& row : card.rows)
        widest = std::max(widest, TextPainter::sizeOf(row.words, row.font).width());
    card.size = {std::min(widest + 2 * pad, width),
                 lineHeightOf(theme) * static_cast<double>(card.rows.size()) + pad * 1.3};
    return card;
}

void paintCard(QPainter& painter, const ChartStyle& style, const ReadoutCard& card, const QRectF& box)
{
    const double pad = padOf(style.theme);
    const double lineHeight = lineHeightOf(style.theme);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, style.theme.dark ? 90 : 26));
    painter.drawRoundedRect(box.translated(0, 2).adjusted(-1, -1, 1, 1), 7, 7);
    painter.setPen(QPen(style.theme.controlBorder, 1.0));
    painter.setBrush(style.theme.card);
    painter.drawRoundedRect(box, 6, 6);
    for (std::size_t i = 0; i < card.rows.size(); ++i) {
        const ReadoutRow& row = card.rows[i];
        style.text.draw(painter,
                        {box.left() + pad, box.top() + pad * 0.65 + lineHeight * (static_cast<double>(i) + 0.5)},
                        TextPainter::fitted(row.words, row.font, card.size.width() - 2 * pad + 1.0),
                        {.font = row.font, .color = row.isFirst ? style.theme.text : style.theme.mutedText});
    }
}

} // namespace

EmptyWords emptyWords(const ChartStyle& style, const QRectF& plot, const QString& words)
{
    EmptyWords result{.font = style.theme.font(1.08)};
    result.lineHeight = TextPainter::sizeOf(QStringLiteral("M"), result.font).height() * 1.15;
    result.lines = TextPainter::broken(words, result.font, std::max(60.0, plot.width() * 0.8));
    double width = 0.0;
    for (const QString& line : result.lines)
        width = std::max(width, TextPainter::sizeOf(line, result.font).width());
    const QSizeF size(width, result.lineHeight * static_cast<double>(result.lines.size()));
    result.box = QRectF(plot.center() - QPointF(size.width() / 2.0, size.height() / 2.0), size);
    const double pad = style.theme.fontPixels * 0.6;
    result.ground = result.box.adjusted(-pad, -pad * 0.5, pad, pad * 0.5);
    return result;
}

void drawEmpty(QPainter& painter, const ChartStyle& style, const QRectF& plot, const QString& words)
{
    const EmptyWords empty = emptyWords(style, plot, words);
    painter.setPen(Qt::NoPen);
    painter.setBrush(style.theme.plot);
    painter.drawRoundedRect(empty.ground, 4, 4);
    QPointF at(plot.center().x(), empty.box.top() + empty.lineHeight / 2.0);
    for (const QString& line : empty.lines) {
        style.text.draw(painter, at, line,
                        {.font = empty.font, .color = style.theme.mutedText, .anchor = Qt::AlignCenter});
        at.ry() += empty.lineHeight;
    }
}

namespace {

double radiusOfRing(const Theme& theme) { return theme.markerSize * 1.12; }
double widthOfRing(const Theme& theme) { return std::max(1.6, theme.lineWidth * 1.15); }

} // namespace

double reachOfRing(const Theme& theme) { return radiusOfRing(theme) + widthOfRing(theme) * 0.5 + 1.0; }

void drawRing(QPainter& painter, const Theme& theme, QPointF center, bool overColors)
{
    const double radius = radiusOfRing(theme);
    const double width = widthOfRing(theme);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(overColors ? QColor(Qt::white) : theme.card, width + (overColors ? 3.0 : 2.0)));
    painter.drawEllipse(center, radius, radius);
    painter.setPen(QPen(overColors ? QColor(0x1B, 0x45, 0xA8) : theme.accent, width));
    painter.drawEllipse(center, radius, radius);
}

void drawOutside(QPainter& painter, const ChartStyle& style, const QRectF& plot, QPointF place, const QString& words,
                 std::span<const OrientedBox> labels)
{
    const Theme& theme = style.theme;
    const double half = theme.markerSize * 0.6;
    const bool isUpright = place.y() < plot.top() || place.y() > plot.bottom();
    const QRectF inner = isUpright ? plot.adjusted(half, 0.0, -half, 0.0) : plot.adjusted(0.0, half, 0.0, -half);
    const QPointF tip(std::clamp(place.x(), inner.left(), std::max(inner.left(), inner.right())),
                      std::clamp(place.y(), inner.top(), std::max(inner.top(), inner.bottom())));
    const QPointF inwards = isUpright ? QPointF(0.0, place.y() > plot.bottom() ? -1.0 : 1.0)
                                      : QPointF(place.x() > plot.right() ? -1.0 : 1.0, 0.0);
    const QPointF along = isUpright ? QPointF(1.0, 0.0) : QPointF(0.0, 1.0);
    painter.setPen(QPen(theme.plot, 1.5));
    painter.setBrush(theme.accent);
    const QPolygonF arrow{tip, tip + inwards * (2.0 * half) + along * half,
                          tip + inwards * (2.0 * half) - along * half};
    painter.drawPolygon(arrow);

    const QFont font = theme.font(0.95, QFont::DemiBold);
    const QSizeF size = TextPainter::sizeOf(words, font);
    const QSizeF room = plot.size() - size; // for their corner
    if (room.isEmpty())
        return;
    const double aside = half + theme.fontPixels * 0.3 + size.width() * 0.5;
    LabelPlacer free(plot);
    for (const OrientedBox& label : labels)
        free.block(label);
    free.block(arrow.boundingRect());
    // Ever farther off, yet beside the arrow or in line with it: elsewhere nobody would see that they are its words.
    std::vector<OrientedBox> places;
    for (int line = 0; line < 10; ++line)
        for (const double side : {1.0, -1.0}) {
            const double away = size.height() * 1.1 * line;
            const QPointF at = tip
                             + (isUpright ? QPointF(side * aside, 0.0) + inwards * (size.height() * 0.5 + away)
                                          : inwards * (half + aside) + QPointF(0.0, side * away));
            QRectF box({}, size);
            box.moveCenter(at);
            box.moveLeft(std::clamp(box.left(), plot.left(), plot.left() + room.width()));
            box.moveTop(std::clamp(box.top(), plot.top(), plot.top() + room.height()));
            places.push_back({box.center(), size.width(), size.height(), 0.0});
        }
    const auto covered = [&free](const OrientedBox& box) { return free.covered(box); };
    style.text.draw(painter, std::ranges::min_element(places, {}, covered)->center, words,
                    {.font = font, .color = theme.accent, .anchor = Qt::AlignCenter, .halo = theme.plot});
}

void drawAsked(QPainter& painter, const ChartStyle& style, const QRectF& plot, const AskedPlace& asked, double pixel,
               std::span<const OrientedBox> labels)
{
    const Theme& theme = style.theme;
    const bool across = asked.axis == Qt::Horizontal;
    const QPointF foot = across ? QPointF(pixel, plot.bottom()) : QPointF(plot.left(), pixel);
    const QPointF inwards = across ? QPointF(0.0, -1.0) : QPointF(1.0, 0.0);
    const QPointF along = across ? QPointF(1.0, 0.0) : QPointF(0.0, 1.0);
    const double length = across ? plot.height() : plot.width();
    QColor pale = theme.accent;
    pale.setAlphaF(0.55F);
    QPen pen(pale, theme.thinWidth(), Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({5.0, 4.0});
    painter.setPen(pen);
    for (const QLineF& piece : outsideOf(labels, QLineF(foot, foot + inwards * length)))
        painter.drawLine(piece);
    const double half = theme.markerSize * 0.75;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    painter.drawPolygon(
        QPolygonF{foot, foot + inwards * (2.0 * half) + along * half, foot + inwards * (2.0 * half) - along * half});
    // Right of the mark or over it, where the plot has the room.
    const QFont font = theme.font(0.95, QFont::DemiBold);
    const QSizeF size = TextPainter::sizeOf(asked.words, font);
    const double between = half + theme.fontPixels * 0.3;
    QPointF left = foot + inwards * half;
    if (across) {
        left.rx() += pixel + between + size.width() <= plot.right() ? between : -between - size.width();
    } else {
        left.rx() += theme.fontPixels * 0.3;
        left.ry() += (pixel - between - size.height() >= plot.top() ? -1.0 : 1.0) * (between + size.height() * 0.4);
    }
    style.text.draw(painter, left, asked.words, {.font = font, .color = theme.text, .halo = theme.plot});
}

void drawReadout(QPainter& painter, const ChartStyle& style, const QRectF& whole, QPointF anchor,
                 const QStringList& lines, const QRectF& area)
{
    if (lines.isEmpty())
        return;
    const QRectF room = whole.adjusted(3, 3, -3, -3);
    const ReadoutCard card = readoutCard(lines, style.theme, room.width());
    const double away = style.theme.markerSize * 1.8;
    const double edge = std::max(2.0, style.theme.thinWidth() * 2.0); // of an area's frame
    const QRectF around(anchor - QPointF(away, away), QSizeF(2.0 * away, 2.0 * away));
    const QRectF free = area.isEmpty() ? around : around.united(area.adjusted(-edge, -edge, edge, edge));
    paintCard(painter, style, card, boxBeside(free, card.size, room));
}

void drawReadoutOfLine(QPainter& painter, const ChartStyle& style, const QRectF& whole, QPointF anchor,
                       const QStringList& lines)
{
    const QRectF room = whole.adjusted(3, 3, -3, -3);
    const ReadoutCard card = readoutCard(lines, style.theme, room.width());
    const double away = style.theme.markerSize * 1.8;
    QRectF box(anchor + QPointF(away, away), card.size);
    if (box.right() > room.right())
        box.moveBottomRight(anchor - QPointF(away, away));
    box.moveLeft(std::clamp(box.left(), room.left(), std::max(room.left(), room.right() - box.width())));
    box.moveTop(std::clamp(box.top(), room.top(), std::max(room.top(), room.bottom() - box.height())));
    paintCard(painter, style, card, box);
}

void drawReadoutAside(QPainter& painter, const ChartStyle& style, const QRectF& plot, const QStringList& lines,
                      const Obstacles& obstacles)
{
    const QRectF room = plot.adjusted(4, 4, -4, -4);
    const ReadoutCard card = readoutCard(lines, style.theme, room.width());
    paintCard(painter, style, card, boxCoveringLeast(card.size, room, obstacles.boxes, obstacles.lines));
}

void drawWatermark(QPainter& painter, const ChartStyle& style, const QRectF& plot, const QString& words,
                   const QColor& ink)
{
    // As wide as most of the plot, and no higher than a quarter of it.
    const double width = TextPainter::sizeOf(words, style.theme.font(1.0, QFont::Bold)).width();
    const double scale = std::min(plot.width() * 0.7 / std::max(width, 1.0),
                                  plot.height() * 0.25 / style.theme.fontPixels);
    style.text.draw(painter, plot.center() + QPointF(0.0, plot.height() * 0.16), words,
                    {.font = style.theme.font(std::max(scale, 1.0), QFont::Bold),
                     .color = ink,
                     .anchor = Qt::AlignCenter,
                     .rotationDegrees = -18.0});
}

QSizeF whatIfSize(const ChartStyle& style, const QString& words)
{
    const double width = TextPainter::sizeOf(words, style.theme.font(1.0, QFont::DemiBold)).width();
    return {width + style.theme.fontPixels * 1.2, style.theme.fontPixels * 1.7};
}

void drawWhatIf(QPainter& painter, const ChartStyle& style, QPointF leftMiddle, double width, const QString& words)
{
    const QFont font = style.theme.font(1.0, QFont::DemiBold);
    const double pad = style.theme.fontPixels * 0.6;
    const QString shown = TextPainter::fitted(words, font, width - 2.0 * pad);
    const double height = whatIfSize(style, words).height();
    const QRectF ground(leftMiddle.x(), leftMiddle.y() - height * 0.5,
                        TextPainter::sizeOf(shown, font).width() + 2.0 * pad, height);
    painter.setPen(QPen(style.theme.accent, 1.0));
    painter.setBrush(style.theme.plot);
    painter.drawRoundedRect(ground, 4, 4);
    style.text.draw(painter, {ground.left() + pad, ground.center().y()}, shown,
                    {.font = font, .color = style.theme.accent});
}

} // namespace ridgepoint
