// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// The recorded runs of the experiment on launch modes.
#include "core/experiment/launch_modes.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint::launching {
namespace {

/// How some of the modes were recorded.
struct RecordingWay {
    std::string method;
    std::vector<std::string> modes;

    /// Who recorded, and why not somebody else: what differs behind that is each run's own, such as how far clocks
    /// agree.
    [[nodiscard]] static std::string_view whoOf(std::string_view method) { return method.substr(0, method.find(';')); }
    [[nodiscard]] std::string modeWords() const
    {
        std::string words;
        for (const std::string& mode : modes)
            words += (words.empty() ? "" : ", ") + mode;
        return words;
    }
};

std::vector<RecordingWay> waysOf(const std::vector<TimelineLane>& lanes)
{
    std::vector<RecordingWay> ways;
    for (const TimelineLane& lane : lanes) {
        auto way = std::find_if(ways.begin(), ways.end(), [&](const RecordingWay& one) {
            return RecordingWay::whoOf(one.method) == RecordingWay::whoOf(lane.note);
        });
        if (way == ways.end())
            way = ways.insert(ways.end(), {lane.note, {}});
        if (std::find(way->modes.begin(), way->modes.end(), lane.group) == way->modes.end())
            way->modes.push_back(lane.group);
    }
    return ways;
}

} // namespace

ExperimentStep recordLaunches(const Workload& chain)
{
    return {"timeline, " + std::string(nameOf(chain.launchMode)), 1,
            [chain](MeasuringContext& context) -> Result<StepState> {
                const auto recording = context.backend.recordLaunches(chain);
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
        findings.push_back(
            {"%1, kernels of %2 elements: the device waits %3 of the time.",
             {std::string(nameOf(mode)), size == result.parameters.end() ? "?" : size->second, {idle, "%"}}});
    }
    if (findings.empty())
        return;
    const std::vector<RecordingWay> ways = waysOf(result.lanes);
    for (const RecordingWay& way : ways) {
        if (ways.size() == 1)
            findings.push_back({"How the timeline was recorded: %1.", {way.method}});
        else
            findings.push_back({"How the timeline of %1 was recorded: %2.", {way.modeWords(), way.method}});
    }
}

} // namespace ridgepoint::launching
