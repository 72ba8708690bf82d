// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/synthetic_snapshot.h"

#include "core/sweep/interpolation.h"
#include "tests/support/synthetic_device.h"

#include <cmath>

namespace ridgepoint::test {
namespace {

std::int64_t nearest(const std::vector<std::int64_t>& values, std::int64_t wanted)
{
    std::int64_t best = values.front();
    for (const std::int64_t value : values)
        if (std::abs(std::log(static_cast<double>(value) / static_cast<double>(wanted)))
            < std::abs(std::log(static_cast<double>(best) / static_cast<double>(wanted))))
            best = value;
    return best;
}

std::vector<Sample> samplesOf(const SyntheticOptions& options, const Plan& plan)
{
    std::vector<Sample> samples;
    if (!options.withSamples)
        return samples;
    const auto width = plan.axes[0].values.size();
    const auto height = plan.axes[1].values.size();
    // Every n-th cell in both directions and the last ones, as a coarse level of refinement leaves them.
    const auto stride = static_cast<std::size_t>(std::max(1.0, std::round(std::sqrt(1.0 / options.measuredFraction))));
    for (std::size_t i = 0; i < plan.cellCount(); ++i) {
        const std::size_t x = i % width;
        const std::size_t y = i / width;
        if ((x % stride != 0 && x + 1 != width) || (y % stride != 0 && y + 1 != height))
            continue;
        Sample sample = syntheticSample(plan.cell(i), 0);
        for (Seconds* time : {&sample.time, &sample.median, &sample.low, &sample.high})
            *time = *time * options.slowdown;
        samples.push_back(std::move(sample));
    }
    return samples;
}

} // namespace

Plan syntheticPlan(const SyntheticOptions& options)
{
    Plan plan;
    plan.base.threads = syntheticThreads;
    plan.base.elements = std::int64_t{1} << 25;
    plan.axes = {{AxisKind::Operations, logSpaced(1, 1024, options.columns)},
                 {AxisKind::Size, logSpaced(16, std::int64_t{1} << 27, options.rows)}};
    return plan;
}

Snapshot syntheticSnapshot(const SyntheticOptions& options)
{
    Snapshot snapshot;
    snapshot.generation = 1;
    snapshot.device = syntheticDevice();
    snapshot.plan = syntheticPlan(options);
    if (options.withRoofs)
        snapshot.roofs = syntheticRoofs(syntheticThreads);
    snapshot.samples = samplesOf(options, snapshot.plan);
    if (options.measuredFraction < 1.0) {
        const auto between = fillInterpolated(snapshot.plan, snapshot.samples);
        snapshot.samples.insert(snapshot.samples.end(), between.begin(), between.end());
    }
    snapshot.points = analyse(snapshot.samples, snapshot.roofs, snapshot.device.kind);
    return snapshot;
}

SnapshotPointer syntheticSnapshotPointer(const SyntheticOptions& options)
{
    return std::make_shared<const Snapshot>(syntheticSnapshot(options));
}

Session syntheticSession(const SyntheticOptions& options)
{
    Session session;
    session.created = "2026-01-01T12:00:00Z";
    session.devices = {syntheticDevice()};
    if (options.withRoofs)
        session.roofs = {syntheticRoofs(syntheticThreads)};
    session.plans = {syntheticPlan(options)};
    session.samples = samplesOf(options, session.plans.front());
    return session;
}

Workload syntheticCursor(const SyntheticOptions& options)
{
    const Plan plan = syntheticPlan(options);
    Workload cursor = plan.base;
    cursor.operationsPerElement = nearest(plan.axes[0].values, 8);
    cursor.elements = nearest(plan.axes[1].values, std::int64_t{1} << 25);
    return cursor;
}

} // namespace ridgepoint::test
