// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/focus_order.h"

#include "core/stats/sample.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

double octaves(const Plan& plan, const Workload& a, const Workload& b)
{
    double sum = 0.0;
    for (const Axis& axis : plan.axes) {
        const auto one = static_cast<double>(coordinate(a, axis.kind));
        const auto other = static_cast<double>(coordinate(b, axis.kind));
        sum += std::abs(std::log2(one / other));
    }
    return sum;
}

} // namespace

std::vector<Workload> focusOrder(const Plan& plan, const Workload& cursor,
                                 const std::function<const Sample*(const Workload&)>& known, std::size_t count)
{
    std::vector<std::pair<double, std::size_t>> cells;
    for (std::size_t i = 0; i < plan.cellCount(); ++i) {
        const Workload cell = plan.cell(i);
        const Sample* sample = known(cell);
        const double doubt = sample == nullptr ? 1.0 : isConverged(*sample) ? 0.0 : 0.5;
        cells.emplace_back(octaves(plan, cell, cursor) - doubt, i);
    }
    count = std::min(count, cells.size());
    std::partial_sort(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(count), cells.end());
    std::vector<Workload> order;
    for (std::size_t i = 0; i < count; ++i)
        order.push_back(plan.cell(cells[i].second));
    return order;
}

} // namespace ridgepoint
