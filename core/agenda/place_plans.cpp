// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/agenda/place_plans.h"

#include "core/stats/sample.h"
#include "core/sweep/focus_order.h"
#include "core/sweep/plan.h"
#include "core/sweep/roof_lists.h"

#include <algorithm>
#include <iterator>

namespace ridgepoint::agenda {
namespace {

/// Cells that a focus names: more would be those at the other end of the map.
constexpr std::size_t focusCells = 120;

/// A single point and the neighbours that are measured with it.
std::vector<Workload> withNeighbours(const Plan& point)
{
    std::vector<Workload> places{point.cell(0)};
    for (const Plan& plan : neighbourPlans(point))
        places.push_back(plan.cell(0));
    return places;
}

/// The cells of a map within an octave along one of its axes: what the slopes at the point are taken from.
std::vector<Workload> within(const Plan& map, const Workload& point)
{
    std::vector<Workload> places;
    for (const Axis& axis : map.axes)
        for (const std::int64_t value : axis.values)
            if (value * 2 >= coordinate(point, axis.kind) && value <= coordinate(point, axis.kind) * 2)
                places.push_back(moved(point, axis.kind, value));
    return places;
}

/// Counts the cells whose sample satisfies `predicate`.
template <class Predicate> std::size_t countCells(const View& view, const Plan& plan, Predicate predicate)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < plan.cellCount(); ++i)
        if (const auto sample = view.sample(plan.device, plan.cell(i)); sample && predicate(*sample))
            ++count;
    return count;
}

} // namespace

const RoofSet* roofsHere(const View& view) { return view.roofs(view.deviceId(), view.workload().threads); }

std::vector<std::string> missingRoofs(const View& view, const RoofSet& known, Unavailable unavailable)
{
    std::vector<std::string> missing = roofsNeededFor(view.workload(), known);
    std::erase_if(missing, [&](const std::string& id) { return known.find(id) != nullptr || id == launchFixedRoofId; });
    if (unavailable == Unavailable::LeftAlone)
        for (const UnavailableRoof& each : known.unavailable)
            std::erase(missing, each.id);
    return missing;
}

bool isSameGrid(const Plan& a, const Plan& b) { return a.device == b.device && a.base == b.base && a.axes == b.axes; }

std::size_t knownCells(const View& view, const Plan& plan)
{
    return countCells(view, plan, [](const Sample&) { return true; });
}

bool hasUnsettled(const View& view, const Plan& plan)
{
    return countCells(view, plan, [](const Sample& sample) { return !isConverged(sample); }) > 0;
}

std::vector<Sample> knownSamples(const View& view, const Plan& plan, const std::function<bool(const Sample&)>& counts)
{
    std::vector<Sample> known;
    std::vector<Plan> plans = neighbourPlans(plan);
    plans.push_back(plan);
    for (const Plan& part : plans) {
        for (std::size_t i = 0; i < part.cellCount(); ++i) {
            const auto sample = view.sample(part.device, part.cell(i));
            if (!sample || !counts(*sample))
                continue;
            known.push_back(*sample);
            known.back().keptReadings.clear(); // the child needs the summary only
        }
    }
    return known;
}

std::vector<Workload> focusHere(const View& view, bool onlyLine)
{
    const auto known = [&](const Workload& workload) -> const Sample* {
        return view.sample(view.deviceId(), workload).get(); // what is known is kept by whoever knows it
    };
    std::vector<Workload> first = focusOrder(view.line(), view.workload(), known, focusCells);
    if (!onlyLine)
        std::ranges::move(focusOrder(view.map(), view.workload(), known, focusCells), std::back_inserter(first));
    return first;
}

bool isPointInDoubt(const View& view, const Workload& point)
{
    const std::vector<Workload> own = withNeighbours(view.planOf(point));
    const std::vector<Workload> ofTheMap = within(view.map(), point);
    const auto sampleAt = [&](const Workload& place) { return view.sample(view.deviceId(), place); };
    const auto isDoubtful = [&](const Workload& place) {
        return sampleAt(place) && !hasConfidenceInterval(*sampleAt(place));
    };
    const auto lacks = [&](const Workload& place) {
        return !sampleAt(place) || !hasConfidenceInterval(*sampleAt(place));
    };
    return (std::ranges::any_of(own, isDoubtful) || std::ranges::any_of(ofTheMap, isDoubtful))
        && std::ranges::any_of(own, lacks);
}

} // namespace ridgepoint::agenda
