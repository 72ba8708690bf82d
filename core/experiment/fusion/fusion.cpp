// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/fusion/fusion.h"

#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/timed_step.h"
#include "core/experiment/registry.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// Speed-ups are of two times, each with its interval, so those want to be narrow.
constexpr int fusionRounds = usualRounds + 4;

constexpr const char* several = "several";

std::vector<Operation> fusedOperations(const ExperimentParameters& parameters)
{
    if (const auto one = operationNamed(parameters.choice("operation")))
        return {*one};
    // Cheap, cheap with a comparison, a polynomial with an exponential, and the one of the literature's example.
    return {Operation::Fma, Operation::Relu, Operation::Gelu, Operation::Cos};
}

/// One operation's chain at every depth. The summaries are what its speed-ups are made of.
struct FusedChain {
    std::vector<Workload> depths; ///< one operation a pass first
    std::vector<std::optional<Summary>> summaries;
};

std::vector<FusedChain> fusedChains(const ExperimentParameters& parameters, int threads)
{
    std::vector<FusedChain> all;
    const int length = static_cast<int>(parameters.number("chain"));
    for (const Operation operation : fusedOperations(parameters)) {
        FusedChain chain;
        for (const int depth : fusing::depthsOf(length))
            chain.depths.push_back(
                {.operation = operation,
                 .elements = parameters.number("size"),
                 .chainLength = length,
                 .fusionDepth = depth,
                 .launchMode = launchModeNamed(parameters.choice("launches")).value_or(LaunchMode::WaitEach),
                 .threads = threads});
        chain.summaries.resize(chain.depths.size());
        all.push_back(std::move(chain));
    }
    return all;
}

std::string fusedStepName(const Workload& chain)
{
    return std::string(nameOf(chain.operation)) + ", " + counted(chain.fusionDepth, "operation") + " a pass";
}

/// The time of this depth, and the speed-ups that it has a part in: its own, or everybody's where it is what they are
/// measured by.
std::vector<ExperimentPoint> fusedPoints(FusedChain& chain, std::size_t depth, const Summary& summary,
                                         const std::optional<PointWork>& work)
{
    chain.summaries[depth] = summary;
    const auto place = [&](std::size_t i) { return static_cast<double>(chain.depths[i].fusionDepth); };
    const std::string name(nameOf(chain.depths[depth].operation));
    std::vector<ExperimentPoint> points{measuredPoint(name, {}, place(depth), summary)};
    points.front().work = lasting(work, summary.time);
    for (std::size_t i = 1; i < chain.depths.size(); ++i)
        if ((depth == 0 || depth == i) && chain.summaries.front() && chain.summaries[i])
            points.push_back(cube::ratioOf(*chain.summaries.front(), *chain.summaries[i],
                                           {.series = name, .x = place(i), .plot = fusing::speedupPlot}));
    return points;
}

[[nodiscard]] std::optional<GuessAnswer> fusionAnswer(const ExperimentResult& result);

