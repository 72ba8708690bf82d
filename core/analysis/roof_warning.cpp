// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/roof_warning.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr std::size_t mostNamed = 3;
/// One roof among many that something disturbed for a moment is flagged, but no reason to measure all of them again.
constexpr std::size_t roofsPerWarning = 10;

/// The roofs with that flag, when there are enough of them to be worth a warning.
std::vector<std::string> idsWith(const RoofSet& roofs, Flag flag)
{
    std::vector<std::string> ids;
    for (const Roof& roof : roofs.roofs)
        if (roof.flags.has(flag))
            ids.push_back(roof.id);
    if (ids.size() * roofsPerWarning < roofs.roofs.size())
        ids.clear();
    return ids;
}

/// "bandwidth.l1, bandwidth.l2", or with " …" for more than a line can hold.
std::string listOf(const std::vector<std::string>& ids)
{
    std::string list;
    for (std::size_t i = 0; i < std::min(ids.size(), mostNamed); ++i)
        list.append(i == 0 ? "" : ", ").append(ids[i]); // not +: GCC 12 warns falsely about it (its bug 105651)
    return ids.size() > mostNamed ? list + " …" : list;
}

/// A warning about some of the roofs: %1 of %2 roofs (%3).
Error aboutSome(const char* id, const char* text, const std::vector<std::string>& ids, const RoofSet& roofs)
{
    return {ErrorKind::Unavailable, id, text, {std::to_string(ids.size()), std::to_string(roofs.roofs.size()), listOf(ids)}};
}

Error machineBusy(const std::vector<std::string>& ids, const RoofSet& roofs)
{
    const double load = roofs.otherLoad.value_or(0.0);
    if (const long percent = std::lround(100.0 * load); percent > 0)
        return {ErrorKind::Unavailable, "roofs.machine-busy",
                "Other programs used %1 % of the processor while the roofs were measured: rates come out too low and "
                "launch costs too high (%2 of %3 roofs).",
                {std::to_string(percent), std::to_string(ids.size()), std::to_string(roofs.roofs.size())}};
    return aboutSome("roofs.machine-busy-unknown",
                     "Other programs used the processor while %1 of %2 roofs were measured (%3): rates come out too low "
                     "and launch costs too high.",
                     ids, roofs);
}

} // namespace

std::optional<Error> roofWarning(const RoofSet& roofs)
{
    if (const auto ids = idsWith(roofs, Flag::MachineBusy); !ids.empty())
        return machineBusy(ids, roofs);
    if (const auto ids = idsWith(roofs, Flag::Throttled); !ids.empty())
        return aboutSome("roofs.throttled",
                         "The device lowered its clock while %1 of %2 roofs were measured (%3): rates come out too low.", ids,
                         roofs);
    if (const auto ids = idsWith(roofs, Flag::Preempted); !ids.empty())
        return aboutSome("roofs.preempted",
                         "The system took the processor away again and again while %1 of %2 roofs were measured (%3): rates "
                         "come out too low and launch costs too high.",
                         ids, roofs);
    if (const auto ids = idsWith(roofs, Flag::IntervalNotReached); !ids.empty())
        return aboutSome("roofs.unsteady",
                         "%1 of %2 roofs (%3) differ widely from round to round: something disturbed the measurement.", ids,
                         roofs);
    return std::nullopt;
}

} // namespace ridgepoint
