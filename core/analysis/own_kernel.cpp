// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/own_kernel.h"

#include "core/analysis/varied_times.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ridgepoint {
namespace {

/// The terms of one prediction.
struct Terms {
    Seconds compute;
    Seconds memory;
    Seconds submit;
    Seconds onTop; ///< the part of it that does not pass while the device works
    Seconds fixed;

    [[nodiscard]] Seconds overhead() const { return submit + fixed; }
    [[nodiscard]] Seconds time() const { return std::max(std::max(compute, memory) + onTop + fixed, overhead()); }
    [[nodiscard]] Regime limit() const
    {
        if (std::max(onTop + fixed, submit - onTop) >= std::max(compute, memory)) // as Prediction::hiddenWork
            return Regime::Overhead;
        return compute >= memory ? Regime::Compute : Regime::Memory;
    }
};

Error wrong(const OwnKernel& kernel, const char* what)
{
    return {ErrorKind::InvalidInput,
            "own-kernel.number",
            "%1: %2",
            {kernel.name.empty() ? "this kernel" : kernel.name, what}};
}

bool isCount(double value) { return std::isfinite(value) && value >= 0.0; }

Result<void> check(const OwnKernel& kernel, const EnvelopeDevice& device)
{
    if (!(device.bandwidth.value() > 0.0) || !(device.compute.value() > 0.0) || !isCount(device.launch.value())
        || !isCount(device.fixed.value()))
        return wrong(
            kernel,
            "the device needs a bandwidth and a compute rate above zero, and a launch cost that is not negative");
    if (!isCount(kernel.time.value()) || kernel.time == Seconds())
        return wrong(kernel, "the time must be more than zero seconds");
    const auto isRight = [](Bytes bytes) { return isCount(bytes.value()); };
    if (!isCount(kernel.flops.value()) || !isRight(kernel.bytes) || !std::ranges::all_of(kernel.throughCaches, isRight)
        || !isCount(kernel.launches))
        return wrong(kernel, "FLOP, bytes and launches must be zero or more");
    if (kernel.flops == Flops() && trafficOf(kernel).empty() && (kernel.launches == 0.0 || kernel.flopsUnknown))
        return wrong(kernel, "enter FLOP, bytes or launches; without them there is nothing to analyse");
    return {};
}

/// Each level that the device has a bandwidth of, the longest time first; of equal times the farther level.
std::vector<LevelTerm> termsOf(const OwnKernel& kernel, const EnvelopeDevice& device)
{
    std::vector<LevelTerm> terms;
    for (LevelTraffic& traffic : trafficOf(kernel)) {
        BytesPerSecond bandwidth = device.bandwidth;
        for (std::size_t i = 0; i < cacheLevels.size(); ++i)
            if (traffic.roof == bandwidthRoofId(cacheLevels[i]))
                bandwidth = device.caches[i];
        if (bandwidth > BytesPerSecond())
            terms.insert(terms.begin(), {std::move(traffic), bandwidth});
    }
    std::stable_sort(terms.begin(), terms.end(),
                     [](const LevelTerm& a, const LevelTerm& b) { return a.time() > b.time(); });
    return terms;
}

/// The device whose memory is as fast as any figure of it.
EnvelopeDevice atHighest(EnvelopeDevice device)
{
    device.bandwidth = std::max(device.bandwidth, device.highest);
    for (std::size_t i = 0; i < cacheLevels.size(); ++i)
        if (device.caches[i] > BytesPerSecond())
            device.caches[i] = std::max(device.caches[i], device.highestOfCaches[i]);
    return device;
}

/// What the roofs do not account for of the measured time stays as it is.
Lever leverTo(LeverKind kind, Seconds measured, const Terms& now, const Terms& then)
{
    const Seconds before = std::max(measured, now.time());
    const Seconds after = before - (now.time() - then.time());
    return {.kind = kind,
            .speedup = after > Seconds() ? before / after : 1.0,
            .before = before,
            .after = after,
            .limitAfter = then.limit(),
            .workload = std::nullopt,
            .roof = {}};
}

} // namespace

std::string_view ranOn(const OwnKernel& kernel)
{
    return kernel.device.empty() && !kernel.source.empty() ? unnamedProcessor : std::string_view(kernel.device);
}

const KernelSlope* slopeAlong(const OwnKernel& kernel, std::string_view name)
{
    const auto found = std::ranges::find(kernel.slopes, name, &KernelSlope::name);
    return found == kernel.slopes.end() ? nullptr : &*found;
}

