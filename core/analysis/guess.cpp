// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/guess.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

bool isPositive(double value) { return value > 0.0 && std::isfinite(value); }

GuessReason reasonOf(bool slower, Regime regime)
{
    switch (regime) {
    case Regime::Compute:
    case Regime::UnderFilled: return slower ? GuessReason::ComputeSlower : GuessReason::ComputeFaster;
    case Regime::Memory: return slower ? GuessReason::MemorySlower : GuessReason::MemoryFaster;
    case Regime::Overhead: return slower ? GuessReason::OverheadMore : GuessReason::OverheadLess;
    }
    return GuessReason::Unknown;
}

/// How many times the sketch is too low (above 1) or too high (below 1) at a place; 1 where its interval holds it.
double offAt(const MeasuredPlace& place, double sketched)
{
    if (place.interval.low > sketched * rightWithin)
        return place.interval.low / sketched;
    if (place.interval.high < sketched / rightWithin)
        return place.interval.high / sketched;
    return 1.0;
}

/// The first place from which on the log-log slope, from its value on one curve to that on the other an octave and more
/// further, is 1/2 or above.
std::optional<std::size_t> firstRise(std::span<const CurvePlace> from, std::span<const CurvePlace> to)
{
    constexpr double rising = 0.5;
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t next = i + 1;
        while (next < from.size() && from[next].x < 2.0 * from[i].x)
            ++next;
        if (next >= from.size())
            return std::nullopt;
        if (std::log(to[next].value / from[i].value) / std::log(from[next].x / from[i].x) >= rising)
            return i;
    }
    return std::nullopt;
}

} // namespace

bool isTooWide(Interval interval)
{
    constexpr double widest = 4.0;
    return !std::isfinite(interval.high) || interval.high > widest * interval.low;
}

std::optional<NumberJudgement> judgeNumber(double guess, double measured, const std::optional<Interval>& interval)
{
    const auto factorTo = [guess](double number) { return std::max(guess / number, number / guess); };
    const bool hasRatio = isPositive(guess) && isPositive(measured);
    const bool isInside = interval && guess >= interval->low && guess <= interval->high;
    const bool isNarrow = interval && interval->low * rightWithin >= measured
                       && interval->high <= measured * rightWithin;
    if (isInside && isNarrow)
        return NumberJudgement{.verdict = NumberVerdict::Right};
    if (hasRatio && factorTo(measured) <= closeWithin)
        return NumberJudgement{NumberVerdict::Close, factorTo(measured), interval && !isNarrow};
    if (isInside)
        return NumberJudgement{.isUncertain = true};
    const double nearer = !interval ? measured : guess < interval->low ? interval->low : interval->high;
    if (!hasRatio || !isPositive(nearer))
        return std::nullopt;
    // Below one that has no upper end it is off by so much at least, however high the number may be.
    const bool isBounded = !interval || std::isfinite(interval->high);
    const double factor = factorTo(isBounded ? measured : nearer);
    if (interval && !isNarrow && factorTo(nearer) <= rightWithin)
        return NumberJudgement{NumberVerdict::Undecided, factor, true};
    return NumberJudgement{guess < nearer ? NumberVerdict::TooLow : NumberVerdict::TooHigh, factor,
                           interval && isBounded && isTooWide(*interval)};
}

std::optional<NumberJudgement> judgePlace(double guess, double measured, const std::optional<Interval>& interval)
{
    if (interval && !isTooWide(*interval) && guess >= interval->low && guess <= interval->high)
        return NumberJudgement{.verdict = NumberVerdict::Right};
    return judgeNumber(guess, measured, interval);
}

std::optional<double> valueAt(std::span<const CurvePlace> curve, double x)
{
    for (std::size_t i = 0; i < curve.size(); ++i) {
        if (curve[i].x == x)
            return curve[i].value;
        if (i + 1 < curve.size() && curve[i].x < x && x < curve[i + 1].x) {
            const double share = std::log(x / curve[i].x) / std::log(curve[i + 1].x / curve[i].x);
            return std::exp(std::lerp(std::log(curve[i].value), std::log(curve[i + 1].value), share));
        }
    }
    return std::nullopt;
}

