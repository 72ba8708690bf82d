// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/guess_words.h"

#include "app/charts/style/texts.h"

#include <cmath>

namespace ridgepoint {
namespace {

QString reasonWords(GuessReason reason)
{
    switch (reason) {
    case GuessReason::Right: return tr("correct.");
    case GuessReason::ComputeSlower: return tr("computing is the limit here, and it is slower than that.");
    case GuessReason::MemorySlower: return tr("memory bandwidth is the limit here, and it is lower than that.");
    case GuessReason::MemoryFaster: return tr("memory bandwidth is the limit here, and it is higher than that.");
    case GuessReason::ComputeFaster: return tr("computing is the limit here, and it is faster than that.");
    case GuessReason::OverheadMore: return tr("overhead is the limit here, and it is larger than that.");
    case GuessReason::OverheadLess: return tr("overhead is the limit here, and it is smaller than that.");
    case GuessReason::Undecided:
        return tr("this cannot be decided, because the measured interval is too wide; measure again when the machine "
                  "is quiet.");
    case GuessReason::Unknown: break;
    }
    return tr("its regime is not known yet.");
}

/// "2.0× slower", "1.3× faster".
QString offWords(double measuredOverGuess, const Format& format)
{
    return measuredOverGuess >= 1.0 ? tr("%1 slower").arg(format.factor(measuredOverGuess))
                                    : tr("%1 faster").arg(format.factor(1.0 / measuredOverGuess));
}

} // namespace

QString performanceGuessWords(FlopsPerSecond guess, const ChartPoint& measured, const Format& format)
{
    const auto judged = judgeTime(measured.flops / guess, measured.time, {measured.low.value(), measured.high.value()},
                                  measured.regime);
    if (!judged)
        return {};
    const Operation operation = measured.workload.operation;
    const QString both = tr("You guessed %1, measured %2 (%3)")
                             .arg(format.rate(guess, operation), format.rate(measured.performance(), operation),
                                  format.time(measured.time));
    if (judged->reason == GuessReason::Right || judged->reason == GuessReason::Undecided)
        return tr("%1: %2").arg(both, reasonWords(judged->reason));
    return tr("%1, %2: %3").arg(both, offWords(judged->ratio, format), reasonWords(judged->reason));
}

QString borderGuessWords(double guess, const BorderJudgement& judged, const QString& axis, const Format& format)
{
    const QString both = tr("You placed the border from %1 to %2 at %3 %4, measured at %5")
                             .arg(regimeLabel(judged.before), regimeLabel(judged.after),
                                  format.count(std::round(guess)), axis, format.count(std::round(judged.place)));
    if (judged.right())
        return tr("%1: correct.").arg(both);
    const QString off = format.factor(std::exp2(std::abs(judged.octaves)));
    return (judged.octaves > 0.0 ? tr("%1: %2 too low.") : tr("%1: %2 too high.")).arg(both, off);
}

QString curveGuessWords(const CurveJudgement& judged, const Format& format)
{
    const QString off = judged.typical <= rightWithin
                          ? tr("Correct: your curve is off by only %1 on average").arg(format.factor(judged.typical))
                          : tr("Your curve is off by %1 on average, most at %2 (measured %3)")
                                .arg(format.factor(judged.typical), format.count(judged.worst.x),
                                     offWords(judged.worstRatio, format));
    if (!judged.measuredKnee)
        return tr("%1; the measured curve does not bend here.").arg(off);
    if (!judged.saidKnee)
        return tr("%1; you drew no bend, it is at %2.").arg(off, format.count(*judged.measuredKnee));
    const double octaves = std::log2(*judged.measuredKnee / *judged.saidKnee);
    const QString bends = tr("%1; you drew the bend at %2, it is at %3")
                              .arg(off, format.count(*judged.saidKnee), format.count(*judged.measuredKnee));
    if (std::abs(octaves) <= rightWithinOctaves)
        return bends + QLatin1Char('.');
    return octaves > 0.0 ? tr("%1: the ridge point is further right.").arg(bends)
                         : tr("%1: the ridge point is further left.").arg(bends);
}

} // namespace ridgepoint
