// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/point_sentences.h"

#include "app/charts/style/texts.h"
#include "core/analysis/shortfall.h"
#include "core/model/cost.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint {
namespace {

const QChar betweenFigures(0x00A0); ///< a no-break space

QString shareWords(const PointAnalysis& analysis, Regime regime, int index, const Format& format)
{
    const Interval& interval = analysis.intervals[index];
    const double share = 100.0 * analysis.shares->of(regime);
    const double below = std::ceil(share - 100.0 * interval.low);
    const double above = std::ceil(100.0 * interval.high - share);
    // No share is below nothing or beyond all: "99 ± 50 %" would hide on which side the doubt lies.
    if (std::max(below, above) >= 10.0 && std::abs(below - above) > 1.0)
        return tr("%1 %2 % (%3 to %4)")
            .arg(regimeLabel(regime), format.whole(std::llround(share)),
                 format.whole(std::llround(100.0 * interval.low)), format.whole(std::llround(100.0 * interval.high)));
    return tr("%1 %2 ± %3 %")
        .arg(regimeLabel(regime), format.whole(std::llround(share)),
             format.whole(std::llround(std::max(below, above))));
}

} // namespace

QString openWords(const PointAnalysis& analysis, const Format& format)
{
    constexpr double worthASentence = 0.2;
    if (!analysis.shares)
        return {};
    if (analysis.basis == Basis::Roofs && analysis.shares->unexplained >= worthASentence)
        return tr("%1 of its time is more than the device's roofs account for: another program, a clock below the "
                  "roofs', a level of memory that is not known, or results that wait for one another may take it. "
                  "Measured again in a quiet moment, it tells which.")
            .arg(format.percent(analysis.shares->unexplained));
    if (analysis.regime)
        return {};
    return analysis.basis == Basis::Roofs
             ? tr("Its shares may be nearly anything. Measured again in a quiet moment, it tells.")
             : tr("Its shares may be nearly anything by the few times that are known. Measure its neighbours (more "
                  "operations per element, another size) or the roofs.");
}

QString stateWords(const PointAnalysis& analysis, const Format& format)
{
    const DeviceState& state = analysis.state;
    if (state == DeviceState{} || !analysis.referenceTime)
        return {};
    QStringList parts;
    if (state.memory != 1.0)
        parts << tr("memory gave %1 of its reference").arg(format.percent(1.0 / state.memory));
    if (state.compute != 1.0 && analysis.flags.has(Flag::PowerLimited))
        parts << tr("power-limited: %1 of the clock").arg(format.percent(1.0 / state.compute));
    else if (state.compute != 1.0)
        parts << tr("computing ran at %1 of its reference").arg(format.percent(1.0 / state.compute));
    if (state.launch != 1.0)
        parts << tr("a launch cost %1 its reference").arg(format.factor(state.launch));
    QString words = parts.join(tr(", "));
    words[0] = words[0].toUpper();
    return tr("%1 then. In the reference state, in which shares are given, about %2.")
        .arg(words, format.time(*analysis.referenceTime));
}

FlagSet remarksOf(FlagSet flags, const PointAnalysis* analysis)
{
    if (analysis != nullptr && analysis->shares && !analysis->regime)
        flags.remove(Flag::Ambiguous);
    return flags;
}

QString sharesLine(const PointAnalysis& analysis, const Format& format)
{
    // The order of PointAnalysis::intervals.
    constexpr std::array order{Regime::Compute, Regime::Memory, Regime::Overhead, Regime::UnderFilled};
    QStringList parts;
    for (const int index : {1, 0, 2, 3}) {
        const Regime regime = order[static_cast<std::size_t>(index)];
        if (regime != Regime::UnderFilled || analysis.shares->underFilled > 0.02)
            parts << shareWords(analysis, regime, index, format).replace(QLatin1Char(' '), betweenFigures);
    }
    if (analysis.shares->unexplained > 0.02)
        parts << tr("unexplained %1 %")
                     .arg(format.whole(std::llround(100.0 * analysis.shares->unexplained)))
                     .replace(QLatin1Char(' '), betweenFigures);
    return parts.join(betweenFigures + QStringLiteral("· ")); // a line ends after a dot, never within a figure
}

QString regimeHeadline(const PointAnalysis& analysis, bool isFarBelow)
{
    if (!analysis.regime)
        return tr("what limits it cannot be told yet");
    if (isUnexplained(analysis))
        return tr("%1, far from its roof").arg(regimeWord(*analysis.regime));
    if (analysis.shares && analysis.flags.has(Flag::Ambiguous))
        return analysis.runnerUp
                 ? tr("%1 or %2: a close call").arg(regimeWord(*analysis.regime), regimeWord(*analysis.runnerUp))
                 : probablyWords(*analysis.regime);
    return isFarBelow ? tr("%1, far from its roof").arg(regimeWord(*analysis.regime)) : regimeWord(*analysis.regime);
}

QString filledInWords(const QString& headline) { return tr("Filled in between: %1").arg(headline); }

QString probablyWords(Regime regime) { return tr("probably %1").arg(regimeWord(regime)); }

