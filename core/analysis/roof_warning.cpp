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

using RoofNames = std::function<std::string(std::string_view)>;

/// The names of the roofs with that flag, when there are enough of them to be worth a warning.
std::vector<std::string> namesWith(const RoofSet& roofs, Flag flag, const RoofNames& wordOf)
{
    std::vector<std::string> names;
    for (const Roof& roof : roofs.roofs)
        if (roof.flags.has(flag))
            names.push_back(wordOf ? wordOf(roof.id) : roof.id);
    if (names.size() * roofsPerWarning < roofs.roofs.size())
        names.clear();
    return names;
}

/// "bandwidth.l1, bandwidth.l2", or with " …" for more than a line can hold.
std::string listOf(const std::vector<std::string>& names)
{
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), mostNamed); ++i)
        list.append(i == 0 ? "" : ", ").append(names[i]); // not +: GCC 12 warns falsely about it (its bug 105651)
    return names.size() > mostNamed ? list + " …" : list;
}

/// A warning about some of the roofs: %1 of %2 roofs (%3).
Error aboutSome(const char* id, const char* text, const std::vector<std::string>& names, const RoofSet& roofs)
{
    return {ErrorKind::Unavailable,
            id,
            text,
            {std::to_string(names.size()), std::to_string(roofs.roofs.size()), listOf(names)}};
}

Error machineBusy(const std::vector<std::string>& names, const RoofSet& roofs)
{
    const double load = roofs.otherLoad.value_or(0.0);
    if (const long percent = std::lround(100.0 * load); percent > 0)
        return {ErrorKind::Unavailable,
                "roofs.machine-busy",
                "Other programs used %1 % of the processor while the roofs were measured: rates may be too low and "
                "launch costs too high (%2 of %3 roofs).",
                {std::to_string(percent), std::to_string(names.size()), std::to_string(roofs.roofs.size())}};
    return aboutSome(
        "roofs.machine-busy-unknown",
        "Other programs used the processor while %1 of %2 roofs were measured (%3): rates may be too low and launch "
        "costs too high.",
        names, roofs);
}

} // namespace

std::optional<Error> roofWarning(const RoofSet& roofs, const std::function<std::string(std::string_view)>& wordOf)
{
    if (const auto names = namesWith(roofs, Flag::MachineBusy, wordOf); !names.empty())
        return machineBusy(names, roofs);
    if (const auto names = namesWith(roofs, Flag::Throttled, wordOf); !names.empty())
        return aboutSome("roofs.throttled",
                         "The device lowered its clock while %1 of %2 roofs were measured (%3): rates may be too low.",
                         names, roofs);
    if (const auto names = namesWith(roofs, Flag::Preempted, wordOf); !names.empty())
        return aboutSome(
            "roofs.preempted",
            "The system repeatedly ran other programs while %1 of %2 roofs were measured (%3): rates may be too low "
            "and launch costs too high.",
            names, roofs);
    if (const auto names = namesWith(roofs, Flag::IntervalNotReached, wordOf); !names.empty())
        return aboutSome("roofs.unsteady",
                         names.size() == 1
                             ? "%1 of %2 roofs (%3) varies widely between rounds: something disturbed the measurement."
                             : "%1 of %2 roofs (%3) vary widely between rounds: something disturbed the measurement.",
                         names, roofs);
    return std::nullopt;
}

} // namespace ridgepoint
