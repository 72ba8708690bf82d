// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/tensor_size.h"

#include "core/analysis/doubling.h"
#include "core/experiment/cube_points.h"
#include "core/stats/sample.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint::sizing {
namespace {

/// The product's second row comes for nothing where it costs no more than a pass's second element may.
constexpr double rowForNothing = 1.1;
/// Sizes of which the middle one's time is the floor.
constexpr std::size_t floorPlaces = 5;
/// A product that takes so many times as long as its launch is not limited by it.
constexpr double farAboveLaunch = 3.0;

/// The doubling test of every measured size whose double was measured too, by size.
struct Doubling {
    double elements = 1.0;
    DoublingTest test;
};

std::vector<Doubling> doublings(const cube::Line& line)
{
    std::vector<Sample> samples;
    for (const ExperimentPoint& point : line)
        samples.push_back({.workload = {.elements = std::llround(point.x)},
                           .time = Seconds(point.y),
                           .low = Seconds(point.low),
                           .high = Seconds(point.high)});
    std::vector<Doubling> all;
    for (const Sample& sample : samples)
        if (const auto test = doublingTest(sample.workload, samples))
            all.push_back({static_cast<double>(sample.workload.elements), *test});
    return all;
}

/// The series of the pass: the only one of its plot.
std::string passSeries(const ExperimentResult& result)
{
    for (const ExperimentPoint& point : result.points)
        if (point.plot == timePlot && point.provenance == Provenance::Measured)
            return point.series;
    return {};
}

/// The launch roof that a pass pays; null where it is not known.
const Roof* launchRoof(const ExperimentResult& result)
{
    const auto found = std::find_if(result.roofs.begin(), result.roofs.end(), [](const Roof& roof) {
        return roof.kind == RoofKind::Launch && roof.id != launchFixedRoofId && roof.value > 0.0;
    });
    return found == result.roofs.end() ? nullptr : &*found;
}

/// By the middle of the smallest sizes, so that one noisy doubling does not end the floor.
void addFloor(const ExperimentResult& result, const cube::Line& line, std::vector<Finding>& all)
{
    std::vector<double> smallest;
    for (std::size_t i = 0; i < std::min(line.size(), floorPlaces); ++i)
        smallest.push_back(line[i].y);
    std::nth_element(smallest.begin(), smallest.begin() + static_cast<std::ptrdiff_t>(smallest.size() / 2),
                     smallest.end());
    const double floor = smallest[smallest.size() / 2];
    const auto last = std::find_if(line.rbegin(), line.rend(),
                                   [floor](const ExperimentPoint& point) { return point.y <= hardlyMore * floor; });
    if (last != line.rend() && last->x > 1.0)
        all.push_back(
            {"One element takes %1, and %2 elements take at most a tenth longer: up to there the time is overhead.",
             {{floor, "s"}, {last->x, ""}}});
    if (const Roof* launch = launchRoof(result))
        all.push_back({"The launch alone was measured as %1, so one element takes %2 that.",
                       {{launch->value, "s"}, {floor / launch->value, "x"}}});
}

/// Whether twice the size took about twice the time or more, as far as the interval can tell.
bool isWork(const DoublingTest& test)
{
    return test.verdict == DoublingVerdict::Proportional || test.verdict == DoublingVerdict::LeavesCache
        || (test.uncertain && test.range.high >= aboutTwice && test.growth > hardlyMore);
}

/// From where on twice the size takes about twice the time, whatever a cache's end adds.
void addWork(const std::vector<Doubling>& tests, std::vector<Finding>& all)
{
    std::size_t first = tests.size();
    while (first > 0 && isWork(tests[first - 1].test))
        --first;
    if (first < tests.size())
        all.push_back({"From %1 elements on twice the size takes about twice the time: it is work.",
                       {{tests[first].elements, ""}}});
    // Of several caches' ends the steepest: it says what is meant.
    const Doubling* steepest = nullptr;
    for (const Doubling& one : tests)
        if (one.test.verdict == DoublingVerdict::LeavesCache && !one.test.uncertain
            && (steepest == nullptr || one.test.growth > steepest->test.growth))
            steepest = &one;
    if (steepest != nullptr)
        all.push_back(
            {"It grows most from %1 to %2 elements, %3: the larger tensor leaves a cache that held the smaller one.",
             {{steepest->elements, ""}, {2.0 * steepest->elements, ""}, {steepest->test.growth, "x"}}});
}

void addProduct(const ExperimentResult& result, std::vector<Finding>& all)
{
    const cube::Line line = cube::lineOf(result, productPlot, product, Provenance::Measured);
    const ExperimentPoint* one = cube::at(line, 1.0);
    const ExperimentPoint* two = cube::at(line, 2.0);
    if (one == nullptr || two == nullptr || cube::isUncertain(*one) || cube::isUncertain(*two))
        return;
    const double growth = two->y / one->y;
    if (growth > rowForNothing) {
        all.push_back({"A product of 2 rows takes %1 the time of one of 1 row.", {{growth, "x"}}});
        return;
    }
    const Roof* launch = launchRoof(result);
    if (launch != nullptr && one->y < farAboveLaunch * launch->value) {
        all.push_back({"A product of 2 rows takes %1 the time of one of 1 row: here its weights are read so fast that "
                       "the launch (%2) counts too.",
                       {{growth, "x"}, {launch->value, "s"}}});
        return;
    }
    all.push_back({"A product of 2 rows takes %1 the time of one of 1 row, and that is no overhead: it reads the same "
                   "%2 of weights.",
                   {{growth, "x"}, {static_cast<double>(weights * weights) * 4.0, "B"}}});
}

} // namespace

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    const cube::Line line = cube::lineOf(result, timePlot, passSeries(result), Provenance::Measured);
    const std::vector<Doubling> tests = doublings(line);
    if (!line.empty() && line.front().x == 1.0)
        addFloor(result, line, all);
    addWork(tests, all);
    addProduct(result, all);
    if (const auto others = cube::disturbance(result))
        all.push_back(*others);
    return all;
}

} // namespace ridgepoint::sizing
