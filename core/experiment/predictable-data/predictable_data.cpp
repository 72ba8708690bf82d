// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/predictable-data/predictable_data.h"

#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/timed_step.h"
#include "core/experiment/frame/product_steps.h"
#include "core/experiment/registry.h"
#include "core/model/operator_prediction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace ridgepoint {
namespace {

/// What is compared lasts this many rounds at most: intervals must be narrow enough to tell a few percent.
constexpr int rounds = 12;

/// Forwards to another work and keeps what the device told of itself meanwhile.
class WatchedWork final : public PreparedWork {
public:
    WatchedWork(std::unique_ptr<PreparedWork> work, std::shared_ptr<PowerState> state)
        : m_work(std::move(work)), m_state(std::move(state))
    {}
    [[nodiscard]] Result<BatchTiming> run(std::int64_t repetitions) override
    {
        auto timing = m_work->run(repetitions);
        if (!timing)
            return timing;
        m_state->watts = std::max(m_state->watts, timing->watts);
        if (timing->clock > Hertz())
            m_state->clock = m_state->clock > Hertz() ? std::min(m_state->clock, timing->clock) : timing->clock;
        if (!timing->heldBackBy.empty())
            m_state->heldBackBy = timing->heldBackBy;
        return timing;
    }

private:
    std::unique_ptr<PreparedWork> m_work;
    std::shared_ptr<PowerState> m_state;
};

ExperimentStep stepOf(const ProductCall& call, int plot, const MeasuringContext& known)
{
    const PointWork work = pointWork(call, Seconds(), known.roofs, matmul::launchRoofFor(known.backend.info().kind));
    const auto state = std::make_shared<PowerState>();
    const SeriesName series = matmul::seriesOf(call.precision);
    return timedStep(
        predictable::labelOf(call.numbers).words() + ", " + series.words(),
        [call, state](MeasuringContext& context) {
            auto ready = context.backend.prepare(ProductRequest{call, Implementation::Library});
            if (ready)
                ready->work = std::make_unique<WatchedWork>(std::move(ready->work), state);
            return ready;
        },
        [call, state, series, plot, work](const Summary& summary, const ReadyWork& ready) {
            const ProductCost cost = costOf(call);
            ExperimentPoint point = measuredPoint(series, predictable::labelOf(call.numbers), 0.0, summary,
                                                  cost.operations.value());
            const std::string words = predictable::wordsOf(*state);
            point.note = (words.empty() ? "" : words + "; ") + ready.method;
            if (*state != PowerState{})
                point.power = *state;
            point.plot = plot;
            point.work = lasting(work, summary.time);
            return std::vector{point};
        },
        true, rounds);
}

std::vector<LabelName> numbersLabels()
{
    std::vector<LabelName> all;
    for (const FactorNumbers numbers : comparedNumbers)
        all.push_back(predictable::labelOf(numbers));
    return all;
}

constexpr SeriesTerm predictedSeries{"predicted", "predicted, whatever the numbers"};

constexpr LabelTerm zerosFaster{"zeros", "Zeros"}, randomFaster{"random", "Random numbers"},
    noneFaster{"neither", "Neither: no difference can be measured"};
[[nodiscard]] std::optional<GuessAnswer> predictableAnswer(const ExperimentResult& result);

class PredictableData final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "predictable-data",
            .title = "Predictable data",
            .summary = "the same matrix product over zeros, constants and random numbers: does it take the same time?",
            .parameters = {sizeParameter("size", "Matrix (rows)", "1024", 64, 1 << 14)},
            .chart = ExperimentChartKind::Bars,
            .plots = {{"Matrix unit, 16 bits", {}, linearAxis("Performance", "FLOP/s")},
                      {"Vector unit, fp32", {}, linearAxis("Performance", "FLOP/s")}},
            .series = {predictedSeries},
            .labels = numbersLabels(),
            .guess = {.kind = GuessKind::Choice,
                      .text = "Zeros and random numbers, multiplied by the same instructions: which are faster?",
                      .options = {zerosFaster, randomFaster, noneFaster},
                      .answer = predictableAnswer}};
        return info;
    }

    [[nodiscard]] bool needsLibrary(const DeviceInfo&) const override { return true; }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo& device) const override
    {
        std::vector<std::string> ids{matmul::launchRoofFor(device.kind)};
        for (const MatrixPrecision precision : precisions)
            ids.push_back(productRoofId(precision));
        return withBandwidths(std::move(ids), {"l2", "l3", "dram"});
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points;
        for (std::size_t plot = 0; plot < precisions.size(); ++plot) {
            const ProductCall call = squareProduct(precisions[plot], parameters.number("size"), roofs.threads);
            const auto rate = matmul::predictedRate(call, roofs, device.kind);
            if (!rate)
                continue;
            for (const FactorNumbers numbers : comparedNumbers) {
                points.push_back(
                    matmul::predictedPoint(predictedSeries, call, *rate, roofs, device.kind, static_cast<int>(plot)));
                points.back().label = predictable::labelOf(numbers);
                points.back().x = 0.0; // bars have none
            }
        }
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        std::vector<ExperimentStep> all;
        for (std::size_t plot = 0; plot < precisions.size(); ++plot) {
            if (auto lack = matmul::lackOf(precisions[plot], context.backend)) {
                all.push_back(matmul::missingStep(matmul::seriesOf(precisions[plot]), std::move(*lack)));
                continue;
            }
            ProductCall call = squareProduct(precisions[plot], parameters.number("size"), context.threads);
            if (auto reason = matmul::reasonAgainst(call, context);
                reason && reason->kind != ErrorKind::InvalidInput) { // memory: of all kinds, below
                all.push_back(matmul::missingStep(matmul::seriesOf(precisions[plot]), std::move(*reason)));
                continue;
            }
            for (const FactorNumbers numbers : comparedNumbers) {
                call.numbers = numbers;
                all.push_back(stepOf(call, static_cast<int>(plot), context));
            }
        }
        const Bytes wanted = footprintOf(squareProduct(MatrixPrecision::Fp32, parameters.number("size"), 1))
                           * (1.5 * comparedNumbers.size());
        if (const auto possible = fitsInto(
                context.backend.info(), 0.25, wanted,
                "Matrices of %1 together do not fit into a quarter of the memory (%2); choose a smaller size.");
            !possible)
            return possible.error();
        return all;
    }

    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        return predictable::findings(result);
    }

