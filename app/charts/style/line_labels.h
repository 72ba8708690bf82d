// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/label_placement.h"

#include <QPolygonF>

#include <vector>

namespace ridgepoint {

/// The polyline with fewer points, none of which lay farther than the tolerance from what is left (Ramer, Douglas and
/// Peucker).
[[nodiscard]] QPolygonF simplified(const QPolygonF& line, double tolerance);

/// Places for a label that follows a polyline: where it is nearly straight over the label's width, turned so that it
/// reads from left to right, the middle of the line first, not more than `most`. With a gap the label stands above the
/// line, and below it as the second choice; with none it stands on the line.
[[nodiscard]] std::vector<OrientedBox> placesAlong(const QPolygonF& line, QSizeF label, double gap = -1.0,
                                                   int most = 16);

/// Places for an upright label at either side of a polyline, or over or under it, the middle of the line first: for
/// lines that are nowhere straight for long enough.
[[nodiscard]] std::vector<OrientedBox> placesBeside(const QPolygonF& line, QSizeF label, double gap);

} // namespace ridgepoint
