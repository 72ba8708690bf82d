// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/snapshot.h"

#include "app/charts/shipped_devices.h"
#include "core/sweep/grid.h"
#include "core/sweep/interpolation.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ridgepoint {
namespace {

std::size_t countMeasuredCells(const Snapshot& snapshot)
{
    const Grid grid(snapshot.plan);
    std::vector<bool> measured(grid.cellCount(), false);
    for (const Sample& sample : snapshot.samples)
        if (sample.device == snapshot.plan.device && sample.provenance == Provenance::Measured && !sample.flags.has(Flag::Interpolated))
            if (const auto cell = grid.find(sample.workload))
                measured[*cell] = true;
    return static_cast<std::size_t>(std::count(measured.begin(), measured.end(), true));
}

} // namespace

void complete(Snapshot& snapshot)
{
    snapshot.measuredCells = 0;
    if (!snapshot.samples.empty() && validate(snapshot.plan)) {
        snapshot.measuredCells = countMeasuredCells(snapshot);
        std::vector<Sample> between = fillInterpolated(snapshot.plan, snapshot.samples);
        snapshot.samples.insert(snapshot.samples.end(), std::make_move_iterator(between.begin()),
                                std::make_move_iterator(between.end()));
    }
    snapshot.samples.shrink_to_fit(); // it lives as long as it is shown
    snapshot.lines = referenceLines(snapshot.device, shippedDatasheets());
    snapshot.points = analyse(snapshot.samples, snapshot.roofs, snapshot.device.kind);
}

} // namespace ridgepoint
