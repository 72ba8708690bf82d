// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/lever_list.h"
#include "app/charts/data/reference_device.h"
#include "core/model/device.h"
#include "core/model/roof.h"
#include "core/sweep/plan.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Which slice of the cube the map shows.
enum class MapKind {
    IntensitySize,  ///< operations per element × tensor size
    DepthSize,      ///< fusion depth × tensor size, over a chain
    IntensityDepth, ///< operations per element × fusion depth, over a chain
};
inline constexpr std::array allMapKinds{MapKind::IntensitySize, MapKind::DepthSize, MapKind::IntensityDepth};

/// The two directions of a map, x first; the third is a slider.
[[nodiscard]] std::array<AxisKind, 2> directionsOf(MapKind mapKind);

/// "intensity-size", "depth-size", "intensity-depth": as files keep it.
[[nodiscard]] std::string_view nameOf(MapKind mapKind);
[[nodiscard]] std::optional<MapKind> mapKindNamed(std::string_view name);

/// The values that the three sliders walk through, which are the map's own cells.
[[nodiscard]] Axis operationsAxis();
[[nodiscard]] Axis depthAxis(int chainLength);
[[nodiscard]] Axis sizeAxis(const DeviceInfo& device, const RoofSet* roofs, Precision precision);

/// The size at which a map is looked at first: one step below its largest, so that the point has neighbours on both
/// sides; the largest itself where a cache may serve that step, now or in another minute.
[[nodiscard]] std::int64_t startElements(const Axis& sizes, const RoofSet* roofs, Precision precision);

/// The map of a kind through the cursor: the sliders' values as cells, adaptive, six seconds. Where `known` has
/// a plan of the same base and kinds of axes, its axes are kept, so that what is measured stays on the grid.
[[nodiscard]] Plan mapPlan(MapKind mapKind, const Workload& cursor, const DeviceInfo& device, const RoofSet* roofs,
                           const std::vector<Plan>& known);
/// Whether two plans measure slices of one cube: the same device and, but for the coordinates, the same workload.
[[nodiscard]] bool isSameCube(const Plan& a, const Plan& b);
/// The line through the cursor along one axis of the sliders' values, every cell, two seconds.
[[nodiscard]] Plan linePlan(const Axis& axis, const Workload& cursor, const DeviceInfo& device);
/// One point, with what its slopes need; one second.
[[nodiscard]] Plan pointPlan(const Workload& point, const DeviceInfo& device);

} // namespace ridgepoint
