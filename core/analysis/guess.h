// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/analyse.h"
#include "core/model/regime.h"
#include "core/model/units.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ridgepoint {

/// A guess of a runtime counts as right up to this factor, whatever the measurement's own interval.
inline constexpr double rightWithin = 1.15;
/// A guess of a number is close up to this factor from the measured one, whatever its interval.
inline constexpr double closeWithin = 1.25;
/// A guess of where something lies counts as right up to so many octaves.
inline constexpr double rightWithinOctaves = 0.5;
/// Whether the ends of an interval differ by so much, more than a factor of 4 or without an upper end, that a place
/// or a curve within it is not right for that alone.
[[nodiscard]] bool isTooWide(Interval interval);

/// Whether a guessed number is right.
enum class NumberVerdict {
    Right,     ///< within an interval so narrow, rightWithin to both sides, that it could have been refuted
    Close,     ///< to the number (closeWithin)
    Undecided, ///< not close, but within an interval that is not so narrow, or just outside it
    TooLow,
    TooHigh,
};

/// How a guessed number relates to the measured one.
struct NumberJudgement {
    NumberVerdict verdict = NumberVerdict::Undecided;
    /// By how much it is off: from the number, or at least from the lower end of an interval that has no upper one.
    double factor = 1.0;
    bool isUncertain = false; ///< the interval is too wide to tell more
};

/// Holds a guess against a measured number, and its interval where that is known; nothing where they have no ratio. A
/// wider interval of the same number never makes a better mark.
[[nodiscard]] std::optional<NumberJudgement> judgeNumber(double guess, double measured,
                                                         const std::optional<Interval>& interval);
/// The same of a place on an axis, of which the interval is the distance of the neighbours that were measured and no
/// noise: a guess within it is right, unless it is too wide.
[[nodiscard]] std::optional<NumberJudgement> judgePlace(double guess, double measured,
                                                        const std::optional<Interval>& interval);

/// What a wrong guess of a runtime comes from, as far as the measurement tells.
enum class GuessReason {
    Right,
    ComputeSlower, ///< slower than said, and computing limits
    MemorySlower,  ///< slower than said, and memory limits
    MemoryFaster,  ///< faster than said, and memory limits
    ComputeFaster, ///< faster than said, and computing limits
    OverheadMore,  ///< slower than said, and overhead limits
    OverheadLess,  ///< faster than said, and overhead limits
    Undecided,     ///< within the interval, and farther from the measured time than rightWithin
    Unknown,       ///< the regime is not known
};

/// How a guessed runtime relates to the measured one.
struct TimeJudgement {
    double ratio = 1.0; ///< measured over guessed: above 1, it takes longer than said
    GuessReason reason = GuessReason::Unknown;
};

/// Judges a guess against a measured time with its interval; nothing where a time is no positive number.
[[nodiscard]] std::optional<TimeJudgement> judgeTime(Seconds guess, Seconds measured, Interval interval,
                                                     std::optional<Regime> regime);

/// A place along an axis and the regime measured there.
struct RegimePlace {
    double x = 1.0;
    Regime regime = Regime::Memory;
};

/// The border nearest to a guess.
struct BorderJudgement {
    double place = 1.0;   ///< between two measured places, in the middle of their logarithms
    double octaves = 0.0; ///< from the guess to the border: above 0, the border lies later
    Regime before = Regime::Memory;
    Regime after = Regime::Compute;
    [[nodiscard]] bool right() const { return octaves <= rightWithinOctaves && octaves >= -rightWithinOctaves; }
};

/// Two regimes, in either order.
using RegimePair = std::pair<Regime, Regime>;
/// The change of regime nearest to the guess along places in ascending order, between these two where they are given;
/// none where nothing changes.
[[nodiscard]] std::optional<BorderJudgement> judgeBorder(double guess, std::span<const RegimePlace> places,
                                                         const std::optional<RegimePair>& between = {});

/// A point of a curve: of runtimes, in seconds, unless another value is said.
struct CurvePlace {
    double x = 1.0;
    double value = 0.0;

    friend bool operator==(const CurvePlace&, const CurvePlace&) = default;
};

/// A curve's value at x, straight between its points in logarithms; nothing outside.
[[nodiscard]] std::optional<double> valueAt(std::span<const CurvePlace> curve, double x);

/// How a sketched curve relates to the measured one, over the measured places that it covers.
struct CurveJudgement {
    std::size_t compared = 0;           ///< places
    double typical = 1.0;               ///< the factor by which it is off, at least 1: geometric mean over the places
    CurvePlace worst;                   ///< the measured place at which it is farthest off
    double worstRatio = 1.0;            ///< there, measured over guessed
    std::optional<double> saidKnee;     ///< where the sketch begins to rise
    bool saidFromTheStart = false;      ///< it rises from its first measured place on
    std::optional<double> measuredKnee; ///< where the measurement does
};

/// Compares in logarithms; both in ascending order of x. Nothing where no measured place lies under the sketch.
[[nodiscard]] std::optional<CurveJudgement> judgeCurve(std::span<const CurvePlace> sketch,
                                                       std::span<const CurvePlace> measured);

/// A measured place of a curve, with the interval of its value.
struct MeasuredPlace {
    double x = 1.0;
    double value = 0.0;
    Interval interval;
};

/// A measured place whose interval does not hold the sketch.
struct CurveGap {
    std::size_t place = 0; ///< which of the measured ones
    double ratio =
        1.0; ///< the nearer end of its interval over the sketch: above 1, the sketch is so many times too low
};

/// Where a sketched curve and a measured one part, over the measured places that the sketch covers.
struct CurveParting {
    std::size_t compared = 0;        ///< places; those of too wide an interval are not where it holds the sketch
    std::size_t last = 0;            ///< the last place under the sketch
    std::optional<CurveGap> first{}; ///< none where every interval holds the sketch, but for a factor of rightWithin
    std::optional<CurveGap> most{};  ///< the one that is farthest off
};

/// Both in ascending order of x. Nothing where no measured place lies under the sketch.
[[nodiscard]] std::optional<CurveParting> partingOf(std::span<const CurvePlace> sketch,
                                                    std::span<const MeasuredPlace> measured);

/// Where a curve of runtimes begins to rise: the first place from which on its log-log slope, over an octave and more,
/// is 1/2 or above. None where it never is, or is from the start.
[[nodiscard]] std::optional<double> kneeOf(std::span<const CurvePlace> curve);
/// Which of both: whether its slope is that steep at its first place already.
[[nodiscard]] bool risesFromTheStart(std::span<const CurvePlace> curve);
/// Between which places that may be, of values that lie between two curves of the same places: from the neighbour
/// before the first place from which on they may rise so to the one behind the first from which on they must, because
/// between places nothing is known. None where they need not rise, or do from the start.
[[nodiscard]] std::optional<Interval> kneeRange(std::span<const CurvePlace> lows, std::span<const CurvePlace> highs);

} // namespace ridgepoint
