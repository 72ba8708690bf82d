// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/what-would-help/what_would_help.h"

#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/timed_step.h"
#include "core/experiment/registry.h"
#include "core/model/cost.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ridgepoint::helping {
namespace {

/// How many times the term that limits is as large as the others together may be: enough that it limits, little enough
/// that a linear axis still shows what taking it away brings.
constexpr double launchesOutweigh = 6.0;
constexpr double computingOutweighs = 8.0;
constexpr std::int64_t smallestTensor = 64;
/// Passes of a chain: many where a pass is short, so that what a chain costs once is shared.
constexpr int shortPasses = 16;
constexpr int longPasses = 4;
/// What is computed much of needs no large tensor: so many times smaller, and yet enough for every thread of a GPU.
constexpr std::int64_t smallerBy = 16;

Error noSuch(const char* why)
{
    return {ErrorKind::Unavailable,
            "help.no-workload",
            "The roofs predict no such workload: %1; choose another size "
            "or precision.",
            {why}};
}

Result<Workload> limitedByLaunches(Workload workload, const RoofSet& roofs, DeviceKind kind)
{
    workload.chainLength = shortPasses;
    workload.elements = smallestTensor;
    std::optional<Workload> largest;
    for (; workload.elements <= std::int64_t{1} << 24; workload.elements *= 2) {
        const auto prediction = predict(workload, roofs, kind);
        if (!prediction)
            return prediction.error();
        if (prediction->overhead < launchesOutweigh * std::max(prediction->compute, prediction->memory))
            break;
        largest = workload;
    }
    return largest ? Result<Workload>(*largest)
                   : Result<Workload>(noSuch("launching never outweighs the work of a tensor, however small"));
}

Result<Workload> limitedByMemory(Workload workload, const RoofSet& roofs, DeviceKind kind)
{
    const auto prediction = predict(workload, roofs, kind);
    if (!prediction)
        return prediction.error();
    return prediction->limit == Regime::Memory
             ? Result<Workload>(workload)
             : Result<Workload>(noSuch("memory does not limit one operation per element on this tensor"));
}

Result<Workload> limitedByComputing(Workload workload, const RoofSet& roofs, DeviceKind kind)
{
    workload.elements = std::max<std::int64_t>(workload.elements / smallerBy, 1024);
    for (; workload.operationsPerElement <= maximumOperationsPerElement; workload.operationsPerElement *= 2) {
        const auto prediction = predict(workload, roofs, kind);
        if (!prediction)
            return prediction.error();
        if (prediction->compute >= computingOutweighs * std::max(prediction->memory, prediction->overhead))
            return workload;
    }
    return noSuch("computing never outweighs the rest, however many operations");
}

} // namespace

int plotOf(Regime regime)
{
    return static_cast<int>(std::find(regimes.begin(), regimes.end(), regime) - regimes.begin());
}

const char* titleOf(Regime regime)
{
    switch (regime) {
    case Regime::Overhead: return "Limited by launches";
    case Regime::Memory: return "Limited by memory";
    case Regime::Compute: return "Limited by computing";
    case Regime::UnderFilled: break;
    }
    return "";
}

Result<Workload> workloadOf(Regime regime, const HelpChoice& choice, const RoofSet& roofs, DeviceKind kind)
{
    const Workload base{.precision = choice.precision,
                        .elements = choice.elements,
                        .chainLength = longPasses,
                        .threads = choice.threads};
    if (regime == Regime::Overhead)
        return limitedByLaunches(base, roofs, kind);
    return regime == Regime::Memory ? limitedByMemory(base, roofs, kind) : limitedByComputing(base, roofs, kind);
}

Result<std::vector<Lever>> orderedLevers(const Workload& workload, const HelpChoice& choice, const RoofSet& roofs,
                                         const DeviceInfo& device)
{
    LeverLimits limits{.largestElements = 2 * choice.elements};
    if (device.memory > Bytes())
        limits.largestElements = std::min(limits.largestElements, static_cast<std::int64_t>(device.memory.value() / 4.0)
                                                                      / bytesPerElement(workload.precision));
    auto levers = leversOf(workload, roofs, device.kind, limits);
    if (levers)
        std::erase_if(*levers, [](const Lever& lever) { return lever.kind == LeverKind::NearerLevel; }); // has no bar
    if (levers)
        std::stable_sort(levers->begin(), levers->end(), [](const Lever& a, const Lever& b) {
            return a.kind != b.kind ? a.kind < b.kind
                                    : a.workload && b.workload && a.workload->precision < b.workload->precision;
        });
    return levers;
}

