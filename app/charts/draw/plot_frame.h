// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/text_painter.h"
#include "app/charts/style/theme.h"

#include <QPainter>
#include <QRectF>
#include <QString>

#include <vector>

namespace ridgepoint {

/// A tick that has its pixel: from the left for x, from the top for y.
struct PlacedTick {
    double pixel = 0.0;
    QString label;
};

/// What surrounds the data of one plot.
struct PlotFrame {
    QRectF plot;
    std::vector<PlacedTick> x;
    std::vector<PlacedTick> y;
    QString xTitle;
    QString yTitle; ///< turned, left of the labels; empty for none
};

/// Lines at the ticks.
void drawGrid(QPainter& painter, const PlotFrame& frame, const Theme& theme);
/// Tick labels (those that would touch the one before or leave `bounds` are left out) and axis titles.
void drawFrame(QPainter& painter, const PlotFrame& frame, const QRectF& bounds, const Theme& theme, const TextPainter& text);
/// Room left of a plot for y labels of this widest text and a turned title.
[[nodiscard]] int leftMargin(const Theme& theme, const QString& widestLabel, bool hasTitle);
/// Room under a plot for x labels and a title.
[[nodiscard]] int bottomMargin(const Theme& theme, bool hasTitle);

} // namespace ridgepoint
