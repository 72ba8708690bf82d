// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/prediction.h"
#include "core/model/cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ridgepoint {

Result<const Roof*> requireRoof(const RoofSet& roofs, const std::string& id)
{
    const Roof* roof = roofs.find(id);
    if (roof != nullptr && roof->value > 0.0)
        return roof;
    return Error{ErrorKind::Unavailable,
                 "prediction.roof-missing",
                 "No prediction: the roof %1 of %2 has not been measured; measure the roofs first.",
                 {id, roofs.device}};
}

namespace {

/// W of a workload, with the roofs that it comes from.
struct Bandwidth {
    BytesPerSecond value;
    std::string roof; ///< id of the level that the footprint falls in, or of the slower part of two
    std::optional<SharedService> shared;
};

Result<Bandwidth> requireBandwidth(const Workload& workload, const RoofSet& roofs, const DeviceState& state = {})
{
    const auto bandwidthOf = [&](const Roof& roof) { return BytesPerSecond(valueIn(state, roof, roofs)); };
    const Bytes footprint = footprintOf(workload);
    const MemoryLevel* level = roofs.levelFor(footprint);
    const auto own = requireRoof(roofs, bandwidthRoofId(level != nullptr ? level->name : "dram"));
    if (!own)
        return own.error();
    if (auto shared = roofs.sharedServiceOf(footprint)) {
        const auto cache = requireRoof(roofs, shared->cacheRoof);
        const auto memory = requireRoof(roofs, shared->memoryRoof);
        if (cache && memory) {
            const bool waitsForCache = shared->fromCache / bandwidthOf(**cache).value()
                                     > (1.0 - shared->fromCache) / bandwidthOf(**memory).value();
            return Bandwidth{sharedBandwidth(shared->fromCache, bandwidthOf(**cache), bandwidthOf(**memory)),
                             waitsForCache ? (*cache)->id : (*memory)->id, std::move(shared)};
        }
    }
    return Bandwidth{bandwidthOf(**own), (*own)->id, std::nullopt};
}

Regime largestTerm(const Prediction& prediction)
{
    if (prediction.hiddenWork() >= prediction.work())
        return Regime::Overhead;
    if (prediction.latency > std::max(prediction.compute, prediction.memory))
        return Regime::UnderFilled;
    return prediction.compute >= prediction.memory ? Regime::Compute : Regime::Memory;
}

Seconds powerLaw(Seconds first, Seconds second, double share)
{
    if (!(first > Seconds()) || !(second > Seconds()))
        return second * share + first * (1.0 - share);
    return Seconds(first.value() * std::pow(second / first, share));
}

/// Where two power laws cross, as a share of the way; nullopt where they do not between the two places.
std::optional<double> crossing(Seconds a0, Seconds a1, Seconds b0, Seconds b1)
{
    if (!(a0 > Seconds() && a1 > Seconds() && b0 > Seconds() && b1 > Seconds()))
        return std::nullopt;
    const double before = std::log(a0 / b0);
    const double after = std::log(a1 / b1);
    if (before * after >= 0.0)
        return std::nullopt;
    return before / (before - after);
}

/// By how much the work and what lies between kernels outlast the host's handing over.
Seconds beyondTheHost(const Prediction& prediction) { return prediction.work() + prediction.gap - prediction.overhead; }

} // namespace

Result<Prediction> predict(const Workload& workload, const RoofSet& roofs, DeviceKind kind, const DeviceState& state)
{
    const auto compute = requireRoof(roofs, computeRoofId(workload.operation, workload.precision));
    if (!compute)
        return compute.error();
    const auto bandwidth = requireBandwidth(workload, roofs, state);
    if (!bandwidth)
        return bandwidth.error();
    const auto launch = requireRoof(roofs, launchRoofId(workload.launchMode));
    if (!launch)
        return launch.error();

    const Cost cost = costOf(workload);
    const auto launches = static_cast<double>(cost.launches);
    const Roof* fixedRoof = costsOnceAChain(workload.launchMode, kind) ? roofs.find(launchFixedRoofId) : nullptr;
    const Seconds fixed(fixedRoof != nullptr ? valueIn(state, *fixedRoof, roofs) : 0.0);

    Prediction prediction;
    prediction.compute = cost.flops / FlopsPerSecond(valueIn(state, **compute, roofs));
    prediction.memory = cost.bytes / bandwidth->value;
    const Seconds submit = Seconds(valueIn(state, **launch, roofs)) * launches;
    const Roof* gapRoof = workload.launchMode == LaunchMode::Queued ? roofs.find(deviceGapRoofId) : nullptr;
    const Seconds gap = gapRoof != nullptr ? std::min(submit, Seconds(gapRoof->value) * launches) : submit;
    if (const Roof* latency = roofs.find(latencyRoofId(workload.operation, workload.precision))) {
        prediction.latency = Seconds(valueIn(state, *latency, roofs)
                                     * static_cast<double>(workload.operationsPerElement * workload.fusionDepth)
                                     * launches);
        prediction.latencyRoof = latency->id;
    }
    prediction.overhead = submit + fixed;
    prediction.gap = gap + fixed;
    prediction.fixed = fixed;
    prediction.time = std::max(prediction.work() + prediction.gap, prediction.overhead);
    prediction.limit = largestTerm(prediction);
    prediction.computeRoof = (*compute)->id;
    prediction.bandwidthRoof = bandwidth->roof;
    prediction.shared = bandwidth->shared;
    prediction.launchRoof = (*launch)->id;
    return prediction;
}

