// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/snapshot.h"

#include "app/charts/data/reference_device.h"
#include "core/sweep/grid.h"
#include "core/sweep/interpolation.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace ridgepoint {
namespace {

std::size_t countMeasuredCells(const Snapshot& snapshot, const Plan& plan)
{
    const Grid grid(plan);
    std::vector<bool> measured(grid.cellCount(), false);
    for (const Sample& sample : snapshot.samples)
        if (sample.device == plan.device && sample.provenance == Provenance::Measured
            && !sample.flags.has(Flag::Interpolated))
            if (const auto cell = grid.find(sample.workload))
                measured[*cell] = true;
    return static_cast<std::size_t>(std::count(measured.begin(), measured.end(), true));
}

/// Whether the plans are of one device's cube, with the same axes.
bool ofOneCube(const Plan& a, const Plan& b)
{
    const auto cube = [](Workload workload) {
        workload.elements = workload.operationsPerElement = 1;
        workload.fusionDepth = 1;
        return workload;
    };
    return a.device == b.device && a.axes == b.axes && cube(a.base) == cube(b.base);
}

} // namespace

bool showsTheSame(const Snapshot& a, const Snapshot& b)
{
    return a.content != 0 && a.content == b.content && a.whatIf == b.whatIf && ofOneCube(a.plan, b.plan);
}

SnapshotPointer withKernels(const Snapshot& snapshot, KernelsPointer kernels)
{
    auto copy = std::make_shared<Snapshot>(snapshot);
    copy->kernels = std::move(kernels);
    return copy;
}

SnapshotPointer forPlan(const Snapshot& snapshot, const Plan& plan, std::uint64_t generation)
{
    if (!ofOneCube(snapshot.plan, plan) || snapshot.provenance != Provenance::Measured || !validate(plan)
        || snapshot.measuredCells != snapshot.plan.cellCount()
        || countMeasuredCells(snapshot, plan) != plan.cellCount())
        return nullptr;
    auto copy = std::make_shared<Snapshot>(snapshot);
    copy->plan = plan;
    copy->generation = generation;
    return copy;
}

void complete(Snapshot& snapshot)
{
    snapshot.measuredCells = 0;
    if (!snapshot.samples.empty() && validate(snapshot.plan)) {
        snapshot.measuredCells = countMeasuredCells(snapshot, snapshot.plan);
        // Where slices on both sides are known, a cell lies closer to them than to the first few cells of its own
        // slice.
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
    // Under a what-if the points keep the verdict by the device's own roofs.
    RoofSet own = snapshot.roofs;
    for (const Roof& roof : snapshot.realRoofs)
        own.put(roof);
    snapshot.points = analyse(snapshot.samples, own, snapshot.device.kind);
    if (!snapshot.realRoofs.empty())
        predictAgain(snapshot.samples, snapshot.points, snapshot.roofs, snapshot.device.kind);
}

} // namespace ridgepoint
