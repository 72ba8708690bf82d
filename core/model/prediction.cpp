// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/prediction.h"

#include <algorithm>

namespace ridgepoint {
namespace {

Result<const Roof*> requireRoof(const RoofSet& roofs, const std::string& id)
{
    const Roof* roof = roofs.find(id);
    if (roof != nullptr && roof->value > 0.0)
        return roof;
    return Error{ErrorKind::Unavailable, "prediction.roof-missing",
                 "No prediction: the roof %1 of %2 has not been measured; measure the roofs first.", {id, roofs.device}};
}

Result<const Roof*> requireBandwidth(const Workload& workload, const RoofSet& roofs)
{
    const MemoryLevel* level = roofs.levelFor(footprintOf(workload));
    return requireRoof(roofs, bandwidthRoofId(level != nullptr ? level->name : "dram"));
}

Regime largestTerm(const Prediction& prediction)
{
    if (prediction.overhead >= std::max(prediction.compute, prediction.memory))
        return Regime::Overhead;
    return prediction.compute >= prediction.memory ? Regime::Compute : Regime::Memory;
}

} // namespace

Result<Prediction> predict(const Workload& workload, const RoofSet& roofs, DeviceKind kind)
{
    const auto compute = requireRoof(roofs, computeRoofId(workload.operation, workload.precision));
    if (!compute)
        return compute.error();
    const auto bandwidth = requireBandwidth(workload, roofs);
    if (!bandwidth)
        return bandwidth.error();
    const auto launch = requireRoof(roofs, launchRoofId(workload.launchMode));
    if (!launch)
        return launch.error();

    const Cost cost = costOf(workload);
    const auto launches = static_cast<double>(cost.launches);
    const Roof* fixedRoof = costsOnceAChain(workload.launchMode, kind) ? roofs.find(launchFixedRoofId) : nullptr;
    const Seconds fixed(fixedRoof != nullptr ? fixedRoof->value : 0.0);

    Prediction prediction;
    prediction.compute = cost.flops / FlopsPerSecond((*compute)->value);
    prediction.memory = cost.bytes / BytesPerSecond((*bandwidth)->value);
    const Seconds submit = Seconds((*launch)->value) * launches;
    const Seconds work = std::max(prediction.compute, prediction.memory);
    prediction.form = timeFormOf(workload.launchMode, kind);
    prediction.overhead = submit + fixed;
    prediction.time = chainTime(prediction.form, work, submit, fixed);
    prediction.limit = largestTerm(prediction);
    prediction.computeRoof = (*compute)->id;
    prediction.bandwidthRoof = (*bandwidth)->id;
    prediction.launchRoof = (*launch)->id;
    return prediction;
}

Result<FlopsPerByte> ridgePoint(const Workload& workload, const RoofSet& roofs)
{
    const auto compute = requireRoof(roofs, computeRoofId(workload.operation, workload.precision));
    if (!compute)
        return compute.error();
    const auto bandwidth = requireBandwidth(workload, roofs);
    if (!bandwidth)
        return bandwidth.error();
    return FlopsPerSecond((*compute)->value) / BytesPerSecond((*bandwidth)->value);
}

} // namespace ridgepoint
