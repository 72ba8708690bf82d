// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/text_painter.h"

namespace ridgepoint {

/// Draws a text as `paint` draws it at a point, from a picture of it that is kept: a chart writes the same words again
/// and again, and shaping them and outlining their halo is most of what drawing it takes. Places are rounded to a
/// quarter of a device pixel. False where the painter turns or scales, or does not paint pixels; then nothing was
/// drawn. For the thread of the widgets alone.
[[nodiscard]] bool drawSprite(QPainter& painter, QPointF point, const QString& text, const TextStyle& style,
                              void (*paint)(QPainter&, const QString&, const TextStyle&));

/// Pictures painted so far, of texts that were not there yet.
[[nodiscard]] int spritesPainted();

} // namespace ridgepoint
