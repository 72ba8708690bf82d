// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/probe_mark.h"

#include <cmath>
#include <numbers>

namespace ridgepoint {
namespace {

QColor faded(QColor color, double alpha)
{
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

/// Closer than this to the last one, a dot would only thicken it.
constexpr double leastDistance = 1.5;

} // namespace

void drawProbe(QPainter& painter, const std::vector<ProbeDot>& dots, double beat, const Theme& theme, bool overColors)
{
    if (dots.empty())
        return;
    const QColor color = overColors ? QColor(Qt::white) : theme.accent;
    const QColor outline = overColors ? QColor(0x1B, 0x45, 0xA8) : theme.card;
    const double radius = theme.markerSize * 0.5;
    const ProbeDot& probe = dots.back();
    painter.setBrush(Qt::NoBrush);
    QPointF last = dots.front().at;
    for (std::size_t i = 1; i < dots.size(); ++i) {
        if (QLineF(last, dots[i].at).length() < leastDistance && i + 1 < dots.size())
            continue;
        const double strength = 0.75 * (1.0 - dots[i - 1].age);
        painter.setPen(QPen(faded(color, strength), theme.lineWidth * 0.9, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(last, dots[i].at);
        painter.setPen(Qt::NoPen);
        painter.setBrush(faded(color, strength));
        painter.drawEllipse(last, radius * (0.75 - 0.4 * dots[i - 1].age), radius * (0.75 - 0.4 * dots[i - 1].age));
        last = dots[i].at;
    }
    // The ring swells and fades with the beat; the dot within stays, so that the place can be read at any moment.
    const double swing = 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * beat);
    painter.setPen(Qt::NoPen);
    painter.setBrush(faded(color, 0.38 - 0.2 * swing));
    painter.drawEllipse(probe.at, radius * (2.4 + 1.6 * swing), radius * (2.4 + 1.6 * swing));
    painter.setPen(QPen(outline, theme.lineWidth * 0.9));
    painter.setBrush(color);
    painter.drawEllipse(probe.at, radius, radius);
}

} // namespace ridgepoint
