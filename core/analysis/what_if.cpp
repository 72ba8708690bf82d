// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/what_if.h"

#include "core/analysis/levers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace ridgepoint {
namespace {

/// From 1 up; their inverses lead down.
constexpr std::array factorSteps{1.0,  1.25, 1.5,  2.0,  3.0,  4.0,  5.0,  8.0,
                                 10.0, 12.5, 15.0, 20.0, 30.0, 40.0, 50.0, WhatIf::largestFactor};
/// A factor this near to a step stands on it.
constexpr double onAStep = 1e-3;

} // namespace

std::string WhatIf::keyOf(std::string_view roofId)
{
    return std::string(roofId.starts_with("launch.") ? allLaunches : roofId);
}

double WhatIf::stepped(double factor, int steps)
{
    for (; steps < 0; ++steps)
        factor = 1.0 / stepped(1.0 / factor, 1);
    for (; steps > 0; --steps) {
        const double least = factor * (1.0 + onAStep);
        if (factor >= 1.0 - onAStep) {
            const auto next = std::upper_bound(factorSteps.begin(), factorSteps.end(), least);
            factor = next == factorSteps.end() ? largestFactor : *next;
        } else { // the largest step whose inverse still lies above
            const auto below = std::lower_bound(factorSteps.begin(), factorSteps.end(), 1.0 / least);
            factor = 1.0 / *std::prev(below);
        }
    }
    return factor;
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
