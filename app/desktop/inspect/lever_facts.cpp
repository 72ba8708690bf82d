// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/lever_facts.h"

#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/session/experiment.h"
#include "core/analysis/compare.h"

namespace ridgepoint {
namespace {

/// "× 2.1" would read as "more"; a growth is written like a speed-up.
QString rangeWords(const Interval& range, const Format& format)
{
    return tr("%1 to %2").arg(format.factor(range.low), format.factor(range.high));
}

/// Whether a prediction came true. What reads as the end of the range counts as within it: "2.4× of 2.4× to 2.5×, less
/// than predicted" would puzzle.
QString verdictWords(double predicted, const MeasuredSpeedup& measured, const Format& format)
{
    const QString said = format.factor(predicted);
    if (!measured.claimsCoverage)
        return tr("too few readings to judge the prediction by");
    if (said == format.factor(measured.range.low) || said == format.factor(measured.range.high))
        return tr("as predicted");
    return measured.range.high < predicted ? tr("less than predicted") : measured.range.low > predicted ? tr("more than predicted") : tr("as predicted");
}

/// The regime is fitted over the neighbours on both sides and the doubling looks to one, so at a border they differ.
bool contradicts(DoublingVerdict verdict, Regime regime)
{
    switch (verdict) {
    case DoublingVerdict::Overhead: return regime == Regime::Compute || regime == Regime::Memory;
    case DoublingVerdict::Between: return false;
    case DoublingVerdict::Proportional:
    case DoublingVerdict::LeavesCache: return regime == Regime::Overhead || regime == Regime::UnderFilled;
    }
    return false;
}

QString verdictWords(DoublingVerdict verdict, std::optional<Regime> regime)
{
    const bool agrees = !regime || !contradicts(verdict, *regime);
    switch (verdict) {
    case DoublingVerdict::Overhead:
        if (regime == Regime::UnderFilled)
            return tr("the size hardly matters, so the machine is not full");
        return agrees ? tr("the size hardly matters, so it is overhead-bound") : tr("upwards from here the size hardly matters");
    case DoublingVerdict::Between: return tr("part of the time follows the size, the rest is overhead");
    case DoublingVerdict::Proportional:
        return agrees ? tr("the time follows the size, so it is not overhead") : tr("upwards from here the time follows the size");
    case DoublingVerdict::LeavesCache: return tr("more than twice, so the larger tensor leaves a cache");
    }
    return {};
}

} // namespace

std::optional<MeasuredSpeedup> measuredSpeedup(const LiveSession& session, const std::string& device, const Workload& before, const Workload& after)
{
    const SamplePointer slow = session.find(device, before);
    const SamplePointer fast = session.find(device, after);
    const auto times = slow && fast ? compareTimes(*slow, *fast) : std::nullopt;
    if (!times)
        return std::nullopt;
    const double growth = static_cast<double>(after.elements) / static_cast<double>(before.elements);
    return MeasuredSpeedup{growth * times->speedup, {growth * times->range.low, growth * times->range.high}, times->claimsCoverage};
}

LeverFacts leverFactsOf(const PointFacts& facts, const LiveSession& session)
{
    LeverFacts result;
    result.workload = facts.workload;
    if (!facts.snapshot)
        return result;
    const std::string& device = facts.snapshot->plan.device;
    const RoofSet& roofs = facts.snapshot->roofs;
    if (facts.sample && facts.analysis)
        result.regime = facts.analysis->regime;
    const std::int64_t largest = largestElements(facts.snapshot->device, &roofs, facts.workload.precision);
    if (auto levers = leversOf(facts.workload, roofs, facts.kind, {.largestElements = largest}))
        for (Lever& lever : *levers) {
            LeverFact fact{std::move(lever), std::nullopt};
            if (fact.lever.workload)
                fact.measured = measuredSpeedup(session, device, facts.workload, *fact.lever.workload);
            result.levers.push_back(std::move(fact));
        }
    // Twice the largest size of the sliders still fits: they stop at a quarter of the memory.
    if (facts.workload.elements > largest)
        return result;
    Workload doubled = facts.workload;
    doubled.elements *= 2;
    std::vector<Sample> both;
    for (const Workload& workload : {facts.workload, doubled}) {
        if (const SamplePointer sample = session.find(device, workload))
            both.push_back(*sample);
        else
            result.doublingLacks.push_back(workload);
    }
    result.doubling = doublingTest(facts.workload, both);
    return result;
}

QString leverTitle(const Lever& lever, const Workload& workload, const Format& format)
{
    switch (lever.kind) {
    case LeverKind::FuseDeeper: return tr("Fuse %1 of %2").arg(format.whole(lever.workload->fusionDepth), format.whole(workload.chainLength));
    case LeverKind::QueueLaunches: return tr("Queue the launches");
    case LeverKind::GraphLaunches: return tr("Launch as a graph");
    case LeverKind::BiggerTensor: return tr("Tensor of %1, per element").arg(format.count(static_cast<double>(lever.workload->elements)));
    case LeverKind::LowerPrecision: return tr("Precision %1").arg(text(nameOf(lever.workload->precision)));
    case LeverKind::MatrixUnit: return tr("Matrix unit");
    case LeverKind::DoubleCompute: return tr("Twice the %1/s").arg(workUnit(workload.operation));
    case LeverKind::DoubleBandwidth: return tr("Twice the bandwidth");
    case LeverKind::HalveLaunch: return tr("Half the launch cost");
    }
    return {};
}

QString leverTip(const Lever& lever, const Workload& workload, const Format& format)
{
    const QString per = lever.kind == LeverKind::BiggerTensor ? tr(" per element") : QString();
    const QString predicted = tr("The roofs predict %1%2: %3 now, %4 then, and then it is %5.")
                                  .arg(format.factor(lever.speedup), per, format.time(lever.before), format.time(lever.after), regimeWord(lever.limitAfter));
    switch (lever.kind) {
    case LeverKind::MatrixUnit:
        return tr("%1 Another algorithm: the same multiply-adds as a matrix product, so there is nothing to try here.").arg(predicted);
    case LeverKind::DoubleCompute:
    case LeverKind::DoubleBandwidth:
        return tr("%1 Another device, of twice the %2 roof, so there is nothing to try here; drag the roof to see what follows.").arg(predicted, roofWord(lever.roof));
    case LeverKind::HalveLaunch:
        return tr("%1 Another device or driver, so there is nothing to try here.").arg(predicted);
    case LeverKind::FuseDeeper: return tr("%1 One pass over memory for %2 operations of the chain.").arg(predicted, format.whole(lever.workload->fusionDepth));
    case LeverKind::QueueLaunches: return tr("%1 Every pass is submitted at once and waited for once.").arg(predicted);
    case LeverKind::GraphLaunches: return tr("%1 The whole list of passes is handed over at once.").arg(predicted);
    case LeverKind::BiggerTensor: return tr("%1 More elements share each launch.").arg(predicted);
    case LeverKind::LowerPrecision: return tr("%1 %2 bytes an element in place of %3.").arg(predicted, format.whole(bytesPerElement(lever.workload->precision)), format.whole(bytesPerElement(workload.precision)));
    }
    return predicted;
}

QString predictedAndMeasured(double predicted, double measured, const Format& format)
{
    return tr("predicted %1, measured %2").arg(format.factor(predicted), format.factor(measured));
}

QString triedWords(const TriedLever& tried, const Format& format)
{
    const QString title = leverTitle(tried.lever, tried.from, format);
    if (tried.measured)
        return tr("%1: predicted %2 faster; measured %3 (%4), %5.")
            .arg(title, format.factor(tried.lever.speedup), format.factor(tried.measured->factor), rangeWords(tried.measured->range, format),
                 verdictWords(tried.lever.speedup, *tried.measured, format));
    return tried.running ? tr("%1: predicted %2, measuring…").arg(title, format.factor(tried.lever.speedup))
                         : tr("%1: predicted %2, not measured").arg(title, format.factor(tried.lever.speedup));
}

QString doublingWords(const DoublingTest& test, std::optional<Regime> regime, const Format& format)
{
    const QString words = tr("Twice the size takes %1 the time (%2): %3.").arg(format.factor(test.growth), rangeWords(test.range, format), verdictWords(test.verdict, regime));
    QStringList sentences{words};
    if (test.uncertain)
        sentences << tr("A close call within the intervals.");
    if (regime && contradicts(test.verdict, *regime))
        sentences << tr("“%1” is judged from half to twice the size, this from here to twice: between them the regime changes.").arg(capitalised(regimeWord(*regime)));
    return sentences.join(QLatin1Char(' '));
}

} // namespace ridgepoint
