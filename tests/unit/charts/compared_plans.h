// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/charts/data/reference_device.h"
#include "tests/support/synthetic_device.h"

#include <memory>
#include <vector>

/// Maps of a cube, measured here and predicted elsewhere, to be compared.
namespace ridgepoint::test {

inline constexpr int chain = 16;

/// A slice of a cube, of operations and sizes.
inline Plan slice(int depth)
{
    Plan plan;
    plan.base = {.chainLength = chain, .fusionDepth = depth, .threads = syntheticThreads};
    plan.axes = {{AxisKind::Operations, {1, 4, 16, 64}}, {AxisKind::Size, {1 << 12, 1 << 16, 1 << 20}}};
    return plan;
}

/// A map of depths and sizes: the operations are the third slider.
inline Plan fusionMap()
{
    Plan plan;
    plan.base = {.operationsPerElement = 4, .chainLength = chain, .threads = syntheticThreads};
    plan.axes = {{AxisKind::Depth, {1, 2, 4, 8, 16}}, {AxisKind::Size, {1 << 12, 1 << 16, 1 << 20}}};
    return plan;
}

inline SnapshotPointer measured(const Plan& plan, const std::vector<std::int64_t>& operations = {})
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->device = syntheticDevice();
    snapshot->roofs = syntheticRoofs(syntheticThreads);
    snapshot->plan = plan;
    for (std::size_t cell = 0; cell < plan.cellCount(); ++cell)
        snapshot->samples.push_back(syntheticSample(plan.cell(cell), 8));
    for (const std::int64_t each : operations) // beside the map
        snapshot->samples.push_back(syntheticSample(moved(plan.cell(0), AxisKind::Operations, each), 8));
    complete(*snapshot);
    return snapshot;
}

/// A shipped device.
inline ReferencePointer device(const char* id) { return referenceOf(id, shippedDevices()); }

/// The same map on a device that is not here.
inline SnapshotPointer elsewhere(const char* id, Plan plan)
{
    plan.base = predictable(plan.base, *device(id));
    return std::make_shared<const Snapshot>(referenceSnapshot(*device(id), plan, device(id)->roofs));
}

} // namespace ridgepoint::test
