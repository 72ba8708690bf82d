// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_marks.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

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

void drawLinked(QPainter& painter, const std::vector<QPointF>& places, const Theme& theme)
{
    for (const QPointF& at : places) {
        const double radius = theme.markerSize * 0.85;
        painter.setBrush(Qt::NoBrush);
        const double width = std::max(1.5, theme.thinWidth());
        painter.setPen(QPen(theme.plot, width + 1.9));
        painter.drawEllipse(at, radius, radius);
        painter.setPen(QPen(theme.text, width));
        painter.drawEllipse(at, radius, radius);
    }
}

void drawBrushed(QPainter& painter, const std::vector<QPointF>& places, const Theme& theme)
{
    const double half = theme.markerSize * 0.5;
    for (const QPointF& at : places) {
        const QRectF box(at - QPointF(half, half), QSizeF(2.0 * half, 2.0 * half));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.plot, std::max(3.0, theme.lineWidth * 1.7)));
        painter.drawRoundedRect(box, 2.5, 2.5);
        painter.setPen(QPen(theme.accent, std::max(1.6, theme.lineWidth)));
        painter.drawRoundedRect(box, 2.5, 2.5);
    }
}

GuessMarks placeMarks(std::initializer_list<int> plots, double x)
{
    GuessMarks marks;
    for (const int plot : plots)
        marks.lines.push_back({{plot, x, 1e-30}, {plot, x, 1e30}});
    return marks;
}

bool hasCurve(const GuessMarks& marks)
{
    return std::any_of(marks.lines.begin(), marks.lines.end(), [](const std::vector<PlotPlace>& line) {
        return !line.empty() && line.front().x < line.back().x;
    });
}

QPen guessPen(const Theme& theme)
{
    QPen pen(theme.accent, std::max(2.4, theme.lineWidth * 1.3), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    pen.setDashPattern({3.0, 1.6});
    return pen;
}

void drawGuess(QPainter& painter, const GuessPixels& guess, const Theme& theme)
{
    const auto stroke = [&](const QPen& pen, const auto& draw) {
        painter.setPen(QPen(theme.plot, pen.widthF() + 3.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        draw();
        painter.setPen(pen);
        draw();
    };
    painter.setBrush(Qt::NoBrush);
    for (const QPolygonF& line : guess.lines)
        stroke(guessPen(theme), [&] { painter.drawPolyline(line); });
    if (!guess.place)
        return;
    const QPointF at = *guess.place;
    const double arm = theme.markerSize * 1.25;
    const QPen solid(theme.accent, std::max(2.4, theme.lineWidth * 1.3), Qt::SolidLine, Qt::RoundCap);
    stroke(solid, [&] {
        painter.drawLine(QLineF(at - QPointF(arm, 0.0), at + QPointF(arm, 0.0)));
        painter.drawLine(QLineF(at - QPointF(0.0, arm), at + QPointF(0.0, arm)));
    });
}

void drawBand(QPainter& painter, const QRectF& band, const Theme& theme)
{
    QColor fill = theme.accent;
    fill.setAlpha(36);
    painter.setBrush(fill);
    painter.setPen(QPen(theme.accent, 1.2, Qt::DashLine));
    painter.drawRect(band.normalized());
}

std::vector<Workload> insideBand(std::span<const DrawnWorkload> drawn, const QRectF& band)
{
    const QRectF box = band.normalized();
    // QRectF::contains is false throughout for a box without width: a band drawn straight down still picks a column.
    const auto inside = [&](QPointF at) {
        return at.x() >= box.left() && at.x() <= box.right() && at.y() >= box.top() && at.y() <= box.bottom();
    };
    std::vector<Workload> found;
    std::set<Workload> seen;
    for (const DrawnWorkload& each : drawn)
        if (std::any_of(each.pixels.begin(), each.pixels.end(), inside) && seen.insert(each.workload).second)
            found.push_back(each.workload);
    return found;
}

} // namespace ridgepoint
