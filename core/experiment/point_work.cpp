// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/point_work.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

/// The kind of which there is most, and its roof.
const OperationCount* mostOf(const std::vector<OperationCount>& kinds)
{
    const auto most = std::max_element(kinds.begin(), kinds.end(), [](const OperationCount& a, const OperationCount& b) { return a.count < b.count; });
    return most == kinds.end() ? nullptr : &*most;
}

Error missing(const std::string& id)
{
    return {ErrorKind::Unavailable, "experiment.roof-missing", "The roof %1 is not known, so nothing can be said of what would help; measure the roofs.", {id}};
}

} // namespace

PointWork pointWork(const Workload& workload, Seconds time, std::string bandwidthRoof)
{
    return {.work = envelopeWork(workload),
            .time = time,
            .computeRoof = computeRoofId(workload.operation, workload.precision),
            .bandwidthRoof = std::move(bandwidthRoof),
            .launchRoof = launchRoofId(workload.launchMode)};
}

PointWork pointWork(const CountedWork& counted, Seconds time, std::string computeRoof, std::string bandwidthRoof)
{
    PointWork point{.time = time, .computeRoof = std::move(computeRoof), .bandwidthRoof = std::move(bandwidthRoof)};
    point.work = {.elements = counted.elements,
                  .bytesPerElement = counted.bytesPerElement,
                  .accessesPerElement = counted.bytes.value() / (counted.elements * counted.bytesPerElement),
                  .operationsPerElement = counted.flops.value() / counted.elements,
                  .launches = counted.launches};
    return point;
}

PointWork pointWork(const OperatorCall& call, Seconds time)
{
    const OperatorCost cost = costOf(call, Stores::NonTemporal);
    const OperationCount* kind = mostOf(cost.arithmetic);
    // What is counted for a place on the roofline only is no arithmetic.
    CountedWork counted{.elements = static_cast<double>(call.rows) * static_cast<double>(call.columns), .bytes = cost.least.total()};
    counted.flops = kind != nullptr ? kind->count : Flops();
    const bool isCopying = cost.least.written > Bytes() && cost.least.read > Bytes();
    return pointWork(counted, time, kind != nullptr ? computeRoofId(kind->operation, Precision::Fp32) : std::string(),
                     isCopying ? "bandwidth.dram.copy" : "bandwidth.dram.read");
}

PointWork pointWork(const GradientCall& call, Seconds time)
{
    const GradientCost cost = costOf(call);
    const OperationCount& kind = cost.forward.arithmetic.front();
    CountedWork counted{.elements = static_cast<double>(call.elements), .flops = kind.count, .bytes = cost.moved(), .launches = 2.0};
    for (const OperationCount& part : cost.backward.arithmetic)
        if (part.operation == kind.operation)
            counted.flops += part.count;
    return pointWork(counted, time, computeRoofId(kind.operation, Precision::Fp32), "bandwidth.dram.copy");
}

Result<PointVerdict> judge(const PointWork& point, std::span<const Roof> roofs)
{
    const auto find = [&](const std::string& id) -> const Roof* {
        const auto found = std::find_if(roofs.begin(), roofs.end(), [&](const Roof& roof) { return roof.id == id && roof.value > 0.0; });
        return found == roofs.end() ? nullptr : &*found;
    };
    const EnvelopeWork& work = point.work;
    PointVerdict all;
    all.kernel = {.name = {},
                  .flops = Flops(work.elements * work.operationsPerElement * work.flopsPerOperation * work.passes),
                  .bytes = Bytes(work.elements * work.accessesPerElement * work.bytesPerElement * work.passes),
                  .launches = work.launches,
                  .time = point.time};
    const Roof* compute = find(point.computeRoof);
    const Roof* bandwidth = find(point.bandwidthRoof);
    const Roof* launch = find(point.launchRoof);
    if (compute == nullptr && all.kernel.flops > Flops())
        return missing(point.computeRoof);
    if (bandwidth == nullptr && all.kernel.bytes > Bytes())
        return missing(point.bandwidthRoof.empty() ? bandwidthRoofId("dram") : point.bandwidthRoof);
    // A rate by which nothing is divided may be any.
    all.device = {.bandwidth = BytesPerSecond(bandwidth != nullptr ? bandwidth->value : 1.0),
                  .compute = FlopsPerSecond(compute != nullptr ? compute->value : 1.0),
                  .launch = Seconds(launch != nullptr ? launch->value : 0.0)};
    auto verdict = judge(all.kernel, all.device);
    if (!verdict)
        return verdict.error();
    all.verdict = std::move(*verdict);
    return all;
}

} // namespace ridgepoint