std::optional<TimeJudgement> judgeTime(Seconds guess, Seconds measured, Interval interval, std::optional<Regime> regime)
{
    if (!isPositive(guess.value()) || !isPositive(measured.value()))
        return std::nullopt;
    TimeJudgement judgement{.ratio = measured / guess};
    const bool inside = interval.low <= guess.value() && guess.value() <= interval.high;
    if (judgement.ratio <= rightWithin && judgement.ratio >= 1.0 / rightWithin)
        judgement.reason = GuessReason::Right;
    else if (inside) // which is wider than that
        judgement.reason = GuessReason::Undecided;
    else if (regime)
        judgement.reason = reasonOf(judgement.ratio > 1.0, *regime);
    return judgement;
}

std::optional<BorderJudgement> judgeBorder(double guess, std::span<const RegimePlace> places,
                                           const std::optional<RegimePair>& between)
{
    std::optional<BorderJudgement> nearest;
    if (!isPositive(guess))
        return nearest;
    const auto isAsked = [&between](Regime before, Regime after) {
        return before != after
            && (!between || *between == RegimePair(before, after) || *between == RegimePair(after, before));
    };
    for (std::size_t i = 0; i + 1 < places.size(); ++i) {
        if (!isAsked(places[i].regime, places[i + 1].regime) || !isPositive(places[i].x)
            || !isPositive(places[i + 1].x))
            continue;
        BorderJudgement border{.place = std::sqrt(places[i].x * places[i + 1].x),
                               .before = places[i].regime,
                               .after = places[i + 1].regime};
        border.octaves = std::log2(border.place / guess);
        if (!nearest || std::abs(border.octaves) < std::abs(nearest->octaves))
            nearest = border;
    }
    return nearest;
}

std::optional<double> kneeOf(std::span<const CurvePlace> curve)
{
    const auto at = firstRise(curve, curve);
    return at && *at > 0 ? std::optional(curve[*at].x) : std::nullopt;
}

bool risesFromTheStart(std::span<const CurvePlace> curve) { return firstRise(curve, curve) == std::size_t{0}; }

std::optional<Interval> kneeRange(std::span<const CurvePlace> lows, std::span<const CurvePlace> highs)
{
    const auto earliest = firstRise(lows, highs);
    const auto latest = firstRise(highs, lows);
    if (!earliest || !latest || *latest == 0)
        return std::nullopt;
    return Interval{lows[*earliest == 0 ? 0 : *earliest - 1].x, lows[*latest + 1].x};
}

std::optional<CurveJudgement> judgeCurve(std::span<const CurvePlace> sketch, std::span<const CurvePlace> measured)
{
    CurveJudgement judgement;
    double sum = 0.0;
    std::vector<CurvePlace> said;
    for (const CurvePlace& place : measured) {
        const auto guess = valueAt(sketch, place.x);
        if (!guess || !isPositive(*guess) || !isPositive(place.value))
            continue;
        said.push_back({place.x, *guess});
        const double ratio = place.value / *guess;
        sum += std::abs(std::log(ratio));
        if (judgement.compared == 0 || std::abs(std::log(ratio)) > std::abs(std::log(judgement.worstRatio))) {
            judgement.worst = place;
            judgement.worstRatio = ratio;
        }
        ++judgement.compared;
    }
    if (judgement.compared == 0)
        return std::nullopt;
    judgement.typical = std::exp(sum / static_cast<double>(judgement.compared));
    // At the measured places, so that both knees are looked for alike.
    judgement.saidKnee = kneeOf(said);
    judgement.saidFromTheStart = risesFromTheStart(said);
    judgement.measuredKnee = kneeOf(measured);
    return judgement;
}

std::optional<CurveParting> partingOf(std::span<const CurvePlace> sketch, std::span<const MeasuredPlace> measured)
{
    std::optional<CurveParting> parting;
    for (std::size_t i = 0; i < measured.size(); ++i) {
        const MeasuredPlace& place = measured[i];
        const auto sketched = valueAt(sketch, place.x);
        if (!sketched || !isPositive(*sketched) || !isPositive(place.value))
            continue;
        if (!parting)
            parting.emplace();
        parting->last = i;
        const double ratio = offAt(place, *sketched);
        if (ratio == 1.0 && isTooWide(place.interval))
            continue; // it holds nearly anything
        ++parting->compared;
        if (ratio == 1.0)
            continue;
        if (!parting->first)
            parting->first = CurveGap{i, ratio};
        if (!parting->most || std::abs(std::log(ratio)) > std::abs(std::log(parting->most->ratio)))
            parting->most = CurveGap{i, ratio};
    }
    return parting;
}

} // namespace ridgepoint
