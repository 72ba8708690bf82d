// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/predictable_data.h"

#include "core/experiment/matmul.h"
#include "core/experiment/timed_step.h"
#include "core/model/operator_prediction.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ridgepoint {
namespace {

using predictable::DeviceState;

/// What is compared lasts this many rounds at most: intervals must be narrow enough to tell a few percent.
constexpr int rounds = 12;

/// Forwards to another work and keeps what the device told of itself meanwhile.
class WatchedWork final : public PreparedWork {
public:
    WatchedWork(std::unique_ptr<PreparedWork> work, std::shared_ptr<DeviceState> state)
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
    std::shared_ptr<DeviceState> m_state;
};

ExperimentStep stepOf(const ProductCall& call, int plot, const MeasuringContext& known)
{
    const PointWork work = pointWork(call, Seconds(), known.roofs, matmul::launchRoofFor(known.backend.info().kind));
    const auto state = std::make_shared<DeviceState>();
    const std::string series = matmul::seriesOf(call.precision);
    return timedStep(
        predictable::labelOf(call.numbers) + ", " + series,
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
            const std::string words = state->words();
            point.note = (words.empty() ? "" : words + "; ") + ready.method;
            point.plot = plot;
            point.work = work;
            point.work->time = summary.time;
            return std::vector{point};
        },
        true, rounds);
}

class PredictableData final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "predictable-data",
            .title = "Predictable data",
            .summary = "the same matrix product over zeros, constants and random numbers: does it take the same time?",
            .parameters = {{.name = "size",
                            .words = "Matrix (rows)",
                            .kind = ParameterKind::Size,
                            .defaultValue = "1024",
                            .lowest = 64,
                            .highest = 1 << 14}},
            .chart = ExperimentChartKind::Bars,
            .plots = {{.title = "Matrix unit, 16 bits", .x = {}, .y = {"Performance", "FLOP/s", AxisScaleKind::Linear}},
                      {.title = "Vector unit, fp32", .x = {}, .y = {"Performance", "FLOP/s", AxisScaleKind::Linear}}}};
        return info;
    }

    [[nodiscard]] bool needsLibrary(const DeviceInfo&) const override { return true; }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo& device) const override
    {
        std::vector<std::string> ids{bandwidthRoofId("l2"), bandwidthRoofId("l3"), bandwidthRoofId("dram"),
                                     matmul::launchRoofFor(device.kind)};
        for (const MatrixPrecision precision : precisions)
            ids.push_back(productRoofId(precision));
        return ids;
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
                points.push_back(matmul::predictedPoint("predicted, whatever the numbers", call, *rate, roofs,
                                                        device.kind, static_cast<int>(plot)));
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
        if (const Bytes memory = context.backend.info().memory; memory > Bytes() && wanted > memory * 0.25)
            return Error{ErrorKind::InvalidInput,
                         "experiment.memory",
                         "Matrices of %1 together do not fit into a quarter of the memory (%2); choose a smaller size.",
                         {quantityText(wanted.value(), "B"), quantityText(memory.value(), "B")}};
        return all;
    }

    [[nodiscard]] std::vector<Finding> analyse(const ExperimentResult& result) const override
    {
        return predictable::findings(result);
    }

private:
    static constexpr std::array precisions{MatrixPrecision::Bf16, MatrixPrecision::Fp32};
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makePredictableData() { return std::make_unique<PredictableData>(); }

} // namespace ridgepoint