namespace {

/// Its id is what older files show.
LabelName lowerPrecisionOf(std::string_view precision)
{
    const std::string named(precision);
    return {"Precision " + named, "Lower precision" + (named.empty() ? "" : ", " + named)};
}

} // namespace

LabelName labelOf(const Lever& lever)
{
    switch (lever.kind) {
    case LeverKind::FuseDeeper: return LabelTerm{"fuse-deeper", "Fuse deeper"};
    case LeverKind::QueueLaunches: return LabelTerm{"queue-launches", "Queue launches"};
    case LeverKind::GraphLaunches: return LabelTerm{"graph-launches", "Launch as a graph"};
    case LeverKind::BiggerTensor: return LabelTerm{"bigger-tensor", "Bigger tensor"};
    case LeverKind::LowerPrecision:
        return lowerPrecisionOf(lever.workload ? nameOf(lever.workload->precision) : std::string_view());
    case LeverKind::MatrixUnit: return LabelTerm{"matrix-unit", "Matrix unit"};
    case LeverKind::DoubleCompute: return LabelTerm{"double-compute", "Twice FLOP/s"};
    case LeverKind::DoubleBandwidth: return LabelTerm{"double-bandwidth", "Twice bandwidth"};
    case LeverKind::HalveLaunch: return LabelTerm{"halve-launch", "Half launch cost"};
    case LeverKind::ReachRoofs:
    case LeverKind::NearerLevel: break; // of kernels that the program cannot run
    }
    return {};
}

std::string described(const Workload& workload)
{
    const std::int64_t operations = workload.operationsPerElement * workload.fusionDepth;
    return std::to_string(workload.elements) + " " + std::string(nameOf(workload.precision)) + " numbers, "
         + std::to_string(workload.passes()) + (workload.passes() == 1 ? " pass of " : " passes of ")
         + counted(operations, "multiply-add") + ", " + std::string(nameOf(workload.launchMode));
}

} // namespace ridgepoint::helping

namespace ridgepoint {
namespace {

constexpr const char* scissorsSource =
    "H. He, Making Deep Learning Go Brrrr From First Principles (2022), https://horace.io/brrr_intro.html";
/// Years between two places of a line that is straight anyway.
constexpr double scissorsStep = 4.0;
/// A speed-up has the intervals of two times, so each is measured longer than the usual point.
constexpr int trialRounds = 3 * usualRounds;

helping::HelpChoice choiceOf(const ExperimentParameters& parameters, int threads)
{
    return {.elements = parameters.number("size"),
            .precision = precisionNamed(parameters.choice("precision")).value_or(Precision::Fp64),
            .threads = threads};
}

std::vector<ExperimentPoint> scissors()
{
    std::vector<ExperimentPoint> points;
    for (const auto& [series, doubling] : {std::pair{helping::processors, helping::processorsDouble},
                                           std::pair{helping::memory, helping::memoryDoubles}})
        for (double years = 0.0; years <= helping::scissorsYears; years += scissorsStep) {
            const double times = std::exp2(years / doubling);
            points.push_back(saidPoint(series, {}, years, times, helping::scissorsPlot, Provenance::Published));
            points.back().source = scissorsSource;
        }
    return points;
}

PointWork workWith(const Workload& workload, Seconds time, const RoofSet& roofs, DeviceKind kind)
{
    const auto prediction = ridgepoint::predict(workload, roofs, kind);
    return pointWork(workload, time, prediction ? prediction->bandwidthRoof : bandwidthRoofId("dram"));
}

ExperimentPoint speedUp(Regime regime, LabelName label, double times, Provenance provenance)
{
    return saidPoint(helping::speedup, std::move(label), 0.0, times, helping::plotOf(regime), provenance);
}

/// One workload before and after its levers: each is timed in rounds between those of the others.
struct LeverTrials {
    Regime regime = Regime::Memory;
    Workload workload;
    PointWork before; ///< its time is that of the latest summary
    std::optional<Summary> asItIs{};
    struct After {
        LabelName label;
        Workload workload;
        PointWork work;
        std::optional<Summary> summary{};
    };
    std::vector<After> after{};

