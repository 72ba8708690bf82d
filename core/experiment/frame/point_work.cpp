// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/point_work.h"

#include "core/model/operator_prediction.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

/// Made of tens of instructions, so that one outweighs several of the others.
bool isExpensive(Operation operation)
{
    return operation == Operation::Exp || operation == Operation::Cos || operation == Operation::Gelu;
}

/// The kind that takes longest: an expensive one, else that of which there is most; null where nothing is computed.
const OperationCount* rulingOf(const std::vector<OperationCount>& kinds)
{
    const auto ruling = std::max_element(
        kinds.begin(), kinds.end(), [](const OperationCount& a, const OperationCount& b) {
            return isExpensive(a.operation) != isExpensive(b.operation) ? isExpensive(b.operation) : a.count < b.count;
        });
    return ruling == kinds.end() ? nullptr : &*ruling;
}

/// The roof of the cache that all of this fits in, as predictions have it; `beyond` where it fits in none.
std::string memoryRoof(Bytes footprint, const RoofSet& roofs, std::string beyond)
{
    const MemoryLevel* level = roofs.levelFor(footprint);
    if (level == nullptr || level->name == "dram" || footprint > pastCachesFrom(roofs.levels, roofs.threads))
        return beyond;
    return bandwidthRoofId(level->name);
}

Error missing(const std::string& id)
{
    return {ErrorKind::Unavailable,
            "experiment.roof-missing",
            "The roof %1 is unknown, so levers cannot be predicted; measure the roofs.",
            {id}};
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

PointWork pointWork(const OperatorCall& call, Seconds time, const RoofSet& roofs)
{
    const OperatorCost cost = costOf(call, Stores::NonTemporal);
    const OperationCount* kind = rulingOf(cost.arithmetic);
    // What is counted for a place on the roofline only is no arithmetic.
    CountedWork counted{.elements = static_cast<double>(call.rows) * static_cast<double>(call.columns),
                        .bytes = cost.least.total()};
    counted.flops = kind != nullptr ? kind->count : Flops();
    const bool isCopying = cost.least.written > Bytes() && cost.least.read > Bytes();
    return pointWork(counted, time, kind != nullptr ? computeRoofId(kind->operation, Precision::Fp32) : std::string(),
                     memoryRoof(footprintOf(call), roofs, isCopying ? "bandwidth.dram.copy" : "bandwidth.dram.read"));
}

std::optional<double> movedIntensity(const OperatorCost& cost)
{
    const double moved = cost.moved.total().value();
    return moved > cost.least.total().value() ? std::optional(cost.operations.value() / moved) : std::nullopt;
}

PointWork pointWork(const ProductCall& call, Seconds time, const RoofSet& roofs, std::string launchRoof)
{
    const ProductCost cost = costOf(call);
    PointWork point = pointWork({.elements = static_cast<double>(call.rows) * static_cast<double>(call.columns)
                                           * static_cast<double>(call.batch),
                                 .bytesPerElement = static_cast<double>(factorBytesOf(call.precision)),
                                 .flops = cost.operations,
                                 .bytes = cost.least.total()},
                                time, productRoofId(call.precision),
                                memoryRoof(footprintOf(call), roofs, bandwidthRoofId("dram")));
    point.launchRoof = std::move(launchRoof);
    return point;
}

PointWork pointWork(const GradientCall& call, Seconds time, const RoofSet& roofs)
{
    const GradientCost cost = costOf(call);
    const OperationCount& kind = cost.forward.arithmetic.front();
    CountedWork counted{
        .elements = static_cast<double>(call.elements), .flops = kind.count, .bytes = cost.moved(), .launches = 2.0};
    for (const OperationCount& part : cost.backward.arithmetic)
        if (part.operation == kind.operation)
            counted.flops += part.count;
    return pointWork(counted, time, computeRoofId(kind.operation, Precision::Fp32),
                     memoryRoof(footprintOf(call), roofs, "bandwidth.dram.copy"));
}

Result<PointVerdict> judge(const PointWork& point, std::span<const Roof> roofs)
{
    const auto find = [&](const std::string& id) -> const Roof* {
        const auto found = std::find_if(roofs.begin(), roofs.end(),
                                        [&](const Roof& roof) { return roof.id == id && roof.value > 0.0; });
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
    const bool hasBandwidth = point.bandwidth > BytesPerSecond();
    if (bandwidth == nullptr && !hasBandwidth && all.kernel.bytes > Bytes())
        return missing(point.bandwidthRoof.empty() ? bandwidthRoofId("dram") : point.bandwidthRoof);
    // A rate by which nothing is divided may be any.
    all.device = {.bandwidth = hasBandwidth ? point.bandwidth
                                            : BytesPerSecond(bandwidth != nullptr ? bandwidth->value : 1.0),
                  .compute = FlopsPerSecond(compute != nullptr ? compute->value : 1.0),
                  .launch = point.launch > Seconds() ? point.launch : Seconds(launch != nullptr ? launch->value : 0.0)};
    if (const Roof* gap = find(std::string(deviceGapRoofId));
        gap != nullptr && !(point.launch > Seconds()) && point.launchRoof == launchRoofId(LaunchMode::Queued))
        all.device.gap = Seconds(gap->value);
    auto verdict = judge(all.kernel, all.device);
    if (!verdict)
        return verdict.error();
    all.verdict = std::move(*verdict);
    return all;
}

} // namespace ridgepoint
