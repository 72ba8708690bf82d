// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// The recorded runs of the experiment on launch modes.
#include "core/experiment/launch_modes.h"

#include <string>

namespace ridgepoint::launching {

ExperimentStep recordLaunches(const Workload& chain)
{
    return {"timeline, " + std::string(nameOf(chain.launchMode)), 1, [chain](MeasuringContext& context) -> Result<StepState> {
                const auto recording = context.backend.recordLaunches(chain, RecordedBy::Profiler);
                if (!recording)
                    return recording.error();
                for (TimelineLane& lane : lanesOf(*recording, std::string(nameOf(chain.launchMode)), timelinePlot))
                    context.put(std::move(lane));
                return StepState::Finished;
            }};
}

void addIdleness(const ExperimentResult& result, std::vector<Finding>& findings)
{
    const auto size = result.parameters.find("recorded");
    for (const LaunchMode mode : allLaunchModes) {
        const double idle = idleShare(result.lanes, nameOf(mode));
        if (idle < 0.0)
            continue;
        findings.push_back({"%1, kernels of %2 elements: the device waits %3 of the time.",
                            {std::string(nameOf(mode)), size == result.parameters.end() ? "?" : size->second, {idle, "%"}}});
    }
    if (!findings.empty())
        findings.push_back({"How the timeline was recorded: %1.", {result.lanes.front().note}});
}

} // namespace ridgepoint::launching
