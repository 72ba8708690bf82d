// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/verdict.h"

#include "core/analysis/outrun.h"
#include "core/analysis/time_fit.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr std::array regimes{Regime::Compute, Regime::Memory, Regime::Overhead, Regime::UnderFilled};
/// A kernel may reach half of a roof that another kernel set; what is slower than that is not explained by it.
constexpr double leastEfficiency = 0.5;
/// A launch costs this much more than its roof where what is launched differs.
constexpr double costliestLaunch = 1.5;
/// A range wider than this has disturbed rounds in it: no more of it counts as how slow the device can be.
constexpr double widestRoof = 4.0;
/// A term that cannot be a third of the time is not what limits it.
constexpr double leastTerm = 1.0 / 3.0;
/// A share whose interval spans more than this may be nearly nothing and nearly everything.
constexpr double widestInterval = 0.8;
/// Shares that differ by less are a close call where a verdict is ambiguous; of others the larger is probable.
constexpr double closeShares = 0.2;
/// The largest share is told from the next by so much at least, as TimeFit has it.
constexpr double leastLead = 1.35;

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

/// What launches and work take of a time by their roofs, before a map has raised any, and the most that each regime's
/// roof lets it take.
struct RoofParts {
    double launches = 0.0;
    double work = 0.0;
    Regime longest = Regime::Compute; ///< of the work
    std::array<double, 4> largest{};  ///< by Regime
};

RoofParts roofParts(const FittedPoint& fitted, Seconds time, const std::array<double, 4>& slowest)
{
    RoofParts parts;
    for (const Regime regime : regimes) {
        const double part = fitted.roofTerms[placeOf(regime)] / time;
        parts.largest[placeOf(regime)] = std::min(1.0, part * slowest[placeOf(regime)]);
        if (regime != Regime::Overhead && part > parts.work) {
            parts.work = part;
            parts.longest = regime;
        }
    }
    parts.launches = fitted.roofTerms[placeOf(Regime::Overhead)] / time;
    if (fitted.hidden > Seconds()) {
        // A queue waits for the device or for the host, whichever takes longer: by the same corner as the fit has.
        const double host = parts.launches;
        const double gap = host - fitted.hidden / time;
        const double byHost = 1.0 / (1.0 + std::pow((parts.work + gap) / host, hostCorner));
        parts.launches = gap * (1.0 - byHost) + host * byHost;
        parts.work *= 1.0 - byHost;
    }
    return parts;
}

/// In a time that the roofs together allow, no part has more than the others' roofs leave of it. A time that is
/// shorter, by its whole interval, refutes one of them, and nobody knows which: then the fit stands, which raises roofs
/// that its map outran. `slowEnd` is the end of the interval over the time.
void holdToTheRoofs(Shares& shares, const RoofParts& parts, double slowEnd)
{
    if (parts.launches + parts.work > clearlyBeyondRoof * slowEnd)
        return;
    // In a time a little shorter than the roofs allow, launches have what lies between their own and what work leaves.
    const double launches = std::min(1.0, parts.launches);
    const double besideWork = std::max(0.0, 1.0 - parts.work);
    const double fewest = std::min(launches, besideWork);
    const double most = std::max(launches, besideWork);
    shares.overhead = std::clamp(shares.overhead, fewest, most);
    const double work = shares.compute + shares.memory + shares.underFilled;
    const double held = std::clamp(work, 1.0 - most, 1.0 - fewest);
    if (work == held)
        return;
    double missing = held;
    for (const Regime regime : {Regime::Compute, Regime::Memory, Regime::UnderFilled}) {
        const double share = work > 0.0 ? shares.of(regime) * held / work : 0.0;
        setShare(shares, regime, std::min(share, parts.largest[placeOf(regime)]));
        missing -= shares.of(regime);
    }
    // What they cannot take is the longest's, which takes at least as much as its roof says.
    if (missing > 0.0)
        setShare(shares, parts.longest, shares.of(parts.longest) + missing);
}

/// Whether the shares tell the largest from the next: what the roofs made of the fit's may be a close call, and what
/// they turned over is one.
bool isCloseCall(const Shares& shares, const Shares& byFit)
{
    const Regime first = shares.largest();
    return first != byFit.largest() || std::ranges::any_of(regimes, [&](Regime other) {
               return other != first && shares.of(first) < leastLead * shares.of(other);
           });
}

Verdict verdictOfSlopes(const MeasuredShares& slopes)
{
    return {.regime = slopes.regime,
            .shares = slopes.shares,
            .intervals = slopes.intervals,
            .flags = slopes.flags,
            .basis = Basis::Slopes};
}

/// Whether the interval of the regime's share and that of another one span nearly everything: then the one is no
/// likelier than the other, whichever share is the larger.
bool isAnybodysGuess(Regime regime, const std::array<Interval, 4>& intervals)
{
    const auto saysNothing = [](const Interval& interval) { return interval.high - interval.low > widestInterval; };
    return saysNothing(intervals[placeOf(regime)]) && std::ranges::count_if(intervals, saysNothing) > 1;
}

