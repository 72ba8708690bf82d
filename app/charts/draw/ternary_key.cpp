// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/ternary_key.h"

#include "app/charts/style/format.h"
#include "app/charts/style/oklab.h"

#include <QImage>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

QImage TernaryKey::image(double scale) const
{
    const int width = std::max(1, static_cast<int>(std::lround(m_triangle.width() * scale)));
    const int height = std::max(1, static_cast<int>(std::lround(m_triangle.height() * scale)));
    const std::array corners{toOklab(m_theme.compute), toOklab(m_theme.memory), toOklab(m_theme.overhead)};
    QImage image(width, height, QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < width; ++x) {
            TernaryWeights weights = weightsAtTernary({(x + 0.5) / width, (y + 0.5) / height});
            // A weight of 1 is as far from its side as the triangle is high: the rim's pixels are covered in part.
            const double inside = *std::min_element(weights.begin(), weights.end()) * height;
            for (double& weight : weights)
                weight = std::max(weight, 0.0);
            const QRgb color = toRgb(blend(corners, weights));
            const int alpha = static_cast<int>(255.0 * std::clamp(inside + 0.5, 0.0, 1.0));
            line[x] = qPremultiply(qRgba(qRed(color), qGreen(color), qBlue(color), alpha));
        }
    }
    return image;
}

void TernaryKey::draw(QPainter& painter, const TextPainter& text, double imageScale) const
{
    painter.setRenderHint(QPainter::SmoothPixmapTransform, true);
    painter.drawImage(m_triangle, image(imageScale));
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    const QPolygonF outline{QPointF(m_triangle.center().x(), m_triangle.top()), m_triangle.bottomLeft(),
                            m_triangle.bottomRight()};
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.mutedText, m_theme.thinWidth(), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    painter.drawPolygon(outline);
    drawNames(painter, text);
}

void TernaryKey::drawNames(QPainter& painter, const TextPainter& text) const
{
    constexpr double offCorner = 0.92; // a mark in the corner does not touch the name's letters
    const double em = m_theme.fontPixels;
    const auto name = [&](Regime regime, QPointF at, Qt::Alignment anchor) {
        text.draw(painter, at, regimeLabel(regime),
                  {.font = m_theme.font(0.88), .color = m_theme.mutedText, .anchor = anchor});
    };
    name(Regime::Compute, {m_triangle.center().x(), m_triangle.top() - em * offCorner}, Qt::AlignCenter);
    if (m_words == Words::Beside) {
        name(Regime::Memory, {m_triangle.left() - em * 0.7, m_triangle.bottom() - em * 0.35},
             Qt::AlignRight | Qt::AlignVCenter);
        name(Regime::Overhead, {m_triangle.right() + em * 0.7, m_triangle.bottom() - em * 0.35},
             Qt::AlignLeft | Qt::AlignVCenter);
        return;
    }
    name(Regime::Memory, {m_triangle.left() - em * 0.7, m_triangle.bottom() + em * offCorner},
         Qt::AlignLeft | Qt::AlignVCenter);
    name(Regime::Overhead, {m_triangle.right() + em * 0.7, m_triangle.bottom() + em * offCorner},
         Qt::AlignRight | Qt::AlignVCenter);
}

std::optional<QPointF> TernaryKey::place(const Shares& shares) const
{
    const auto weights = ternaryWeights(shares);
    if (!weights)
        return std::nullopt;
    const QPointF unit = ternaryPlace(*weights);
    return m_triangle.topLeft() + QPointF(unit.x() * m_triangle.width(), unit.y() * m_triangle.height());
}

void TernaryKey::mark(QPainter& painter, const Shares& shares, Mark kind) const
{
    const auto at = place(shares);
    if (!at)
        return;
    const double radius = m_theme.fontPixels * 0.36;
    const double width = std::max(1.6, m_theme.lineWidth * 0.9);
    const bool selected = kind == Mark::Selected;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(selected ? QColor(Qt::white) : QColor(20, 24, 32), width + 2.4));
    painter.drawEllipse(*at, radius, radius);
    painter.setPen(QPen(selected ? QColor(0x1B, 0x45, 0xA8) : QColor(Qt::white), width));
    painter.drawEllipse(*at, radius, radius);
}

} // namespace ridgepoint
