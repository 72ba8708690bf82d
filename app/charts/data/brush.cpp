// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/brush.h"

#include "core/model/axis_kind.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ridgepoint {
namespace {

bool sameSettings(const Workload& a, const Workload& b)
{
    return a.operation == b.operation && a.precision == b.precision && a.launchMode == b.launchMode
        && a.threads == b.threads;
}

double octavesBetween(const Workload& a, const Workload& b)
{
    double sum = 0.0;
    for (const AxisKind kind : allAxisKinds)
        sum += std::abs(std::log2(static_cast<double>(coordinate(a, kind)) / static_cast<double>(coordinate(b, kind))));
    return sum;
}

} // namespace

std::vector<Workload> insideBand(std::span<const DrawnWorkload> drawn, const QRectF& band)
{
    const QRectF box = band.normalized();
    // QRectF::contains is false throughout for a box without width: a band drawn straight down still picks a column.
    const auto inside = [&](QPointF at) {
        return at.x() >= box.left() && at.x() <= box.right() && at.y() >= box.top() && at.y() <= box.bottom();
    };
    std::vector<Workload> found;
    std::set<Workload> seen;
    for (const DrawnWorkload& each : drawn)
        if (std::any_of(each.pixels.begin(), each.pixels.end(), inside) && seen.insert(each.workload).second)
            found.push_back(each.workload);
    return found;
}

std::optional<Workload> nearestWorkload(std::span<const Workload> candidates, const Workload& wanted)
{
    std::optional<Workload> best;
    double least = 0.0;
    for (const Workload& candidate : candidates) {
        if (!sameSettings(candidate, wanted))
            continue;
        const double distance = octavesBetween(candidate, wanted);
        if (!best || distance < least) {
            best = candidate;
            least = distance;
        }
    }
    return best;
}

} // namespace ridgepoint