Prediction predictionBetween(const Prediction& first, const Prediction& second, double share)
{
    Prediction between = share < 0.5 ? first : second;
    between.compute = powerLaw(first.compute, second.compute, share);
    between.memory = powerLaw(first.memory, second.memory, share);
    between.overhead = powerLaw(first.overhead - first.fixed, second.overhead - second.fixed, share) + between.fixed;
    between.gap = powerLaw(first.gap - first.fixed, second.gap - second.fixed, share) + between.fixed;
    between.latency = powerLaw(first.latency, second.latency, share);
    between.time = std::max(between.work() + between.gap, between.overhead);
    between.limit = largestTerm(between);
    return between;
}

namespace {

/// Where the work begins or ceases to hide the host, as a share of the way; nullopt where it does neither. The sum is
/// no power law, so that it is found by halving.
std::optional<double> whereTheHostIsHidden(const Prediction& first, const Prediction& second)
{
    constexpr int halvings = 40;
    const bool isHiddenAtFirst = beyondTheHost(first) > Seconds();
    if (isHiddenAtFirst == (beyondTheHost(second) > Seconds()))
        return std::nullopt;
    double low = 0.0;
    double high = 1.0;
    for (int i = 0; i < halvings; ++i) {
        const double middle = 0.5 * (low + high);
        const bool isHidden = beyondTheHost(predictionBetween(first, second, middle)) > Seconds();
        (isHidden == isHiddenAtFirst ? low : high) = middle;
    }
    return low;
}

} // namespace

std::vector<double> crossoversBetween(const Prediction& first, const Prediction& second)
{
    std::vector<double> shares;
    constexpr std::array terms{&Prediction::compute, &Prediction::memory, &Prediction::latency};
    const auto isLongest = [&](Seconds Prediction::*term, double share) {
        const Prediction there = predictionBetween(first, second, share);
        return there.*term >= there.work() * (1.0 - 1e-9);
    };
    for (std::size_t a = 0; a < terms.size(); ++a)
        for (std::size_t b = a + 1; b < terms.size(); ++b)
            if (const auto ridge = crossing(first.*terms[a], second.*terms[a], first.*terms[b], second.*terms[b]);
                ridge && isLongest(terms[a], *ridge))
                shares.push_back(*ridge);
    if (const auto bend = whereTheHostIsHidden(first, second))
        shares.push_back(*bend);
    std::sort(shares.begin(), shares.end());
    return shares;
}

Result<FlopsPerByte> ridgePoint(const Workload& workload, const RoofSet& roofs)
{
    const auto compute = requireRoof(roofs, computeRoofId(workload.operation, workload.precision));
    if (!compute)
        return compute.error();
    const auto bandwidth = requireBandwidth(workload, roofs);
    if (!bandwidth)
        return bandwidth.error();
    return FlopsPerSecond((*compute)->value) / bandwidth->value;
}

std::vector<LevelTraffic> trafficOf(const Workload& workload, const RoofSet& roofs)
{
    const Bytes bytes = costOf(workload).bytes;
    std::vector<LevelTraffic> traffic;
    const auto add = [&](std::string roof, Bytes through) {
        if (roofs.find(roof) != nullptr)
            traffic.push_back({std::move(roof), through});
    };
    const Bytes footprint = footprintOf(workload);
    const auto shared = roofs.sharedServiceOf(footprint);
    const MemoryLevel* serving = roofs.levelFor(footprint);
    if (serving == nullptr) {
        add(bandwidthRoofId("dram"), bytes);
        return traffic;
    }
    const std::string last = shared ? shared->memoryRoof : bandwidthRoofId(serving->name);
    // A GPU's levels begin with its L2, because no cache of a multiprocessor holds a tensor from pass to pass; all goes
    // through it.
    if (roofs.levels.front().name != "l1")
        add(bandwidthRoofId("l1"), bytes);
    for (const MemoryLevel& level : roofs.levels) {
        const std::string roof = bandwidthRoofId(level.name);
        const bool isLast = roof == last;
        add(roof, shared && isLast ? bytes * (1.0 - shared->fromCache) : bytes);
        if (isLast)
            break;
    }
    return traffic;
}

} // namespace ridgepoint