class Fusion final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "fusion",
            .title = "Operator fusion",
            .summary = "a chain of operations, with one or several operations in each pass over memory",
            .parameters = {choiceParameter("operation", "Operation",
                                           {several, "fma", "mul", "add", "relu", "gelu", "exp", "cos"}),
                           numberParameter("chain", "Chain length (operations)", 16, 2, 64),
                           sizeParameter("size", "Tensor size (floats)", automaticSize, 1, 1 << 30),
                           choiceParameter("launches", "Launches", {"wait-each", "queued", "graph"})},
            .chart = ExperimentChartKind::Lines,
            .plots = {{"Time of the chain", binaryAxis("Operations per pass"), decimalAxis("Time", "s")},
                      {"Speed-up over one operation per pass", binaryAxis("Operations per pass"),
                       binaryAxis("Speed-up", "x")}},
            .guess = {.text = "%1 multiply-adds in one pass over memory instead of %1 passes: how many times as fast?",
                      .fills = {"chain"},
                      .unit = "x",
                      .isAsked =
                          [](const ExperimentParameters& parameters) {
                              const auto chosen = fusedOperations(parameters);
                              return std::find(chosen.begin(), chosen.end(), Operation::Fma) != chosen.end();
                          },
                      .answer = fusionAnswer}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters& parameters,
                                                 const DeviceInfo&) const override
    {
        std::vector<std::string> ids;
        for (const Operation operation : fusedOperations(parameters))
            ids.push_back(computeRoofId(operation, Precision::Fp32));
        ids.push_back(launchRoofId(launchModeNamed(parameters.choice("launches")).value_or(LaunchMode::WaitEach)));
        ids.emplace_back(launchFixedRoofId);
        ids.emplace_back(deviceGapRoofId);
        return withBandwidths(std::move(ids));
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points;
        // Two accesses to global memory instead of four.
        if (const auto chosen = fusedOperations(parameters);
            std::find(chosen.begin(), chosen.end(), Operation::Cos) != chosen.end()) {
            points.push_back(saidPoint("cos", {}, 2.0, 2.0, fusing::speedupPlot, Provenance::Published));
            points.back().source =
                "H. He, Making Deep Learning Go Brrrr From First Principles (2022): cos(cos(x)) in one pass, on a GPU";
        }
        for (const FusedChain& chain : fusedChains(parameters, roofs.threads)) {
            std::optional<Seconds> unfused;
            for (const Workload& depth : chain.depths) {
                const auto prediction = ridgepoint::predict(depth, roofs, device.kind);
                if (!prediction)
                    continue;
                const std::string name(nameOf(depth.operation));
                points.push_back(saidPoint(name, {}, depth.fusionDepth, prediction->time.value(), fusing::timePlot));
                points.back().work = pointWork(depth, prediction->time, prediction->bandwidthRoof);
                if (depth.fusionDepth == 1)
                    unfused = prediction->time;
                else if (unfused)
                    points.push_back(
                        saidPoint(name, {}, depth.fusionDepth, *unfused / prediction->time, fusing::speedupPlot));
            }
        }
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        std::vector<ExperimentStep> all;
        for (FusedChain& one : fusedChains(parameters, context.threads)) {
            const auto chain = std::make_shared<FusedChain>(std::move(one));
            const auto companions = std::make_shared<Companions>();
            for (std::size_t i = 0; i < chain->depths.size(); ++i) {
                const Workload& depth = chain->depths[i];
                if (const auto possible = cube::fits(depth, context.backend.info()); !possible)
                    return possible.error();
                const auto work = cube::workOf(depth, Seconds(), context.roofs, context.backend.info().kind);
                all.push_back(cube::timeWorkload(
                    fusedStepName(depth), depth, fusionRounds, companions,
                    [chain, i, work](const Summary& summary) { return fusedPoints(*chain, i, summary, work); }));
            }
        }
        return all;
    }

    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        return fusing::findings(result);
    }
};

} // namespace

std::vector<int> fusing::depthsOf(int chainLength)
{
    std::vector<int> depths;
    for (int depth = 1; depth <= chainLength; ++depth)
        if (chainLength % depth == 0)
            depths.push_back(depth);
    return depths;
}

std::unique_ptr<const ExperimentDefinition> makeFusion() { return std::make_unique<Fusion>(); }

} // namespace ridgepoint

