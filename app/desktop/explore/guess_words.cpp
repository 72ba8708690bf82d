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

/// What limits there.
QString limitWords(Regime regime)
{
    switch (regime) {
    case Regime::Compute: return tr("computing");
    case Regime::Memory: return tr("memory bandwidth");
    case Regime::Overhead: return tr("overhead");
    case Regime::UnderFilled: return tr("too little work for the whole device (under-filled)");
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

QString performanceGuessWords(FlopsPerSecond guess, const ChartPoint& measured,
                              const std::optional<FlopsPerSecond>& allowed, const Format& format)
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
    const QString off = tr("%1, %2").arg(both, offWords(judged->ratio, format));
    if (!measured.regime)
        return tr("%1: its regime is not known yet.").arg(off);
    const QString limit = limitWords(*measured.regime);
    return allowed ? tr("%1. The limit here is %2, which allows %3.").arg(off, limit, format.rate(*allowed, operation))
                   : tr("%1. The limit here is %2.").arg(off, limit);
}

namespace {

/// "(4.0 times further right)", "(correct)".
QString awayWords(double guess, double place, bool isAcross, const Format& format)
{
    const double octaves = std::log2(place / guess);
    if (BorderJudgement{.octaves = octaves}.right())
        return tr("(correct)");
    const QString off = timesWords(std::exp2(std::abs(octaves)), format);
    if (isAcross)
        return (octaves > 0.0 ? tr("(%1 further right)") : tr("(%1 further left)")).arg(off);
    return (octaves > 0.0 ? tr("(%1 further up)") : tr("(%1 further down)")).arg(off);
}

} // namespace

QString borderGuessWords(double guess, const BorderAnswer& answer, bool isAcross, const QString& axis,
                         const Format& format)
{
    const QString placed = tr("You placed the border between %1 and %2 at %3 %4.")
                               .arg(regimeLabel(answer.regimes.first), regimeLabel(answer.regimes.second),
                                    format.count(std::round(guess)), axis);
    const auto away = [&](double place) { return awayWords(guess, place, isAcross, format); };
    QString predicted;
    QString measured;
    if (answer.predicted)
        predicted = (answer.isWhatIf ? tr("predicted with the what-if at %1 %2") : tr("predicted at %1 %2"))
                        .arg(format.count(*answer.predicted), away(*answer.predicted));
    if (answer.measured) // between two cells
        measured =
            tr("measured at about %1 %2").arg(format.count(std::round(*answer.measured)), away(*answer.measured));
    if (predicted.isEmpty())
        return (isAcross ? tr("%1 It is %2; none is predicted in this row.")
                         : tr("%1 It is %2; none is predicted in this column."))
            .arg(placed, measured);
    return measured.isEmpty() ? tr("%1 It is %2.").arg(placed, predicted)
                              : tr("%1 It is %2 and %3.").arg(placed, predicted, measured);
}

QString curveGuessWords(const CurveJudgement& judged, const Format& format)
{
    const QString off = judged.typical <= rightWithin
                          ? tr("Correct: your curve is off by only %1 on average.").arg(format.factor(judged.typical))
                          : tr("Your curve is off by %1 on average, farthest at %2: %3 than you drew.")
                                .arg(format.factor(judged.typical), format.count(judged.worst.x),
                                     offWords(judged.worstRatio, format));
    const auto both = [&](const QString& rise) { return tr("%1 %2").arg(off, rise); };
    if (!judged.measuredKnee)
        return both(tr("The measured time does not begin to rise here."));
    const QString measured = format.count(*judged.measuredKnee);
    if (!judged.saidKnee)
        return both((judged.saidFromTheStart ? tr("The time begins to rise at %1; you drew it rising from the start.")
                                             : tr("The time begins to rise at %1; you drew no rise."))
                        .arg(measured));
    const double octaves = std::log2(*judged.measuredKnee / *judged.saidKnee);
    const QString place =
        std::abs(octaves) <= rightWithinOctaves ? tr("The time begins to rise at %1; you drew that at %2.")
        : octaves > 0.0 ? tr("The time begins to rise at %1; you drew that at %2. The ridge point is further right.")
                        : tr("The time begins to rise at %1; you drew that at %2. The ridge point is further left.");
    return both(place.arg(measured, format.count(*judged.saidKnee)));
}

} // namespace ridgepoint