    [[nodiscard]] ExperimentPoint baseline() const
    {
        ExperimentPoint point = speedUp(regime, helping::asItIs, 1.0, Provenance::Measured);
        point.low = asItIs->time / asItIs->high;
        point.high = asItIs->time / asItIs->low;
        point.flags = asItIs->flags;
        point.note = helping::described(workload) + ": " + quantityText(asItIs->time.value(), "s");
        point.work = lasting(before, asItIs->time);
        return point;
    }
    /// Per element, as levers count it: a larger tensor has that many more of them.
    [[nodiscard]] ExperimentPoint measured(const After& lever) const
    {
        const double growth = static_cast<double>(lever.workload.elements) / static_cast<double>(workload.elements);
        ExperimentPoint point = speedUp(regime, lever.label, growth * (asItIs->time / lever.summary->time),
                                        Provenance::Measured);
        point.low = growth * (asItIs->low / lever.summary->high);
        point.high = growth * (asItIs->high / lever.summary->low);
        point.flags = asItIs->flags;
        point.flags |= lever.summary->flags;
        point.note = helping::described(lever.workload) + ": " + quantityText(lever.summary->time.value(), "s");
        point.work = lasting(lever.work, lever.summary->time);
        return point;
    }
    /// All that can be told so far: a new reading of the one before moves every speed-up.
    [[nodiscard]] std::vector<ExperimentPoint> points() const
    {
        std::vector<ExperimentPoint> all;
        if (!asItIs)
            return all;
        all.push_back(baseline());
        for (const After& lever : after)
            if (lever.summary)
                all.push_back(measured(lever));
        return all;
    }
};

std::string stepName(Regime regime, const LabelName& label)
{
    return std::string(helping::titleOf(regime)) + ": " + label.words();
}

ExperimentStep stepThatCannot(Regime regime, const Error& reason)
{
    return {stepName(regime, helping::asItIs), 1, [reason](MeasuringContext&) -> Result<StepState> { return reason; }};
}

std::vector<ExperimentStep> trialSteps(Regime regime, const helping::HelpChoice& choice,
                                       const MeasuringContext& context)
{
    const DeviceInfo& device = context.backend.info();
    const auto workload = helping::workloadOf(regime, choice, context.roofs, device.kind);
    if (!workload)
        return {stepThatCannot(regime, workload.error())};
    const auto levers = helping::orderedLevers(*workload, choice, context.roofs, device);
    if (!levers)
        return {stepThatCannot(regime, levers.error())};
    const auto trials = std::make_shared<LeverTrials>(
        LeverTrials{regime, *workload, workWith(*workload, Seconds(), context.roofs, device.kind)});
    for (const Lever& lever : *levers)
        if (lever.workload)
            trials->after.push_back({helping::labelOf(lever), *lever.workload,
                                     workWith(*lever.workload, Seconds(), context.roofs, device.kind)});
    std::vector<ExperimentStep> steps;
    const auto companions = std::make_shared<Companions>();
    const auto add = [&](const LabelName& label, const Workload& one, PointsOf points) {
        ExperimentStep step = timedStep(stepName(regime, label), preparing(one), std::move(points), true, trialRounds);
        steps.push_back(together(std::move(step), companions));
    };
    add(helping::asItIs, *workload, [trials](const Summary& summary) {
        trials->asItIs = summary;
        return trials->points();
    });
    for (std::size_t i = 0; i < trials->after.size(); ++i)
        add(trials->after[i].label, trials->after[i].workload, [trials, i](const Summary& summary) {
            trials->after[i].summary = summary;
            return trials->asItIs ? std::vector{trials->measured(trials->after[i])} : std::vector<ExperimentPoint>{};
        });
    return steps;
}

std::vector<LabelName> leverLabels()
{
    std::vector<LabelName> all{helping::asItIs};
    for (const Precision precision : allPrecisions)
        all.push_back(
            helping::labelOf({.kind = LeverKind::LowerPrecision, .workload = Workload{.precision = precision}}));
    for (const LeverKind kind :
         {LeverKind::FuseDeeper, LeverKind::QueueLaunches, LeverKind::GraphLaunches, LeverKind::BiggerTensor,
          LeverKind::MatrixUnit, LeverKind::DoubleCompute, LeverKind::DoubleBandwidth, LeverKind::HalveLaunch})
        all.push_back(helping::labelOf({.kind = kind}));
    return all;
}

/// In the words of its bars, "Lower precision, fp32", which name one.
constexpr LabelTerm lowerPrecision{"lower-precision", "Lower precision"};
[[nodiscard]] std::optional<GuessAnswer> helpAnswer(const ExperimentResult& result);

class WhatWouldHelp final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        const auto bars = [](Regime regime) {
            return ExperimentPlot{.title = helping::titleOf(regime),
                                  .x = {},
                                  .y = linearAxis("Speed-up", "x"),
                                  .chart = ExperimentChartKind::Bars,
                                  .barsOfPredictions = true};
        };
        static const ExperimentInfo info{
            .id = "what-would-help",
            .title = "What would help?",
            .summary = "three workloads with different limits, and the effect of each lever: predicted, then measured",
            .parameters = {choiceParameter("precision", "Precision before", {"fp64", "fp32"}),
                           sizeParameter("size", "Large tensor (elements)", automaticSize, 1 << 16, 1 << 29)},
            .chart = ExperimentChartKind::Bars,
            .plots = {bars(Regime::Overhead),
                      bars(Regime::Memory),
                      bars(Regime::Compute),
                      {.title = "Memory gap: growth of processors and memory",
                       .x = linearAxis("Years"),
                       .y = decimalAxis("Speed-up", "x"),
                       .chart = ExperimentChartKind::Lines,
                       .isBelow = true,
                       .isPublished = true}},
            .labels = leverLabels(),
            .guess = {.kind = GuessKind::Choice,
                      .text = "Four passes over a large tensor, limited by memory: which change makes them fastest?",
                      .unit = "x",
                      .options = {helping::labelOf({.kind = LeverKind::BiggerTensor}), lowerPrecision,
                                  helping::labelOf({.kind = LeverKind::QueueLaunches}),
                                  helping::labelOf({.kind = LeverKind::FuseDeeper}),
                                  helping::labelOf({.kind = LeverKind::GraphLaunches})},
                      .answer = helpAnswer}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo&) const override
    {
        std::vector<std::string> ids{std::string(launchFixedRoofId), std::string(deviceGapRoofId),
                                     "compute.tf32.matrix", "compute.fp32.matrix", "compute.fp64.matrix"};
        for (const LaunchMode mode : allLaunchModes)
            ids.push_back(launchRoofId(mode));
        for (const Precision precision : allPrecisions)
            ids.push_back(computeRoofId(Operation::Fma, precision));
        return withBandwidths(std::move(ids));
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points;
        const helping::HelpChoice choice = choiceOf(parameters, roofs.threads);
        for (const Regime regime : helping::regimes) {
            const auto workload = helping::workloadOf(regime, choice, roofs, device.kind);
            if (!workload)
                continue;
            const auto levers = helping::orderedLevers(*workload, choice, roofs, device);
            const auto now = ridgepoint::predict(*workload, roofs, device.kind);
            if (!levers || !now)
                continue;
            points.push_back(speedUp(regime, helping::asItIs, 1.0, Provenance::Predicted));
            points.back().note = helping::described(*workload) + ": " + quantityText(now->time.value(), "s");
            points.back().work = pointWork(*workload, now->time, now->bandwidthRoof);
            for (const Lever& lever : *levers) {
                points.push_back(speedUp(regime, helping::labelOf(lever), lever.speedup, Provenance::Predicted));
                if (!lever.workload)
                    continue;
                points.back().note = helping::described(*lever.workload) + ": "
                                   + quantityText(lever.after.value(), "s");
                points.back().work = workWith(*lever.workload, lever.after, roofs, device.kind);
            }
        }
        for (ExperimentPoint& point : scissors())
            points.push_back(std::move(point));
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        const helping::HelpChoice choice = choiceOf(parameters, context.threads);
        if (const auto possible = cube::fits({.precision = choice.precision, .elements = choice.elements},
                                             context.backend.info());
            !possible)
            return possible.error();
        std::vector<ExperimentStep> all;
        for (const Regime regime : helping::regimes)
            for (ExperimentStep& step : trialSteps(regime, choice, context))
                all.push_back(std::move(step));
        return all;
    }

    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        return helping::findings(result);
    }
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makeWhatWouldHelp() { return std::make_unique<WhatWouldHelp>(); }

} // namespace ridgepoint

