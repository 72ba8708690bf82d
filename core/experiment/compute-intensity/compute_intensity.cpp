// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/compute-intensity/compute_intensity.h"

#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/timed_step.h"
#include "core/experiment/registry.h"
#include "core/model/cost.h"
#include "core/model/prediction.h"
#include "core/model/workload.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint {
namespace {

/// A pass is short, so that there is time to narrow the interval.
constexpr int intensityRounds = 2 * usualRounds;

/// Read off the charts of the article; exact to about 5 %.
struct ArticlePoint {
    double operations;
    double microseconds;
    double teraflops;
    double terabytes;
};
constexpr const char* articleSource = "H. He, Making Deep Learning Go Brrrr From First Principles (2022), read off "
                                      "its charts within about 5 %: 16Mi floats on an A100";
constexpr std::array articleCurve{ArticlePoint{1, 101, 0.165, 1.33}, ArticlePoint{16, 101, 2.65, 1.33},
                                  ArticlePoint{32, 103, 5.2, 1.3},   ArticlePoint{64, 135, 8.0, 1.0},
                                  ArticlePoint{128, 245, 8.9, 0.55}, ArticlePoint{256, 470, 9.3, 0.29}};
/// Between the powers of two where a knee usually lies.
constexpr std::array<std::int64_t, 3> between{24, 48, 96};

std::vector<std::int64_t> operationCounts(std::int64_t most)
{
    std::vector<std::int64_t> counts;
    for (std::int64_t count = 1; count <= most; count *= 2) {
        counts.push_back(count);
        for (const std::int64_t middle : between)
            if (middle > count && middle < 2 * count && middle <= most)
                counts.push_back(middle);
    }
    if (counts.back() < most)
        counts.push_back(most);
    return counts;
}

/// Every pass of the experiment, both operations side by side, so that drift touches both alike.
std::vector<Workload> intensityPasses(const ExperimentParameters& parameters, int threads)
{
    std::vector<Operation> operations;
    if (const auto one = operationNamed(parameters.choice("operation")))
        operations.push_back(*one);
    else
        operations = {Operation::Mul, Operation::Fma};
    std::vector<Workload> all;
    for (const std::int64_t count : operationCounts(parameters.number("most")))
        for (const Operation operation : operations)
            all.push_back({.operation = operation,
                           .precision = precisionNamed(parameters.choice("precision")).value_or(Precision::Fp32),
                           .elements = parameters.number("size"),
                           .operationsPerElement = count,
                           .threads = threads});
    return all;
}

/// One pass in each plot, from its time.
std::vector<ExperimentPoint> inEveryPlot(const ExperimentPoint& time, const Workload& pass)
{
    const Cost cost = costOf(pass);
    return {time, cube::perTime(time, cost.flops.value(), intensity::computePlot),
            cube::perTime(time, cost.bytes.value(), intensity::bandwidthPlot)};
}

[[nodiscard]] std::optional<GuessAnswer> intensityAnswer(const ExperimentResult& result);

class ComputeIntensity final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        const auto operations = [](std::string title, std::string unit) {
            return ExperimentPlot{title, binaryAxis("Operations per element"), decimalAxis(title, unit)};
        };
        static const ExperimentInfo info{
            .id = "compute-intensity",
            .title = "Compute intensity",
            .summary = "the article's first experiment: more and more operations on each number moved",
            .parameters = {choiceParameter("operation", "Operation", {"both", "mul", "fma"}),
                           choiceParameter("precision", "Precision", {"fp32", "fp64", "fp16", "bf16"}),
                           sizeParameter("size", "Tensor size (elements)", automaticSize, 1 << 10, 1 << 30),
                           numberParameter("most", "Most operations per element", 256, 4, 4096)},
            .chart = ExperimentChartKind::Lines,
            .plots = {operations("Time", "s"), operations("Compute rate", "FLOP/s"),
                      operations("Memory bandwidth", "B/s")},
            .guess = {.kind = GuessKind::Curve,
                      .text = "From 1 to %1 operations on each element: how many times as long does the pass take as "
                              "with 1? Draw the curve.",
                      .fills = {"most"},
                      .unit = "x",
                      .stretch =
                          [](const ExperimentParameters& parameters) {
                              return GuessStretch{1.0, static_cast<double>(parameters.number("most"))};
                          },
                      .multiples = binaryAxis("Times as long as with 1 operation", "x"),
                      .answer = intensityAnswer}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters& parameters,
                                                 const DeviceInfo&) const override
    {
        const Precision precision = precisionNamed(parameters.choice("precision")).value_or(Precision::Fp32);
        return withBandwidths({computeRoofId(Operation::Mul, precision), computeRoofId(Operation::Fma, precision),
                               launchRoofId(LaunchMode::WaitEach)});
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points;
        const auto most = static_cast<double>(parameters.number("most"));
        // Floats: of other precisions the article has none.
        const bool isComparable = parameters.choice("precision") == nameOf(Precision::Fp32);
        for (const ArticlePoint& one : articleCurve) {
            const std::array values{one.microseconds * 1e-6, one.teraflops * 1e12, one.terabytes * 1e12};
            for (const int plot : {intensity::timePlot, intensity::computePlot, intensity::bandwidthPlot})
                if (isComparable && one.operations <= most) {
                    points.push_back(saidPoint(intensity::article, {}, one.operations,
                                               values.at(static_cast<std::size_t>(plot)), plot, Provenance::Published));
                    points.back().source = articleSource;
                }
        }
        for (const Workload& pass : intensityPasses(parameters, roofs.threads))
            if (const auto prediction = ridgepoint::predict(pass, roofs, device.kind)) {
                ExperimentPoint time = saidPoint(std::string(nameOf(pass.operation)), {},
                                                 static_cast<double>(pass.operationsPerElement),
                                                 prediction->time.value(), intensity::timePlot);
                time.work = pointWork(pass, prediction->time, prediction->bandwidthRoof);
                for (ExperimentPoint& point : inEveryPlot(time, pass))
                    points.push_back(std::move(point));
            }
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        std::vector<ExperimentStep> all;
        const auto companions = std::make_shared<Companions>();
        for (const Workload& pass : intensityPasses(parameters, context.threads)) {
            if (const auto possible = cube::fits(pass, context.backend.info()); !possible)
                return possible.error();
            const std::string name(nameOf(pass.operation));
            const auto work = cube::workOf(pass, Seconds(), context.roofs, context.backend.info().kind);
            all.push_back(cube::timeWorkload(std::to_string(pass.operationsPerElement) + " times " + name, pass,
                                             intensityRounds, companions, [pass, name, work](const Summary& summary) {
                                                 ExperimentPoint time = measuredPoint(
                                                     name, {}, static_cast<double>(pass.operationsPerElement), summary);
                                                 time.work = lasting(work, summary.time);
                                                 return inEveryPlot(time, pass);
                                             }));
        }
        return all;
    }

    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        return intensity::findings(result);
    }
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makeComputeIntensity() { return std::make_unique<ComputeIntensity>(); }

} // namespace ridgepoint

