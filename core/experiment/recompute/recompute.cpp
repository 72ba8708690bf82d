// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/recompute/recompute.h"

#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/timed_step.h"
#include "core/experiment/registry.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

using recompute::costPlot;
using recompute::savedPlot;
using recompute::timePlot;

SeriesTerm seriesOf(Saving saving) { return saving == Saving::Everything ? recompute::saveAll : recompute::anew; }

/// One number of the chart: where it is drawn, and what is run for it.
struct Place {
    GradientCall call;
    int plot = timePlot;
    double x = 1.0;
};

/// By length in the first plot, by cost in the last, both ways side by side, so that drift touches both alike.
std::vector<Place> places(const ExperimentParameters& parameters, int threads)
{
    const ChainLink link = chainLinkNamed(parameters.choice("operation")).value_or(ChainLink::Polynomial);
    const GradientCall base{.link = link,
                            .degree = link == ChainLink::Polynomial ? static_cast<int>(parameters.number("cost")) : 1,
                            .elements = parameters.number("size"),
                            .threads = threads};
    std::vector<Place> all;
    const auto add = [&](GradientCall call, int plot, double x) {
        for (const Saving saving : {Saving::InputOnly, Saving::Everything}) {
            call.saving = saving;
            all.push_back({call, plot, x});
        }
    };
    const int longest = static_cast<int>(parameters.number("longest"));
    for (const int length : recompute::lengthsUpTo(longest)) {
        GradientCall call = base;
        call.length = length;
        add(call, timePlot, length);
    }
    for (int degree = 1; degree <= 64; degree *= 2) {
        GradientCall call = base;
        call.link = ChainLink::Polynomial;
        call.degree = degree;
        call.length = recompute::costChain; // as title and sentences say, however long the longest of the other plot
        add(call, costPlot, degree);
    }
    return all;
}

/// Memory is touched a tensor at a time, so that a user's Stop comes between: the chain is prepared shorter first.
ExperimentStep growing(ExperimentStep step, const GradientCall& call)
{
    if (call.saving == Saving::InputOnly)
        return step;
    step.run = [run = std::move(step.run), call, length = 1](MeasuringContext& context) mutable -> Result<StepState> {
        if (length < call.length) {
            GradientCall shorter = call;
            shorter.length = length++;
            if (const auto prepared = context.backend.prepare(shorter); !prepared)
                return prepared.error();
            return StepState::Again;
        }
        return run(context);
    };
    return step;
}

std::string nameOfStep(const Place& place)
{
    std::string name = std::string(seriesOf(place.call.saving).words) + ", " + counted(place.call.length, "operation");
    if (place.plot == costPlot)
        name += " of " + counted(place.call.degree, "multiply-add");
    return name;
}

ExperimentStep stepOf(const Place& place, const RoofSet& roofs)
{
    const PointWork work = pointWork(place.call, Seconds(), roofs);
    return growing(
        timedStep(nameOfStep(place), preparing(place.call),
                  [place, work](const Summary& summary, const ReadyWork& ready) {
                      ExperimentPoint point = measuredPoint(seriesOf(place.call.saving), {}, place.x, summary);
                      for (double* value : {&point.y, &point.low, &point.high})
                          *value /= ready.share;
                      point.plot = place.plot;
                      point.note = quantityText(costOf(place.call).saved.value(), "B") + " saved, "
                                 + quantityText(costOf(place.call).moved().value(), "B") + " moved; " + ready.method;
                      point.work = lasting(work, Seconds(point.y));
                      return std::vector{point};
                  }),
        place.call);
}

[[nodiscard]] std::optional<GuessAnswer> recomputeAnswer(const ExperimentResult& result);

