// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/cube_points.h"

#include "core/model/cost.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ridgepoint::cube {

std::optional<PointWork> workOf(const Workload& workload, Seconds time, const RoofSet& roofs, DeviceKind kind)
{
    const auto prediction = predict(workload, roofs, kind);
    return prediction ? std::optional(pointWork(workload, time, prediction->bandwidthRoof)) : std::nullopt;
}

ExperimentPoint said(std::string series, double x, double y, int plot, Provenance provenance)
{
    return {.series = std::move(series), .x = x, .y = y, .low = y, .high = y, .provenance = provenance, .plot = plot};
}

ExperimentStep timeWorkload(std::string what, const Workload& workload, int rounds,
                            const std::shared_ptr<Companions>& companions, PointsOf points)
{
    constexpr bool keepsWork = true;
    return together(timedStep(std::move(what), preparing(workload), std::move(points), keepsWork, rounds), companions);
}

ExperimentPoint perTime(ExperimentPoint point, double amount, int plot)
{
    point.plot = plot;
    point.y = amount / point.y;
    const double low = point.low;
    point.low = amount / point.high;
    point.high = amount / low;
    return point;
}

ExperimentPoint ratioOf(const Summary& second, const Summary& first, ExperimentPoint at)
{
    at.y = second.time / first.time;
    at.low = second.low / first.high;
    at.high = second.high / first.low;
    at.flags |= first.flags;
    at.flags |= second.flags;
    return at;
}

Result<void> fits(const Workload& workload, const DeviceInfo& device)
{
    const Bytes wanted = footprintOf(workload);
    if (device.memory > Bytes() && wanted > device.memory * 0.5)
        return Error{ErrorKind::InvalidInput,
                     "experiment.memory",
                     "A tensor of %1 does not fit into half of the memory (%2); choose a smaller size.",
                     {quantityText(wanted.value(), "B"), quantityText(device.memory.value(), "B")}};
    return {};
}

std::optional<Finding> disturbance(const ExperimentResult& result)
{
    int measured = 0;
    int disturbed = 0;
    for (const ExperimentPoint& point : result.points)
        if (point.provenance == Provenance::Measured) {
            ++measured;
            disturbed += point.flags.has(Flag::MachineBusy) ? 1 : 0;
        }
    if (disturbed == 0)
        return std::nullopt;
    return Finding{"Others used the processors meanwhile (told by %1 of %2 numbers): run it again when the machine is "
                   "quiet before believing what differs from its prediction.",
                   {std::to_string(disturbed), std::to_string(measured)}};
}

Line lineOf(const ExperimentResult& result, int plot, std::string_view series, Provenance provenance)
{
    Line points;
    std::copy_if(
        result.points.begin(), result.points.end(), std::back_inserter(points), [&](const ExperimentPoint& point) {
            return point.plot == plot && point.series == series && point.provenance == provenance && point.y > 0.0;
        });
    std::sort(points.begin(), points.end(),
              [](const ExperimentPoint& a, const ExperimentPoint& b) { return a.x < b.x; });
    return points;
}

const ExperimentPoint* at(const Line& line, double x)
{
    const auto found = std::find_if(line.begin(), line.end(),
                                    [x](const ExperimentPoint& point) { return point.x == x; });
    return found == line.end() ? nullptr : &*found;
}

} // namespace ridgepoint::cube
