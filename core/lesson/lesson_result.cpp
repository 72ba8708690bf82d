// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_result.h"

#include "core/experiment/frame/experiment_guess.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

bool isMeasuredIn(const ExperimentPoint& point, int plot)
{
    return point.provenance == Provenance::Measured && point.plot == plot;
}

/// Ids and sizes in one line; a whole curve has more than a message bears.
std::string listed(const std::set<std::string>& names)
{
    constexpr std::size_t most = 12;
    std::string all;
    std::size_t count = 0;
    for (const std::string& name : names) {
        all += (count == 0 ? "" : ", ") + (count == most ? std::string("\u2026") : name);
        if (count++ == most)
            break;
    }
    return all.empty() ? "nothing" : all;
}

/// The ids of what was measured in a plot.
std::set<std::string> namesIn(const ExperimentResult& result, int plot)
{
    std::set<std::string> names;
    for (const ExperimentPoint& point : result.points)
        if (isMeasuredIn(point, plot))
            for (const std::string& id : {point.series.id(), point.label.id()})
                if (!id.empty())
                    names.insert('"' + id + '"');
    return names;
}

/// That `what` is not there: a mistake where the run measured all that it wanted to, else for the reason of the part
/// that it could not measure.
Error missing(const ExperimentResult& result, const std::string& what, const std::set<std::string>& there)
{
    if (result.unavailable.empty())
        return {ErrorKind::InvalidInput,
                "lesson.no-value",
                "the experiment %1 has no %2; expected one of %3",
                {result.id, what, listed(there)}};
    const UnavailablePart& part = result.unavailable.front();
    return {ErrorKind::Unavailable,
            "lesson.value-missing",
            "the experiment %1 has no %2 on this device, only %3; not measured: %4 (%5)",
            {result.id, what, listed(there), part.part, part.reason.message()}};
}

std::string numberWords(double x) { return quantityText(x, ""); }

Result<double> valueOf(const ExperimentResult& result, const ResultReading& reading,
                       const std::vector<const ExperimentPoint*>& points)
{
    if (!reading.x && points.size() > 1)
        return Error{ErrorKind::InvalidInput,
                     "lesson.many-values",
                     "\"%1\" of the experiment %2 has %3 values; expected x= behind it, or another name",
                     {reading.name, result.id, std::to_string(points.size())}};
    std::set<std::string> places;
    for (const ExperimentPoint* point : points) {
        if (!reading.x || point->x == *reading.x)
            return point->y;
        places.insert(numberWords(point->x));
    }
    return missing(result, '"' + reading.name + "\" at x=" + numberWords(*reading.x), places);
}

/// The measured points of the reading's name, in the order of the result.
std::vector<const ExperimentPoint*> pointsOf(const ExperimentResult& result, const ResultReading& reading)
{
    std::vector<const ExperimentPoint*> points;
    for (const ExperimentPoint& point : result.points)
        if (isMeasuredIn(point, reading.plot)
            && (point.series.id() == reading.name || point.label.id() == reading.name))
            points.push_back(&point);
    return points;
}

/// Between the x of the last place that cannot have `least` and the first that must have it.
std::optional<Interval> reachInterval(std::vector<const ExperimentPoint*> points, double least)
{
    std::ranges::sort(points, {}, &ExperimentPoint::x);
    const auto may = std::ranges::find_if(points, [&](const ExperimentPoint* point) { return point->high >= least; });
    const auto must = std::ranges::find_if(points, [&](const ExperimentPoint* point) { return point->low >= least; });
    if (must == points.end())
        return std::nullopt;
    return Interval{(*(may == points.begin() ? may : may - 1))->x, (*must)->x};
}

} // namespace

Result<double> readResult(const ExperimentResult& result, const ExperimentInfo& info, const ResultReading& reading)
{
    if (reading.kind == ResultReading::Kind::Guess) {
        const auto answer = info.guess.answer != nullptr ? info.guess.answer(result) : std::nullopt;
        return answer ? Result<double>(answer->number)
                      : missing(result, "answer to its own question", namesIn(result, reading.plot));
    }
    const std::vector<const ExperimentPoint*> points = pointsOf(result, reading);
    if (points.empty())
        return missing(result, '"' + reading.name + "\" in plot " + std::to_string(reading.plot + 1),
                       namesIn(result, reading.plot));
    if (reading.kind == ResultReading::Kind::Value)
        return valueOf(result, reading, points);
    const auto isLess = [](const ExperimentPoint* a, const ExperimentPoint* b) { return a->y < b->y; };
    if (reading.kind == ResultReading::Kind::Most)
        return (*std::ranges::max_element(points, isLess))->y;
    std::optional<double> least;
    for (const ExperimentPoint* point : points)
        if (point->y >= reading.least && (!least || point->x < *least))
            least = point->x;
    return least ? Result<double>(*least)
                 : Error{ErrorKind::Unavailable,
                         "lesson.not-reached",
                         "\"%1\" of the experiment %2 did not come so far on this device",
                         {reading.name, result.id}};
}

std::optional<Interval> readInterval(const ExperimentResult& result, const ExperimentInfo& info,
                                     const ResultReading& reading)
{
    if (reading.kind == ResultReading::Kind::Guess) {
        const auto answer = info.guess.answer != nullptr ? info.guess.answer(result) : std::nullopt;
        return answer && answer->low < answer->high && std::isfinite(answer->high)
                 ? std::optional(Interval{answer->low, answer->high})
                 : std::nullopt;
    }
    std::vector<const ExperimentPoint*> points = pointsOf(result, reading);
    if (points.empty())
        return std::nullopt;
    if (reading.kind == ResultReading::Kind::Value && reading.x)
        std::erase_if(points, [&](const ExperimentPoint* point) { return point->x != *reading.x; });
    if (reading.kind == ResultReading::Kind::Most) // those that may be the largest
        std::erase_if(points, [least = (*std::ranges::max_element(points, {}, &ExperimentPoint::low))->low](
                                  const ExperimentPoint* point) { return topOf(*point) < least; });
    if (points.empty() || !std::ranges::all_of(points, [](const ExperimentPoint* point) {
            return point->low < point->high && point->openAbove == OpenAbove::No;
        }))
        return std::nullopt;
    if (reading.kind == ResultReading::Kind::Reach)
        return reachInterval(std::move(points), reading.least);
    return Interval{(*std::ranges::max_element(points, {}, &ExperimentPoint::low))->low,
                    (*std::ranges::max_element(points, {}, &ExperimentPoint::high))->high};
}

bool wasDisturbed(const ExperimentResult& result, const ResultReading& reading)
{
    return std::ranges::any_of(result.points, [&](const ExperimentPoint& point) {
        const bool isRead = reading.kind == ResultReading::Kind::Guess
                              ? point.provenance == Provenance::Measured
                              : isMeasuredIn(point, reading.plot)
                                    && (point.series.id() == reading.name || point.label.id() == reading.name)
                                    && (!reading.x || point.x == *reading.x);
        return isRead && point.flags.has(Flag::MachineBusy);
    });
}

} // namespace ridgepoint