class Recompute final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "recompute",
            .title = "Recompute instead of store",
            .summary = "the gradient of a chain of operations: save every intermediate result, or recompute it",
            .parameters = {choiceParameter("operation", "Operation", {"polynomial", "exp", "cos", "gelu"}),
                           numberParameter("cost", "Multiply-adds of a polynomial", 4, 1, highestDegree),
                           numberParameter("longest", "Longest chain (operations)", 32, 2, longestGradientChain),
                           sizeParameter("size", "Tensor size (floats)", automaticSize, 1 << 16, 1 << 29, 4)},
            .chart = ExperimentChartKind::Lines,
            .plots = {{"Time by chain length", binaryAxis("Chain length (operations)"), decimalAxis("Time", "s")},
                      {"Saved bytes by chain length", binaryAxis("Chain length (operations)"),
                       decimalAxis("Saved", "B")},
                      {"Time by cost, chain of 8", binaryAxis("Multiply-adds per operation"),
                       decimalAxis("Time", "s")}},
            .drawing = ExperimentDrawing::SavedEdges,
            .series = {recompute::saveAll},
            .guess = {
                .text = "The gradient of a chain of %1 operations: how many times as fast is it if every intermediate "
                        "result is recomputed instead of saved and read? (Below 1: slower.)",
                .fills = {"longest"},
                .unit = "x",
                .answer = recomputeAnswer}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters& parameters,
                                                 const DeviceInfo&) const override
    {
        std::vector<std::string> ids{computeRoofId(Operation::Fma, Precision::Fp32),
                                     computeRoofId(Operation::Mul, Precision::Fp32)};
        if (const auto operation = operationNamed(parameters.choice("operation")))
            ids.push_back(computeRoofId(*operation, Precision::Fp32));
        return withBandwidths(std::move(ids), {"l2", "l3", "dram", "dram.copy", "dram.read", "dram.write"});
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo&) const override
    {
        std::vector<ExperimentPoint> points;
        const auto put = [&](const Place& place, int plot, double y) {
            points.push_back(saidPoint(seriesOf(place.call.saving), {}, place.x, y, plot));
            if (plot == place.plot)
                points.back().work = pointWork(place.call, Seconds(y), roofs);
        };
        for (const Place& place : places(parameters, roofs.threads)) {
            if (const auto prediction = ridgepoint::predict(place.call, roofs))
                put(place, place.plot, prediction->time().value());
            if (place.plot == timePlot) // needs no roof: it is counted
                put(place, savedPlot, costOf(place.call).saved.value());
        }
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        std::vector<ExperimentStep> all;
        for (const Place& place : places(parameters, context.threads))
            all.push_back(stepOf(place, context.roofs));
        return all;
    }

    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        return recompute::findings(result);
    }
};

} // namespace

std::vector<int> recompute::lengthsUpTo(int longest)
{
    std::vector<int> lengths;
    for (int power = 1; power <= longest; power *= 2) {
        lengths.push_back(power);
        if (power >= 2 && power / 2 * 3 <= longest)
            lengths.push_back(power / 2 * 3);
    }
    if (lengths.back() < longest)
        lengths.push_back(longest);
    return lengths;
}

std::unique_ptr<const ExperimentDefinition> makeRecompute() { return std::make_unique<Recompute>(); }

} // namespace ridgepoint

