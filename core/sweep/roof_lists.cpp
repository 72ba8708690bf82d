// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/roof_lists.h"

#include "core/model/cost.h"

namespace ridgepoint {

bool isOfALoad(std::string_view id)
{
    constexpr std::string_view prefix = "latency.";
    return id.starts_with(prefix) && id.find('.', prefix.size()) == std::string_view::npos;
}

bool isBesides(std::string_view id)
{
    const auto isTraffic = [&] { return id.ends_with(".copy") || id.ends_with(".read") || id.ends_with(".write"); };
    return isOfALoad(id) || id.starts_with("compute.int")
        || (id.starts_with("bandwidth.") && !id.starts_with("bandwidth.dram.") && isTraffic());
}

std::vector<std::string> roofsNeededFor(const Workload& workload, const RoofSet& roofs)
{
    const MemoryLevel* level = roofs.levelFor(footprintOf(workload));
    std::vector<std::string> ids{computeRoofId(workload.operation, workload.precision),
                                 bandwidthRoofId(level != nullptr ? level->name : "dram"),
                                 launchRoofId(workload.launchMode)};
    if (workload.launchMode != LaunchMode::WaitEach)
        ids.emplace_back(launchFixedRoofId);
    if (workload.launchMode == LaunchMode::Queued && roofs.find(deviceGapRoofId) != nullptr)
        ids.emplace_back(deviceGapRoofId);
    return ids;
}

} // namespace ridgepoint
