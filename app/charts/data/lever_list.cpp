// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/lever_list.h"

#include "core/analysis/compare.h"
#include "core/analysis/knees.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::int64_t elementsWithoutKnee = std::int64_t{1} << 25;

/// Neither filled in between nor predicted.
bool isFound(const Sample& sample)
{
    return !sample.flags.has(Flag::Interpolated)
        && (sample.provenance == Provenance::Measured || sample.provenance == Provenance::Published);
}

} // namespace

SampleLookup lookupIn(SnapshotPointer snapshot)
{
    return [snapshot = std::move(snapshot)](const Workload& workload) -> std::shared_ptr<const Sample> {
        for (const Sample& sample : snapshot->samples)
            if (sample.workload == workload && isFound(sample))
                return {snapshot, &sample};
        return nullptr;
    };
}

std::optional<MeasuredSpeedup> measuredSpeedup(const SampleLookup& find, const Workload& before, const Workload& after)
{
    const auto slow = find(before);
    const auto fast = find(after);
    const auto times = slow && fast ? compareTimes(*slow, *fast) : std::nullopt;
    if (!times)
        return std::nullopt;
    const double growth = static_cast<double>(after.elements) / static_cast<double>(before.elements);
    return MeasuredSpeedup{growth * times->speedup,
                           {growth * times->range.low, growth * times->range.high},
                           times->claimsCoverage,
                           std::max(slow->provenance, fast->provenance)};
}

std::vector<LeverFact> leversAt(const Workload& workload, const Snapshot& snapshot, const SampleLookup& find)
{
    std::vector<LeverFact> facts;
    const std::int64_t largest = largestElements(snapshot.device, &snapshot.roofs, workload.precision);
    if (auto levers = leversOf(workload, snapshot.roofs, snapshot.device.kind, {.largestElements = largest}))
        for (Lever& lever : *levers) {
            LeverFact fact{std::move(lever), std::nullopt};
            if (fact.lever.workload)
                fact.measured = measuredSpeedup(find, workload, *fact.lever.workload);
            facts.push_back(std::move(fact));
        }
    return facts;
}

LeverRows leverRows(const std::vector<LeverFact>& levers, const std::optional<TriedLever>& tried)
{
    LeverRows rows;
    for (const LeverFact& fact : levers) {
        const bool isTried = tried && tried->lever.workload == fact.lever.workload;
        const bool hasRow = fact.lever.helps() || (fact.measured && (isTried || fact.measured->factor >= leastHelp));
        (hasRow ? rows.shown : rows.others).push_back(&fact);
    }
    return rows;
}

std::int64_t largestElements(const DeviceInfo& device, const RoofSet* roofs, Precision precision)
{
    // A power of two: it keeps the grid in place when the knee is measured again a little to the side.
    if (roofs != nullptr && lastCacheKnee(roofs->levels, roofs->threads) > Bytes(0.0))
        return std::max(defaultElements(roofs->levels, roofs->threads, precision, device.memory, device.kind),
                        std::int64_t{1024});
    const double room = device.memory.value() > 0.0 ? device.memory.value() / 4.0 : 1e12;
    std::int64_t elements = elementsWithoutKnee;
    while (elements > 1024 && static_cast<double>(elements) * bytesPerElement(precision) > room)
        elements /= 2;
    return elements;
}

} // namespace ridgepoint
