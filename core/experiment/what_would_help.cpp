// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/what_would_help.h"

#include "core/experiment/cube_points.h"
#include "core/experiment/timed_step.h"

#include <cmath>
#include <utility>

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
            points.push_back({.series = series,
                              .x = years,
                              .y = times,
                              .low = times,
                              .high = times,
                              .provenance = Provenance::Published,
                              .source = scissorsSource,
                              .plot = helping::scissorsPlot});
        }
    return points;
}

PointWork workWith(const Workload& workload, Seconds time, const RoofSet& roofs, DeviceKind kind)
{
    const auto prediction = ridgepoint::predict(workload, roofs, kind);
    return pointWork(workload, time, prediction ? prediction->bandwidthRoof : bandwidthRoofId("dram"));
}

ExperimentPoint speedUp(Regime regime, std::string label, double times, Provenance provenance)
{
    return {.series = helping::speedup,
            .label = std::move(label),
            .y = times,
            .low = times,
            .high = times,
            .provenance = provenance,
            .plot = helping::plotOf(regime)};
}

/// One workload before and after its levers: each is timed in rounds between those of the others.
struct LeverTrials {
    Regime regime = Regime::Memory;
    Workload workload;
    PointWork before; ///< its time is that of the latest summary
    std::optional<Summary> asItIs{};
    struct After {
        std::string label;
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
        point.work = before;
        point.work->time = asItIs->time;
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
        point.work = lever.work;
        point.work->time = lever.summary->time;
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

std::string stepName(Regime regime, const std::string& label)
{
    return std::string(helping::titleOf(regime)) + ": " + label;
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
    const auto add = [&](const std::string& label, const Workload& one, PointsOf points) {
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

class WhatWouldHelp final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        const auto bars = [](Regime regime) {
            return ExperimentPlot{.title = helping::titleOf(regime),
                                  .x = {},
                                  .y = {"Speed-up", "x", AxisScaleKind::Linear},
                                  .chart = ExperimentChartKind::Bars,
                                  .barsOfPredictions = true};
        };
        static const ExperimentInfo info{.id = "what-would-help",
                                         .title = "What would help?",
                                         .summary = "three workloads, each with another limit, and what every lever "
                                                    "makes of them: predicted, then measured",
                                         .parameters = {{.name = "precision",
                                                         .words = "Precision before",
                                                         .kind = ParameterKind::Choice,
                                                         .defaultValue = "fp64",
                                                         .choices = {"fp64", "fp32"}},
                                                        {.name = "size",
                                                         .words = "Large tensor (elements)",
                                                         .kind = ParameterKind::Size,
                                                         .defaultValue = automaticSize,
                                                         .lowest = 1 << 16,
                                                         .highest = 1 << 29}},
                                         .chart = ExperimentChartKind::Bars,
                                         .plots = {bars(Regime::Overhead),
                                                   bars(Regime::Memory),
                                                   bars(Regime::Compute),
                                                   {.title = "Memory scissors: how much faster each became",
                                                    .x = {"Years", "", AxisScaleKind::Linear},
                                                    .y = {"Times as fast", "x", AxisScaleKind::PowersOfTen},
                                                    .chart = ExperimentChartKind::Lines,
                                                    .isBelow = true}}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo&) const override
    {
        std::vector<std::string> ids{bandwidthRoofId("l1"),
                                     bandwidthRoofId("l2"),
                                     bandwidthRoofId("l3"),
                                     bandwidthRoofId("dram"),
                                     launchRoofId(LaunchMode::WaitEach),
                                     launchRoofId(LaunchMode::Queued),
                                     launchRoofId(LaunchMode::Graph),
                                     std::string(launchFixedRoofId),
                                     "compute.tf32.matrix",
                                     "compute.fp32.matrix",
                                     "compute.fp64.matrix"};
        for (const Precision precision : allPrecisions)
            ids.push_back(computeRoofId(Operation::Fma, precision));
        return ids;
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

    [[nodiscard]] std::vector<Finding> analyse(const ExperimentResult& result) const override
    {
        return helping::findings(result);
    }
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makeWhatWouldHelp() { return std::make_unique<WhatWouldHelp>(); }

} // namespace ridgepoint