QString costlierLaunchWords(const Sample& sample, const Prediction& prediction, const PointAnalysis* analysis,
                            const Format& format)
{
    const auto here = costlierLaunch(sample, prediction, analysis);
    if (!here)
        return {};
    const Seconds byRoofs = (prediction.overhead - prediction.fixed)
                          / static_cast<double>(costOf(sample.workload).launches);
    return tr("Launches limit it, and each costs about %1 here, where the roofs say %2: perhaps the device was faster "
              "when that was measured.")
        .arg(format.time(*here), format.time(byRoofs));
}

QString farBelowWords(std::optional<double> share, const Format& format)
{
    return share ? tr("It takes %1 the time that the roofs allow: results that wait for one another, uneven threads or "
                      "other programs may keep it from them.")
                       .arg(format.factor(1.0 / *share))
                 : QString();
}

QString disagreementWords(const PointAnalysis& analysis, Regime byRoofs, Provenance provenance, bool isImagined)
{
    if (!analysis.regime || analysis.regime == byRoofs
        || (analysis.regime == Regime::UnderFilled && analysis.basis == Basis::Slopes))
        return {};
    const bool measured = provenance == Provenance::Measured;
    if (isImagined && analysis.flags.has(Flag::Interpolated))
        return tr("Filled in between as %1; with the what-if roofs it would be %2.")
            .arg(regimeWord(*analysis.regime), regimeWord(byRoofs));
    if (isImagined)
        return (measured ? tr("Measured as %1; with the what-if roofs it would be %2.")
                         : tr("Published as %1; with the what-if roofs it would be %2."))
            .arg(regimeWord(*analysis.regime), regimeWord(byRoofs));
    return (measured ? tr("The roofs alone predict %2; with what was measured around it, it is %1.")
                     : tr("The roofs alone predict %2; with what was published around it, it is %1."))
        .arg(regimeWord(*analysis.regime), regimeWord(byRoofs));
}

QString regimeMeaning(Regime regime)
{
    switch (regime) {
    case Regime::Compute:
        return tr(
            "Compute-bound: arithmetic takes the time. Fewer or cheaper operations help, more bandwidth does not.");
    case Regime::Memory:
        return tr(
            "Memory-bandwidth-bound: moving data takes the time. Fewer passes over the data help, more FLOP/s do not.");
    case Regime::Overhead:
        return tr("Overhead-bound: starting each pass and waiting for it takes the time. Fewer launches or a larger "
                  "tensor help, a faster device hardly does.");
    case Regime::UnderFilled:
        return tr("Under-filled: so small a tensor does not occupy the whole machine. A larger one helps; time follows "
                  "the work per element, not the size.");
    }
    return {};
}

QStringList exceptionsOf(FlagSet flags, Remedies remedies)
{
    struct Explanation {
        Flag flag;
        const char* fact;
        const char* remedy = "";
    };
    static constexpr Explanation explanations[] = {
        // What the point is comes before how well it was measured.
        {Flag::UnderFilled,
         QT_TRANSLATE_NOOP("ridgepoint", "Under-filled: so small a tensor does not occupy the whole machine, so that "
                                         "time follows the work per element, not the size.")},
        {Flag::CacheTransition,
         QT_TRANSLATE_NOOP("ridgepoint",
                           "Time grows faster than the work here, as where a tensor falls out of a cache.")},
        {Flag::Ambiguous,
         QT_TRANSLATE_NOOP("ridgepoint", "The ranges of its shares overlap, so its regime is not certain."),
         QT_TRANSLATE_NOOP("ridgepoint", "F5 narrows them.")},
        {Flag::Edge,
         QT_TRANSLATE_NOOP("ridgepoint", "On the rim of the map: judged by its neighbours on one side only.")},
        {Flag::Interpolated,
         QT_TRANSLATE_NOOP("ridgepoint", "Filled in between measured neighbours, not measured itself.")},
        {Flag::MachineBusy, QT_TRANSLATE_NOOP("ridgepoint", "Other programs were running."),
         QT_TRANSLATE_NOOP("ridgepoint", "Close them and measure again.")},
        {Flag::Preempted, QT_TRANSLATE_NOOP("ridgepoint", "The system interrupted a reading for another program.")},
        {Flag::Throttled, QT_TRANSLATE_NOOP("ridgepoint", "The device lowered its clock meanwhile.")},
        {Flag::PowerLimited, QT_TRANSLATE_NOOP("ridgepoint", "It draws as much power as it may.")},
        {Flag::FewReadings, QT_TRANSLATE_NOOP("ridgepoint", "Fewer than six rounds: the range claims no coverage.")},
        {Flag::IntervalNotReached,
         QT_TRANSLATE_NOOP("ridgepoint", "The interval is wider than the 3 % that are asked for."),
         QT_TRANSLATE_NOOP("ridgepoint", "F5 sharpens it.")},
    };
    QStringList result;
    for (const Explanation& each : explanations) {
        if (!flags.has(each.flag))
            continue;
        const bool hasRemedy = remedies == Remedies::Named && *each.remedy != '\0';
        result << (hasRemedy ? QStringLiteral("%1 %2").arg(tr(each.fact), tr(each.remedy)) : tr(each.fact));
    }
    return result;
}

} // namespace ridgepoint
