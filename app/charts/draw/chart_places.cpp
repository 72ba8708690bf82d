// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_places.h"

namespace ridgepoint {

std::optional<AxisKind> ChartPlaces::lineAxis() const
{
    const std::vector<AxisKind> along = directions();
    return along.size() == 1 ? std::optional(along.front()) : std::nullopt;
}

Workload ChartPlaces::slice(Workload cursor) const
{
    for (const AxisKind kind : directions())
        cursor = moved(cursor, kind, 1);
    return cursor;
}

} // namespace ridgepoint
