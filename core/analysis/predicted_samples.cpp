// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/predicted_samples.h"

#include <array>
#include <utility>

namespace ridgepoint {

Result<std::vector<Sample>> predictedSamples(std::span<const Workload> workloads, const RoofSet& roofs, DeviceKind kind)
{
    std::vector<Sample> samples;
    samples.reserve(workloads.size());
    for (const Workload& workload : workloads) {
        const auto prediction = predict(workload, roofs, kind);
        if (!prediction)
            return prediction.error();
        Sample sample;
        sample.workload = workload;
        sample.device = roofs.device;
        sample.time = sample.median = sample.low = sample.high = (*prediction).time;
        sample.provenance = Provenance::Predicted;
        samples.push_back(std::move(sample));
    }
    return samples;
}

RoofSet withLaunchCosts(RoofSet roofs, const LaunchCosts& costs, Provenance provenance, const std::string& method)
{
    const std::array<std::pair<LaunchMode, std::optional<Seconds>>, 3> known{
        std::pair{LaunchMode::WaitEach, costs.waitEach}, std::pair{LaunchMode::Queued, costs.queued},
        std::pair{LaunchMode::Graph, costs.graph}};
    for (const auto& [mode, cost] : known) {
        const std::string id = launchRoofId(mode);
        if (!cost || roofs.find(id) != nullptr)
            continue;
        roofs.put({.id = id,
                   .kind = RoofKind::Launch,
                   .value = cost->value(),
                   .low = cost->value(),
                   .high = cost->value(),
                   .provenance = provenance,
                   .method = method});
    }
    return roofs;
}

} // namespace ridgepoint
