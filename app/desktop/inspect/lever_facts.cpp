// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/lever_facts.h"

#include "app/charts/data/lever_list.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

QString verdictWords(const DoublingTest& test, std::optional<Regime> regime, bool isProbable)
{
    // Only the verdict on a point names its regime, and no surer than it is; from two times one may say what they do.
    const bool agrees = regime && !isProbable && !contradicts(test, *regime);
    switch (test.verdict) {
    case DoublingVerdict::Overhead:
        if (regime == Regime::UnderFilled)
            return tr("the size hardly matters, so the machine is not fully used");
        return agrees ? tr("the size hardly matters, so it is overhead-bound")
                      : tr("from here on, the size hardly matters");
    case DoublingVerdict::Between:
        return agrees && regime == Regime::Overhead ? tr("part of the time grows with the size, the rest is overhead")
                                                    : tr("part of the time grows with the size, the rest does not");
    case DoublingVerdict::Proportional:
        return agrees ? tr("the time grows with the size, so it is not overhead")
                      : tr("from here on, the time grows with the size");
    case DoublingVerdict::LeavesCache: return tr("more than twice, so the larger tensor no longer fits into a cache");
    }
    return {};
}

/// The sample with the times that it would have in the reference state: two that were measured in different states
/// would tell what the device did between them.
Sample inReferenceState(Sample sample, const Snapshot& snapshot)
{
    const auto found = std::ranges::find_if(snapshot.samples, [&](const Sample& each) {
        return each.workload == sample.workload && !each.flags.has(Flag::Interpolated);
    });
    const auto index = static_cast<std::size_t>(found - snapshot.samples.begin());
    if (index >= snapshot.points.size() || !snapshot.points[index].referenceTime
        || found->time != sample.time) // the analysis lags behind
        return sample;
    const double factor = *snapshot.points[index].referenceTime / found->time;
    for (Seconds* time : {&sample.time, &sample.low, &sample.high})
        *time = *time * factor;
    return sample;
}

std::vector<CauseFact> causesOf(const PointFacts& facts, const SampleLookup& find)
{
    const PointAnalysis* analysis = facts.analysis ? &*facts.analysis : nullptr;
    if (!facts.sample || !facts.predictionThen || facts.hasWhatIf()
        || !shareFarBelow(*facts.sample, *facts.predictionThen, analysis))
        return {};
    const Snapshot& snapshot = *facts.snapshot;
    std::vector<CauseFact> causes;
    for (CauseTest& test :
         causeTests(facts.workload, largestElements(snapshot.device, &snapshot.roofs, facts.workload.precision))) {
        const SamplePointer other = find(test.other);
        auto finding = other ? judgeCause(test.cause, inReferenceState(*facts.sample, snapshot),
                                          inReferenceState(*other, snapshot))
                             : std::nullopt;
        causes.push_back({std::move(test), std::move(finding)});
    }
    return causes;
}

} // namespace

LeverFacts leverFactsOf(const PointFacts& facts, const SampleLookup& find)
{
    LeverFacts result;
    result.workload = facts.workload;
    if (!facts.snapshot)
        return result;
    result.regime = facts.regime();
    result.isProbable = facts.analysis && facts.analysis->flags.has(Flag::Ambiguous);
    result.levers = leversAt(facts.workload, *facts.snapshot, find);
    result.causes = causesOf(facts, find);
    // Twice the largest size of the sliders still fits: they stop at a quarter of the memory.
    if (facts.workload.elements
        > largestElements(facts.snapshot->device, &facts.snapshot->roofs, facts.workload.precision))
        return result;
    Workload doubled = facts.workload;
    doubled.elements *= 2;
    std::vector<Sample> both;
    for (const Workload& workload : {facts.workload, doubled}) {
        if (const SamplePointer sample = find(workload))
            both.push_back(inReferenceState(*sample, *facts.snapshot));
        else
            result.doublingLacks.push_back(workload);
    }
    result.doubling = doublingTest(facts.workload, both);
    return result;
}

QString leverTip(const Lever& lever, const Workload& workload, const Format& format)
{
    const QString per = lever.kind == LeverKind::BiggerTensor ? tr(" per element") : QString();
    const QString predicted = tr("The roofs predict %1%2: from %3 to %4; it would then be %5.")
                                  .arg(format.factor(lever.speedup), per, format.time(lever.before),
                                       format.time(lever.after), regimeWord(lever.limitAfter));
    const QString meaning = leverMeaning(lever, workload, format);
    if (lever.kind == LeverKind::DoubleCompute || lever.kind == LeverKind::DoubleBandwidth)
        return tr("%1 %2, so it cannot be tried here; drag the roof to see the effect.").arg(predicted, meaning);
    return (lever.workload ? tr("%1 %2.") : tr("%1 %2, so it cannot be tried here.")).arg(predicted, meaning);
}

QString doublingWords(const LeverFacts& facts, const Format& format)
{
    const DoublingTest& test = *facts.doubling;
    const std::optional<Regime> regime = facts.regime;
    if (test.tellsNothing)
        return tr("Twice the size takes %1 the time (%2): the range is too wide for a conclusion. Measure again "
                  "while the machine is idle.")
            .arg(format.factor(test.growth), factorRange(test.range, format));
    const QString words = tr("Twice the size takes %1 the time (%2): %3.")
                              .arg(format.factor(test.growth), factorRange(test.range, format),
                                   verdictWords(test, regime, facts.isProbable));
    QStringList sentences{words};
    if (test.uncertain)
        sentences << tr("The intervals allow another conclusion.");
    if (regime && !facts.isProbable && contradicts(test, *regime)) // else that headline is not the one that stands
        sentences << tr("“%1” describes this size, the doubling test the step to twice the size: the regime changes "
                        "between them, or one measurement was disturbed.")
                         .arg(capitalised(regimeWord(*regime)));
    return sentences.join(QLatin1Char(' '));
}

QString causeWords(const CauseFact& cause, const Format& format)
{
    const bool ofThreads = cause.test.cause == Cause::Threads;
    if (!cause.finding)
        return ofThreads ? tr("Threads: if half of them take hardly any longer, they hold each other up.")
                         : tr("Latency: if four times the elements take less than twice as long, operations wait for "
                              "each other.");
    const QString measured = (ofThreads ? tr("Half the threads take %1 the time (%2)")
                                        : tr("Four times the elements take %1 the time (%2)"))
                                 .arg(format.factor(cause.finding->ratio), factorRange(cause.finding->range, format));
    switch (cause.finding->verdict) {
    case CauseVerdict::Likely:
        return (ofThreads ? tr("%1: the threads hold each other up.")
                          : tr("%1: operations wait for each other, and more elements fill the waits."))
            .arg(measured);
    case CauseVerdict::Unlikely:
        return (ofThreads ? tr("%1: threads are not the cause.") : tr("%1: latency is not the cause.")).arg(measured);
    case CauseVerdict::Open: return tr("%1: no clear result.").arg(measured);
    }
    return {};
}

} // namespace ridgepoint
