// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_marks.h"
#include "app/charts/draw/chart_part.h"
#include "app/charts/style/label_placement.h"

#include <QPainter>
#include <QRectF>
#include <QStringList>

#include <span>

namespace ridgepoint {

struct Obstacles;

/// Words in the middle of a plot that has nothing to show: its lines and where they stand.
struct EmptyWords {
    QFont font;
    double lineHeight = 0.0;
    QStringList lines = {};
    QRectF box = {};
    QRectF ground = {}; ///< filled behind them, so that no line runs through them
};
[[nodiscard]] EmptyWords emptyWords(const ChartStyle& style, const QRectF& plot, const QString& words);
void drawEmpty(QPainter& painter, const ChartStyle& style, const QRectF& plot, const QString& words);
/// Words beside a place that is no workload of the own session, such as a compared point or a thin line.
struct Readout {
    QPointF at;
    QStringList lines; ///< the first one bold
    bool isOfLine{};   ///< that rises to the right, and stays in view
};
/// A small card with these lines (the first one bold) beside a place, inside `whole`; where the place is an area, such
/// as a cell, none of it is covered while there is room.
void drawReadout(QPainter& painter, const ChartStyle& style, const QRectF& whole, QPointF anchor,
                 const QStringList& lines, const QRectF& area = {});
/// The same card below a place on a line that rises to the right, or at its left above it, so that it leaves the line
/// in view.
void drawReadoutOfLine(QPainter& painter, const ChartStyle& style, const QRectF& whole, QPointF anchor,
                       const QStringList& lines);
/// The same card where it covers least of what is drawn in the plot.
void drawReadoutAside(QPainter& painter, const ChartStyle& style, const QRectF& plot, const QStringList& lines,
                      const Obstacles& obstacles);
/// The selection's ring: accent on the plot's ground, or dark blue cased in white over the map's colours.
void drawRing(QPainter& painter, const Theme& theme, QPointF center, bool overColors);
/// How far from its centre the ring on a plot's ground covers what lies under it.
[[nodiscard]] double reachOfRing(const Theme& theme);
/// An arrow at the edge of a plot towards a place outside of it, with its words beside it: off the `labels` where there
/// is room.
void drawOutside(QPainter& painter, const ChartStyle& style, const QRectF& plot, QPointF place, const QString& words,
                 std::span<const OrientedBox> labels);
/// A mark at the edge of a plot with its words beside it, and a thin line from there through the plot; `pixel` is where
/// its axis has it, across or upwards. The line leaves out `labels`, of which it would hide a letter.
void drawAsked(QPainter& painter, const ChartStyle& style, const QRectF& plot, const AskedPlace& asked, double pixel,
               std::span<const OrientedBox> labels);
/// The word across a plot of which nothing was measured.
void drawWatermark(QPainter& painter, const ChartStyle& style, const QRectF& plot, const QString& words,
                   const QColor& ink);
/// The words of a what-if on their ground, as wide as they need and no wider than `width`.
void drawWhatIf(QPainter& painter, const ChartStyle& style, QPointF leftMiddle, double width, const QString& words);
/// The size of such words with the ground around them.
[[nodiscard]] QSizeF whatIfSize(const ChartStyle& style, const QString& words);

} // namespace ridgepoint