namespace ridgepoint::helping {
namespace {

/// Less is no help worth naming, as of Lever::helps().
constexpr double worthNaming = 1.05;
/// A measured interval that ends further from 1 than this may hide a help.
constexpr double mayHelp = 1.2;

/// A lever of one regime as the result has it.
struct Seen {
    LabelName label;
    const ExperimentPoint* predicted = nullptr;
    const ExperimentPoint* measured = nullptr; ///< null where it is not tried

    [[nodiscard]] const ExperimentPoint& best() const { return measured != nullptr ? *measured : *predicted; }
    /// A measured interval that holds 1 decides nothing, however far from 1 its middle.
    [[nodiscard]] bool helps() const { return best().low > 1.0 && best().y >= worthNaming; }
    [[nodiscard]] bool slows() const { return best().high < 1.0 && best().y <= 1.0 / worthNaming; }
    [[nodiscard]] bool isIdle() const
    {
        return best().y < worthNaming && best().y > 1.0 / worthNaming && best().high <= mayHelp
            && best().low >= 1.0 / mayHelp;
    }
    [[nodiscard]] bool isUnclear() const { return !helps() && !slows() && !isIdle(); }
    /// Whether the prediction lies outside of the measured interval, by more than nobody would name.
    [[nodiscard]] bool isOtherThanPredicted() const
    {
        if (measured == nullptr || predicted == nullptr
            || (predicted->y >= measured->low && predicted->y <= measured->high))
            return false;
        return std::max(predicted->y / measured->y, measured->y / predicted->y) >= worthNaming;
    }
};

std::vector<Seen> leversSeen(const ExperimentResult& result, Regime regime)
{
    std::vector<Seen> all;
    for (const ExperimentPoint& point : result.points) {
        if (point.plot != plotOf(regime) || point.label == asItIs || !(point.y > 0.0))
            continue;
        auto found = std::find_if(all.begin(), all.end(), [&](const Seen& one) { return one.label == point.label; });
        if (found == all.end())
            found = all.insert(all.end(), Seen{point.label});
        (point.provenance == Provenance::Measured ? found->measured : found->predicted) = &point;
    }
    return all;
}

/// What helps most of what was tried, with the prediction; else what the roofs say of another device.
void addBest(Regime regime, const std::vector<Seen>& levers, std::vector<Finding>& all)
{
    const auto best = [&](bool tried) -> const Seen* {
        const Seen* most = nullptr;
        for (const Seen& lever : levers) {
            const ExperimentPoint* point = tried ? lever.measured : lever.predicted;
            if ((lever.measured != nullptr) == tried && lever.helps()
                && (most == nullptr || point->y > (tried ? most->measured : most->predicted)->y))
                most = &lever;
        }
        return most;
    };
    const bool isDecided = std::none_of(
        levers.begin(), levers.end(), [](const Seen& lever) { return lever.measured != nullptr && lever.isUnclear(); });
    const Seen* tried = best(true);
    const Seen* said = best(false);
    if (tried != nullptr && tried->predicted != nullptr)
        all.push_back({"%1: best lever: %2, predicted %3, measured %4 (%5 to %6).",
                       {titleOf(regime),
                        tried->label,
                        {tried->predicted->y, "x"},
                        {tried->measured->y, "x"},
                        {tried->measured->low, "x"},
                        {tried->measured->high, "x"}}});
    else if (tried == nullptr && said != nullptr)
        all.push_back({isDecided ? "%1: no lever that can be tried here helps; predicted to help: %2, %3."
                                 : "%1: no tried lever is shown to help; predicted to help: %2, %3.",
                       {titleOf(regime), said->label, {said->predicted->y, "x"}}});
    else if (tried == nullptr && isDecided)
        all.push_back({"%1: no known lever helps.", {titleOf(regime)}});
}

/// One sentence on those that change nothing, one on those that harm, one on those that the intervals do not decide.
void addOthers(Regime regime, const std::vector<Seen>& levers, std::vector<Finding>& all)
{
    std::string idle;
    std::string harmful;
    std::string unclear;
    std::string saidIdle; // of those that were not tried
    for (const Seen& lever : levers)
        if (!lever.helps()) {
            std::string& names = lever.measured == nullptr ? saidIdle
                               : lever.isIdle()            ? idle
                               : lever.slows()             ? harmful
                                                           : unclear;
            names += (names.empty() ? "" : ", ") + lever.label.words();
        }
    if (!idle.empty())
        all.push_back({"%1: no effect: %2.", {titleOf(regime), idle}});
    if (!saidIdle.empty())
        all.push_back({"%1: no effect predicted: %2.", {titleOf(regime), saidIdle}});
    if (!harmful.empty())
        all.push_back({"%1: slower with: %2.", {titleOf(regime), harmful}});
    if (!unclear.empty())
        all.push_back({"%1: the intervals are too wide to decide: %2.", {titleOf(regime), unclear}});
}

void addSurprises(Regime regime, const std::vector<Seen>& levers, std::vector<Finding>& all)
{
    for (const Seen& lever : levers)
        if (lever.isOtherThanPredicted())
            all.push_back({lever.measured->y < lever.predicted->y
                               ? "%1, %2: less than predicted, %3 (%4 to %5) instead of %6."
                               : "%1, %2: more than predicted, %3 (%4 to %5) instead of %6.",
                           {titleOf(regime),
                            lever.label,
                            {lever.measured->y, "x"},
                            {lever.measured->low, "x"},
                            {lever.measured->high, "x"},
                            {lever.predicted->y, "x"}}});
}

void addScissors(const ExperimentResult& result, std::vector<Finding>& all)
{
    const auto last = [&](SeriesTerm series) -> const ExperimentPoint* {
        const ExperimentPoint* found = nullptr;
        for (const ExperimentPoint& point : result.points)
            if (point.plot == scissorsPlot && point.series == series && (found == nullptr || point.x > found->x))
                found = &point;
        return found;
    };
    const ExperimentPoint* fast = last(processors);
    const ExperimentPoint* slow = last(memory);
    if (fast != nullptr && slow != nullptr && fast->x == slow->x)
        all.push_back(
            {"Memory gap: processors double every 1.6 years and become %1 as fast in %2 years; memory doubles every "
             "2.7 years and becomes %3 as fast. The gap is then %4, so memory limits more and more work.",
             {{fast->y, "x"}, std::to_string(static_cast<int>(fast->x)), {slow->y, "x"}, {fast->y / slow->y, "x"}}});
}

} // namespace

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    std::vector<std::pair<Regime, std::vector<Seen>>> seen;
    for (const Regime regime : regimes) {
        std::vector<Seen> levers = leversSeen(result, regime);
        if (std::any_of(levers.begin(), levers.end(), [](const Seen& lever) { return lever.measured != nullptr; }))
            seen.emplace_back(regime, std::move(levers));
    }
    for (const auto& [regime, levers] : seen) // what was asked, of all three, before the rest
        addBest(regime, levers, all);
    for (const auto& [regime, levers] : seen) {
        addOthers(regime, levers, all);
        addSurprises(regime, levers, all);
    }
    addScissors(result, all);
    return all;
}

} // namespace ridgepoint::helping

namespace ridgepoint {
namespace {

std::optional<GuessAnswer> helpAnswer(const ExperimentResult& result)
{
    const std::vector<helping::Seen> levers = helping::leversSeen(result, Regime::Memory);
    std::vector<GuessRank> ranks;
    for (const helping::Seen& lever : levers)
        if (lever.measured != nullptr) {
            ranks.push_back(rankOf(*lever.measured));
            // Its label names the precision, which the question does not.
            for (const Precision precision : allPrecisions)
                if (lever.label
                    == helping::labelOf(
                        {.kind = LeverKind::LowerPrecision, .workload = Workload{.precision = precision}}))
                    ranks.back().id = lowerPrecision.id;
        }
    if (ranks.size() < 2)
        return std::nullopt;
    sortRanks(ranks);
    std::vector<Finding> why;
    helping::addBest(Regime::Memory, levers, why);
    helping::addOthers(Regime::Memory, levers, why);
    return answerOf(std::move(ranks), std::move(why));
}

} // namespace
} // namespace ridgepoint
