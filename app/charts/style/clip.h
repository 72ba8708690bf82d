// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QPolygonF>
#include <QRectF>

#include <optional>
#include <vector>

namespace ridgepoint {

// SVG files ignore the painter's clip, so whatever may leave the plot is cut geometrically before it is drawn.

/// The part of a line inside a rectangle (Liang and Barsky); nullopt when none is.
[[nodiscard]] std::optional<QLineF> clipped(const QLineF& line, const QRectF& rect);
/// The parts of a polyline inside a rectangle.
[[nodiscard]] std::vector<QPolygonF> clippedPolyline(const QPolygonF& points, const QRectF& rect);
/// A polygon cut to a rectangle (Sutherland and Hodgman).
[[nodiscard]] QPolygonF clippedPolygon(const QPolygonF& polygon, const QRectF& rect);

} // namespace ridgepoint
