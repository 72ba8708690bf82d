// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/roof_doubt.h"

#include "core/analysis/shortfall.h"
#include "core/model/cost.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ridgepoint {
namespace {

double rateOfRoof(const RoofSet& roofs, const std::string& id)
{
    const Roof* roof = roofs.find(id);
    return roof != nullptr ? roof->value : 0.0;
}

/// What the memory of this prediction delivers: one level, or a cache and memory together. 0 where it is not known.
double rateOfMemory(const Prediction& prediction, const RoofSet& roofs)
{
    if (!prediction.shared)
        return rateOfRoof(roofs, prediction.bandwidthRoof);
    const BytesPerSecond cache(rateOfRoof(roofs, prediction.shared->cacheRoof));
    const BytesPerSecond memory(rateOfRoof(roofs, prediction.shared->memoryRoof));
    return cache > BytesPerSecond() && memory > BytesPerSecond()
             ? sharedBandwidth(prediction.shared->fromCache, cache, memory).value()
             : rateOfRoof(roofs, prediction.bandwidthRoof);
}

} // namespace

std::optional<OutrunRoof> outrunRoof(const Sample& sample, const Prediction& prediction, const RoofSet& roofs)
{
    if (sample.provenance != Provenance::Measured || !(sample.high > Seconds()))
        return std::nullopt;
    const Cost cost = costOf(sample.workload);
    const auto shareOf = [](double rate, double roof) { return roof > 0.0 ? rate / roof : 0.0; };
    const double memory = shareOf((cost.bytes / sample.high).value(), rateOfMemory(prediction, roofs));
    const double compute = shareOf((cost.flops / sample.high).value(), rateOfRoof(roofs, prediction.computeRoof));
    const double launches = prediction.overhead / sample.high;
    if (launches > std::max({memory, compute, clearlyBeyondRoof}))
        return OutrunRoof{prediction.launchRoof, launches, true};
    if (std::max(memory, compute) <= clearlyBeyondRoof)
        return std::nullopt;
    if (compute > memory)
        return OutrunRoof{prediction.computeRoof, compute};
    return OutrunRoof{prediction.shared ? prediction.shared->memoryRoof : prediction.bandwidthRoof, memory};
}

std::optional<DoubtfulRoof> doubtfulRoof(const Sample& sample, const Prediction& prediction, const Prediction& then,
                                         const PointAnalysis* analysis, const RoofSet& roofs)
{
    if (const auto outrun = outrunRoof(sample, prediction, roofs)) {
        const double times = outrun->share * (sample.high / sample.time); // the share is by the whole interval
        const Roof* roof = roofs.find(outrun->roof);
        return roof != nullptr ? std::optional(
                   DoubtfulRoof{outrun->roof, outrun->ofLaunches ? roof->value / times : roof->value * times})
                               : std::nullopt;
    }
    const auto launch = costlierLaunch(sample, then, analysis);
    return launch ? std::optional(DoubtfulRoof{then.launchRoof, launch->value() / analysis->state.launch})
                  : std::nullopt;
}

std::optional<DoubtfulRoof> doubtfulRoof(std::span<const Sample> samples, const RoofSet& roofs, DeviceKind kind)
{
    const std::vector<PointAnalysis> points = analyse(samples, roofs, kind);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const Sample& sample = samples[i];
        if (sample.workload.threads != roofs.threads)
            continue;
        const auto prediction = predict(sample.workload, roofs, kind);
        const auto then = predict(sample.workload, roofs, kind, points[i].state);
        if (!prediction || !then)
            continue;
        if (auto doubtful = doubtfulRoof(sample, *prediction, *then, &points[i], roofs))
            return doubtful;
    }
    return std::nullopt;
}

} // namespace ridgepoint
