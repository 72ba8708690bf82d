// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/agenda/intents.h"

#include "core/agenda/place_plans.h"
#include "core/stats/sample.h"

#include <algorithm>

namespace ridgepoint::agenda {
namespace {

/// Narrowing the intervals of a map while nothing else is asked, so long at a time.
constexpr Seconds sharpenTime{20.0};
/// A first look goes on by itself in runs of so long at most, of which no cell takes longer: nothing can stop one.
constexpr Seconds longestLook{10.0};

/// What is to hold the measurements of before, where the user can undo it.
ReplacedPointer newReplaced(const Asked& asked, const std::string& device)
{
    if (!asked.anew || (asked.why != Why::Asked && asked.why != Why::Clicked))
        return nullptr;
    using Replaced = ReplacedMeasurements::What;
    const Replaced what = asked.what == What::Map   ? Replaced::Map
                        : asked.what == What::Point ? Replaced::Point
                        : asked.roofs.empty()       ? Replaced::Roofs
                                                    : Replaced::OneRoof;
    return std::make_shared<ReplacedMeasurements>(ReplacedMeasurements{.what = what, .device = device});
}

} // namespace

std::deque<Intent> intentsFor(const Asked& asked, const View& view)
{
    Intent intent{.what = asked.what,
                  .why = asked.why,
                  .anew = asked.anew,
                  .roofs = asked.roofs,
                  .replaced = newReplaced(asked, view.deviceId())};
    std::deque<Intent> intents;
    const auto add = [&](What what) {
        intent.what = what;
        intents.push_back(intent);
    };
    if (asked.what == What::Everything) {
        const RoofSet* roofs = roofsHere(view);
        const bool hasRoofs = roofs != nullptr && !roofs->roofs.empty();
        if (hasRoofs)
            intent.roofs = missingRoofs(view, *roofs, Unavailable::TriedAgain);
        if (!hasRoofs || !intent.roofs.empty())
            add(What::Roofs);
        intent.roofs.clear();
    }
    for (const Workload& point : asked.points) {
        intent.point = point;
        add(What::Point);
    }
    if (asked.what == What::Everything || asked.what == What::Map) {
        add(What::Map);
        add(What::Line);
    } else if (asked.what != What::Point) {
        add(asked.what);
    }
    if (asked.what == What::Everything && hasUnsettled(view, view.map()))
        add(What::Sharpen);
    return intents;
}

Plan planFor(const Intent& intent, const View& view)
{
    if (intent.what == What::Point)
        return view.planOf(intent.point);
    if (intent.what == What::Line)
        return view.line();
    Plan plan = view.map();
    if (intent.what == What::Sharpen)
        plan.budget = sharpenTime;
    return plan;
}

Seconds budgetFor(const Intent& intent, const Plan& plan)
{
    // What is expected of expensive cells is a bound, and what follows the first look needs its time as well.
    return intent.coarseLeft ? std::clamp(*intent.coarseLeft + plan.budget, plan.budget, longestLook) : plan.budget;
}

bool isEnough(const Intent& intent, const Sample& sample)
{
    if (intent.anew && !intent.measured.contains(sample.workload))
        return false;
    return intent.what == What::Sharpen ? isConverged(sample)
                                        : intent.what != What::Point || hasConfidenceInterval(sample);
}

MeasureProgress::What progressOf(What what)
{
    using Progress = MeasureProgress::What;
    switch (what) {
    case What::Map: return Progress::Map;
    case What::Line: return Progress::Line;
    case What::Point: return Progress::Point;
    case What::Sharpen: return Progress::Sharpen;
    case What::Everything:
    case What::Roofs: break;
    }
    return Progress::Roofs;
}

} // namespace ridgepoint::agenda
