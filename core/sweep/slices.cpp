// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/slices.h"

#include "core/sweep/grid.h"
#include "core/sweep/interpolation.h"

#include <algorithm>
#include <map>

namespace ridgepoint {
namespace {

/// Fewer cells make no slice: a point that was measured for a lever, or the neighbour that a regime needed.
constexpr int leastCells = 9;

} // namespace

std::optional<AxisKind> thirdDirection(const Plan& map)
{
    if (map.axes.size() != 2)
        return std::nullopt;
    for (const AxisKind kind : allAxisKinds)
        if (std::none_of(map.axes.begin(), map.axes.end(), [kind](const Axis& axis) { return axis.kind == kind; }))
            return kind;
    return std::nullopt;
}

std::vector<Sample> fillFromSlices(const Plan& map, std::span<const Sample> measured)
{
    const auto third = thirdDirection(map);
    if (!third)
        return {};
    const std::int64_t here = coordinate(map.base, *third);
    const Grid grid(map);
    std::map<std::int64_t, int> cells;
    for (const Sample& sample : measured)
        if (sample.device == map.device && !sample.flags.has(Flag::Interpolated)
            && grid.find(moved(sample.workload, *third, here)))
            ++cells[coordinate(sample.workload, *third)];
    std::erase_if(cells, [here](const auto& slice) { return slice.first == here || slice.second < leastCells; });
    const auto above = cells.upper_bound(here);
    if (above == cells.end() || above == cells.begin())
        return {};
    Plan around = map;
    around.axes.push_back({*third, {std::prev(above)->first, here, above->first}});
    if (!validate(around))
        return {};
    std::vector<Sample> between = fillInterpolated(around, measured);
    std::erase_if(between, [&](const Sample& sample) { return coordinate(sample.workload, *third) != here; });
    return between;
}

} // namespace ridgepoint
