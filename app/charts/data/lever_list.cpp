// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/lever_list.h"

#include "app/charts/style/texts.h"
#include "core/analysis/compare.h"
#include "core/analysis/knees.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::int64_t elementsWithoutKnee = std::int64_t{1} << 25;

/// Neither filled in between nor predicted.
bool isFound(const Sample& sample)
{
    return !sample.flags.has(Flag::Interpolated)
        && (sample.provenance == Provenance::Measured || sample.provenance == Provenance::Published);
}

} // namespace

SampleLookup lookupIn(SnapshotPointer snapshot)
{
    return [snapshot = std::move(snapshot)](const Workload& workload) -> std::shared_ptr<const Sample> {
        for (const Sample& sample : snapshot->samples)
            if (sample.workload == workload && isFound(sample))
                return {snapshot, &sample};
        return nullptr;
    };
}

std::optional<MeasuredSpeedup> measuredSpeedup(const SampleLookup& find, const Workload& before, const Workload& after)
{
    const auto slow = find(before);
    const auto fast = find(after);
    const auto times = slow && fast ? compareTimes(*slow, *fast) : std::nullopt;
    if (!times)
        return std::nullopt;
    const double growth = static_cast<double>(after.elements) / static_cast<double>(before.elements);
    return MeasuredSpeedup{growth * times->speedup,
                           {growth * times->range.low, growth * times->range.high},
                           times->claimsCoverage,
                           std::max(slow->provenance, fast->provenance),
                           slow->time,
                           fast->time};
}

std::vector<LeverFact> leversAt(const Workload& workload, const Snapshot& snapshot, const SampleLookup& find)
{
    std::vector<LeverFact> facts;
    const std::int64_t largest = largestElements(snapshot.device, &snapshot.roofs, workload.precision);
    if (auto levers = leversOf(workload, snapshot.roofs, snapshot.device.kind, {.largestElements = largest}))
        for (Lever& lever : *levers) {
            LeverFact fact{std::move(lever), std::nullopt};
            if (fact.lever.workload)
                fact.measured = measuredSpeedup(find, workload, *fact.lever.workload);
            facts.push_back(std::move(fact));
        }
    return facts;
}

LeverRows leverRows(const std::vector<LeverFact>& levers)
{
    LeverRows rows;
    for (const LeverFact& fact : levers) {
        const bool helpsAllTheSame = fact.measured && fact.measured->claimsCoverage
                                  && fact.measured->range.low >= leastHelp;
        const bool hasRow = fact.lever.helps() || helpsAllTheSame;
        (hasRow ? rows.shown : rows.others).push_back(&fact);
    }
    return rows;
}

std::int64_t largestElements(const DeviceInfo& device, const RoofSet* roofs, Precision precision)
{
    // A power of two: it keeps the grid in place when the knee is measured again a little to the side.
    if (roofs != nullptr && lastCacheKnee(roofs->levels, roofs->threads) > Bytes(0.0))
        return std::max(defaultElements(roofs->levels, roofs->threads, precision, device.memory, device.kind),
                        std::int64_t{1024});
    const double room = device.memory.value() > 0.0 ? device.memory.value() / 4.0 : 1e12;
    std::int64_t elements = elementsWithoutKnee;
    while (elements > 1024 && static_cast<double>(elements) * bytesPerElement(precision) > room)
        elements /= 2;
    return elements;
}

namespace {

/// A prediction is no surer than the roofs that it is made of, which differ by this much between two runs: outside the
/// measured range, but so near to what was measured in the middle, it nearly came true.
constexpr double toleranceOfRoofs = 1.1;

/// What was measured in the middle may part by this much from a prediction that came true: "3.0× (3.0× to 8.3×)" of
/// 6.2× only does not speak against it.
constexpr double partingWithinRange = 1.3;

/// Whether a prediction came true. What reads as the end of the range counts as within it: "2.4× of 2.4× to 2.5×,
/// nearly as predicted" would puzzle.
QString keptWords(double predicted, const MeasuredSpeedup& measured, const Format& format)
{
    const QString said = format.factor(predicted);
    if (!measured.claimsCoverage)
        return tr("too few readings to judge the prediction");
    if (isTooWideToJudgeBy(measured.range))
        return tr("interval too wide to judge");
    const bool readsAsAnEnd = said == format.factor(measured.range.low) || said == format.factor(measured.range.high);
    const bool isHeld = measured.range.low <= predicted && predicted <= measured.range.high;
    const double parting = std::max(predicted, measured.factor) / std::min(predicted, measured.factor);
    // "Predicted 1.3× faster, measured 1.1× (0.9× to 1.4×)" shows no gain yet.
    if ((readsAsAnEnd || isHeld) && predicted >= leastHelp && measured.range.low <= 1.0)
        return tr("either as predicted or no gain: measure again");
    if (readsAsAnEnd || isHeld)
        return parting <= partingWithinRange ? tr("as predicted") : tr("the range contains the prediction");
    if (parting <= toleranceOfRoofs && (measured.factor < 1.0) == (predicted < 1.0)) // a loss is no small gain
        return tr("nearly as predicted");
    return measured.range.high < predicted ? tr("less than predicted") : tr("more than predicted");
}

/// " From 1.55 µs (2 Ki) to 117 µs (1 Mi).": what a factor was read from, with the sizes where they differ.
QString readFrom(const TriedLever& tried, const Format& format)
{
    const MeasuredSpeedup& measured = *tried.measured;
    if (!(measured.before > Seconds()) || !(measured.after > Seconds()) || !tried.lever.workload)
        return {};
    const std::int64_t from = tried.from.elements;
    const std::int64_t to = tried.lever.workload->elements;
    if (from == to)
        return tr(" From %1 to %2.").arg(format.time(measured.before), format.time(measured.after));
    return tr(" From %1 (%2) to %3 (%4).")
        .arg(format.time(measured.before), format.count(static_cast<double>(from)), format.time(measured.after),
             format.count(static_cast<double>(to)));
}

} // namespace

