// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/tensor-size/tensor_size.h"

#include "core/analysis/compare.h"
#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/timed_step.h"
#include "core/experiment/frame/product_steps.h"
#include "core/experiment/registry.h"
#include "core/model/operator_prediction.h"
#include "core/model/prediction.h"
#include "core/stats/sample.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace ridgepoint {
namespace {

/// Small tensors take microseconds, so that there is time for the narrow intervals which growths want.
constexpr int sizeRounds = 4 * usualRounds;

Workload sizedPass(const ExperimentParameters& parameters, std::int64_t elements, int threads)
{
    return {.operation = operationNamed(parameters.choice("operation")).value_or(Operation::Fma),
            .elements = elements,
            .operationsPerElement = parameters.number("operations"),
            .launchMode = launchModeNamed(parameters.choice("launches")).value_or(LaunchMode::WaitEach),
            .threads = threads};
}

/// Few rows by large weights: the traffic is the weights', however many the rows are.
ProductCall fewRows(std::int64_t rows, int threads)
{
    return {.precision = MatrixPrecision::Fp32,
            .rows = rows,
            .columns = sizing::weights,
            .inner = sizing::weights,
            .threads = threads};
}

using SizeSummaries = std::map<std::int64_t, Summary>;

/// The time of this size, and the growths that it has a part in.
std::vector<ExperimentPoint> sizePoints(SizeSummaries& known, const std::string& name, std::int64_t elements,
                                        const Summary& summary, const std::optional<PointWork>& work)
{
    known[elements] = summary;
    std::vector<ExperimentPoint> points{measuredPoint(name, {}, static_cast<double>(elements), summary)};
    points.front().work = lasting(work, summary.time);
    for (const std::int64_t once : {elements / 2, elements})
        if (const auto first = known.find(once), second = known.find(2 * once);
            first != known.end() && second != known.end())
            points.push_back(
                cube::ratioOf(second->second, first->second,
                              {.series = name, .x = static_cast<double>(once), .plot = sizing::growthPlot}));
    return points;
}

[[nodiscard]] std::optional<GuessAnswer> sizingAnswer(const ExperimentResult& result);

class TensorSize final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "tensor-size",
            .title = "Tensor size and the overhead floor",
            .summary = "one pass over 1, 2, 4 … elements: the part of the time that does not depend on the size",
            .parameters = {choiceParameter("operation", "Operation",
                                           {"fma", "mul", "add", "relu", "gelu", "exp", "cos"}),
                           numberParameter("operations", "Operations per element", 1, 1, 4096),
                           sizeParameter("largest", "Largest tensor (floats)", automaticSize, 1 << 10, 1 << 30),
                           choiceParameter("launches", "Launches", {"wait-each", "queued", "graph"})},
            .chart = ExperimentChartKind::Lines,
            .plots = {{"Time of a pass", binaryAxis("Elements"), decimalAxis("Time", "s")},
                      {"Per doubling of size", binaryAxis("Elements"), binaryAxis("Time ratio", "x")},
                      {"Product of few rows", binaryAxis("Rows"), decimalAxis("Time", "s")}},
            .series = {sizing::product},
            .guess = {.kind = GuessKind::Place,
                      .text = "Up to how many elements does a pass take at most a tenth longer than over a single one?",
                      .stretch =
                          [](const ExperimentParameters& parameters) {
                              return GuessStretch{1.0, static_cast<double>(parameters.number("largest"))};
                          },
                      .answer = sizingAnswer}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters& parameters,
                                                 const DeviceInfo&) const override
    {
        const Workload pass = sizedPass(parameters, 1, 0);
        return withBandwidths({launchRoofId(pass.launchMode), std::string(deviceGapRoofId),
                               std::string(launchFixedRoofId), computeRoofId(pass.operation, pass.precision),
                               productRoofId(MatrixPrecision::Fp32)});
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points;
        std::map<std::int64_t, Seconds> times;
        const std::string name = parameters.choice("operation");
        for (const std::int64_t elements : coarseToFine(1, parameters.number("largest")))
            if (const auto prediction = ridgepoint::predict(sizedPass(parameters, elements, roofs.threads), roofs,
                                                            device.kind)) {
                times[elements] = prediction->time;
                points.push_back(
                    saidPoint(name, {}, static_cast<double>(elements), prediction->time.value(), sizing::timePlot));
                points.back().work = pointWork(sizedPass(parameters, elements, roofs.threads), prediction->time,
                                               prediction->bandwidthRoof);
            }
        for (const auto& [elements, time] : times)
            if (const auto twice = times.find(2 * elements); twice != times.end())
                points.push_back(
                    saidPoint(name, {}, static_cast<double>(elements), twice->second / time, sizing::growthPlot));
        for (std::int64_t rows = 1; rows <= sizing::mostRows; rows *= 2) {
            const ProductCall call = fewRows(rows, roofs.threads);
            if (const auto prediction = ridgepoint::predict(call, roofs)) {
                const Seconds time = prediction->time + matmul::launchOf(roofs, device.kind);
                points.push_back(
                    saidPoint(sizing::product, {}, static_cast<double>(rows), time.value(), sizing::productPlot));
                points.back().work = pointWork(call, time, roofs, matmul::launchRoofFor(device.kind));
            }
        }
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        std::vector<ExperimentStep> all;
        const auto known = std::make_shared<SizeSummaries>();
        const auto companions = std::make_shared<Companions>();
        const std::string name = parameters.choice("operation");
        for (const std::int64_t elements : coarseToFine(1, parameters.number("largest"))) {
            const Workload pass = sizedPass(parameters, elements, context.threads);
            if (const auto possible = cube::fits(pass, context.backend.info()); !possible)
                return possible.error();
            const auto work = cube::workOf(pass, Seconds(), context.roofs, context.backend.info().kind);
            all.push_back(cube::timeWorkload(counted(elements, "element"), pass, sizeRounds, companions,
                                             [known, name, elements, work](const Summary& summary) {
                                                 return sizePoints(*known, name, elements, summary, work);
                                             }));
        }
        const auto refusal = std::make_shared<matmul::Refusal>();
        for (std::int64_t rows = 1; rows <= sizing::mostRows; rows *= 2)
            all.push_back(matmul::productStep({.call = fewRows(rows, context.threads),
                                               .series = sizing::product,
                                               .plot = sizing::productPlot,
                                               .showsTime = true},
                                              refusal, context));
        return all;
    }

    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        return sizing::findings(result);
    }
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makeTensorSize() { return std::make_unique<TensorSize>(); }

} // namespace ridgepoint

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
SeriesName passSeries(const ExperimentResult& result)
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
        return roof.kind == RoofKind::Launch && roof.id != launchFixedRoofId && roof.id != deviceGapRoofId
            && roof.value > 0.0;
    });
    return found == result.roofs.end() ? nullptr : &*found;
}