std::optional<Regime> regimeBySlopes(const OwnKernel& kernel)
{
    const KernelSlope* operations = slopeAlong(kernel, variedOperations);
    const KernelSlope* size = slopeAlong(kernel, variedSize);
    if (operations == nullptr || size == nullptr || operations->fewRuns || size->fewRuns)
        return std::nullopt;
    return regimeBySlopes(Slope{operations->value, operations->halfWidth}, Slope{size->value, size->halfWidth});
}

std::vector<LevelTraffic> trafficOf(const OwnKernel& kernel)
{
    std::vector<LevelTraffic> traffic;
    for (std::size_t i = 0; i < cacheLevels.size(); ++i)
        if (kernel.throughCaches[i] > Bytes())
            traffic.push_back({bandwidthRoofId(cacheLevels[i]), kernel.throughCaches[i]});
    if (kernel.bytes > Bytes())
        traffic.push_back({bandwidthRoofId("dram"), kernel.bytes});
    return traffic;
}

bool lacksBytes(const OwnKernel& kernel)
{
    return !kernel.source.empty() && kernel.work != WorkOrigin::Typed && kernel.flops > Flops()
        && trafficOf(kernel).empty();
}

EnvelopeDevice deviceFor(const OwnKernel& kernel, EnvelopeDevice device)
{
    if (!kernel.source.empty())
        device.launch = device.fixed = Seconds();
    return device;
}

Result<OwnKernelVerdict> judge(const OwnKernel& kernel, const EnvelopeDevice& given)
{
    const EnvelopeDevice device = deviceFor(kernel, given);
    if (const auto valid = check(kernel, device); !valid)
        return valid.error();
    std::vector<LevelTerm> levels = termsOf(kernel, device);
    if (levels.empty() && !trafficOf(kernel).empty())
        return wrong(kernel, "this device has no bandwidth for the caches whose bytes were counted; also enter the "
                             "bytes between memory and the caches");
    const Terms now{.compute = kernel.flops / device.compute,
                    .memory = levels.empty() ? Seconds() : levels.front().time(),
                    .submit = kernel.launches * device.launch,
                    .onTop = kernel.launches * device.onTop(),
                    .fixed = kernel.launches > 0.0 ? device.fixed : Seconds()};
    const auto changed = [&now](auto change) {
        Terms then = now;
        change(then);
        return then;
    };
    OwnKernelVerdict verdict;
    verdict.intensity = kernel.bytes > Bytes() ? kernel.flops / kernel.bytes
                                               : FlopsPerByte(std::numeric_limits<double>::infinity());
    verdict.rate = kernel.flops / kernel.time;
    verdict.bandwidth = kernel.bytes / kernel.time;
    verdict.compute = now.compute;
    verdict.memory = now.memory;
    verdict.levels = std::move(levels);
    verdict.flopsUnknown = kernel.flopsUnknown;
    verdict.bytesUnknown = lacksBytes(kernel);
    verdict.overhead = now.overhead();
    verdict.predicted = now.time();
    verdict.limit = now.limit();
    verdict.shareOfRoof = now.time() / kernel.time;
    Terms fastest = now;
    if (!verdict.levels.empty())
        fastest.memory = termsOf(kernel, atHighest(device)).front().time();
    verdict.shareOfHighest = fastest.time() / kernel.time;
    if (kernel.launches > 1.0)
        verdict.levers.push_back(leverTo(LeverKind::GraphLaunches, kernel.time, now, changed([&](Terms& then) {
                                             then.submit = device.launch;
                                             then.onTop = device.onTop();
                                         })));
    if (verdict.isOfAllCounts()) {
        verdict.levers.push_back(leverTo(LeverKind::DoubleCompute, kernel.time, now,
                                         changed([](Terms& then) { then.compute = then.compute / 2.0; })));
        verdict.levers.push_back(leverTo(LeverKind::DoubleBandwidth, kernel.time, now,
                                         changed([](Terms& then) { then.memory = then.memory / 2.0; })));
    }
    verdict.levers.push_back(leverTo(LeverKind::HalveLaunch, kernel.time, now, changed([](Terms& then) {
                                         then.submit = then.submit / 2.0;
                                         then.onTop = then.onTop / 2.0;
                                         then.fixed = then.fixed / 2.0;
                                     })));
    if (verdict.isOfAllCounts() && verdict.shareOfRoof > 0.0 && verdict.shareOfRoof < 1.0)
        verdict.levers.push_back({.kind = LeverKind::ReachRoofs,
                                  .speedup = 1.0 / verdict.shareOfRoof,
                                  .before = kernel.time,
                                  .after = now.time(),
                                  .limitAfter = now.limit(),
                                  .workload = std::nullopt,
                                  .roof = {}});
    std::stable_sort(verdict.levers.begin(), verdict.levers.end(),
                     [](const Lever& a, const Lever& b) { return a.speedup > b.speedup; });
    return verdict;
}

} // namespace ridgepoint
