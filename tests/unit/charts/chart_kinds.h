// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"

#include <memory>

namespace ridgepoint::test {

enum ChartKind { RooflineKind, MapKind, CurvesKind };

/// An empty chart of the kind.
inline std::unique_ptr<ChartWidget> makeChart(int kind)
{
    if (kind == RooflineKind)
        return std::make_unique<RooflineChart>();
    if (kind == MapKind)
        return std::make_unique<RegimeMapChart>();
    return std::make_unique<CurvesChart>();
}

} // namespace ridgepoint::test
