// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/clip.h"

#include <array>
#include <cmath>

namespace ridgepoint {
namespace {

/// Keeps the part of a polygon where distance() is not negative; distance must be linear.
template <class Distance> QPolygonF keepInside(const QPolygonF& polygon, Distance distance)
{
    QPolygonF result;
    for (qsizetype i = 0; i < polygon.size(); ++i) {
        const QPointF& from = polygon[i];
        const QPointF& to = polygon[(i + 1) % polygon.size()];
        const double a = distance(from);
        const double b = distance(to);
        if (a >= 0.0)
            result << from;
        if ((a >= 0.0) != (b >= 0.0))
            result << from + (to - from) * (a / (a - b));
    }
    return result;
}

bool finite(QPointF point) { return std::isfinite(point.x()) && std::isfinite(point.y()); }

} // namespace

std::optional<QLineF> clipped(const QLineF& line, const QRectF& rect)
{
    if (!finite(line.p1()) || !finite(line.p2()))
        return std::nullopt;
    const std::array<double, 4> steps{-line.dx(), line.dx(), -line.dy(), line.dy()};
    const std::array<double, 4> room{line.x1() - rect.left(), rect.right() - line.x1(), line.y1() - rect.top(),
                                     rect.bottom() - line.y1()};
    double begin = 0.0;
    double end = 1.0;
    for (std::size_t side = 0; side < steps.size(); ++side) {
        if (steps[side] == 0.0) {
            if (room[side] < 0.0)
                return std::nullopt;
            continue;
        }
        const double t = room[side] / steps[side];
        if (steps[side] < 0.0)
            begin = std::max(begin, t);
        else
            end = std::min(end, t);
    }
    if (begin > end)
        return std::nullopt;
    return QLineF(line.pointAt(begin), line.pointAt(end));
}

std::vector<QPolygonF> clippedPolyline(const QPolygonF& points, const QRectF& rect)
{
    std::vector<QPolygonF> parts;
    for (qsizetype i = 0; i + 1 < points.size(); ++i) {
        const auto piece = clipped(QLineF(points[i], points[i + 1]), rect);
        if (!piece)
            continue;
        const bool continues = !parts.empty() && QLineF(parts.back().last(), piece->p1()).length() < 1e-6;
        if (!continues)
            parts.push_back(QPolygonF{piece->p1()});
        parts.back() << piece->p2();
    }
    return parts;
}

QPolygonF clippedPolygon(const QPolygonF& polygon, const QRectF& rect)
{
    QPolygonF result = keepInside(polygon, [&](QPointF p) { return p.x() - rect.left(); });
    result = keepInside(result, [&](QPointF p) { return rect.right() - p.x(); });
    result = keepInside(result, [&](QPointF p) { return p.y() - rect.top(); });
    return keepInside(result, [&](QPointF p) { return rect.bottom() - p.y(); });
}

} // namespace ridgepoint
