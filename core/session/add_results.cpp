// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/add_results.h"

#include "core/model/roof.h"

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

void addRoofs(Session& session, RoofSet roofs)
{
    RoofSet& known = roofSetFor(session, roofs.device, roofs.threads);
    mergeRoofs(known, std::move(roofs));
}

namespace {

std::ptrdiff_t measuredParts(const ExperimentResult& result)
{
    return std::count_if(result.points.begin(), result.points.end(),
                         [](const ExperimentPoint& point) { return point.provenance == Provenance::Measured; })
         + static_cast<std::ptrdiff_t>(result.lanes.size());
}

} // namespace

bool addExperiment(Session& session, ExperimentResult result, bool isWhole)
{
    const std::ptrdiff_t measured = measuredParts(result);
    const auto isSame = [&](const ExperimentResult& other) {
        return other.id == result.id && other.device == result.device && other.threads == result.threads
            && other.parameters == result.parameters;
    };
    const auto hasMore = [&](const ExperimentResult& other) {
        return isSame(other) && measuredParts(other) > measured;
    };
    if ((!isWhole || measured == 0) && std::any_of(session.experiments.begin(), session.experiments.end(), hasMore))
        return false;
    std::erase_if(session.experiments, isSame);
    session.experiments.push_back(std::move(result));
    return true;
}

} // namespace ridgepoint
