// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/what_if.h"

#include "core/analysis/levers.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {

std::string WhatIf::keyOf(std::string_view roofId)
{
    return std::string(roofId.starts_with("launch.") ? allLaunches : roofId);
}

void WhatIf::set(std::string_view key, double factor)
{
    if (!std::isfinite(factor) || factor <= 0.0)
        return;
    const double kept = std::clamp(factor, 1.0 / largestFactor, largestFactor);
    if (std::abs(kept - 1.0) < 1e-3)
        m_factors.erase(std::string(key));
    else
        m_factors.insert_or_assign(std::string(key), kept);
}

double WhatIf::factor(std::string_view key) const
{
    const auto found = m_factors.find(key);
    return found == m_factors.end() ? 1.0 : found->second;
}

RoofSet WhatIf::applied(RoofSet roofs) const
{
    std::vector<std::pair<std::string, double>> changes;
    for (const Roof& roof : roofs.roofs)
        if (const double by = factor(keyOf(roof.id)); by != 1.0)
            changes.emplace_back(roof.id, by);
    for (const auto& [id, by] : changes)
        roofs = scaled(std::move(roofs), id, by);
    return roofs;
}

} // namespace ridgepoint
