// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/verdict.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr std::array regimes{Regime::Compute, Regime::Memory, Regime::Overhead, Regime::UnderFilled};
/// A kernel may reach half of a roof that another kernel set; what is slower than that is not explained by it.
constexpr double leastEfficiency = 0.5;
/// A launch costs this much more than its roof where what is launched differs.
constexpr double costliestLaunch = 1.5;
/// Roofs whose rounds differ more were disturbed, which says nothing of how slow the device can be.
constexpr double widestRoof = 4.0;
/// A term that cannot be a third of the time is not what limits it.
constexpr double leastTerm = 1.0 / 3.0;

/// By how much a rate's slow end takes longer than its value.
double slowestFactor(const Roof* roof)
{
    const double range = roof != nullptr && roof->low > 0.0 ? roof->value / roof->low : 1.0;
    return std::clamp(range, 1.0 / leastEfficiency, widestRoof);
}

double costliestFactor(const Roof* roof)
{
    const double range = roof != nullptr && roof->value > 0.0 ? roof->high / roof->value : 1.0;
    return std::clamp(range, costliestLaunch, widestRoof);
}

std::size_t placeOf(Regime regime) { return static_cast<std::size_t>(regime); }

void setShare(Shares& shares, Regime regime, double value)
{
    switch (regime) {
    case Regime::Compute: shares.compute = value; break;
    case Regime::Memory: shares.memory = value; break;
    case Regime::Overhead: shares.overhead = value; break;
    case Regime::UnderFilled: shares.underFilled = value; break;
    }
}

Seconds termOf(const Prediction& prediction, Regime regime)
{
    switch (regime) {
    case Regime::Compute: return prediction.compute;
    case Regime::Memory: return prediction.memory;
    case Regime::Overhead: return prediction.overhead;
    case Regime::UnderFilled: return prediction.latency;
    }
    return {};
}

double slowerIn(const DeviceState& state, Regime regime)
{
    switch (regime) {
    case Regime::Memory: return std::max(state.memory, state.compute);
    case Regime::Overhead: return state.launch;
    case Regime::Compute:
    case Regime::UnderFilled: break;
    }
    return state.compute;
}

Verdict verdictOfSlopes(const MeasuredShares& slopes)
{
    return {.regime = slopes.regime, .shares = slopes.shares, .intervals = slopes.intervals, .flags = slopes.flags, .basis = Basis::Slopes};
}

} // namespace

std::array<double, 4> largestShares(const Sample& sample, const Prediction& prediction, const RoofSet& roofs)
{
    std::array<double, 4> largest{};
    for (const Regime regime : regimes) {
        double factor = 1.0;
        switch (regime) {
        case Regime::Compute: factor = slowestFactor(roofs.find(prediction.computeRoof)); break;
        case Regime::Memory: factor = slowestFactor(roofs.find(prediction.bandwidthRoof)); break;
        case Regime::Overhead: factor = costliestFactor(roofs.find(prediction.launchRoof)); break;
        case Regime::UnderFilled: factor = costliestFactor(roofs.find(prediction.latencyRoof)); break;
        }
        largest[placeOf(regime)] = std::clamp(termOf(prediction, regime) / sample.time * factor * slowerIn(sample.state, regime), 0.0, 1.0);
    }
    return largest;
}

std::optional<Verdict> verdictOf(const Sample& sample, const std::optional<FittedPoint>& fitted, const std::optional<Prediction>& prediction,
                                 const RoofSet& roofs, const std::optional<MeasuredShares>& slopes)
{
    if (!fitted || !prediction)
        return slopes ? std::optional(verdictOfSlopes(*slopes)) : std::nullopt;

    Verdict verdict{.basis = Basis::Roofs};
    const bool isMeasured = !sample.flags.has(Flag::Interpolated);
    // A time between two measured ones departs from the fit by what lies between them, which explains nothing.
    const double reached = isMeasured ? std::min(1.0, fitted->time / sample.time) : 1.0;
    const std::array<double, 4> largest = largestShares(sample, *prediction, roofs);
    verdict.shares.unexplained = 1.0;
    for (const Regime regime : regimes) {
        const std::size_t place = placeOf(regime);
        const double share = std::min(fitted->shares.of(regime) * reached, largest[place]);
        setShare(verdict.shares, regime, share);
        verdict.shares.unexplained -= share;
        verdict.intervals[place] = {std::min(fitted->intervals[place].low * reached, share), std::max(share, std::min(fitted->intervals[place].high, largest[place]))};
    }
    verdict.shares.unexplained = std::max(0.0, verdict.shares.unexplained);

    const Regime first = verdict.shares.largest();
    const double term = termOf(*prediction, first) / sample.time * slowerIn(sample.state, first);
    if (term >= leastTerm)
        verdict.regime = first;
    const bool isLatencyUnknown = prediction->latencyRoof.empty();
    if (!verdict.regime && isLatencyUnknown && slopes && slopes->regime == Regime::UnderFilled)
        return verdictOfSlopes(*slopes);
    if (!fitted->isCertain || !verdict.regime || verdict.shares.unexplained >= verdict.shares.of(first))
        verdict.flags |= Flag::Ambiguous;
    if (verdict.regime == Regime::UnderFilled)
        verdict.flags |= Flag::UnderFilled;
    if (slopes)
        for (const Flag flag : {Flag::CacheTransition, Flag::Edge})
            if (slopes->flags.has(flag))
                verdict.flags |= flag;
    return verdict;
}

} // namespace ridgepoint
