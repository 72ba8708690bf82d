// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/regime_map_data.h"

namespace ridgepoint {

/// Of what the map draws lines of equal value.
enum class IsoLines { None, Runtime, Share };

/// Where the map has one value.
struct IsoLine {
    double value = 0.0; ///< seconds, or a share from 0 to 1
    std::vector<MapLine> lines;
};

/// Round times between two others: powers of ten, every second one or fewer where there are many, and 1, 2 and 5 of
/// each where less than two decades lie between. Empty unless 0 < low < high.
[[nodiscard]] std::vector<double> isoTimes(double low, double high);

/// Lines of equal runtime at isoTimes() of the map. Only between cells that were measured, published, predicted or
/// filled in between, never through those that only wear a neighbour's colour; linear in the logarithms of time and
/// axes. Where time hardly changes, as where launches take all of it, noise alone would say where a line runs: there is
/// none.
[[nodiscard]] std::vector<IsoLine> runtimeLines(const RegimeMapData& data);
/// Lines of equal share at a quarter, a half and three quarters. Shares come from slopes and are noisier than times, so
/// each cell is first averaged with its neighbours (1-2-1 along both axes); lines around single cells are left out.
[[nodiscard]] std::vector<IsoLine> shareLines(const RegimeMapData& data, Regime regime);

} // namespace ridgepoint
