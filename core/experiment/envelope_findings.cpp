// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/envelope.h"

#include "core/experiment/cube_points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ridgepoint::envelope {
namespace {

/// A ridge nearer than this to the fewest operations that were tried, or to the most, is not between them.
constexpr double clearlyBetween = 1.5;
/// Passes with at most this share of the ridge's operations are on the flat part: past it the corner begins to round.
constexpr double stillFlat = 0.6;

/// The time of the passes with at most so many operations: the middle one, which a few disturbed ones do not move; of
/// the first pass where there is no other.
double flatTime(const std::vector<ExperimentPoint>& line, double operations)
{
    std::vector<double> times;
    for (const ExperimentPoint& point : line)
        if (times.empty() || point.x <= operations)
            times.push_back(point.y);
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

/// To two digits: a figure from the back of an envelope claims no more.
std::string roughly(double value)
{
    const double step = value >= 10.0 ? std::pow(10.0, std::floor(std::log10(value)) - 1.0) : 0.1;
    const auto tenths = static_cast<long long>(std::lround(std::round(value / step) * step * 10.0));
    return std::to_string(tenths / 10) + (tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "");
}

const ExperimentPoint* inASecond(const ExperimentResult& result, const char* label, Provenance provenance)
{
    const auto found = std::find_if(result.points.begin(), result.points.end(), [&](const ExperimentPoint& point) {
        return point.plot == secondPlot && point.label == label && point.series == here
            && point.provenance == provenance && point.y > 0.0;
    });
    return found == result.points.end() ? nullptr : &*found;
}

/// Operations an element in the time in which it is read and written; nothing where a part is missing.
std::optional<double> operationsFree(const ExperimentResult& result, Provenance provenance)
{
    const ExperimentPoint* numbers = inASecond(result, moved, provenance);
    const ExperimentPoint* operations = inASecond(result, computed, provenance);
    if (numbers == nullptr || operations == nullptr)
        return std::nullopt;
    return operations->y / (numbers->y / 2.0);
}

void addRidge(const ExperimentResult& result, std::vector<Finding>& all)
{
    const std::vector<ExperimentPoint> line = passes(result, Provenance::Measured);
    const MeasuredRidge seen = ridgeOf(line);
    const auto predicted = std::find_if(result.points.begin(), result.points.end(),
                                        [](const ExperimentPoint& point) { return point.label == ridge; });
    // Beyond the passes that are drawn the roofs tell it all the same.
    const auto allowed = predicted == result.points.end() ? operationsFree(result, Provenance::Predicted)
                                                          : std::optional(predicted->x);
    const std::string byRoofs = allowed ? "about " + roughly(*allowed) : "not known";
    switch (seen.kind) {
    case RidgeKind::Found:
        all.push_back({"Measured, the time of a pass rises above its memory time at about %1 operations per element "
                       "(by the roofs: %2); up to there computing is free.",
                       {roughly(seen.operations), byRoofs}});
        break;
    case RidgeKind::NeverFlat:
        all.push_back({"Measured, the time of a pass rises from the first operations on: computing limits throughout "
                       "(ridge by the roofs: %1).",
                       {byRoofs}});
        break;
    case RidgeKind::NeverRising:
        all.push_back({"Measured, up to %1 operations per element do not make a pass take much longer; allow more "
                       "operations to see where computing limits (by the roofs: %2).",
                       {roughly(line.back().x), byRoofs}});
        break;
    case RidgeKind::Uncertain:
        all.push_back({"The times of passes differ too much from round to round to tell where they rise (ridge by the "
                       "roofs: %1).",
                       {byRoofs}});
        break;
    case RidgeKind::TooFewPoints: break;
    }
}

/// The two ratios whose ratio is the difference: how much more the article's device computes, and how much more it
/// moves.
void addArticle(const ExperimentResult& result, double free, std::vector<Finding>& all)
{
    const double computes = articleComputed / inASecond(result, computed, Provenance::Measured)->y;
    const double moves = articleMoved / inASecond(result, moved, Provenance::Measured)->y;
    const auto times = [](double ratio) {
        return ratio >= 1.0 ? FindingValue(ratio, "x") : FindingValue("1/" + roughly(1.0 / ratio));
    };
    all.push_back({"The article's A100 leaves time for about %1, against %2 here: it computes %3 as much and moves %4 "
                   "as many numbers in a second.",
                   {roughly(articleRidge), roughly(free), times(computes), times(moves)}});
    const auto operation = result.parameters.find("operation");
    if (operation != result.parameters.end() && operation->second == "mul")
        all.push_back({"Its figure counts a multiply-add as two operations; by multiplications alone, as measured "
                       "here, an A100 has about half of it.",
                       {}});
    const auto precision = result.parameters.find("precision");
    if (precision != result.parameters.end() && precision->second == "fp64")
        all.push_back({"Its figure is of fp32; of fp64, as measured here, a number is twice as many bytes and takes a "
                       "vector unit twice as long.",
                       {}});
}

} // namespace

std::vector<ExperimentPoint> passes(const ExperimentResult& result, Provenance provenance)
{
    std::vector<ExperimentPoint> line;
    for (const ExperimentPoint& point : result.points)
        if (point.plot == passPlot && point.provenance == provenance && point.label != ridge && point.x > 0.0
            && point.y > 0.0)
            line.push_back(point);
    std::sort(line.begin(), line.end(), [](const ExperimentPoint& a, const ExperimentPoint& b) { return a.x < b.x; });
    return line;
}

MeasuredRidge ridgeOf(const std::vector<ExperimentPoint>& line)
{
    if (line.size() < 4)
        return {};
    if (cube::isUncertain(line.back()) || std::all_of(line.begin(), line.begin() + 3, cube::isUncertain))
        return {RidgeKind::Uncertain};
    const auto ridgeFor = [&](double flat) { return line.back().x * flat / line.back().y; };
    // A guess from the fastest of the first three, then from all that lie well under it.
    const double guess = ridgeFor(std::min({line[0].y, line[1].y, line[2].y}));
    const double found = ridgeFor(flatTime(line, stillFlat * guess));
    if (found * clearlyBetween > line.back().x)
        return {RidgeKind::NeverRising};
    return found < clearlyBetween * line.front().x ? MeasuredRidge{RidgeKind::NeverFlat}
                                                   : MeasuredRidge{RidgeKind::Found, found};
}

std::string spoken(double count)
{
    constexpr std::array names{std::pair{1e15, " quadrillion"}, std::pair{1e12, " trillion"},
                               std::pair{1e9, " billion"}, std::pair{1e6, " million"}};
    for (const auto& [size, name] : names)
        if (count >= size * 0.9995)
            return quantityText(count / size, "") + name;
    return quantityText(count, "");
}

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    const auto free = operationsFree(result, Provenance::Measured);
    if (free) {
        const auto predicted = operationsFree(result, Provenance::Predicted);
        all.push_back(
            {"In a second this device moves %1 numbers or computes %2 operations. As an element is read and written, "
             "about %3 operations per element fit in before computing takes longer (by the roofs: %4).",
             {spoken(inASecond(result, moved, Provenance::Measured)->y),
              spoken(inASecond(result, computed, Provenance::Measured)->y), roughly(*free),
              predicted ? "about " + roughly(*predicted) : "not known"}});
    }
    addRidge(result, all);
    if (free)
        addArticle(result, *free, all);
    if (const auto others = cube::disturbance(result))
        all.push_back(*others);
    return all;
}

} // namespace ridgepoint::envelope
