// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/older_results.h"

#include "core/experiment/registry.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ridgepoint {
namespace {

/// "431 W, 1410 MHz, held back by power cap; oneDNN 3.2": what stands before the first semicolon, by commas.
std::optional<PowerState> powerFrom(const std::string& note)
{
    constexpr std::string_view heldBack = "held back by ";
    PowerState state;
    const std::string told = note.substr(0, note.find(';'));
    for (std::size_t begin = 0; begin < told.size();) {
        const std::size_t end = std::min(told.find(", ", begin), told.size());
        const std::string part = told.substr(begin, end - begin);
        if (part.starts_with(heldBack)) {
            // A reason may have commas of its own; nothing comes behind it.
            state.heldBackBy = told.substr(begin + heldBack.size());
            break;
        }
        if (part.ends_with(" W"))
            state.watts = std::strtod(part.c_str(), nullptr);
        if (part.ends_with(" MHz"))
            state.clock = Hertz(1e6 * std::strtod(part.c_str(), nullptr));
        begin = end + 2;
    }
    return state == PowerState{} ? std::nullopt : std::optional(state);
}

/// Words that have changed since files kept them as ids.
constexpr std::pair<std::string_view, std::string_view> presentWords[] = {
    {"Mean while another program runs", "Mean with another program running"},
    {"One run by a coarse clock", "One run with a coarse clock"},
    {"contraction", "matrix products"},
    {"NumPy, one element a call", "NumPy, one element per call"},
    {"NumPy, 65536 elements a call", "NumPy, 65536 elements per call"},
    {"PyTorch, one element a call", "PyTorch, one element per call"},
};

/// The name that these words stand for; themselves where they are their own id.
template <class Of> Name<Of> named(const Name<Of>& given, const std::vector<Name<Of>>& known)
{
    if (given.id() != given.words())
        return given;
    std::string_view words = given.words();
    for (const auto& [former, present] : presentWords)
        if (words == former)
            words = present;
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const Name<Of>& one) { return one.words() == words; });
    return found == known.end() ? given : *found;
}

/// A share of a transformer's layer was a bar of its own, "contraction: time, fused": the class is its series now.
void stackShare(ExperimentPoint& point, const ExperimentInfo& known)
{
    const std::string words = point.label.words();
    const std::size_t colon = words.find(": ");
    if (colon == std::string::npos)
        return;
    point.series = named(SeriesName(words.substr(0, colon)), known.series);
    const std::string row = words.substr(colon + 2);
    const bool isCounted = row == "operations" || row == "FLOP";
    point.label = named(LabelName(isCounted             ? "operations (counted)"
                                  : row == "FLOP, V100" ? "operations, V100"
                                                        : row),
                        known.labels);
}

OpenAbove openAboveFrom(const std::string& note)
{
    if (note.find("the bar is what one tick would come to") != std::string::npos)
        return OpenAbove::Value;
    return note.find("took no tick at all") != std::string::npos ? OpenAbove::Interval : OpenAbove::No;
}

} // namespace

void completeOlder(ExperimentPoint& point, std::string_view experiment)
{
    const ExperimentDefinition* definition = findExperiment(experiment);
    const auto plot = static_cast<std::size_t>(point.plot);
    if (definition == nullptr || plot >= definition->info().plots.size())
        return;
    point.series = named(point.series, definition->info().series);
    point.label = named(point.label, definition->info().labels);
    const ExperimentChartKind kind = kindOf(definition->info(), definition->info().plots[plot]);
    if (kind == ExperimentChartKind::Flame && point.parent.empty())
        point.parent = named(LabelName(point.series.words()), definition->info().labels);
    if (experiment == "transformer-layer" && kind == ExperimentChartKind::Bars)
        stackShare(point, definition->info());
    if (experiment == "predictable-data" && point.provenance == Provenance::Measured && !point.power)
        point.power = powerFrom(point.note);
    if (experiment == "mistakes" && point.openAbove == OpenAbove::No)
        point.openAbove = openAboveFrom(point.note);
}

void completeOlder(TimelineLane& lane, std::string_view experiment)
{
    if (const ExperimentDefinition* definition = findExperiment(experiment))
        lane.group = named(lane.group, definition->info().labels);
}

void completeOlder(ExperimentResult& result)
{
    for (ExperimentPoint& point : result.points)
        completeOlder(point, result.id);
    for (TimelineLane& lane : result.lanes)
        completeOlder(lane, result.id);
    for (UnavailablePart& part : result.unavailable) {
        for (const char* kind : {"bandwidth.", "compute.", "launch."})
            part.isRoof = part.isRoof || part.part.starts_with(kind);
        const auto isCalledAfter = [&](const ExperimentPoint& point) { return point.series.words() == part.part; };
        if (const auto found = std::find_if(result.points.begin(), result.points.end(), isCalledAfter);
            part.series.empty() && found != result.points.end())
            part.series = found->series;
    }
}

} // namespace ridgepoint
