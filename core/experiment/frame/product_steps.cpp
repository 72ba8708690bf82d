// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/product_steps.h"

#include "core/experiment/frame/timed_step.h"
#include "core/model/operator_prediction.h"

#include <algorithm>
#include <utility>

namespace ridgepoint::matmul {
namespace {

/// What is kept in memory from round to round; larger matrices are made anew.
constexpr Bytes kept{256.0 * 1024.0 * 1024.0};

} // namespace

SeriesName seriesOf(MatrixPrecision precision)
{
    return std::string(nameOf(precision)) + (precision == MatrixPrecision::Fp32 ? ", vector unit" : ", matrix unit");
}

std::vector<MatrixPrecision> precisionsOf(DeviceKind kind)
{
    if (kind == DeviceKind::Cpu)
        return {MatrixPrecision::Fp32, MatrixPrecision::Bf16};
    return {MatrixPrecision::Fp32, MatrixPrecision::Tf32, MatrixPrecision::Bf16, MatrixPrecision::Fp16,
            MatrixPrecision::Fp8};
}

std::string launchRoofFor(DeviceKind kind)
{
    return launchRoofId(kind == DeviceKind::Cpu ? LaunchMode::WaitEach : LaunchMode::Queued);
}

Seconds launchOf(const RoofSet& roofs, DeviceKind kind)
{
    const Roof* roof = roofs.find(launchRoofFor(kind));
    return roof != nullptr ? Seconds(roof->value) : Seconds();
}

Result<FlopsPerSecond> predictedRate(const ProductCall& call, const RoofSet& roofs, DeviceKind kind)
{
    const auto predicted = predict(call, roofs);
    if (!predicted)
        return predicted.error();
    return costOf(call).operations / (predicted->time + launchOf(roofs, kind));
}

ExperimentPoint predictedPoint(SeriesName series, const ProductCall& call, FlopsPerSecond rate, const RoofSet& roofs,
                               DeviceKind kind, int plot)
{
    ExperimentPoint point = saidPoint(std::move(series), {}, static_cast<double>(call.rows), rate.value(), plot);
    point.work = pointWork(call, costOf(call).operations / rate, roofs, launchRoofFor(kind));
    return point;
}

std::optional<Error> reasonAgainst(const ProductCall& call, const RoofSet& roofs, const DeviceInfo& device,
                                   Seconds longest)
{
    if (const auto possible = fitsInto(
            device, 0.25, footprintOf(call),
            "Matrices of %1 together do not fit into a quarter of the memory (%2); choose smaller matrices.");
        !possible)
        return possible.error();
    const auto predicted = predict(call, roofs);
    if (predicted && predicted->time > longest)
        return Error{ErrorKind::Unsupported,
                     "matmul.too-long",
                     "One product would take %1 at its roof and could not be stopped; products over %2 are skipped. "
                     "Choose smaller matrices.",
                     {quantityText(predicted->time.value(), "s"), quantityText(longest.value(), "s")}};
    return std::nullopt;
}

std::optional<Error> reasonAgainst(const ProductCall& call, const MeasuringContext& context, Seconds longest)
{
    return reasonAgainst(call, context.roofs, context.backend.info(), longest);
}

ExperimentStep missingStep(std::string what, Error reason)
{
    return {std::move(what), 1,
            [reason = std::move(reason)](MeasuringContext&) -> Result<StepState> { return reason; }};
}

ExperimentStep missingStep(const SeriesName& series, Error reason)
{
    ExperimentStep step = missingStep(series.words(), std::move(reason));
    step.series = series;
    return step;
}

std::optional<Error> lackOf(MatrixPrecision precision, const Backend& backend)
{
    const auto ids = backend.roofIds();
    if (std::find(ids.begin(), ids.end(), productRoofId(precision)) != ids.end())
        return std::nullopt;
    if (backend.info().kind == DeviceKind::Cpu)
        return Error{ErrorKind::Unsupported,
                     "matmul.no-matrix-unit",
                     "This processor has no matrix unit (AMX) that multiplies in %1.",
                     {std::string(nameOf(precision))}};
    return Error{ErrorKind::Unsupported,
                 "matmul.no-matrix-unit",
                 "The matrix units of this GPU do not multiply in %1.",
                 {std::string(nameOf(precision))}};
}

ExperimentStep productStep(const ProductStep& product, const std::shared_ptr<Refusal>& refusal,
                           const MeasuringContext& context)
{
    const PointWork work = pointWork(product.call, Seconds(), context.roofs,
                                     launchRoofFor(context.backend.info().kind));
    ExperimentStep step = timedStep(
        product.series.words() + ", n = " + std::to_string(product.call.rows),
        preparing(ProductRequest{product.call, product.implementation}),
        [product, work](const Summary& summary, const ReadyWork& ready) {
            ExperimentPoint point = measuredPoint(product.series, {}, static_cast<double>(product.call.rows), summary,
                                                  product.showsTime ? 0.0 : costOf(product.call).operations.value());
            point.note = (product.remark.empty() ? "" : product.remark + "; ") + ready.method;
            point.plot = product.plot;
            point.work = lasting(work, summary.time);
            return std::vector{point};
        },
        footprintOf(product.call) < kept);
    step.run = [run = std::move(step.run), refusal](MeasuringContext& measuring) -> Result<StepState> {
        if (refusal->isRefused)
            return StepState::Finished;
        auto done = run(measuring);
        refusal->hasWorked = refusal->hasWorked || done;
        refusal->isRefused = !refusal->hasWorked
                          && (done.error().kind == ErrorKind::Unsupported
                              || done.error().kind == ErrorKind::Unavailable);
        return done;
    };
    return step;
}

} // namespace ridgepoint::matmul
