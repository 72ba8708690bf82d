// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/compare.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ridgepoint {
namespace {

/// A sample's interval, root of two wider; never down to zero, which would be an endless speed-up.
Interval widened(const Sample& sample)
{
    const double time = sample.time.value();
    const double below = std::max(0.0, time - sample.low.value());
    const double above = std::max(0.0, sample.high.value() - time);
    return {std::max(time - std::numbers::sqrt2 * below, time * 1e-3), time + std::numbers::sqrt2 * above};
}

bool isTime(Seconds time) { return std::isfinite(time.value()) && time > Seconds(); }

std::vector<std::string> idsOf(std::span<const RoofSet> devices, RoofKind kind)
{
    std::vector<std::string> ids;
    for (const RoofSet& device : devices)
        for (const Roof& roof : device.roofs)
            if (roof.kind == kind && std::find(ids.begin(), ids.end(), roof.id) == ids.end())
                ids.push_back(roof.id);
    return ids;
}

RoofTable::Row rowOf(std::span<const RoofSet> devices, const std::string& id)
{
    RoofTable::Row row{.id = id, .values = {}, .provenances = {}};
    for (const RoofSet& device : devices) {
        const Roof* roof = device.find(id);
        row.values.push_back(roof != nullptr ? std::optional(roof->value) : std::nullopt);
        row.provenances.push_back(roof != nullptr ? roof->provenance : Provenance::Measured);
    }
    return row;
}

/// The lesser claim of two: what is computed from a datasheet's figure is no measurement.
Provenance lesser(Provenance a, Provenance b) { return std::max(a, b); }

RoofTable::Row ridgesOf(const RoofTable::Row& compute, const RoofTable::Row& bandwidth)
{
    RoofTable::Row row{.id = compute.id, .values = {}, .provenances = {}};
    for (std::size_t i = 0; i < compute.values.size(); ++i) {
        const bool known = compute.values[i] && bandwidth.values[i] && *bandwidth.values[i] > 0.0;
        row.values.push_back(known ? std::optional(*compute.values[i] / *bandwidth.values[i]) : std::nullopt);
        row.provenances.push_back(lesser(compute.provenances[i], bandwidth.provenances[i]));
    }
    return row;
}

/// Of twice the size: half of the time follows it.
constexpr double halfFollows = 1.5;

DoublingVerdict verdictOf(double growth)
{
    if (growth <= hardlyMore)
        return DoublingVerdict::Overhead;
    if (growth < aboutTwice)
        return DoublingVerdict::Between;
    return growth <= clearlyMoreThanTwice ? DoublingVerdict::Proportional : DoublingVerdict::LeavesCache;
}

const Sample* measured(const Workload& workload, std::span<const Sample> samples)
{
    for (const Sample& sample : samples)
        if (sample.workload == workload && !sample.flags.has(Flag::Interpolated) && sample.time > Seconds())
            return &sample;
    return nullptr;
}

/// An end of a sample's interval, or its time where the interval is missing or does not hold it.
double lowOf(const Sample& sample)
{
    return sample.low > Seconds() && sample.low <= sample.time ? sample.low.value() : sample.time.value();
}
double highOf(const Sample& sample) { return sample.high >= sample.time ? sample.high.value() : sample.time.value(); }

} // namespace

std::optional<TimeComparison> compareTimes(const Sample& a, const Sample& b)
{
    if (!isTime(a.time) || !isTime(b.time))
        return std::nullopt;
    const Interval ofA = widened(a);
    const Interval ofB = widened(b);
    TimeComparison comparison{.speedup = a.time / b.time, .range = {ofA.low / ofB.high, ofA.high / ofB.low}};
    comparison.differs = comparison.range.low > 1.0 || comparison.range.high < 1.0;
    comparison.claimsCoverage = !a.flags.has(Flag::FewReadings) && !b.flags.has(Flag::FewReadings);
    return comparison;
}

RoofTable compareRoofs(std::span<const RoofSet> devices)
{
    RoofTable table;
    for (const RoofSet& device : devices)
        table.devices.push_back(device.device);
    for (const RoofKind kind : {RoofKind::Bandwidth, RoofKind::Compute, RoofKind::Launch, RoofKind::Latency})
        for (const std::string& id : idsOf(devices, kind))
            table.roofs.push_back(rowOf(devices, id));
    const RoofTable::Row memory = rowOf(devices, bandwidthRoofId("dram"));
    for (const std::string& id : idsOf(devices, RoofKind::Compute))
        if (unitOfRoof(id) == "FLOP/s")
            table.ridges.push_back(ridgesOf(rowOf(devices, id), memory));
    return table;
}

std::optional<DoublingTest> doublingTest(const Workload& workload, std::span<const Sample> samples)
{
    if (workload.elements > maximumElements / 2)
        return std::nullopt;
    Workload doubled = workload;
    doubled.elements *= 2;
    const Sample* once = measured(workload, samples);
    const Sample* twice = measured(doubled, samples);
    if (once == nullptr || twice == nullptr)
        return std::nullopt;
    DoublingTest test{.once = once->time,
                      .twice = twice->time,
                      .growth = twice->time / once->time,
                      .range = {lowOf(*twice) / highOf(*once), highOf(*twice) / lowOf(*once)}};
    test.verdict = verdictOf(test.growth);
    test.uncertain = verdictOf(test.range.low) != test.verdict || verdictOf(test.range.high) != test.verdict;
    test.tellsNothing = test.range.low <= hardlyMore && test.range.high >= aboutTwice;
    return test;
}

bool contradicts(const DoublingTest& test, Regime regime)
{
    const bool followsSize = regime == Regime::Compute || regime == Regime::Memory;
    switch (test.verdict) {
    case DoublingVerdict::Overhead: return followsSize;
    case DoublingVerdict::Between: return followsSize ? test.range.high < halfFollows : test.range.low > halfFollows;
    case DoublingVerdict::Proportional:
    case DoublingVerdict::LeavesCache: return !followsSize;
    }
    return false;
}

} // namespace ridgepoint