private:
    static constexpr std::array precisions{MatrixPrecision::Bf16, MatrixPrecision::Fp32};
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makePredictableData() { return std::make_unique<PredictableData>(); }

} // namespace ridgepoint

namespace ridgepoint::predictable {
namespace {

/// The measured numbers of one plot, fastest first.
std::vector<const ExperimentPoint*> measuredOf(const ExperimentResult& result, int plot)
{
    std::vector<const ExperimentPoint*> all;
    for (const ExperimentPoint& point : result.points)
        if (point.plot == plot && point.provenance == Provenance::Measured && point.y > 0.0)
            all.push_back(&point);
    std::stable_sort(all.begin(), all.end(),
                     [](const ExperimentPoint* a, const ExperimentPoint* b) { return a->y > b->y; });
    return all;
}

/// Whether two runs differ by more than their intervals, which are made a square root of two wider for a comparison.
bool differ(const ExperimentPoint& faster, const ExperimentPoint& slower)
{
    const double below = std::numbers::sqrt2 * (faster.y - faster.low);
    const double above = std::numbers::sqrt2 * (slower.high - slower.y);
    return faster.y - below > slower.y + above;
}

const char* whyNoDifference(PowerCap cap)
{
    switch (cap) {
    case PowerCap::Binds: return "although a limit held the clock back, equally for all.";
    case PowerCap::DoesNotBind:
        return "because no power cap applies: the device reports its power, and nothing held its clock back.";
    case PowerCap::Unknown:
        return "as expected without an active power cap; this device reports neither its power nor clock limits, so "
               "whether a cap is active is unknown.";
    }
    return "";
}

void addPlot(const ExperimentResult& result, int plot, std::vector<Finding>& findings)
{
    const auto all = measuredOf(result, plot);
    if (all.size() < 2)
        return;
    const ExperimentPoint& fastest = *all.front();
    const ExperimentPoint& slowest = *all.back();
    if (!differ(fastest, slowest)) {
        findings.push_back({"%1: no difference between %2 kinds of numbers; the intervals of the fastest (%3, %4) "
                            "and the slowest (%5, %6), widened for a comparison, overlap.",
                            {fastest.series,
                             std::to_string(all.size()),
                             fastest.label,
                             {fastest.y, "FLOP/s"},
                             slowest.label,
                             {slowest.y, "FLOP/s"}}});
        return;
    }
    findings.push_back({"%1: %2 run at %3 the rate of %4 (%5 versus %6); the intervals do not overlap.",
                        {fastest.series,
                         fastest.label,
                         {fastest.y / slowest.y, "x"},
                         slowest.label,
                         {fastest.y, "FLOP/s"},
                         {slowest.y, "FLOP/s"}}});
}

bool anyDiffers(const ExperimentResult& result)
{
    for (const int plot : {0, 1})
        if (const auto all = measuredOf(result, plot); all.size() > 1 && differ(*all.front(), *all.back()))
            return true;
    return false;
}

} // namespace

LabelName labelOf(FactorNumbers numbers)
{
    switch (numbers) {
    case FactorNumbers::Usual: return "random";
    case FactorNumbers::Zeros: return "zeros";
    case FactorNumbers::Constant: return LabelTerm{"constant", "a constant"};
    case FactorNumbers::Uniform: return LabelTerm{"uniform", "uniform in [0, 1)"};
    case FactorNumbers::Normal: return "normal";
    case FactorNumbers::Sparse: return LabelTerm{"sparse", "sparse, 7 of 8 are 0"};
    case FactorNumbers::OneBit: return LabelTerm{"one-bit", "one bit, 1 or -1"};
    }
    return {};
}

std::string wordsOf(const PowerState& state)
{
    std::string text;
    const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (state.watts > 0.0)
        add(std::to_string(std::llround(state.watts)) + " W");
    if (state.clock > Hertz())
        add(std::to_string(std::llround(state.clock.value() / 1e6)) + " MHz");
    if (!state.heldBackBy.empty())
        add("held back by " + state.heldBackBy);
    return text;
}

PowerCap powerCapOf(const ExperimentResult& result)
{
    bool tells = false;
    for (const ExperimentPoint& point : result.points) {
        if (point.provenance != Provenance::Measured)
            continue;
        if ((point.power && !point.power->heldBackBy.empty()) || point.flags.has(Flag::Throttled))
            return PowerCap::Binds;
        tells = tells || (point.power && point.power->watts > 0.0);
    }
    return tells ? PowerCap::DoesNotBind : PowerCap::Unknown;
}

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    for (const int plot : {0, 1})
        addPlot(result, plot, all);
    if (all.empty())
        return all;
    const PowerCap cap = powerCapOf(result);
    if (!anyDiffers(result))
        all.push_back({"The kinds of numbers do not differ, %1", {whyNoDifference(cap)}});
    else if (cap == PowerCap::Binds)
        all.push_back(
            {"A power limit held the clock back: numbers that switch fewer wires allow a higher clock at the same "
             "power.",
             {}});
    else if (cap == PowerCap::Unknown)
        all.push_back({"This device reports neither its power nor clock limits: if a second run shows the same, an "
                       "unreported limit is the likely cause.",
                       {}});
    else
        all.push_back({"Nothing indicates that the clock was held back, so another cause is likely: other programs "
                       "or denormal numbers; run it again.",
                       {}});
    return all;
}

} // namespace ridgepoint::predictable

