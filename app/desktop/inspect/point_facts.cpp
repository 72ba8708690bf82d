// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/point_facts.h"

#include "app/charts/data/point_sentences.h"

#include <algorithm>

namespace ridgepoint {

bool PointFacts::hasDoubtfulSlopes() const { return sample && analysis && prediction && !imagined() && slopesAreDoubtful(*sample, *prediction, *analysis); }

std::optional<Regime> PointFacts::regime() const
{
    if (!analysis)
        return std::nullopt;
    return hasDoubtfulSlopes() ? prediction->limit : analysis->regime;
}

PointFacts factsOf(const Workload& workload, const SnapshotPointer& snapshot, const LiveSession& session)
{
    PointFacts facts;
    facts.workload = workload;
    facts.snapshot = snapshot;
    if (!snapshot)
        return facts;
    facts.kind = snapshot->device.kind;
    facts.sample = session.find(snapshot->plan.device, workload);
    // A published point has a predicted twin in the snapshot, whose regime is not the published one's.
    const auto found = std::find_if(snapshot->samples.begin(), snapshot->samples.end(), [&](const Sample& sample) {
        return sample.workload == workload && (!facts.sample || sample.provenance == facts.sample->provenance);
    });
    if (const auto index = static_cast<std::size_t>(found - snapshot->samples.begin()); index < snapshot->points.size())
        facts.analysis = snapshot->points[index];
    if (auto prediction = predict(workload, snapshot->roofs, facts.kind))
        facts.prediction = *prediction;
    return facts;
}

} // namespace ridgepoint
