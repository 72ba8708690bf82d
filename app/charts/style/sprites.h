// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/text_painter.h"

#include <QImage>

#include <functional>
#include <optional>

namespace ridgepoint {

/// A picture of something small that is drawn again and again.
struct Sprite {
    QImage image;
    QPoint corner; ///< from the pixel in which its point lies to the upper left one
};

/// Where a sprite goes; places are rounded to a quarter of a device pixel.
struct SpritePlace {
    QPointF pixel;      ///< of the device, whole
    double scale = 1.0; ///< device pixels a unit
    int partX = 0;      ///< of a pixel, in quarters
    int partY = 0;
};
/// Nullopt where the painter turns, scales or fades, or does not paint pixels: what is drawn there is no picture.
[[nodiscard]] std::optional<SpritePlace> spritePlace(const QPainter& painter, QPointF point);
/// `bounds` hold what `paint` draws about the origin.
[[nodiscard]] Sprite makeSprite(const SpritePlace& place, const QRectF& bounds,
                                const std::function<void(QPainter&)>& paint);
void drawSprite(QPainter& painter, const SpritePlace& place, const Sprite& sprite);

/// Draws a text as `paint` draws it at a point, from a picture of it that is kept: a chart writes the same words again
/// and again, and shaping them and outlining their halo is most of what drawing it takes. False where there is no
/// `spritePlace`; then nothing was drawn. For the thread of the widgets alone.
[[nodiscard]] bool drawSprite(QPainter& painter, QPointF point, const QString& text, const TextStyle& style,
                              void (*paint)(QPainter&, const QString&, const TextStyle&));

/// Pictures painted so far, of texts that were not there yet.
[[nodiscard]] int spritesPainted();

} // namespace ridgepoint