namespace ridgepoint {
namespace {

/// On the matrix unit where there is one, which switches the most wires.
std::optional<GuessAnswer> predictableAnswer(const ExperimentResult& result)
{
    for (const int plot : {0, 1}) {
        const auto rateOf = [&](FactorNumbers numbers) {
            return firstPoint(result, [&](const ExperimentPoint& point) {
                return point.plot == plot && point.provenance == Provenance::Measured && point.y > 0.0
                    && point.label == predictable::labelOf(numbers);
            });
        };
        const ExperimentPoint* zeros = rateOf(FactorNumbers::Zeros);
        const ExperimentPoint* random = rateOf(FactorNumbers::Normal);
        if (zeros == nullptr || random == nullptr)
            continue;
        const LabelTerm seen = predictable::differ(*zeros, *random) ? zerosFaster
                             : predictable::differ(*random, *zeros) ? randomFaster
                                                                    : noneFaster;
        std::vector<Finding> why{{"%1: zeros run at %2, normal numbers at %3.",
                                  {zeros->series, {zeros->y, "FLOP/s"}, {random->y, "FLOP/s"}}}};
        const std::vector<Finding> all = predictable::findings(result);
        if (!all.empty())
            why.push_back(all.back()); // on what a difference comes from
        return answerOf({{.id = std::string(seen.id)}}, std::move(why));
    }
    return std::nullopt;
}

} // namespace
} // namespace ridgepoint
