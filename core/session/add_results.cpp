// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/add_results.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace ridgepoint {

RoofSet& roofSetFor(Session& session, const std::string& device, int threads)
{
    for (RoofSet& roofs : session.roofs)
        if (roofs.device == device && roofs.threads == threads)
            return roofs;
    RoofSet& roofs = session.roofs.emplace_back();
    roofs.device = device;
    roofs.threads = threads;
    return roofs;
}

namespace {

/// Whether the levels that a run of roofs saw are to stand for those known. A run of a roof or two sees levels of its own, of a
/// curve that was measured in passing: fewer perhaps, or one of which no bandwidth is known, so that nothing could be
/// predicted of what it holds.
bool bringsLevels(const RoofSet& run, const RoofSet& known)
{
    if (run.levels.empty() || known.levels.empty())
        return !run.levels.empty();
    const auto measured = std::count_if(run.levels.begin(), run.levels.end(), [&](const MemoryLevel& level) { return run.find(bandwidthRoofId(level.name)) != nullptr; });
    const auto isKnown = [&](const MemoryLevel& level) {
        return run.find(bandwidthRoofId(level.name)) != nullptr || known.find(bandwidthRoofId(level.name)) != nullptr
            || std::any_of(known.levels.begin(), known.levels.end(), [&](const MemoryLevel& other) { return other.name == level.name; });
    };
    return measured >= std::min<std::ptrdiff_t>(2, std::ssize(known.levels)) && std::all_of(run.levels.begin(), run.levels.end(), isKnown);
}

} // namespace

void addRoofs(Session& session, RoofSet roofs)
{
    RoofSet& known = roofSetFor(session, roofs.device, roofs.threads);
    if (bringsLevels(roofs, known))
        known.levels = roofs.levels;
    for (const Roof& roof : roofs.roofs)
        known.put(roof);
    // What was measured before is not unavailable because a run in passing did not see it.
    for (UnavailableRoof& each : roofs.unavailable) {
        std::erase_if(known.unavailable, [&](const UnavailableRoof& before) { return before.id == each.id; });
        known.unavailable.push_back(std::move(each));
    }
    std::erase_if(known.unavailable, [&](const UnavailableRoof& each) { return known.find(each.id) != nullptr; });
    known.otherLoad = roofs.otherLoad;
}

namespace {

std::ptrdiff_t measuredParts(const ExperimentResult& result)
{
    return std::count_if(result.points.begin(), result.points.end(), [](const ExperimentPoint& point) { return point.provenance == Provenance::Measured; })
        + static_cast<std::ptrdiff_t>(result.lanes.size());
}

} // namespace

bool addExperiment(Session& session, ExperimentResult result, bool isWhole)
{
    const std::ptrdiff_t measured = measuredParts(result);
    const auto isSame = [&](const ExperimentResult& other) {
        return other.id == result.id && other.device == result.device && other.threads == result.threads && other.parameters == result.parameters;
    };
    const auto hasMore = [&](const ExperimentResult& other) { return isSame(other) && measuredParts(other) > measured; };
    if ((!isWhole || measured == 0) && std::any_of(session.experiments.begin(), session.experiments.end(), hasMore))
        return false;
    std::erase_if(session.experiments, isSame);
    session.experiments.push_back(std::move(result));
    return true;
}

} // namespace ridgepoint
