// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/text_painter.h"
#include "app/charts/style/theme.h"

#include <QPainter>
#include <QRectF>

namespace ridgepoint {

/// Room that the drawing needs, in pixels; 0 where a chart of this height cannot spare it.
[[nodiscard]] int savedEdgesHeight(const Theme& theme, double chartHeight);

/// A chain and its gradient as two graphs side by side: once every result is kept from the forward row to the backward
/// row, once the input alone, from which a row between computes the rest anew. `all` and `input`: colours of what is
/// kept.
void drawSavedEdges(QPainter& painter, const QRectF& area, const Theme& theme, const TextPainter& text,
                    const QColor& all, const QColor& input);

} // namespace ridgepoint
