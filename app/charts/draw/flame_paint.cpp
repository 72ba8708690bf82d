// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/flame_paint.h"

#include "app/charts/data/experiment_data.h"

#include <QPen>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr double textScale = 0.92;
constexpr double lineHeight = 1.2; ///< in ems
constexpr double sideRoom = 0.35;  ///< left and right of words, in ems
/// Rows are three lines of words high and a little more at most, in ems.
constexpr double highestRow = 5.0;

void drawWords(QPainter& painter, const FlameBox& box, const QRectF& rect, const QColor& color, const Theme& theme,
               const TextPainter& text, const Format& format)
{
    const double em = theme.fontPixels;
    const QFont bold = theme.font(textScale, QFont::DemiBold);
    const QFont plain = theme.font(textScale);
    const double line = em * lineHeight;
    const double room = rect.width() - 2.0 * sideRoom * em;
    const int most = static_cast<int>(rect.height() / line);
    QStringList lines = wrappedWords(catalogueWords(box.point.label), bold, room, most);
    if (lines.isEmpty())
        return;
    const auto names = lines.size();
    // The time below the name, or behind it where the row is too low.
    const QString time = format.time(Seconds(box.point.y));
    const double timeWidth = TextPainter::sizeOf(time, plain).width();
    if (names < most && timeWidth <= room) {
        lines << time;
    } else if (const double width = TextPainter::sizeOf(lines.first(), bold).width();
               names == 1 && width + 0.6 * em + timeWidth <= room) {
        const double left = rect.center().x() - (width + 0.6 * em + timeWidth) / 2.0;
        text.draw(painter, {left, rect.center().y()}, lines.first(), {.font = bold, .color = color});
        text.draw(painter, {left + width + 0.6 * em, rect.center().y()}, time, {.font = plain, .color = color});
        return;
    }
    double y = rect.center().y() - line * static_cast<double>(lines.size() - 1) / 2.0;
    for (int i = 0; i < lines.size(); ++i, y += line)
        text.draw(painter, {rect.center().x(), y}, lines[i],
                  {.font = i < names ? bold : plain, .color = color, .anchor = Qt::AlignCenter});
}

} // namespace

QStringList wrappedWords(const QString& words, const QFont& font, double width, int mostLines)
{
    QStringList lines;
    for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (TextPainter::sizeOf(word, font).width() > width)
            return {};
        const QString longer = lines.isEmpty() ? word : lines.last() + QLatin1Char(' ') + word;
        if (!lines.isEmpty() && TextPainter::sizeOf(longer, font).width() <= width)
            lines.last() = longer;
        else
            lines << word;
    }
    return lines.size() <= mostLines ? lines : QStringList();
}

FlamePlace flamePlaceIn(const QRectF& area, const std::vector<FlameBox>& boxes, const QCPAxis& time, const Theme& theme)
{
    return {.area = area,
            .rows = flameRows(boxes),
            .rowMost = theme.fontPixels * highestRow,
            .pixelOf = [&time](double value) { return time.coordToPixel(value); }};
}

QRectF flameRect(const FlameBox& box, const FlamePlace& place)
{
    const double height = std::min(place.area.height() / std::max(place.rows, 1), place.rowMost);
    const double top = place.area.top() + (place.area.height() - height * place.rows) / 2.0;
    const double left = place.pixelOf(box.begin);
    // What lasts less than a pixel is still seen.
    return {left, top + height * box.depth, std::max(place.pixelOf(box.begin + box.length) - left, 1.0), height};
}

QColor flameColor(const Theme& theme, bool isWork) { return isWork ? theme.accent : theme.overhead; }

void drawFlame(QPainter& painter, const std::vector<FlameBox>& boxes, const FlamePlace& place, const LabelName& work,
               const Theme& theme, const TextPainter& text, const Format& format)
{
    for (const FlameBox& box : boxes) {
        const QRectF rect = flameRect(box, place).intersected(place.area);
        if (rect.isEmpty())
            continue;
        const bool isWork = box.point.label == work;
        QColor fill = flameColor(theme, isWork);
        // What is only around others is paler than what takes the time itself.
        if (!isWork)
            fill.setAlpha(box.holds ? (theme.dark ? 60 : 70) : (theme.dark ? 115 : 150));
        // Neighbours stay apart by a line of the ground, where there is room for one.
        const double gap = rect.width() > 4.0 ? 0.75 : 0.0;
        const QRectF inner = rect.adjusted(gap, 1.0, -gap, -1.0);
        painter.fillRect(inner, theme.plot);
        painter.fillRect(inner, fill);
        drawWords(painter, box, inner, isWork ? theme.accentText : theme.text, theme, text, format);
    }
}

} // namespace ridgepoint
