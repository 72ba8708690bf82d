// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/regime_map_data.h"

#include <vector>

namespace ridgepoint {

/// The best place for the name of each regime that fills more than 2 % of the map: the cell of its region that is
/// farthest from everything that is not the region, where a text is taken as 2.5 times wider than high.
[[nodiscard]] std::vector<RegionLabel> regionLabels(const RegimeMapData& data);

} // namespace ridgepoint
