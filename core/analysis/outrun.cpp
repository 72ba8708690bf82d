// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/outrun.h"

#include <algorithm>
#include <iterator>

namespace ridgepoint {
namespace {

/// The cache before the level of that roof, where it can hold the part of the tensor that must have come from it: were
/// it as fast as can be, the rest would still take its time at the roof.
std::string cacheThatMayServe(const Outrun& outrun, const Workload& workload, const RoofSet& roofs)
{
    const auto level = std::ranges::find(roofs.levels, outrun.roof,
                                         [](const MemoryLevel& each) { return bandwidthRoofId(each.name); });
    if (level == roofs.levels.begin() || level == roofs.levels.end())
        return {};
    const MemoryLevel& cache = *std::prev(level);
    const Bytes holds = std::max(cache.capacity, cache.claimed) * (cache.perThread ? std::max(roofs.threads, 1) : 1);
    const double least = 1.0 - 1.0 / outrun.share;
    return holds >= footprintOf(workload) * least ? bandwidthRoofId(cache.name) : std::string();
}

} // namespace

std::optional<Outrun> outrunBy(const Sample& sample, const Prediction& prediction, const RoofSet& roofs)
{
    if (sample.provenance != Provenance::Measured || !(sample.high > Seconds()))
        return std::nullopt;
    const double memory = prediction.memory / sample.high;
    const double compute = prediction.compute / sample.high;
    const double launches = prediction.overhead / sample.high;
    if (launches > std::max({memory, compute, clearlyBeyondRoof}))
        return Outrun{prediction.launchRoof, launches, true};
    if (std::max(memory, compute) <= clearlyBeyondRoof)
        return std::nullopt;
    if (compute > memory)
        return Outrun{prediction.computeRoof, compute};
    Outrun outrun{prediction.shared ? prediction.shared->memoryRoof : prediction.bandwidthRoof, memory};
    outrun.cache = cacheThatMayServe(outrun, sample.workload, roofs);
    return outrun;
}

} // namespace ridgepoint
