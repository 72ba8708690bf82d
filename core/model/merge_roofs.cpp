// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/merge_roofs.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ridgepoint {
namespace {

/// Whether the levels that a run of roofs saw are to stand for those known. A run of a roof or two sees levels of its
/// own, of a curve that was measured in passing: fewer perhaps, or one of which no bandwidth is known, so that nothing
/// could be predicted of what it holds.
bool bringsLevels(const RoofSet& run, const RoofSet& known)
{
    if (run.levels.empty() || known.levels.empty())
        return !run.levels.empty();
    const auto measured = std::count_if(run.levels.begin(), run.levels.end(), [&](const MemoryLevel& level) {
        return run.find(bandwidthRoofId(level.name)) != nullptr;
    });
    const auto isKnown = [&](const MemoryLevel& level) {
        return run.find(bandwidthRoofId(level.name)) != nullptr || known.find(bandwidthRoofId(level.name)) != nullptr
            || std::any_of(known.levels.begin(), known.levels.end(),
                           [&](const MemoryLevel& other) { return other.name == level.name; });
    };
    return measured >= std::min<std::ptrdiff_t>(2, std::ssize(known.levels))
        && std::all_of(run.levels.begin(), run.levels.end(), isKnown);
}

} // namespace

void mergeRoofs(RoofSet& known, RoofSet run)
{
    if (bringsLevels(run, known))
        known.levels = run.levels;
    for (Roof& roof : run.roofs)
        known.put(std::move(roof));
    // What was measured before is not unavailable because a run in passing did not see it.
    for (UnavailableRoof& each : run.unavailable) {
        std::erase_if(known.unavailable, [&](const UnavailableRoof& before) { return before.id == each.id; });
        known.unavailable.push_back(std::move(each));
    }
    std::erase_if(known.unavailable, [&](const UnavailableRoof& each) { return known.find(each.id) != nullptr; });
    if (run.otherLoad)
        known.otherLoad = run.otherLoad;
}

} // namespace ridgepoint