namespace ridgepoint::intensity {
namespace {

/// The time follows the operations where it grows by this power of them at least: a doubling then takes 1.8 times as
/// long.
constexpr double following = 0.85;
/// The last place and the one before it have so many times its operations between them at least.
constexpr double farEnough = 0.75;
/// Memory that other programs or machines share is faster and slower by less within a run.
constexpr double clearlyFaster = 1.15;

/// The last place, the nearest that lies clearly before it, and the first; null where the line is too short.
struct Ends {
    const ExperimentPoint* first = nullptr;
    const ExperimentPoint* before = nullptr;
    const ExperimentPoint* last = nullptr;

    [[nodiscard]] bool areKnown() const { return before != nullptr && before != first; }
    [[nodiscard]] bool areUncertain() const
    {
        return cube::isUncertain(*first) || cube::isUncertain(*before) || cube::isUncertain(*last);
    }
    [[nodiscard]] bool follow() const
    {
        return std::log(last->y / before->y) >= following * std::log(last->x / before->x);
    }
};

Ends endsOf(const cube::Line& line)
{
    Ends ends;
    if (line.empty())
        return ends;
    ends.first = &line.front();
    ends.last = &line.back();
    for (const ExperimentPoint& point : line)
        if (point.x <= farEnough * ends.last->x)
            ends.before = &point;
    return ends;
}

void addKnee(const ExperimentResult& result, const std::string& operation, std::vector<Finding>& all)
{
    const cube::Line measured = cube::lineOf(result, timePlot, operation, Provenance::Measured);
    const Ends ends = endsOf(measured);
    if (!ends.areKnown())
        return;
    const auto seen = kneeOf(measured);
    const auto theory = kneeOf(cube::lineOf(result, timePlot, operation, Provenance::Predicted));
    if (seen && theory)
        all.push_back({"%1: the time is constant up to about %2 operations per element, then grows with them; the "
                       "roofs cross at %3.",
                       {operation, roundCount(*seen), roundCount(*theory)}});
    else if (seen)
        all.push_back({"%1: the time is constant up to about %2 operations per element, then grows with them.",
                       {operation, roundCount(*seen)}});
    else if (ends.areUncertain())
        all.push_back(
            {"%1: the times vary too much between rounds to locate where they start to grow with the operations.",
             {operation}});
    else if (!ends.follow())
        all.push_back({"%1: up to %2 operations per element the time does not grow with them yet; more operations "
                       "would show the knee.",
                       {operation, roundCount(measured.back().x)}});
}

void addRates(const ExperimentResult& result, const std::string& operation, std::vector<Finding>& all)
{
    const cube::Line rates = cube::lineOf(result, computePlot, operation, Provenance::Measured);
    const cube::Line bandwidths = cube::lineOf(result, bandwidthPlot, operation, Provenance::Measured);
    if (rates.size() < 2 || bandwidths.size() < 2)
        return;
    const Roof* roof = result.roof(computeRoofId(
        *operationNamed(operation),
        precisionNamed(result.parameters.contains("precision") ? result.parameters.at("precision") : "fp32")
            .value_or(Precision::Fp32)));
    const ExperimentPoint& fewest = bandwidths.front();
    const ExperimentPoint& most = rates.back();
    if (roof != nullptr && roof->value > 0.0)
        all.push_back({"%1: %2 at %3 operations per element (%4 of the compute roof); %5 at %6.",
                       {operation,
                        {most.y, "FLOP/s"},
                        roundCount(most.x),
                        {most.y / roof->value, "%"},
                        {fewest.y, "B/s"},
                        roundCount(fewest.x)}});
    else
        all.push_back({"%1: %2 at %3 operations per element; %4 at %5.",
                       {operation, {most.y, "FLOP/s"}, roundCount(most.x), {fewest.y, "B/s"}, roundCount(fewest.x)}});
}

/// Where memory gave clearly more than its roof says, the flat line lies below the predicted one and the knee further
/// left.
void addStaleRoof(const ExperimentResult& result, std::vector<Finding>& all)
{
    const std::string operation = cube::lineOf(result, bandwidthPlot, "fma", Provenance::Measured).empty() ? "mul"
                                                                                                           : "fma";
    const cube::Line theory = cube::lineOf(result, bandwidthPlot, operation, Provenance::Predicted);
    const cube::Line measured = cube::lineOf(result, bandwidthPlot, operation, Provenance::Measured);
    if (theory.empty() || measured.empty() || measured.front().x != theory.front().x
        || measured.front().y < clearlyFaster * theory.front().y)
        return;
    all.push_back({"Memory reached %1 in this run, %2 of its roof: its speed has changed since the roof was "
                   "measured. Measure the roofs again.",
                   {{measured.front().y, "B/s"}, {measured.front().y / theory.front().y, "%"}}});
}

} // namespace

std::optional<double> kneeOf(const std::vector<ExperimentPoint>& line)
{
    const Ends ends = endsOf(line);
    if (!ends.areKnown() || ends.areUncertain() || !ends.follow())
        return std::nullopt;
    // What does not grow with the operations, a launch above all, is in the flat part and in the rising one alike.
    const double each = (ends.last->y - ends.before->y) / (ends.last->x - ends.before->x);
    const double fixed = ends.last->y - each * ends.last->x;
    const double flat = line.front().y - std::max(fixed, 0.0);
    return flat > 0.0 ? std::optional(flat / each) : std::nullopt;
}

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    for (const char* operation : {"mul", "fma"})
        addKnee(result, operation, all);
    for (const char* operation : {"mul", "fma"})
        addRates(result, operation, all);
    addStaleRoof(result, all);
    const cube::Line products = cube::lineOf(result, computePlot, "mul", Provenance::Measured);
    const cube::Line sums = cube::lineOf(result, computePlot, "fma", Provenance::Measured);
    if (products.size() > 2 && sums.size() > 2 && products.back().x == sums.back().x)
        all.push_back({"A multiply-add counts as two operations: %1 the rate of multiplications alone, in %2 the "
                       "time.",
                       {{sums.back().y / products.back().y, "x"}, {2.0 * products.back().y / sums.back().y, "x"}}});
    return all;
}

} // namespace ridgepoint::intensity

