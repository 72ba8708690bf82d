// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/kernel_choice.h"
#include "core/analysis/analyse.h"
#include "core/analysis/what_if.h"
#include "core/model/device.h"
#include "core/model/roof.h"
#include "core/stats/sample.h"
#include "core/sweep/plan.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ridgepoint {

/// Everything the charts draw, as it was at one moment: immutable, shared between the window, the charts and the
/// analysis thread.
struct Snapshot {
    std::uint64_t generation = 0;
    std::uint64_t content = 0; ///< alike where samples, points and roofs are; 0 says nothing of another snapshot
    DeviceInfo device;
    RoofSet roofs; ///< what is drawn and predicted with: the device's own times the what-if
    WhatIf whatIf;
    std::vector<Roof> realRoofs;       ///< of those that the what-if multiplies, the device's own
    Plan plan;                         ///< of the map: its axes, base and device
    std::vector<Sample> samples;       ///< measured, and interpolated ones flagged as such
    std::vector<PointAnalysis> points; ///< index-aligned with samples
    /// Of the user's own, and which of them are drawn; never null.
    KernelsPointer kernels = std::make_shared<const KernelList>();
    std::size_t measuredCells = 0; ///< of the plan's own cells; its neighbours do not count
    Provenance provenance =
        Provenance::Measured;         ///< Published or Datasheet of a device on which nothing can be measured
    std::vector<ReferenceLine> lines; ///< theory and datasheet: thin beside the roofs
};

using SnapshotPointer = std::shared_ptr<const Snapshot>;

/// Whether two snapshots differ in nothing but the user's own kernels and where their plans lie in one cube, all of
/// which is measured: then what a chart shows of samples at a cursor is the same.
[[nodiscard]] bool showsTheSame(const Snapshot& a, const Snapshot& b);

/// The same snapshot with other kernels of the user's own.
[[nodiscard]] SnapshotPointer withKernels(const Snapshot& snapshot, KernelsPointer kernels);

/// The snapshot for another map of its cube: the same samples and points with that plan. Null where cells of either map
/// are filled in between, because those differ from map to map, or where the plan is of something else.
[[nodiscard]] SnapshotPointer forPlan(const Snapshot& snapshot, const Plan& plan, std::uint64_t generation);

/// Turns a snapshot of measured samples into one to draw: counts the plan's measured cells, fills the others in between
/// and analyses all of them.
void complete(Snapshot& snapshot);

} // namespace ridgepoint
