// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/add_results.h"

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
    for (Roof& roof : roofs.roofs)
        known.put(std::move(roof));
    if (!roofs.levels.empty())
        known.levels = std::move(roofs.levels);
    known.unavailable = std::move(roofs.unavailable);
    known.otherLoad = roofs.otherLoad;
}

void addExperiment(Session& session, ExperimentResult result)
{
    std::erase_if(session.experiments, [&](const ExperimentResult& other) {
        return other.id == result.id && other.device == result.device && other.threads == result.threads && other.parameters == result.parameters;
    });
    session.experiments.push_back(std::move(result));
}

} // namespace ridgepoint
