// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/nearer_level.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

/// Less than this is no headroom worth a word.
constexpr double leastHeadroom = 1.1;

} // namespace

LongerLevel longerLevel(const SharedService& shared, double cacheBandwidth, double memoryBandwidth)
{
    const double cache = shared.fromCache / cacheBandwidth;
    const double memory = (1.0 - shared.fromCache) / memoryBandwidth;
    return cache > memory ? LongerLevel{shared.cacheRoof, shared.fromCache, cache / (cache + memory)}
                          : LongerLevel{shared.memoryRoof, 1.0 - shared.fromCache, memory / (cache + memory)};
}

std::optional<NearerLevel> nearerLevel(const Workload& workload, const RoofSet& roofs, DeviceKind kind,
                                       const std::string& level, const Prediction& now)
{
    const std::vector<LevelTraffic> levels = trafficOf(workload, roofs);
    const auto found = std::ranges::find(levels, level, &LevelTraffic::roof);
    if (found == levels.end() || found == levels.begin())
        return std::nullopt;
    const std::string& nearer = std::prev(found)->roof;
    const Roof* lent = roofs.find(nearer);
    const Roof* replaced = roofs.find(level);
    if (lent == nullptr || replaced == nullptr)
        return std::nullopt;
    Roof roof = *replaced;
    roof.value = lent->value;
    RoofSet changed = roofs;
    changed.put(roof);
    const auto then = predict(workload, changed, kind);
    if (!then || now.time < then->time * leastHeadroom)
        return std::nullopt;
    return NearerLevel{nearer, *then, now.time / then->time};
}

} // namespace ridgepoint
