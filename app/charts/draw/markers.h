// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/series_data.h"
#include "app/charts/style/theme.h"

#include <QPainter>

namespace ridgepoint {

/// How a point is drawn.
struct MarkerStyle {
    double size = 9.0;
    bool filled = true;     ///< hollow for what was not measured
    bool secondary = false; ///< of another session: an open outline in the regime's colour
};

/// A regime's shape about a point: circle for compute and under-filled, square for memory, triangle for overhead, a
/// small diamond for an unknown regime.
[[nodiscard]] QPainterPath markerPath(std::optional<Regime> regime, QPointF center, double size);
/// The blend of the point's shares, or its regime's pure colour, or the muted text colour.
[[nodiscard]] QColor markerColor(const ChartPoint& point, const Theme& theme);
/// Draws a sample: fill by shares, shape by regime, contrasting outline; hollow where interpolated, pale where its
/// regime is less sure, as the map's cells are.
void drawMarker(QPainter& painter, QPointF center, const ChartPoint& point, const Theme& theme,
                const MarkerStyle& style);

} // namespace ridgepoint
