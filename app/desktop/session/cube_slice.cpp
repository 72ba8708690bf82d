// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session/cube_slice.h"

#include "core/analysis/knees.h"
#include "core/model/cost.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// Thirds of an octave for operations and whole octaves for sizes: every power of two is a step, so that a lecturer
/// can stop at "8 fma" and "32 Mi". About 26 by 28 cells. 512 operations lie well right of every ridge seen, and each
/// octave more doubles what the map's most expensive corner takes.
constexpr int stepsAnOctave = 3;
constexpr int operationOctaves = 9;
/// A knee moves by half an octave from one minute to the next where others share the cache.
constexpr double clearOfKnee = 1.5;

/// What the caches may serve in a better minute than the one in which the knee was measured.
Bytes mayBeServed(const RoofSet& roofs)
{
    // Of a tensor four times what a cache keeps of it, that cache still serves a tenth.
    if (std::any_of(roofs.levels.begin(), roofs.levels.end(),
                    [](const MemoryLevel& level) { return level.kept > Bytes(0.0); }))
        return beyondCaches(roofs.levels, roofs.threads);
    Bytes most = lastCacheKnee(roofs.levels, roofs.threads) * clearOfKnee;
    for (const MemoryLevel& level : roofs.levels)
        most = std::max(most, level.claimed * (level.perThread ? std::max(roofs.threads, 1) : 1));
    return std::min(most, beyondCaches(roofs.levels, roofs.threads));
}

/// What the axes of the map do not name, set to a value that does not depend on where the sliders stand.
Workload baseOf(MapKind mapKind, const Workload& cursor)
{
    Workload base = cursor;
    for (const AxisKind kind : directionsOf(mapKind))
        base = moved(base, kind, 1);
    return base;
}

Workload cubeOf(Workload workload)
{
    for (const AxisKind kind : allAxisKinds)
        workload = moved(workload, kind, 1);
    return workload;
}

const Axis* axisOf(const Plan& plan, AxisKind kind)
{
    const auto found = std::find_if(plan.axes.begin(), plan.axes.end(),
                                    [kind](const Axis& axis) { return axis.kind == kind; });
    return found == plan.axes.end() ? nullptr : &*found;
}

} // namespace

std::array<AxisKind, 2> directionsOf(MapKind mapKind)
{
    switch (mapKind) {
    case MapKind::IntensitySize: return {AxisKind::Operations, AxisKind::Size};
    case MapKind::DepthSize: return {AxisKind::Depth, AxisKind::Size};
    case MapKind::IntensityDepth: return {AxisKind::Operations, AxisKind::Depth};
    }
    return {AxisKind::Operations, AxisKind::Size};
}

bool isSameCube(const Plan& a, const Plan& b) { return a.device == b.device && cubeOf(a.base) == cubeOf(b.base); }

std::string_view nameOf(MapKind mapKind)
{
    switch (mapKind) {
    case MapKind::IntensitySize: return "intensity-size";
    case MapKind::DepthSize: return "depth-size";
    case MapKind::IntensityDepth: return "intensity-depth";
    }
    return {};
}

std::optional<MapKind> mapKindNamed(std::string_view name)
{
    for (const MapKind mapKind : allMapKinds)
        if (nameOf(mapKind) == name)
            return mapKind;
    return std::nullopt;
}

Axis operationsAxis()
{
    return {AxisKind::Operations,
            logSpaced(1, std::int64_t{1} << operationOctaves, stepsAnOctave * operationOctaves + 1)};
}

Axis depthAxis(int chainLength)
{
    Axis axis{AxisKind::Depth, {}};
    for (int depth = 1; depth <= chainLength; ++depth)
        if (chainLength % depth == 0)
            axis.values.push_back(depth);
    return axis;
}

Axis sizeAxis(const DeviceInfo& device, const RoofSet* roofs, Precision precision)
{
    Axis axis{AxisKind::Size, {}};
    for (std::int64_t elements = 1; elements <= largestElements(device, roofs, precision); elements *= 2)
        axis.values.push_back(elements);
    return axis;
}

std::int64_t startElements(const Axis& sizes, const RoofSet* roofs, Precision precision)
{
    const std::size_t count = sizes.values.size();
    if (count < 2)
        return sizes.values.front();
    const std::int64_t below = sizes.values[count - 2];
    const Bytes footprint(static_cast<double>(below) * bytesPerElement(precision));
    return roofs != nullptr && footprint < mayBeServed(*roofs) ? sizes.values.back() : below;
}

Plan mapPlan(MapKind mapKind, const Workload& cursor, const DeviceInfo& device, const RoofSet* roofs,
             const std::vector<Plan>& known)
{
    Plan plan;
    plan.device = device.id;
    plan.base = baseOf(mapKind, cursor);
    for (const AxisKind kind : directionsOf(mapKind))
        plan.axes.push_back(kind == AxisKind::Operations ? operationsAxis()
                            : kind == AxisKind::Depth    ? depthAxis(cursor.chainLength)
                                                         : sizeAxis(device, roofs, cursor.precision));
    // The cells that were measured, of a map or of a whole cube, are the ones to look at.
    for (const Plan& other : known) {
        if (!isSameCube(other, plan))
            continue;
        const bool hasAll = std::all_of(plan.axes.begin(), plan.axes.end(),
                                        [&](const Axis& axis) { return axisOf(other, axis.kind) != nullptr; });
        for (Axis& axis : plan.axes)
            if (hasAll)
                axis = *axisOf(other, axis.kind);
    }
    return plan;
}

Plan linePlan(const Axis& axis, const Workload& cursor, const DeviceInfo& device)
{
    Plan plan;
    plan.device = device.id;
    plan.base = moved(cursor, axis.kind, axis.values.front());
    plan.axes = {axis};
    plan.strategy = Strategy::Full;
    plan.budget = Seconds(2.0);
    return plan;
}

Plan pointPlan(const Workload& point, const DeviceInfo& device)
{
    Plan plan;
    plan.device = device.id;
    plan.base = point;
    plan.axes = {{AxisKind::Size, {point.elements}}};
    plan.strategy = Strategy::Full;
    plan.budget = Seconds(1.0);
    return plan;
}

} // namespace ridgepoint
