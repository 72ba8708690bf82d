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
        return tr("The roofs do not explain %1 of this point's time: possible causes are another program, a lower "
                  "clock, an unknown memory level, or dependent operations. Measure again while the machine is idle.")
            .arg(format.percent(analysis.shares->unexplained));
    if (analysis.regime)
        return {};
    return analysis.basis == Basis::Roofs
             ? tr("The shares of this point's time are too uncertain to tell what limits it. Measure again while the "
                  "machine is idle.")
             : tr("Too few neighbours of this point are measured to split its time into shares. Measure its "
                  "neighbours (more operations per element, another size) or the roofs.");
}

QString stateWords(const Sample& sample, const PointAnalysis& analysis, const Format& format)
{
    const DeviceState& state = analysis.state;
    if (state == DeviceState{} || !analysis.referenceTime
        || (sample.low <= *analysis.referenceTime && *analysis.referenceTime <= sample.high))
        return {};
    QStringList parts;
    if (state.memory != 1.0)
        parts << tr("memory ran at %1 of its roof").arg(format.percent(1.0 / state.memory));
    if (state.compute != 1.0 && analysis.flags.has(Flag::PowerLimited))
        parts << tr("power limited the clock to %1 of its usual rate").arg(format.percent(1.0 / state.compute));
    else if (state.compute != 1.0)
        parts << tr("computing ran at %1 of its roof").arg(format.percent(1.0 / state.compute));
    if (state.launch != 1.0)
        parts << tr("each launch cost %1 the launch roof").arg(format.factor(state.launch));
    return tr("While this was measured, %1. Without that it would take about %2, the time that the shares refer to.")
        .arg(parts.join(tr(", ")), format.time(*analysis.referenceTime));
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

namespace {

/// Whether the verdict names its regime with a doubt. Where most of the time is unexplained, that is what is doubted.
bool isQualified(const PointAnalysis& analysis)
{
    return analysis.shares && analysis.flags.has(Flag::Ambiguous) && !isUnexplained(analysis);
}

/// "compute-bound", "probably compute-bound", "compute-bound or overhead-bound", of an analysis with a regime: every
/// sentence on a verdict is as sure as the others.
QString namedRegimes(const PointAnalysis& analysis)
{
    if (!isQualified(analysis))
        return regimeWord(*analysis.regime);
    return analysis.runnerUp ? tr("%1 or %2").arg(regimeWord(*analysis.regime), regimeWord(*analysis.runnerUp))
                             : probablyWords(*analysis.regime);
}

} // namespace

QString regimeHeadline(const PointAnalysis& analysis, bool isFarBelow)
{
    if (!analysis.regime)
        return tr("limit not known yet");
    const bool isFar = isUnexplained(analysis) || (isFarBelow && !isQualified(analysis));
    return isFar ? tr("%1, far from its roof").arg(regimeWord(*analysis.regime)) : namedRegimes(analysis);
}

QString filledInWords(const QString& headline) { return tr("Interpolated: %1").arg(headline); }

QString probablyWords(Regime regime) { return tr("probably %1").arg(regimeWord(regime)); }

QString costlierLaunchWords(const Sample& sample, const Prediction& then, const Prediction& drawn,
                            const PointAnalysis* analysis, const Format& format)
{
    const auto here = costlierLaunch(sample, then, analysis);
    if (!here)
        return {};
    const Seconds byRoofs = (drawn.overhead - drawn.fixed) / static_cast<double>(costOf(sample.workload).launches);
    return tr("Limited by launches: each costs about %1 here, but the launch roof is %2. The device may have been "
              "faster when the roof was measured.")
        .arg(format.time(*here), format.time(byRoofs));
}

QString outrunHeadline(const QString& headline, const Outrun& outrun)
{
    return outrun.ofLaunches ? tr("%1, but faster than the launch cost allows").arg(headline)
                             : tr("%1, but faster than the %2 roof allows").arg(headline, roofWord(outrun.roof));
}

QString outrunVerdict(const Outrun& outrun)
{
    if (outrun.ofLaunches)
        return tr("Faster than the launch cost allows: the roofs are out of date");
    return outrun.cache.empty()
             ? tr("Faster than the %1 roof allows: the roofs are out of date").arg(roofWord(outrun.roof))
             : tr("Faster than the %1 roof allows: %2 serves part of the tensor, or the roofs are out of date")
                   .arg(roofWord(outrun.roof), roofWord(outrun.cache));
}

QString outrunWords(const Outrun& outrun, const Sample& sample, const Prediction& prediction, const Format& format)
{
    if (outrun.ofLaunches)
        return tr("Faster than the launch cost allows (%1, but launching alone should take %2): the device was "
                  "slower when that cost was measured.")
            .arg(format.time(sample.time), format.time(prediction.overhead));
    const QString by = format.percent(outrun.share - 1.0);
    return outrun.cache.empty() ? tr("At least %2 faster than the %1 roof allows: the device was slower when the roof "
                                     "was measured.")
                                      .arg(roofWord(outrun.roof), by)
                                : tr("At least %2 faster than the %1 roof allows: %3 serves part of the tensor, or the "
                                     "device was slower when the roof was measured.")
                                      .arg(roofWord(outrun.roof), by, roofWord(outrun.cache));
}

QString farBelowWords(std::optional<double> share, const Format& format)
{
    return share ? tr("It takes %1 the time that the roofs allow: possible causes are dependent operations, "
                      "unevenly loaded threads or other programs.")
                       .arg(format.factor(1.0 / *share))
                 : QString();
}

QString disagreementWords(const PointAnalysis& analysis, Regime byRoofs, Provenance provenance, bool hasWhatIf)
{
    if (!analysis.regime || analysis.regime == byRoofs
        || (!hasWhatIf && isQualified(analysis) && analysis.runnerUp == byRoofs)
        || (analysis.regime == Regime::UnderFilled && analysis.basis == Basis::Slopes))
        return {};
    const QString verdict = namedRegimes(analysis);
    const bool measured = provenance == Provenance::Measured;
    if (hasWhatIf && analysis.flags.has(Flag::Interpolated))
        return tr("Interpolated as %1; with the what-if roofs it would be %2.").arg(verdict, regimeWord(byRoofs));
    if (hasWhatIf)
        return (measured ? tr("Measured as %1; with the what-if roofs it would be %2.")
                         : tr("Published as %1; with the what-if roofs it would be %2."))
            .arg(verdict, regimeWord(byRoofs));
    return (measured ? tr("By the roofs alone this point would be %2; the measurements around it say %1.")
                     : tr("By the roofs alone this point would be %2; the published points around it say %1."))
        .arg(verdict, regimeWord(byRoofs));
}

QString regimeMeaning(Regime regime)
{
    switch (regime) {
    case Regime::Compute:
        return tr(
            "Compute-bound: arithmetic takes the time. Fewer or cheaper operations help; more bandwidth does not.");
    case Regime::Memory:
        return tr(
            "Memory-bandwidth-bound: moving data takes the time. Fewer passes over the data help; more FLOP/s do not.");
    case Regime::Overhead:
        return tr("Overhead-bound: starting each pass and waiting for it takes the time. Fewer launches or a larger "
                  "tensor help; a faster device hardly does.");
    case Regime::UnderFilled:
        return tr("Under-filled: the tensor is too small to use the whole machine. A larger one helps; the time "
                  "depends on the work per element, not on the size.");
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
        // What the point is comes before how well it was measured, and what disturbed that last.
        {Flag::UnderFilled,
         QT_TRANSLATE_NOOP("ridgepoint", "Under-filled: the tensor is too small to use the whole machine; the time "
                                         "depends on the work per element, not on the size.")},
        {Flag::CacheTransition,
         QT_TRANSLATE_NOOP(
             "ridgepoint",
             "Time grows faster than the work here, as it does where a tensor no longer fits into a cache.")},
        {Flag::Ambiguous,
         QT_TRANSLATE_NOOP("ridgepoint", "The ranges of its shares overlap, so its regime is not certain."),
         QT_TRANSLATE_NOOP("ridgepoint", "F5 narrows them.")},
        {Flag::Edge, QT_TRANSLATE_NOOP("ridgepoint", "At the map's edge, so less certain.")},
        {Flag::Interpolated,
         QT_TRANSLATE_NOOP("ridgepoint", "Interpolated between measured neighbours, not measured itself.")},
        {Flag::PowerLimited, QT_TRANSLATE_NOOP("ridgepoint", "The device ran at its power limit.")},
        {Flag::FewReadings,
         QT_TRANSLATE_NOOP("ridgepoint", "Fewer than six rounds: the range is no confidence interval but what "
                                         "repeated runs would give. It can be wider than the readings.")},
        {Flag::IntervalNotReached, QT_TRANSLATE_NOOP("ridgepoint", "The interval is wider than the 3 % target."),
         QT_TRANSLATE_NOOP("ridgepoint", "F5 narrows it.")},
        {Flag::MachineBusy, QT_TRANSLATE_NOOP("ridgepoint", "Other programs were running."),
         QT_TRANSLATE_NOOP("ridgepoint", "Close them and measure again.")},
        {Flag::Preempted, QT_TRANSLATE_NOOP("ridgepoint", "The system interrupted a reading for another program.")},
        {Flag::Throttled, QT_TRANSLATE_NOOP("ridgepoint", "The device lowered its clock during the measurement.")},
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
