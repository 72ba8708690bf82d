// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/guess_words.h"

#include "app/charts/style/texts.h"

#include <cmath>

namespace ridgepoint {
namespace {

/// "2.0 times", "3,730 times".
QString timesWords(double factor, const Format& format)
{
    QString number = format.factor(factor);
    number.chop(1); // the sign
    return tr("%1 times").arg(number);
}

/// What limits there; nothing where that is not known.
QString limitWords(GuessReason reason)
{
    switch (reason) {
    case GuessReason::ComputeSlower:
    case GuessReason::ComputeFaster: return tr("computing");
    case GuessReason::MemorySlower:
    case GuessReason::MemoryFaster: return tr("memory bandwidth");
    case GuessReason::OverheadMore:
    case GuessReason::OverheadLess: return tr("overhead");
    case GuessReason::Right:
    case GuessReason::Undecided:
    case GuessReason::Unknown: break;
    }
    return {};
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
    if (judged->reason == GuessReason::Right)
        return tr("%1: correct.").arg(both);
    if (judged->reason == GuessReason::Undecided)
        return tr("%1: this cannot be decided, because the measured interval is too wide; measure again when the "
                  "machine is quiet.")
            .arg(both);
    const QString limit = limitWords(judged->reason);
    if (limit.isEmpty())
        return tr("%1, %2: its regime is not known yet.").arg(both, offWords(judged->ratio, format));
    if (judged->ratio >= 1.0)
        return tr("%1. The limit here is %2, and your guess is %3 what it allows.")
            .arg(both, limit, timesWords(judged->ratio, format));
    return tr("%1. The limit here is %2, and it allows %3 your guess.")
        .arg(both, limit, timesWords(1.0 / judged->ratio, format));
}

QString borderGuessWords(double guess, const BorderJudgement& judged, bool isAcross, const QString& axis,
                         const Format& format)
{
    const QString both = tr("You placed the border from %1 to %2 at %3 %4; it lies at %5")
                             .arg(regimeLabel(judged.before), regimeLabel(judged.after),
                                  format.count(std::round(guess)), axis, format.count(std::round(judged.place)));
    if (judged.right())
        return tr("%1: correct.").arg(both);
    const QString off = timesWords(std::exp2(std::abs(judged.octaves)), format);
    if (isAcross)
        return (judged.octaves > 0.0 ? tr("%1, %2 further right.") : tr("%1, %2 further left.")).arg(both, off);
    return (judged.octaves > 0.0 ? tr("%1, %2 further up.") : tr("%1, %2 further down.")).arg(both, off);
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
