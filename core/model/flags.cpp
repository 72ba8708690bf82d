// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/flags.h"

#include <array>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::array<std::pair<Flag, std::string_view>, 11> names{{
    {Flag::Interpolated, "interpolated"},
    {Flag::FewReadings, "few-readings"},
    {Flag::IntervalNotReached, "interval-not-reached"},
    {Flag::Throttled, "throttled"},
    {Flag::Preempted, "preempted"},
    {Flag::MachineBusy, "machine-busy"},
    {Flag::UnderFilled, "under-filled"},
    {Flag::CacheTransition, "cache-transition"},
    {Flag::Ambiguous, "ambiguous"},
    {Flag::Edge, "edge"},
    {Flag::PowerLimited, "power-limited"},
}};

std::optional<Flag> flagNamed(std::string_view name)
{
    for (const auto& [flag, text] : names)
        if (text == name)
            return flag;
    return std::nullopt;
}

} // namespace

std::string_view nameOf(Flag flag)
{
    for (const auto& [candidate, text] : names)
        if (candidate == flag)
            return text;
    return {};
}

std::string toString(FlagSet flags)
{
    std::string result;
    for (const auto& [flag, text] : names) {
        if (!flags.has(flag))
            continue;
        if (!result.empty())
            result += ' ';
        result += text;
    }
    return result;
}

std::optional<FlagSet> flagsFrom(std::string_view text)
{
    FlagSet result;
    while (!text.empty()) {
        const auto space = text.find(' ');
        const auto word = text.substr(0, space);
        text = space == std::string_view::npos ? std::string_view{} : text.substr(space + 1);
        if (word.empty())
            continue;
        const auto flag = flagNamed(word);
        if (!flag)
            return std::nullopt;
        result |= *flag;
    }
    return result;
}

} // namespace ridgepoint
