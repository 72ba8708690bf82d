// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/doubling.h"

namespace ridgepoint {
namespace {

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
