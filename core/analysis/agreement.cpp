// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/agreement.h"

#include <algorithm>

namespace ridgepoint {
namespace {

bool isComparable(const PointAnalysis& point)
{
    return point.regime && !point.flags.has(Flag::Ambiguous) && !point.flags.has(Flag::CacheTransition)
        && !point.flags.has(Flag::UnderFilled);
}

} // namespace

double Agreement::fraction() const
{
    return compared > 0 ? static_cast<double>(agreeing) / static_cast<double>(compared) : 1.0;
}

Agreement agreementOf(std::span<const PointAnalysis> a, std::span<const PointAnalysis> b)
{
    Agreement agreement;
    const std::size_t both = std::min(a.size(), b.size());
    agreement.excluded = std::max(a.size(), b.size()) - both;
    for (std::size_t i = 0; i < both; ++i) {
        if (!isComparable(a[i]) || !isComparable(b[i])) {
            ++agreement.excluded;
            continue;
        }
        ++agreement.compared;
        if (a[i].regime == b[i].regime)
            ++agreement.agreeing;
    }
    return agreement;
}

} // namespace ridgepoint