namespace ridgepoint::recompute {
namespace {

using cube::Line;

/// A place that both lines have, and how often as long the second takes there.
struct Ratio {
    double x = 0.0;
    double ratio = 1.0;
};

std::vector<Ratio> ratios(const Line& first, const Line& second)
{
    std::vector<Ratio> all;
    for (const ExperimentPoint& point : first)
        for (const ExperimentPoint& other : second)
            if (other.x == point.x && point.x > 0.0 && point.y > 0.0 && other.y > 0.0)
                all.push_back({point.x, other.y / point.y});
    return all;
}

/// Where recomputing stops to pay, as measured and as the roofs say. `wins`: a template for a line that never crosses;
/// `loses`: for one that lies above from the first place on where the two differ.
void addCrossing(const ExperimentResult& result, int plot, const char* crosses, const char* wins, const char* loses,
                 std::vector<Finding>& findings)
{
    const Line all = cube::lineOf(result, plot, saveAll, Provenance::Measured);
    const Line again = cube::lineOf(result, plot, anew, Provenance::Measured);
    std::vector<Ratio> measured = ratios(all, again);
    if (plot == timePlot)
        std::erase_if(measured, [](const Ratio& one) { return one.x < 2.0; }); // one operation: both do the same
    if (measured.size() < 2)
        return;
    const Line said = cube::lineOf(result, plot, saveAll, Provenance::Predicted);
    const Line saidAgain = cube::lineOf(result, plot, anew, Provenance::Predicted);
    const auto predicted = crossing(said, saidAgain);
    const std::vector<Ratio> theory = ratios(said, saidAgain);
    // Lines that do not cross: the second lies above from the start, or below to the end.
    const std::string byRoofs = predicted                 ? roundCount(*predicted)
                              : theory.empty()            ? "unknown"
                              : theory.back().ratio > 1.0 ? "always"
                                                          : "nowhere";
    if (const auto at = crossing(all, again); at && *at >= measured.front().x)
        findings.push_back({crosses, {roundCount(*at), byRoofs}});
    else if (measured.back().ratio < 1.0)
        findings.push_back({wins, {roundCount(measured.back().x), {1.0 / measured.back().ratio, "x"}}});
    else
        findings.push_back({loses, {{measured.front().ratio, "x"}, {measured.back().ratio, "x"}}});
}

} // namespace

std::optional<double> crossing(const Line& first, const Line& second)
{
    const std::vector<Ratio> all = ratios(first, second);
    std::optional<double> last;
    for (std::size_t i = 1; i < all.size(); ++i) {
        const double before = std::log(all[i - 1].ratio);
        const double after = std::log(all[i].ratio);
        if (before < 0.0 && after >= 0.0)
            last = std::exp(std::lerp(std::log(all[i - 1].x), std::log(all[i].x), -before / (after - before)));
    }
    return last;
}

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    const Line kept = cube::lineOf(result, timePlot, saveAll, Provenance::Measured);
    const Line again = cube::lineOf(result, timePlot, anew, Provenance::Measured);
    const Line savedAll = cube::lineOf(result, savedPlot, saveAll, Provenance::Predicted);
    const Line savedAnew = cube::lineOf(result, savedPlot, anew, Provenance::Predicted);
    if (!kept.empty() && !again.empty() && kept.back().x == again.back().x && !savedAll.empty() && !savedAnew.empty()
        && kept.back().x > 1.0 && savedAll.back().x == kept.back().x)
        all.push_back(
            {"For a chain of %1, recomputing takes %2 and saving everything %3; recomputing keeps %4 instead of %5.",
             {roundCount(kept.back().x),
              {again.back().y, "s"},
              {kept.back().y, "s"},
              {savedAnew.back().y, "B"},
              {savedAll.back().y, "B"}}});
    addCrossing(result, timePlot,
                "From a chain of about %1 operations on, recomputing takes longer than reading the saved results "
                "(predicted: %2).",
                "Recomputing is faster at every length: at %1 operations saving everything takes %2 the time.",
                "Recomputing is slower at every length from two operations on (%1 to %2 the time): one operation "
                "costs more than its memory traffic.",
                all);
    addCrossing(
        result, costPlot,
        "For a chain of 8, recomputing is faster up to a cost of about %1 multiply-adds per operation (predicted: "
        "%2).",
        "For a chain of 8, recomputing is faster at every cost tried, up to %1 multiply-adds per operation.",
        "For a chain of 8, saving is faster at every cost tried (recomputing takes %1 to %2 the time).", all);
    return all;
}

} // namespace ridgepoint::recompute

namespace ridgepoint {
namespace {

std::optional<GuessAnswer> recomputeAnswer(const ExperimentResult& result)
{
    const cube::Line kept = cube::lineOf(result, recompute::timePlot, recompute::saveAll, Provenance::Measured);
    const cube::Line again = cube::lineOf(result, recompute::timePlot, recompute::anew, Provenance::Measured);
    const auto longest = result.parameters.find("longest");
    if (kept.empty() || again.empty() || kept.back().x != again.back().x || longest == result.parameters.end()
        || longest->second != roundCount(kept.back().x) || !(again.back().y > 0.0))
        return std::nullopt;
    return answerOfRatio(kept.back(), again.back(), recompute::findings(result));
}

} // namespace
} // namespace ridgepoint
