// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/level_traffic.h"

#include "core/model/cost.h"

namespace ridgepoint {

std::vector<LevelTraffic> trafficOf(const Workload& workload, const RoofSet& roofs)
{
    const Bytes bytes = costOf(workload).bytes;
    std::vector<LevelTraffic> traffic;
    const auto add = [&](std::string roof, Bytes through) {
        if (roofs.find(roof) != nullptr)
            traffic.push_back({std::move(roof), through});
    };
    const Bytes footprint = footprintOf(workload);
    const auto shared = roofs.sharedServiceOf(footprint);
    const MemoryLevel* serving = roofs.levelFor(footprint);
    if (serving == nullptr) {
        add(bandwidthRoofId("dram"), bytes);
        return traffic;
    }
    const std::string last = shared ? shared->memoryRoof : bandwidthRoofId(serving->name);
    // A GPU's levels begin with its L2, because no cache of a multiprocessor holds a tensor from pass to pass; all goes
    // through it.
    if (roofs.levels.front().name != "l1")
        add(bandwidthRoofId("l1"), bytes);
    for (const MemoryLevel& level : roofs.levels) {
        const std::string roof = bandwidthRoofId(level.name);
        const bool isLast = roof == last;
        add(roof, shared && isLast ? bytes * (1.0 - shared->fromCache) : bytes);
        if (isLast)
            break;
    }
    return traffic;
}

} // namespace ridgepoint