namespace ridgepoint {
namespace {

/// What limits the pass here: from the knee on, where one was seen, computing; before it what the roofs say.
std::optional<Regime> limitAt(const ExperimentPoint& point, const std::optional<double>& knee,
                              const ExperimentResult& result)
{
    if (knee && point.x >= *knee)
        return Regime::Compute;
    std::optional<Regime> byRoofs;
    if (point.work)
        if (const auto judged = judge(*point.work, result.roofs))
            byRoofs = judged->verdict.limit;
    return knee && byRoofs != Regime::Overhead ? Regime::Memory : byRoofs;
}

const char* partingWords(const std::optional<Regime>& limit)
{
    if (limit == Regime::Compute)
        return "Your curve leaves the measured one at %1 operations per element, where the pass is compute-bound: its "
               "time grows with the operations.";
    if (limit == Regime::Memory)
        return "Your curve leaves the measured one at %1 operations per element, where the pass is memory-bound: it "
               "waits for memory, and more operations take no more time.";
    if (limit == Regime::Overhead)
        return "Your curve leaves the measured one at %1 operations per element, where the pass is overhead-bound: the "
               "launch takes longer than the work, and more operations take hardly more time.";
    return "Your curve leaves the measured one at %1 operations per element.";
}

std::optional<GuessAnswer> intensityAnswer(const ExperimentResult& result)
{
    for (const char* operation : {"fma", "mul"}) {
        const cube::Line line = cube::lineOf(result, intensity::timePlot, operation, Provenance::Measured);
        if (line.size() < 3 || line.front().x != 1.0 || cube::isUncertain(line.front()))
            continue;
        std::vector<Finding> why;
        intensity::addKnee(result, operation, why);
        intensity::addRates(result, operation, why);
        auto answer = answerOf(line.front(), std::move(why));
        const auto knee = intensity::kneeOf(line);
        for (auto point = line.begin() + 1; point != line.end(); ++point)
            answer->curve.push_back(placeOf(*point, line.front(), partingWords(limitAt(*point, knee, result))));
        return answer;
    }
    return std::nullopt;
}

} // namespace
} // namespace ridgepoint
