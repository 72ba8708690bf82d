// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Which workloads the experiment on what would help is about, chosen from the roofs.
#include "core/experiment/what_would_help.h"

#include "core/model/cost.h"

#include <algorithm>

namespace ridgepoint::helping {
namespace {

/// How many times the term that limits is as large as the others together may be: enough that it limits, little enough
/// that a linear axis still shows what taking it away brings.
constexpr double launchesOutweigh = 6.0;
constexpr double computingOutweighs = 8.0;
constexpr std::int64_t smallestTensor = 64;
/// Passes of a chain: many where a pass is short, so that what a chain costs once is shared.
constexpr int shortPasses = 16;
constexpr int longPasses = 4;
/// What is computed much of needs no large tensor: so many times smaller, and yet enough for every thread of a GPU.
constexpr std::int64_t smallerBy = 16;

Error noSuch(const char* why)
{
    return {ErrorKind::Unavailable, "help.no-workload", "By the roofs %1; choose another size or precision.", {why}};
}

Result<Workload> limitedByLaunches(Workload workload, const RoofSet& roofs, DeviceKind kind)
{
    workload.chainLength = shortPasses;
    workload.elements = smallestTensor;
    std::optional<Workload> largest;
    for (; workload.elements <= std::int64_t{1} << 24; workload.elements *= 2) {
        const auto prediction = predict(workload, roofs, kind);
        if (!prediction)
            return prediction.error();
        if (prediction->overhead < launchesOutweigh * std::max(prediction->compute, prediction->memory))
            break;
        largest = workload;
    }
    return largest ? Result<Workload>(*largest)
                   : Result<Workload>(noSuch("no tensor is so small that launching outweighs its work"));
}

Result<Workload> limitedByMemory(Workload workload, const RoofSet& roofs, DeviceKind kind)
{
    const auto prediction = predict(workload, roofs, kind);
    if (!prediction)
        return prediction.error();
    return prediction->limit == Regime::Memory
             ? Result<Workload>(workload)
             : Result<Workload>(noSuch("memory does not limit one operation per element of this tensor"));
}

Result<Workload> limitedByComputing(Workload workload, const RoofSet& roofs, DeviceKind kind)
{
    workload.elements = std::max<std::int64_t>(workload.elements / smallerBy, 1024);
    for (; workload.operationsPerElement <= maximumOperationsPerElement; workload.operationsPerElement *= 2) {
        const auto prediction = predict(workload, roofs, kind);
        if (!prediction)
            return prediction.error();
        if (prediction->compute >= computingOutweighs * std::max(prediction->memory, prediction->overhead))
            return workload;
    }
    return noSuch("no number of operations makes computing outweigh the rest");
}

} // namespace

int plotOf(Regime regime)
{
    return static_cast<int>(std::find(regimes.begin(), regimes.end(), regime) - regimes.begin());
}

const char* titleOf(Regime regime)
{
    switch (regime) {
    case Regime::Overhead: return "Limited by launches";
    case Regime::Memory: return "Limited by memory";
    case Regime::Compute: return "Limited by computing";
    case Regime::UnderFilled: break;
    }
    return "";
}

Result<Workload> workloadOf(Regime regime, const HelpChoice& choice, const RoofSet& roofs, DeviceKind kind)
{
    const Workload base{.precision = choice.precision,
                        .elements = choice.elements,
                        .chainLength = longPasses,
                        .threads = choice.threads};
    if (regime == Regime::Overhead)
        return limitedByLaunches(base, roofs, kind);
    return regime == Regime::Memory ? limitedByMemory(base, roofs, kind) : limitedByComputing(base, roofs, kind);
}

Result<std::vector<Lever>> orderedLevers(const Workload& workload, const HelpChoice& choice, const RoofSet& roofs,
                                         const DeviceInfo& device)
{
    LeverLimits limits{.largestElements = 2 * choice.elements};
    if (device.memory > Bytes())
        limits.largestElements = std::min(limits.largestElements, static_cast<std::int64_t>(device.memory.value() / 4.0)
                                                                      / bytesPerElement(workload.precision));
    auto levers = leversOf(workload, roofs, device.kind, limits);
    if (levers)
        std::stable_sort(levers->begin(), levers->end(), [](const Lever& a, const Lever& b) {
            return a.kind != b.kind ? a.kind < b.kind
                                    : a.workload && b.workload && a.workload->precision < b.workload->precision;
        });
    return levers;
}

std::string labelOf(const Lever& lever)
{
    switch (lever.kind) {
    case LeverKind::FuseDeeper: return "Fuse deeper";
    case LeverKind::QueueLaunches: return "Queue launches";
    case LeverKind::GraphLaunches: return "Launch as a graph";
    case LeverKind::BiggerTensor: return "Bigger tensor";
    case LeverKind::LowerPrecision:
        return "Precision " + std::string(lever.workload ? nameOf(lever.workload->precision) : std::string_view());
    case LeverKind::MatrixUnit: return "Matrix unit";
    case LeverKind::DoubleCompute: return "Twice FLOP/s";
    case LeverKind::DoubleBandwidth: return "Twice bandwidth";
    case LeverKind::HalveLaunch: return "Half launch cost";
    }
    return {};
}

std::string described(const Workload& workload)
{
    const std::int64_t operations = workload.operationsPerElement * workload.fusionDepth;
    return std::to_string(workload.elements) + " " + std::string(nameOf(workload.precision)) + " numbers, "
         + std::to_string(workload.passes()) + (workload.passes() == 1 ? " pass of " : " passes of ")
         + std::to_string(operations) + (operations == 1 ? " multiply-add, " : " multiply-adds, ")
         + std::string(nameOf(workload.launchMode));
}

} // namespace ridgepoint::helping
