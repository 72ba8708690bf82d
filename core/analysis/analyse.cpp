// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/analyse.h"

#include "core/analysis/elasticity.h"
#include "core/analysis/map_fit.h"
#include "core/analysis/shares.h"
#include "core/analysis/verdict.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

void addVerdict(PointAnalysis& point, const Verdict& verdict)
{
    point.shares = verdict.shares;
    std::copy(verdict.intervals.begin(), verdict.intervals.end(), point.intervals);
    point.regime = verdict.regime;
    point.runnerUp = verdict.runnerUp;
    point.basis = verdict.basis;
    point.flags |= verdict.flags;
}

/// A ratio of times that are both known.
std::optional<double> ratioOf(Seconds time, Seconds other)
{
    const double ratio = time / other;
    return std::isfinite(ratio) && ratio > 0.0 ? std::optional(ratio) : std::nullopt;
}

/// The state that the control readings tell of, as far as the sample's own time allows: no term took longer than all of
/// it. A look that met a disturbance which the sample did not meet would else predict more than was measured.
DeviceState stateDuring(const Sample& sample, const RoofSet& roofs, DeviceKind kind)
{
    DeviceState state = stateOf(sample.controls, sample.workload, roofs, sample.clock);
    if (state == DeviceState{} || !validate(sample.workload))
        return state;
    const auto reference = predict(sample.workload, roofs, kind);
    if (!reference)
        return state;
    const auto bound = [&](double& slowness, Seconds term) {
        if (slowness > 1.0 && term > Seconds())
            slowness = std::min(slowness, std::max(1.0, sample.time / term));
    };
    bound(state.compute, reference->compute);
    bound(state.launch, reference->overhead);
    bound(isOfMemory(reference->bandwidthRoof, roofs) ? state.memory : state.compute, reference->memory);
    return state;
}

/// What share of the roofline that the prediction is by a time comes to, launches left out.
std::optional<double> shareReached(const Sample& sample, const Prediction& by)
{
    return ratioOf(std::max(by.compute, by.memory), sample.time);
}

std::optional<Prediction> addPrediction(PointAnalysis& point, const Sample& sample, const RoofSet& roofs,
                                        DeviceKind kind)
{
    if (!validate(sample.workload))
        return std::nullopt;
    const auto predicted = predict(sample.workload, roofs, kind, point.state);
    if (!predicted)
        return std::nullopt;
    point.residual = ratioOf(sample.time, predicted->time);
    point.prediction = PredictedTime{predicted->time, predicted->limit};
    if (point.state == DeviceState{})
        point.shareOfRoof = shareReached(sample, *predicted);
    else if (const auto byRoofs = predict(sample.workload, roofs, kind))
        point.shareOfRoof = shareReached(sample, *byRoofs);
    return *predicted;
}

std::optional<Seconds> referenceTimeOf(const Sample& sample, const DeviceState& state,
                                       const std::optional<Prediction>& here, const RoofSet& roofs, DeviceKind kind)
{
    if (!here || sample.provenance != Provenance::Measured)
        return std::nullopt;
    if (state == DeviceState{})
        return sample.time;
    const auto reference = predict(sample.workload, roofs, kind);
    const auto ratio = reference ? ratioOf(reference->time, here->time) : std::nullopt;
    return ratio ? std::optional(sample.time * *ratio) : std::nullopt;
}

} // namespace

std::vector<PointAnalysis> analyse(std::span<const Sample> samples, const RoofSet& roofs, DeviceKind kind)
{
    const auto alongOperations = slopesAlong(AxisKind::Operations, samples);
    const auto alongSize = slopesAlong(AxisKind::Size, samples);
    std::vector<PointAnalysis> points(samples.size());
    std::vector<DeviceState> states(samples.size());
    std::vector<std::optional<Prediction>> predictions(samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (samples[i].provenance == Provenance::Measured) // what is filled in between has its neighbours' state
            points[i].state = states[i] = stateDuring(samples[i], roofs, kind);
        predictions[i] = addPrediction(points[i], samples[i], roofs, kind);
    }
    for (std::size_t i = 0; i < samples.size(); ++i)
        points[i].referenceTime = referenceTimeOf(samples[i], states[i], predictions[i], roofs, kind);
    const auto fitted = fitTimes(samples, states, predictions, roofs, kind);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        PointAnalysis& point = points[i];
        point.flags = samples[i].flags;
        const std::optional<Prediction>& predicted = predictions[i];
        std::optional<MeasuredShares> bySlopes;
        if (alongOperations[i] && alongSize[i]) // the verdict is on the device as it was
            bySlopes = sharesFrom(*alongOperations[i], *alongSize[i],
                                  predicted ? shareReached(samples[i], *predicted) : std::nullopt);
        if (const auto verdict = verdictOf(samples[i], fitted[i], predicted, roofs, bySlopes))
            addVerdict(point, *verdict);
    }
    return points;
}

void predictAgain(std::span<const Sample> samples, std::vector<PointAnalysis>& points, const RoofSet& roofs,
                  DeviceKind kind)
{
    for (std::size_t i = 0; i < std::min(samples.size(), points.size()); ++i) {
        points[i].prediction.reset();
        points[i].residual.reset();
        points[i].shareOfRoof.reset();
        addPrediction(points[i], samples[i], roofs, kind);
    }
}

} // namespace ridgepoint
