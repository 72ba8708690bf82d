// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/regime_map_data.h"

namespace ridgepoint {

/// The borders between predicted regimes over the map's axes, chained into polylines: where the two largest terms of
/// the equation of time are equal, found by marching squares on the logarithms of their ratios. Empty where a roof that
/// the prediction needs is missing.
[[nodiscard]] std::vector<MapBorder> predictedBorders(const RegimeMapData& data, const Snapshot& snapshot);
/// Those of another device over the same axes, for `base` in place of the map's own workload.
[[nodiscard]] std::vector<MapBorder> predictedBorders(const RegimeMapData& data, const Workload& base,
                                                      const Snapshot& snapshot);

} // namespace ridgepoint
