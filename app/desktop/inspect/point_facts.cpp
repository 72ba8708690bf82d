// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/point_facts.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {

PointFacts factsOf(const Workload& workload, const SnapshotPointer& snapshot, const SampleLookup& find)
{
    PointFacts facts;
    facts.workload = workload;
    facts.snapshot = snapshot;
    if (!snapshot)
        return facts;
    facts.kind = snapshot->device.kind;
    facts.sample = find(workload);
    // A published point has a predicted twin in the snapshot, whose regime is not the published one's.
    const auto found = std::find_if(snapshot->samples.begin(), snapshot->samples.end(), [&](const Sample& sample) {
        return sample.workload == workload && (!facts.sample || sample.provenance == facts.sample->provenance);
    });
    if (const auto index = static_cast<std::size_t>(found - snapshot->samples.begin()); index < snapshot->points.size())
        facts.analysis = snapshot->points[index];
    const auto predictIn = [&](const DeviceState& state) -> std::optional<Prediction> {
        const auto prediction = predict(workload, snapshot->roofs, facts.kind, state);
        return prediction ? std::optional(*prediction) : std::nullopt;
    };
    facts.prediction = predictIn({});
    facts.predictionThen = facts.sample && facts.analysis ? predictIn(facts.analysis->state) : facts.prediction;
    return facts;
}

PointFacts liveFactsOf(const Workload& workload, const SnapshotPointer& snapshot, SamplePointer reading)
{
    PointFacts facts = factsOf(workload, snapshot, [](const Workload&) { return nullptr; });
    facts.analysis.reset();
    facts.sample = std::move(reading);
    return facts;
}

} // namespace ridgepoint
