// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/snapshot.h"

#include "app/charts/data/shipped_devices.h"
#include "core/sweep/grid.h"
#include "core/sweep/interpolation.h"
#include "core/sweep/slices.h"

#include <algorithm>
#include <iterator>
#include <set>
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
        // Where slices on both sides are known, a cell lies closer to them than to the first few cells of its own slice.
        std::vector<Sample> between = fillFromSlices(snapshot.plan, snapshot.samples);
        std::set<Workload> filled;
        for (const Sample& sample : between)
            filled.insert(sample.workload);
        for (Sample& sample : fillInterpolated(snapshot.plan, snapshot.samples))
            if (!filled.contains(sample.workload))
                between.push_back(std::move(sample));
        snapshot.samples.insert(snapshot.samples.end(), std::make_move_iterator(between.begin()),
                                std::make_move_iterator(between.end()));
    }
    snapshot.samples.shrink_to_fit(); // it lives as long as it is shown
    snapshot.lines = referenceLines(snapshot.device, shippedDatasheets());
    snapshot.points = analyse(snapshot.samples, snapshot.roofs, snapshot.device.kind);
}

} // namespace ridgepoint
