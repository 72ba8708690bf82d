// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace ridgepoint {

/// A point in the map's own coordinates: base-2 logarithms of the axes' values.
struct MapPoint {
    double x = 0.0;
    double y = 0.0;
};

using MapLine = std::vector<MapPoint>;

/// The zero line of a field given at the crossings of xs and ys (x fastest), by marching squares, as chained polylines;
/// a closed one ends where it begins. Only where `mask` is positive, cut exactly where the mask crosses zero; an empty
/// mask masks nothing. A square with a corner whose field is no number has no line. O(squares).
[[nodiscard]] std::vector<MapLine> zeroLines(const std::vector<double>& xs, const std::vector<double>& ys,
                                             const std::vector<double>& field, const std::vector<double>& mask = {});

} // namespace ridgepoint
