// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/regime_map_data.h"

namespace ridgepoint {

/// The borders between predicted regimes over the map's axes, chained into polylines: where the terms of the equation
/// of time are equal, found by marching squares on the logarithms of their ratios.
[[nodiscard]] std::vector<std::vector<MapPoint>> predictedBorders(const RegimeMapData& data, const Snapshot& snapshot);

/// The zero line of a field given at the crossings of xs and ys (x fastest), as chained polylines; only where `mask` is
/// positive, cut exactly where the mask crosses zero.
[[nodiscard]] std::vector<std::vector<MapPoint>> zeroLines(const std::vector<double>& xs, const std::vector<double>& ys,
                                                           const std::vector<double>& field, const std::vector<double>& mask);

} // namespace ridgepoint
