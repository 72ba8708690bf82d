// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/roof_doubt.h"

#include "core/analysis/outrun.h"
#include "core/analysis/shortfall.h"

#include <cstddef>
#include <vector>

namespace ridgepoint {

std::optional<DoubtfulRoof> doubtfulRoof(const Sample& sample, const Prediction& prediction, const Prediction& then,
                                         const PointAnalysis* analysis, const RoofSet& roofs)
{
    if (const auto outrun = outrunBy(sample, prediction, roofs)) {
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