namespace ridgepoint::fusing {
namespace {

/// Less is no gain that anybody would rewrite a program for.
constexpr double hardlyFaster = 1.15;
/// A pass of two operations that takes no longer than so many times one of one: the second came for nothing.
constexpr double forNothing = 1.1;

std::string wholeOf(double x) { return std::to_string(std::llround(x)); }

/// What one pass of all operations gains, with what the roofs say of it.
void addGain(const ExperimentResult& result, const std::string& operation, std::vector<Finding>& all)
{
    const cube::Line gains = cube::lineOf(result, speedupPlot, operation, Provenance::Measured);
    if (gains.empty())
        return;
    const ExperimentPoint& deepest = gains.back();
    const cube::Line theory = cube::lineOf(result, speedupPlot, operation, Provenance::Predicted);
    const ExperimentPoint* predicted = cube::at(theory, deepest.x);
    if (cube::isUncertain(deepest)) {
        all.push_back({"%1: the times vary too much between rounds to determine the gain of fusion (%2 to %3).",
                       {operation, {deepest.low, "x"}, {deepest.high, "x"}}});
        return;
    }
    if (predicted == nullptr) {
        all.push_back({"%1: %2 operations in one pass are %3 as fast as in separate passes (%4 to %5).",
                       {operation, wholeOf(deepest.x), {deepest.y, "x"}, {deepest.low, "x"}, {deepest.high, "x"}}});
        return;
    }
    const char* text = "%1: %2 operations in one pass are %3 as fast as in separate passes (%4 to %5); predicted %6.";
    if (deepest.y < hardlyFaster)
        text = predicted->y < hardlyFaster
                 ? "%1: fusion does not help. %2 operations in one pass are %3 as fast as in separate passes (%4 to "
                   "%5; predicted %6): one operation already costs as much as its traffic."
                 : "%1: fusion does not help here. %2 operations in one pass are %3 as fast as in separate passes "
                   "(%4 to %5), but %6 was predicted.";
    all.push_back({text,
                   {operation,
                    wholeOf(deepest.x),
                    {deepest.y, "x"},
                    {deepest.low, "x"},
                    {deepest.high, "x"},
                    {predicted->y, "x"}}});
}

void addSecondOperation(const ExperimentResult& result, const std::string& operation, std::vector<Finding>& all)
{
    const cube::Line times = cube::lineOf(result, timePlot, operation, Provenance::Measured);
    const ExperimentPoint* one = cube::at(times, 1.0);
    const ExperimentPoint* two = cube::at(times, 2.0);
    if (one == nullptr || two == nullptr || cube::isUncertain(*one) || cube::isUncertain(*two))
        return;
    const double ratio = 2.0 * two->y / one->y; // half as many passes
    all.push_back({ratio <= forNothing ? "A pass of two %1 takes %2 the time of a pass of one: the second is free, "
                                         "as the article says of GPUs."
                                       : "A pass of two %1 takes %2 the time of a pass of one; on a GPU, the article "
                                         "says, the second is free.",
                   {operation, {ratio, "x"}}});
}

} // namespace

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    for (const Operation operation : allOperations)
        addGain(result, std::string(nameOf(operation)), all);
    addSecondOperation(result, "cos", all);
    const cube::Line gelu = cube::lineOf(result, timePlot, "gelu", Provenance::Measured);
    const cube::Line relu = cube::lineOf(result, timePlot, "relu", Provenance::Measured);
    if (const ExperimentPoint* dear = cube::at(gelu, 1.0), *cheap = cube::at(relu, 1.0);
        dear != nullptr && cheap != nullptr && !cube::isUncertain(*dear) && !cube::isUncertain(*cheap))
        all.push_back({"A pass of gelu takes %1 the time of a pass of relu.", {{dear->y / cheap->y, "x"}}});
    return all;
}

} // namespace ridgepoint::fusing

namespace ridgepoint {
namespace {

std::optional<GuessAnswer> fusionAnswer(const ExperimentResult& result)
{
    const cube::Line gains = cube::lineOf(result, fusing::speedupPlot, "fma", Provenance::Measured);
    const auto chain = result.parameters.find("chain");
    if (gains.empty() || cube::isUncertain(gains.back()) || chain == result.parameters.end()
        || chain->second != fusing::wholeOf(gains.back().x))
        return std::nullopt;
    std::vector<Finding> why;
    fusing::addGain(result, "fma", why);
    fusing::addGain(result, "cos", why);
    return answerOf(gains.back(), std::move(why));
}

} // namespace
} // namespace ridgepoint