/// By the middle of the smallest sizes, so that one noisy doubling does not end the floor. `of` is the time, or an end
/// of its interval.
double floorOf(const cube::Line& line, double ExperimentPoint::*of = &ExperimentPoint::y)
{
    std::vector<double> smallest;
    for (std::size_t i = 0; i < std::min(line.size(), floorPlaces); ++i)
        smallest.push_back(line[i].*of);
    return middleOf(std::move(smallest));
}

/// The largest size that takes hardly longer than the floor; 1 where none does.
double floorEnd(const cube::Line& line)
{
    const double floor = floorOf(line);
    const auto last = std::find_if(line.rbegin(), line.rend(),
                                   [floor](const ExperimentPoint& point) { return point.y <= hardlyMore * floor; });
    return last == line.rend() ? 1.0 : last->x;
}

/// The floor's end with the sizes between which it lies: as far as it reaches for certain by the intervals of the
/// times, and the last size before the first one that it does not reach for certain; infinity where there is none.
ExperimentPoint floorEndWithin(const cube::Line& line)
{
    ExperimentPoint end{.y = floorEnd(line), .low = 1.0, .high = std::numeric_limits<double>::infinity()};
    const double least = hardlyMore * floorOf(line, &ExperimentPoint::low);
    const double most = hardlyMore * floorOf(line, &ExperimentPoint::high);
    for (const ExperimentPoint& point : line)
        if (point.x <= end.y && point.high <= least)
            end.low = point.x;
    const auto beyond = std::ranges::find_if(
        line, [&](const ExperimentPoint& point) { return point.x > end.y && point.low > most; });
    if (beyond != line.end())
        end.high = beyond->x - 1.0; // the interval is closed, and that size is outside it
    return end;
}

void addFloor(const ExperimentResult& result, const cube::Line& line, std::vector<Finding>& all)
{
    const double floor = floorOf(line);
    if (const double end = floorEnd(line); end > 1.0)
        all.push_back(
            {"One element takes %1, and %2 elements take at most 10 % longer: up to there the time is overhead.",
             {{floor, "s"}, {end, ""}}});
    // No run is shorter than its launch: then the roof is of another state of the machine, and comparing says nothing.
    constexpr double asLongAsItsLaunch = 0.9;
    if (const Roof* launch = launchRoof(result); launch != nullptr && floor >= asLongAsItsLaunch * launch->value)
        all.push_back({"A launch alone takes %1, so one element takes %2 that.",
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
        all.push_back({"From %1 elements on, twice the size takes about twice the time: the time is work.",
                       {{tests[first].elements, ""}}});
    // Of several caches' ends the steepest: it says what is meant.
    const Doubling* steepest = nullptr;
    for (const Doubling& one : tests)
        if (one.test.verdict == DoublingVerdict::LeavesCache && !one.test.uncertain
            && (steepest == nullptr || one.test.growth > steepest->test.growth))
            steepest = &one;
    if (steepest != nullptr)
        all.push_back(
            {"It grows most from %1 to %2 elements, by %3: the larger tensor no longer fits the cache that held the "
             "smaller one.",
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
        all.push_back({"A product of 2 rows takes %1 the time of one of 1 row: its weights are read so fast here "
                       "that the launch (%2) counts too.",
                       {{growth, "x"}, {launch->value, "s"}}});
        return;
    }
    all.push_back({"A product of 2 rows takes %1 the time of one of 1 row. This is not overhead: both read the same "
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
    return all;
}

} // namespace ridgepoint::sizing

namespace ridgepoint {
namespace {

std::optional<GuessAnswer> sizingAnswer(const ExperimentResult& result)
{
    const cube::Line line = cube::lineOf(result, sizing::timePlot, sizing::passSeries(result), Provenance::Measured);
    if (line.size() < 2 || line.front().x != 1.0)
        return std::nullopt;
    std::vector<Finding> why;
    sizing::addFloor(result, line, why);
    return answerOf(sizing::floorEndWithin(line), std::move(why));
}

} // namespace
} // namespace ridgepoint
