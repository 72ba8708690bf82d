// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/pin.h"

#include <algorithm>

namespace ridgepoint {

bool sameMeasurement(const Sample& a, const Sample& b)
{
    return a.device == b.device && a.workload == b.workload && a.time == b.time && a.low == b.low && a.high == b.high
        && a.readings == b.readings && a.rounds == b.rounds;
}

const Pin* pinHolding(const std::vector<Pin>& pins, const Sample& sample)
{
    const auto found = std::find_if(pins.begin(), pins.end(),
                                    [&](const Pin& pin) { return pin.sample && sameMeasurement(*pin.sample, sample); });
    return found == pins.end() ? nullptr : &*found;
}

bool holdTheSame(const Pin& a, const Pin& b)
{
    if (a.point != b.point || a.sample.has_value() != b.sample.has_value())
        return false;
    if (a.sample)
        return sameMeasurement(*a.sample, *b.sample) && a.sample->keptReadings == b.sample->keptReadings;
    const auto samePoint = [](const ChartPoint& x, const ChartPoint& y) {
        return x.workload == y.workload && x.time == y.time;
    };
    return std::equal(a.lines.begin(), a.lines.end(), b.lines.begin(), [&](const auto& x, const auto& y) {
        return std::equal(x.begin(), x.end(), y.begin(), y.end(), samePoint);
    });
}

std::string nextPinName(const std::vector<Pin>& pins)
{
    constexpr int letters = 'Z' - 'A' + 1;
    const int last = pins.empty() || pins.back().name.empty() ? -1 : pins.back().name.front() - 'A';
    for (int step = 1; step <= letters; ++step) {
        const std::string name(1, static_cast<char>('A' + (last + step + letters) % letters));
        if (std::none_of(pins.begin(), pins.end(), [&](const Pin& pin) { return pin.name == name; }))
            return name;
    }
    return "?";
}

ChartPoint pinnedPoint(const Workload& workload, Seconds time, Seconds low, Seconds high, FlagSet flags,
                       Provenance provenance)
{
    const Cost cost = costOf(workload);
    ChartPoint point;
    point.workload = workload;
    point.time = time;
    point.low = low;
    point.high = high;
    point.flops = cost.flops;
    point.bytes = cost.bytes;
    point.flags = flags;
    point.provenance = provenance;
    return point;
}

Pin makePin(std::string name, const Snapshot& snapshot, const Workload& point, const Sample* sample)
{
    Pin pin;
    pin.name = std::move(name);
    pin.point = point;
    if (sample != nullptr)
        pin.sample = *sample;
    for (const AxisKind axis : allAxisKinds)
        for (const ChartPoint& shown : pointsAlong(snapshot, nearestLine(snapshot, point, axis), axis))
            pin.lines[static_cast<std::size_t>(axis)].push_back(
                pinnedPoint(shown.workload, shown.time, shown.low, shown.high, shown.flags, shown.provenance));
    return pin;
}

} // namespace ridgepoint