bool isTooWideToJudgeBy(const Interval& range)
{
    constexpr double widest = 3.0; // times its beginning
    return range.high > widest * range.low;
}

QString leverTitle(const Lever& lever, const Workload& workload, const Format& format)
{
    switch (lever.kind) {
    case LeverKind::FuseDeeper:
        return tr("Fuse %1 of %2").arg(format.whole(lever.workload->fusionDepth), format.whole(workload.chainLength));
    case LeverKind::QueueLaunches: return tr("Queue the launches");
    case LeverKind::GraphLaunches: return tr("Launch as a graph");
    case LeverKind::BiggerTensor:
        return tr("Batch %1, per element")
            .arg(format.count(static_cast<double>(lever.workload->elements / workload.elements)));
    case LeverKind::LowerPrecision: return tr("Precision %1").arg(text(nameOf(lever.workload->precision)));
    case LeverKind::MatrixUnit: return tr("Matrix unit");
    case LeverKind::DoubleCompute: return tr("Twice the %1/s").arg(workUnit(workload.operation));
    case LeverKind::DoubleBandwidth: return tr("Twice the bandwidth");
    case LeverKind::HalveLaunch: return tr("Half the launch cost");
    case LeverKind::ReachRoofs: return tr("Reach the roofs");
    case LeverKind::NearerLevel: return tr("Keep the data in %1 (smaller blocks, fusion)").arg(roofWord(lever.roof));
    }
    return {};
}

QString leverMeaning(const Lever& lever, const Workload& workload, const Format& format)
{
    switch (lever.kind) {
    case LeverKind::FuseDeeper:
        return tr("One pass over memory for %1 operations of the chain").arg(format.whole(lever.workload->fusionDepth));
    case LeverKind::QueueLaunches: return tr("Every pass is submitted at once and waited for once");
    case LeverKind::GraphLaunches: return tr("The whole list of passes is submitted at once");
    case LeverKind::BiggerTensor:
        return tr("One tensor of %1, whose elements share each launch")
            .arg(format.count(static_cast<double>(lever.workload->elements)));
    case LeverKind::LowerPrecision:
        return tr("%1 bytes per element instead of %2")
            .arg(format.whole(bytesPerElement(lever.workload->precision)),
                 format.whole(bytesPerElement(workload.precision)));
    case LeverKind::MatrixUnit: return tr("Another algorithm: the same multiply-adds as a matrix product");
    case LeverKind::DoubleCompute:
    case LeverKind::DoubleBandwidth: return tr("Another device, with twice the %1 roof").arg(roofWord(lever.roof));
    case LeverKind::HalveLaunch: return tr("Another device or driver");
    case LeverKind::ReachRoofs: return tr("Look for strided access, dependent operations and threads that wait");
    case LeverKind::NearerLevel:
        return tr("Another algorithm: smaller blocks or fused passes use the data again while %1 holds it")
            .arg(roofWord(lever.roof));
    }
    return {};
}

QString uselessWords(const std::vector<const LeverFact*>& levers, const Workload& workload, const Format& format)
{
    QStringList titles;
    for (const LeverFact* fact : levers)
        titles << leverTitle(fact->lever, workload, format);
    return titles.isEmpty() ? QString() : tr("No gain predicted: %1.").arg(titles.join(QStringLiteral(", ")));
}

QString predictedAndMeasured(double predicted, const MeasuredSpeedup& measured, const Format& format)
{
    return (measured.provenance == Provenance::Measured ? tr("predicted %1, measured %2")
                                                        : tr("predicted %1, published %2"))
        .arg(format.factor(predicted), format.factor(measured.factor));
}

QString triedWords(const TriedLever& tried, const Format& format)
{
    const QString title = leverTitle(tried.lever, tried.from, format);
    if (tried.measured)
        return (tried.measured->claimsCoverage && isTooWideToJudgeBy(tried.measured->range)
                    ? tr("%1: predicted %2 faster; measured %3 (%4): %5.")
                    : tr("%1: predicted %2 faster; measured %3 (%4), %5."))
                   .arg(title, format.factor(tried.lever.speedup), format.factor(tried.measured->factor),
                        factorRange(tried.measured->range, format),
                        keptWords(tried.lever.speedup, *tried.measured, format))
             + readFrom(tried, format);
    return tried.running ? tr("%1: predicted %2, measuring…").arg(title, format.factor(tried.lever.speedup))
                         : tr("%1: predicted %2, not measured").arg(title, format.factor(tried.lever.speedup));
}

QString factorRange(const Interval& range, const Format& format)
{
    return tr("%1 to %2").arg(format.factor(range.low), format.factor(range.high));
}

} // namespace ridgepoint
