// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/experiment_data.h"
#include "app/charts/style/format.h"
#include "app/charts/style/text_painter.h"
#include "app/charts/style/theme.h"

#include <qcustomplot.h>

#include <QColor>
#include <QPainter>
#include <QRectF>
#include <QStringList>

#include <functional>
#include <string>
#include <vector>

namespace ridgepoint {

/// How a flame bar lies in its plot.
struct FlamePlace {
    QRectF area;
    int rows = 1;
    double rowMost = 0.0;                  ///< pixels that a row is high at most
    std::function<double(double)> pixelOf; ///< of a time, from the left
};

/// Such a place for these boxes over an axis of time.
[[nodiscard]] FlamePlace flamePlaceIn(const QRectF& area, const std::vector<FlameBox>& boxes, const QCPAxis& time,
                                      const Theme& theme);
/// Where a box lies: what holds it in the row above, at least a pixel wide.
[[nodiscard]] QRectF flameRect(const FlameBox& box, const FlamePlace& place);
/// The colour of the span that is the work itself, and of those around it.
[[nodiscard]] QColor flameColor(const Theme& theme, bool isWork);
/// Words in lines no wider than this, at most so many; none where they do not fit. A word is never cut.
[[nodiscard]] QStringList wrappedWords(const QString& words, const QFont& font, double width, int mostLines);
/// Nested boxes, each with its name and its time where they fit, else without words. `work`: the label of the work
/// itself.
void drawFlame(QPainter& painter, const std::vector<FlameBox>& boxes, const FlamePlace& place, const LabelName& work,
               const Theme& theme, const TextPainter& text, const Format& format);

} // namespace ridgepoint