/// The verdict with what it may be as well, of the regimes that may limit the sample.
Verdict withRunnerUp(Verdict verdict, const Sample& sample, const std::optional<Prediction>& prediction,
                     const std::array<bool, 4>& mayLimit = {true, true, true, true})
{
    if (!verdict.regime || !verdict.flags.has(Flag::Ambiguous))
        return verdict;
    const auto shareOfRoof = prediction ? std::optional(std::max(prediction->compute, prediction->memory) / sample.time)
                                        : std::nullopt;
    const auto other = runnerUp(verdict.shares, *verdict.regime, shareOfRoof, mayLimit);
    if (other && verdict.shares.of(*verdict.regime) - verdict.shares.of(*other) < closeShares)
        verdict.runnerUp = other;
    return verdict;
}

/// The verdict without its regime where that is anybody's guess.
Verdict asFarAsItCanBeTold(Verdict verdict)
{
    if (verdict.regime && isAnybodysGuess(*verdict.regime, verdict.intervals)) {
        verdict.regime.reset();
        verdict.flags |= Flag::Ambiguous;
        verdict.flags.remove(Flag::UnderFilled);
    }
    return verdict;
}

} // namespace

std::array<double, 4> slowestTerms(const Prediction& prediction, const RoofSet& roofs, bool isStateKnown)
{
    if (isStateKnown) // and taken off: a roof's range would count the same slowness twice
        return {1.0 / leastEfficiency, 1.0 / leastEfficiency, costliestLaunch, costliestLaunch};
    return {slowestFactor(roofs.find(prediction.computeRoof)), slowestFactor(roofs.find(prediction.bandwidthRoof)),
            costliestFactor(roofs.find(prediction.launchRoof)), costliestFactor(roofs.find(prediction.latencyRoof))};
}

std::optional<Verdict> verdictOf(const Sample& sample, const std::optional<FittedPoint>& fitted,
                                 const std::optional<Prediction>& prediction, const RoofSet& roofs,
                                 const std::optional<MeasuredShares>& slopes)
{
    if (!fitted || !prediction)
        return slopes ? std::optional(withRunnerUp(asFarAsItCanBeTold(verdictOfSlopes(*slopes)), sample, prediction))
                      : std::nullopt;

    Verdict verdict{.basis = Basis::Roofs};
    // A time between two measured ones departs from the fit by what lies between them, which explains nothing.
    const bool isMeasured = !sample.flags.has(Flag::Interpolated);
    // A map may outrun its roofs; a time that the roofs themselves account for, as the equation beside it says, leaves
    // nothing open.
    const double reached = isMeasured ? std::min(1.0, std::max(fitted->time, prediction->time) / sample.time) : 1.0;
    const Seconds time = isMeasured ? sample.time * (fitted->referenceTime / fitted->time) : fitted->referenceTime;
    const bool isStateKnown = !isMeasured || sample.controls != ControlReadings{};
    const std::array<double, 4> slowest = slowestTerms(*prediction, roofs, isStateKnown);
    const RoofParts parts = roofParts(*fitted, time, slowest);
    for (const Regime regime : regimes)
        setShare(verdict.shares, regime, std::min(fitted->shares.of(regime) * reached, parts.largest[placeOf(regime)]));
    const Shares byFit = verdict.shares;
    holdToTheRoofs(verdict.shares, parts, std::max(1.0, sample.high / sample.time));
    verdict.shares.unexplained = 1.0;
    for (const Regime regime : regimes) {
        const std::size_t place = placeOf(regime);
        const double share = verdict.shares.of(regime);
        verdict.shares.unexplained -= share;
        // From the fit's to the roofs' where they differ.
        verdict.intervals[place] = {std::min(fitted->intervals[place].low * reached, share),
                                    std::max(share, std::min(fitted->intervals[place].high, parts.largest[place]))};
    }
    verdict.shares.unexplained = std::max(0.0, verdict.shares.unexplained);

    const Regime first = verdict.shares.largest();
    // In the reference state, and in that of the measurement: what is named must not be refuted by the time beside it.
    // Between measured cells the state is a mean of theirs, but it was none slower than those that were met.
    std::array<bool, 4> mayLimit{};
    for (const Regime regime : regimes) {
        const Seconds here = isMeasured ? termOf(*prediction, regime) : fitted->slowTerms[placeOf(regime)];
        mayLimit[placeOf(regime)] = fitted->roofTerms[placeOf(regime)] >= time * leastTerm
                                 && here >= sample.time * leastTerm;
    }
    if (mayLimit[placeOf(first)])
        verdict.regime = first;
    const bool isLatencyUnknown = prediction->latencyRoof.empty();
    if (!verdict.regime && isLatencyUnknown && slopes && slopes->regime == Regime::UnderFilled
        && !isAnybodysGuess(slopes->regime, slopes->intervals))
        return withRunnerUp(verdictOfSlopes(*slopes), sample, prediction, mayLimit);
    if (!fitted->isCertain || isCloseCall(verdict.shares, byFit) || !verdict.regime
        || verdict.shares.unexplained >= verdict.shares.of(first))
        verdict.flags |= Flag::Ambiguous;
    if (verdict.regime == Regime::UnderFilled)
        verdict.flags |= Flag::UnderFilled;
    if (slopes)
        for (const Flag flag : {Flag::CacheTransition, Flag::Edge})
            if (slopes->flags.has(flag))
                verdict.flags |= flag;
    return withRunnerUp(asFarAsItCanBeTold(verdict), sample, prediction, mayLimit);
}

} // namespace ridgepoint
