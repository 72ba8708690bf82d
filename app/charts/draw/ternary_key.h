// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/ternary.h"
#include "app/charts/style/text_painter.h"
#include "app/charts/style/theme.h"

#include <QRectF>

namespace ridgepoint {

/// The triangle whose corners are the three regimes' colours and whose inside is their blend: what a colour of the map
/// means. Compute is at the top, memory at the lower left, overhead at the lower right.
class TernaryKey {
public:
    /// Where the names of the lower corners stand.
    enum class Words { Under, Beside };
    /// What a mark in the triangle stands for.
    enum class Mark { Selected, Hovered };

    /// The triangle fills the rectangle; names stand around it.
    TernaryKey(const Theme& theme, const QRectF& triangle, Words words)
        : m_theme(theme), m_triangle(triangle), m_words(words)
    {}

    /// With so many image pixels a unit. Nothing is drawn outside of the triangle's own shape, so that files without
    /// clipping show it whole.
    void draw(QPainter& painter, const TextPainter& text, double imageScale) const;
    /// Where these shares lie; nothing where none is positive.
    void mark(QPainter& painter, const Shares& shares, Mark kind) const;
    [[nodiscard]] std::optional<QPointF> place(const Shares& shares) const;

    /// Height over width of an equilateral triangle.
    static constexpr double aspect = 0.866;

private:
    [[nodiscard]] QImage image(double scale) const;
    void drawNames(QPainter& painter, const TextPainter& text) const;

    const Theme& m_theme;
    QRectF m_triangle;
    Words m_words;
};

} // namespace ridgepoint
