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

/// The doubling test of every measured size whose double was measured too, by size.
struct Doubling {
    double elements = 1.0;
    DoublingTest test;
};

std::vector<Doubling> doublings(const cube::Line& line)
{
    std::vector<Sample> samples;
    for (const ExperimentPoint& point : line)
        samples.push_back({.workload = {.elements = std::llround(point.x)}, .time = Seconds(point.y), .low = Seconds(point.low), .high = Seconds(point.high)});
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

void addFloor(const ExperimentResult& result, const cube::Line& line, const std::vector<Doubling>& tests, std::vector<Finding>& all)
{
    std::size_t hardlyMore = 0;
    while (hardlyMore < tests.size() && tests[hardlyMore].test.verdict == DoublingVerdict::Overhead)
        ++hardlyMore;
    if (hardlyMore > 0)
        all.push_back({"One element takes %1. Twice as many take at most a tenth longer up to %2 elements: the time is overhead there.",
                       {{line.front().y, "s"}, {2.0 * tests[hardlyMore - 1].elements, ""}}});
    const auto launch = std::find_if(result.roofs.begin(), result.roofs.end(), [](const Roof& roof) { return roof.kind == RoofKind::Launch && roof.id != launchFixedRoofId; });
    if (launch != result.roofs.end() && launch->value > 0.0)
        all.push_back({"The launch alone was measured as %1, so one element takes %2 that.", {{launch->value, "s"}, {line.front().y / launch->value, "x"}}});
}

/// From where on twice the size takes about twice the time, whatever a cache's end adds.
void addWork(const std::vector<Doubling>& tests, std::vector<Finding>& all)
{
    std::size_t first = tests.size();
    while (first > 0 && (tests[first - 1].test.verdict == DoublingVerdict::Proportional || tests[first - 1].test.verdict == DoublingVerdict::LeavesCache))
        --first;
    if (first < tests.size())
        all.push_back({"From %1 elements on twice the size takes about twice the time: it is work.", {{tests[first].elements, ""}}});
    // Of several caches' ends the steepest: it says what is meant.
    const Doubling* steepest = nullptr;
    for (const Doubling& one : tests)
        if (one.test.verdict == DoublingVerdict::LeavesCache && !one.test.uncertain && (steepest == nullptr || one.test.growth > steepest->test.growth))
            steepest = &one;
    if (steepest != nullptr)
        all.push_back({"It grows most from %1 to %2 elements, %3: the larger tensor leaves a cache that held the smaller one.",
                       {{steepest->elements, ""}, {2.0 * steepest->elements, ""}, {steepest->test.growth, "x"}}});
}

void addProduct(const ExperimentResult& result, std::vector<Finding>& all)
{
    const cube::Line line = cube::lineOf(result, productPlot, product, Provenance::Measured);
    const ExperimentPoint* one = cube::at(line, 1.0);
    const ExperimentPoint* two = cube::at(line, 2.0);
    if (one == nullptr || two == nullptr)
        return;
    const double growth = two->y / one->y;
    if (growth > rowForNothing) {
        all.push_back({"A product of 2 rows takes %1 the time of one of 1 row.", {{growth, "x"}}});
        return;
    }
    all.push_back({"A product of 2 rows takes %1 the time of one of 1 row, and that is no overhead: it reads the same %2 of weights.",
                   {{growth, "x"}, {static_cast<double>(weights * weights) * 4.0, "B"}}});
}

} // namespace

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    const cube::Line line = cube::lineOf(result, timePlot, passSeries(result), Provenance::Measured);
    const std::vector<Doubling> tests = doublings(line);
    if (!line.empty() && line.front().x == 1.0)
        addFloor(result, line, tests, all);
    addWork(tests, all);
    addProduct(result, all);
    return all;
}

} // namespace ridgepoint::sizing
