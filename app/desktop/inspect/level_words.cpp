// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/level_words.h"

#include "app/charts/style/texts.h"
#include "core/analysis/shortfall.h"
#include "core/model/level_traffic.h"

#include <algorithm>
#include <iterator>

namespace ridgepoint {
namespace {

/// Less than this is no headroom worth a word.
constexpr double leastHeadroom = 1.05;

/// Whether the inspector's headline blames memory.
bool isLimitedByMemory(const PointFacts& facts)
{
    if (!facts.sample)
        return facts.named() == Regime::Memory;
    const PointAnalysis* analysis = facts.analysis ? &*facts.analysis : nullptr;
    const bool isFar = !facts.imagined() && shareFarBelow(*facts.sample, *facts.prediction, analysis).has_value();
    return !isFar && facts.regime() == Regime::Memory;
}

} // namespace

QString levelWords(const PointFacts& facts, const Format& format)
{
    if (!facts.snapshot || !facts.prediction || !isLimitedByMemory(facts))
        return {};
    // What is measured is told by the device's own roofs, in its state at the time.
    const DeviceState state = facts.sample && facts.analysis ? facts.analysis->state : DeviceState{};
    const auto bandwidthOf = [&](const std::string& id) {
        const Roof* roof = facts.sample ? facts.deviceRoof(id) : facts.roof(id);
        return roof != nullptr ? valueIn(state, *roof, facts.snapshot->roofs) : 0.0;
    };
    if (const auto& shared = facts.prediction->shared) {
        const double cache = shared->fromCache / bandwidthOf(shared->cacheRoof);
        const double memory = (1.0 - shared->fromCache) / bandwidthOf(shared->memoryRoof);
        const bool waitsForCache = cache > memory;
        return tr("Limited by %1, from which %2 of the bytes come: %3 of the time that %4 and %5 take one after the "
                  "other.")
            .arg(roofWord(waitsForCache ? shared->cacheRoof : shared->memoryRoof),
                 format.percent(waitsForCache ? shared->fromCache : 1.0 - shared->fromCache),
                 format.percent(std::max(cache, memory) / (cache + memory)), roofWord(shared->cacheRoof),
                 roofWord(shared->memoryRoof));
    }
    const std::vector<LevelTraffic> levels = trafficOf(facts.workload, facts.snapshot->roofs);
    const auto limiting = std::ranges::find(levels, facts.prediction->bandwidthRoof, &LevelTraffic::roof);
    if (facts.snapshot->roofs.levels.size() < 2 || limiting == levels.end())
        return {};
    if (limiting == levels.begin())
        return tr("Limited by %1, the nearest level.").arg(roofWord(limiting->roof));
    const LevelTraffic& nearer = *std::prev(limiting);
    const double headroom = (limiting->bytes.value() / bandwidthOf(limiting->roof))
                          / (nearer.bytes.value() / bandwidthOf(nearer.roof));
    return headroom < leastHeadroom
             ? tr("Limited by %1.").arg(roofWord(limiting->roof))
             : tr("Limited by %1; %2 would allow %3.")
                   .arg(roofWord(limiting->roof), roofWord(nearer.roof), format.factor(headroom));
}

} // namespace ridgepoint
