// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/point_words.h"

#include "app/charts/data/describe.h"
#include "app/charts/data/point_sentences.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"
#include "core/agenda/point_recheck.h"
#include "core/analysis/elasticity.h"
#include "core/analysis/nearer_level.h"
#include "core/analysis/outrun.h"
#include "core/analysis/shortfall.h"
#include "core/model/cost.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ridgepoint {
namespace {

/// Less than this share of the time leaves t_fixed to the tool tip: the other terms make up the result as it is read.
constexpr double leastShareOfFixed = 0.05;

/// Whether the inspector's headline blames memory.
bool isLimitedByMemory(const PointFacts& facts)
{
    if (!facts.sample)
        return facts.named() == Regime::Memory;
    const PointAnalysis* analysis = facts.analysis ? &*facts.analysis : nullptr;
    const bool isFar = !facts.hasWhatIf() && shareFarBelow(*facts.sample, *facts.predictionThen, analysis).has_value();
    return !isFar && facts.regime() == Regime::Memory;
}

const QChar noBreakSpace(0x00A0);

/// A line ends before it, never within it.
QString whatIfMark() { return tr("(what if)").replace(QLatin1Char(' '), noBreakSpace); }

/// The share that a rate has of a roof as it is drawn: "99 % of the DRAM roof", of one that a what-if multiplies "50 %
/// of the DRAM roof 2.0× (what if)".
QString ofRoof(const PointFacts& facts, const std::string& id, double rate, const QString& pattern,
               const Format& format)
{
    const Roof* roof = facts.roof(id);
    if (roof == nullptr || !(roof->value > 0.0))
        return {};
    const QString words = pattern.arg(format.percent(rate / roof->value), roofWord(id));
    const double factor = whatIfFactor(*facts.snapshot, id);
    return factor == 1.0 ? words : QStringLiteral("%1 %2 %3").arg(words, format.factor(factor), whatIfMark());
}

/// A cache and memory where both serve this point's tensors.
struct BothRoofs {
    Roof cache;
    Roof memory;
    BytesPerSecond together;
};
std::optional<BothRoofs> bothRoofs(const PointFacts& facts)
{
    const auto& shared = facts.prediction->shared;
    const Roof* cache = shared ? facts.roof(shared->cacheRoof) : nullptr;
    const Roof* memory = shared ? facts.roof(shared->memoryRoof) : nullptr;
    if (cache == nullptr || memory == nullptr || !(cache->value > 0.0) || !(memory->value > 0.0))
        return std::nullopt;
    return BothRoofs{*cache, *memory,
                     sharedBandwidth(shared->fromCache, BytesPerSecond(cache->value), BytesPerSecond(memory->value))};
}

/// The share that a rate has of what serves this point's memory: "99 % of the DRAM roof", or of cache and memory
/// together where a cache keeps part of a larger tensor and both take some of the time.
QString ofMemory(const PointFacts& facts, double rate, const QString& oneRoof, const QString& twoRoofs,
                 const Format& format)
{
    const auto both = bothRoofs(facts);
    if (!both)
        return ofRoof(facts, facts.prediction->bandwidthRoof, rate, oneRoof, format);
    const LongerLevel longer = longerLevel(*facts.prediction->shared, both->cache.value, both->memory.value);
    if (longer.ofTime > nearlyAllOfTheTime)
        return ofRoof(facts, longer.roof, rate * longer.ofBytes, oneRoof, format);
    const QString words = twoRoofs.arg(format.percent(rate / both->together.value()), roofWord(both->cache.id),
                                       roofWord(both->memory.id));
    const bool isChanged = whatIfFactor(*facts.snapshot, both->cache.id) != 1.0
                        || whatIfFactor(*facts.snapshot, both->memory.id) != 1.0;
    return isChanged ? QStringLiteral("%1 %2").arg(words, whatIfMark()) : words;
}

/// No line ends within "−2.1/+7.7 %", as a line of text otherwise does behind a solidus.
QString unbrokenInterval(QString interval) { return interval.replace(QLatin1String("/"), QStringLiteral("/\u2060")); }

/// A figure with its interval, where it was measured: "713 ns ± 65 %". A what-if has none.
QString withInterval(const PointFacts& facts, const Roof& roof, const Format& format)
{
    const bool isChanged = whatIfFactor(*facts.snapshot, roof.id) != 1.0;
    const QString interval = roof.provenance == Provenance::Measured && !isChanged
                               ? unbrokenInterval(format.roofInterval(roof))
                               : QString();
    return interval.isEmpty() ? format.roofValue(roof) : format.roofValue(roof) + noBreakSpace + interval;
}

/// The roof that the point outran, where its roofs are those that it was measured with.
std::optional<Outrun> outrunOf(const PointFacts& facts)
{
    return facts.sample && facts.prediction && !facts.hasWhatIf()
             ? outrunBy(*facts.sample, *facts.prediction, facts.snapshot->roofs)
             : std::nullopt;
}

/// One line on what to do, for the levers below it have to stay in sight; where that is offered elsewhere, beside which
/// it would say the same twice, without it. Why stands among the remarks.
void writeDoubt(PointWords& words, const QString& reason)
{
    words.doubt = tr("The roofs look out of date: measure them again (Ctrl+F5).");
    words.doubtBesideOffer = tr("The roofs look out of date.");
    words.doubtReason =
        tr("%1 Until the roofs are measured again, the prediction and the suggestions are unreliable.").arg(reason);
}

/// "44 % from L3 at 461 GB/s, the rest from DRAM at 72.8 GB/s": what the W of the equation is made of.
QString sharedTerm(const PointFacts& facts, const SharedService& shared, const Format& format)
{
    const Roof* cache = facts.roof(shared.cacheRoof);
    const Roof* memory = facts.roof(shared.memoryRoof);
    if (cache == nullptr || memory == nullptr)
        return {};
    return tr("W  %1 from %2 at %3, the rest from %4 at %5")
        .arg(format.percent(shared.fromCache), roofWord(cache->id), format.roofValue(*cache), roofWord(memory->id),
             format.roofValue(*memory));
}

/// "Waiting for the one before, k·d·λ  16 × 1.07 ns = 17.1 ns", with the depth where several are fused.
QString waitingTerm(const PointFacts& facts, const Roof& latency, Seconds eachLaunch, const Format& format)
{
    const Workload& workload = facts.workload;
    QString applications = format.whole(workload.operationsPerElement);
    if (workload.fusionDepth > 1)
        applications = tr("%1 × %2").arg(applications, format.whole(workload.fusionDepth));
    const QString product =
        tr("%1 × %2").arg(applications, format.roofValue(latency)).replace(QLatin1Char(' '), noBreakSpace);
    return tr("Latency, k·d·λ  %1 = %2").arg(product, format.time(eachLaunch));
}

/// "21.7 → 14.4 ms", with the unit once where both have it.
QString fromTo(Seconds before, Seconds after, const Format& format)
{
    const auto unitOf = [](const QString& time) {
        return time.mid(std::max<qsizetype>(0, time.lastIndexOf(noBreakSpace)));
    };
    QString first = format.time(before);
    const QString second = format.time(after);
    if (unitOf(first) == unitOf(second))
        first.chop(unitOf(first).size());
    return QStringLiteral("%1 → %2").arg(first, second).replace(QLatin1Char(' '), noBreakSpace);
}

/// Of both predictions, for a measured time also has in it what no roof explains.
QString whatIfGain(const PointFacts& facts, const Format& format)
{
    if (!facts.prediction || !facts.hasWhatIf())
        return {};
    const auto own = predict(facts.workload, deviceRoofs(*facts.snapshot), facts.kind);
    if (!own)
        return {};
    const Regime limit = facts.prediction->limit;
    const bool isOtherLimit = limit != own->limit && limit != Regime::UnderFilled;
    QString times = fromTo(own->time, facts.prediction->time, format);
    if (isOtherLimit)
        times = tr("%1, then limited by %2").arg(times, regimeLabel(limit));
    const double gain = own->time / facts.prediction->time;
    const QString unchanged = format.factor(1.0);
    if (const QString factor = format.factor(std::max(gain, 1.0 / gain)); factor != unchanged)
        return (gain > 1.0 ? tr("Predicted %1 faster: %2") : tr("Predicted %1 slower: %2")).arg(factor, times);
    return tr("Predicted no faster: %1").arg(times);
}

const PointAnalysis* analysisOf(const PointFacts& facts) { return facts.analysis ? &*facts.analysis : nullptr; }

/// Whether there is a sample to compare with what its own device's roofs allow.
bool isCompared(const PointFacts& facts) { return facts.sample && facts.predictionThen && !facts.hasWhatIf(); }

std::optional<double> farBelow(const PointFacts& facts)
{
    return isCompared(facts) ? shareFarBelow(*facts.sample, *facts.predictionThen, analysisOf(facts)) : std::nullopt;
}

bool launchesCostMore(const PointFacts& facts)
{
    return isCompared(facts) && costlierLaunch(*facts.sample, *facts.predictionThen, analysisOf(facts));
}

void writeHeadline(PointWords& words, const PointFacts& facts)
{
    const auto& analysis = facts.analysis;
    if (facts.isJudged()) {
        const bool isFar = farBelow(facts).has_value();
        const QString verdict = regimeHeadline(*analysis, isFar);
        words.headline = facts.sample       ? capitalised(verdict)
                       : facts.isFilledIn() ? filledInWords(verdict)
                                            : tr("Predicted: %1").arg(verdict);
        if (analysis->regime && !isFar && !analysis->flags.has(Flag::Ambiguous) && !isUnexplained(*analysis))
            words.meaning = regimeMeaning(*analysis->regime);
        if (facts.prediction && (facts.sample || facts.isFilledIn())) {
            const QString differs = disagreementWords(*analysis, facts.prediction->limit,
                                                      facts.sample ? facts.sample->provenance : Provenance::Measured,
                                                      facts.hasWhatIf());
            if (!facts.hasWhatIf())
                words.disagreement = differs;
            else if (!differs.isEmpty())
                words.headlineWithWhatIf = tr("With the what-if: %1").arg(regimeWord(facts.prediction->limit));
        }
    } else if (facts.prediction) {
        words.headline = tr("Predicted: %1").arg(regimeWord(facts.prediction->limit));
        words.meaning = regimeMeaning(facts.prediction->limit);
    } else {
        words.headline = tr("Nothing measured yet");
    }
    if (const auto outrun = outrunOf(facts)) {
        words.headline = outrunHeadline(words.headline, *outrun);
        words.meaning.clear(); // what would help is by roofs that are in doubt
    }
}

/// "96 % of the DRAM roof", "29 % of the fp32 fma roof" of a measured point: the roof that takes longer first.
QStringList sharesOfRoofs(const PointFacts& facts, const Format& format)
{
    const Cost cost = costOf(facts.workload);
    const Prediction& prediction = *facts.prediction;
    const QString memory = ofMemory(facts, (cost.bytes / facts.sample->time).value(), tr("%1 of the %2 roof"),
                                    tr("%1 of what %2 and %3 give together"), format);
    const QString compute = ofRoof(facts, prediction.computeRoof, (cost.flops / facts.sample->time).value(),
                                   tr("%1 of the %2 roof"), format);
    return prediction.compute > prediction.memory ? QStringList{compute, memory} : QStringList{memory, compute};
}

/// The headline with its share of the nearest roof; where that is more than all of it, what this means instead.
QString verdictLine(const QString& headline, const PointFacts& facts, const Format& format)
{
    if (!facts.sample || !facts.prediction)
        return headline;
    if (const auto outrun = outrunOf(facts))
        return outrunVerdict(*outrun);
    const Prediction& prediction = *facts.prediction;
    const bool isComputing = prediction.compute > prediction.memory;
    const Seconds atRoof = isComputing ? prediction.compute : prediction.memory;
    if (facts.hasWhatIf() || atRoof <= facts.sample->time * clearlyBeyondRoof)
        return tr("%1: %2").arg(headline, sharesOfRoofs(facts, format).front());
    const std::string& roof = isComputing ? prediction.computeRoof : prediction.bandwidthRoof;
    const bool hasInterval = facts.sample->provenance == Provenance::Measured && facts.sample->high > Seconds();
    return hasInterval ? tr("%1: at the %2 roof, within the measurement's interval").arg(headline, roofWord(roof))
                       : outrunHeadline(headline, Outrun{.roof = roof});
}

/// How many times as long the point took as in the reference state; 1 where the device was in it.
double slowdownOf(const PointFacts& facts, const Format& format)
{
    const bool isKnown = facts.sample && facts.analysis && facts.analysis->referenceTime
                      && *facts.analysis->referenceTime > Seconds();
    return isKnown && !stateWords(*facts.sample, *facts.analysis, format).isEmpty()
             ? facts.sample->time / *facts.analysis->referenceTime
             : 1.0;
}

bool wasBusy(const PointFacts& facts) { return facts.sample->flags.has(Flag::MachineBusy); }

bool hadLowerClock(const PointFacts& facts)
{
    const FlagSet flags = facts.sample->flags | facts.analysis->flags;
    return flags.has(Flag::Throttled) || (flags.has(Flag::PowerLimited) && facts.analysis->state.compute > 1.0);
}

/// A small share beside "memory-bandwidth-bound" needs its reason: the presenter shows no other.
QString momentOf(const PointFacts& facts, const Format& format)
{
    if (slowdownOf(facts, format) <= 1.0)
        return {};
    return wasBusy(facts)       ? tr("Machine busy")
         : hadLowerClock(facts) ? tr("Lower clock")
                                : tr("Device slower than usual");
}

/// Shares are of the time in the reference state. Where that is not the measured time, both are told, so that a reader
/// can redo the shares with the predicted terms.
QString sharesOf(const PointFacts& facts, const Format& format)
{
    const PointAnalysis& analysis = *facts.analysis;
    const QString line = sharesLine(analysis, format);
    if (facts.hasWhatIf())
        return (facts.sample->provenance == Provenance::Published ? tr("Published time shares: %1")
                                                                  : tr("Measured time shares: %1"))
            .arg(line);
    const double slowdown = slowdownOf(facts, format);
    if (slowdown == 1.0)
        return tr("Time shares: %1").arg(line);
    const QString measured = format.time(facts.sample->time);
    const QString explained = format.time(*analysis.referenceTime);
    if (slowdown < 1.0)
        return tr("%1 measured, %2 predicted by the roofs; of these: %3").arg(measured, explained, line);
    return (wasBusy(facts)         ? tr("%1 measured (the machine was busy), %2 explained by the roofs; of these: %3")
            : hadLowerClock(facts) ? tr("%1 measured (the clock was lowered), %2 explained by the roofs; of these: %3")
                                   : tr("%1 measured, %2 explained by the roofs; of these: %3"))
        .arg(measured, explained, line);
}

QString detailOf(const PointFacts& facts, const Format& format)
{
    if (!facts.prediction)
        return facts.isMeasuring ? tr("The roofs are being measured; this map comes next.")
                                 : tr("The roofs and this map have not been measured yet: press F5.");
    if (!facts.sample && facts.snapshot->provenance == Provenance::Datasheet)
        return tr("Predicted from the datasheet of %1; nothing has been measured on it.")
            .arg(QString::fromStdString(facts.snapshot->device.name));
    if (!facts.sample && facts.snapshot->provenance == Provenance::Published)
        return tr("Not published at this point; predicted from the published roofs of %1.")
            .arg(QString::fromStdString(facts.snapshot->device.name));
    if (!facts.sample)
        return facts.isHeldBack ? tr("Measured after the picture was locked; unlock it to see the result.")
             : facts.isRecorded ? tr("This recording has no measurement of this point.")
                                : tr("This point has not been measured yet.");
    return sharesOfRoofs(facts, format).join(QStringLiteral(", "));
}

void writeEquation(PointWords& words, const PointFacts& facts, const Format& format)
{
    if (!facts.prediction)
        return;
    const Prediction& prediction = *facts.prediction;
    const Workload& workload = facts.workload;
    const Cost cost = costOf(workload);
    const auto launches = static_cast<double>(cost.launches);
    const bool hasFixed = hasFixedTerm(workload, facts.snapshot->roofs, facts.snapshot->device.kind);
    const bool namesFixed = hasFixed && prediction.fixed >= prediction.time * leastShareOfFixed;
    const bool isHandedOver = hasHandingOver(workload, facts.snapshot->roofs);
    words.equation = equationOf(namesFixed, isWaiting(prediction) ? WaitingTerm::Named : WaitingTerm::LeftOut,
                                isHandedOver);
    // F and B are those of one launch in the equation, so the lines are too.
    const Roof* compute = facts.roof(prediction.computeRoof);
    const Roof* launch = facts.roof(prediction.launchRoof);
    if (compute != nullptr)
        words.terms << tr("Computing, F/P  %1 / %2 = %3")
                           .arg(format.work(cost.flops / launches, workload.operation), format.roofValue(*compute),
                                format.time(prediction.compute / launches));
    words.terms << tr("Moving data, B/W  %1 / %2 = %3")
                       .arg(format.traffic(cost.bytes / launches), format.rate(cost.bytes / prediction.memory),
                            format.time(prediction.memory / launches));
    if (prediction.shared)
        words.terms << sharedTerm(facts, *prediction.shared, format);
    if (const Roof* latency = facts.roof(prediction.latencyRoof); latency != nullptr && isWaiting(prediction)) {
        words.terms << waitingTerm(facts, *latency, prediction.latency / launches, format);
        words.meaningOfTerms =
            facts.snapshot->device.kind == DeviceKind::Cuda
                ? tr("λ is the time that one block takes to apply the operation once to its 8 KiB of the tensor. A "
                     "tensor this small has too few blocks to occupy every multiprocessor; a larger one takes hardly "
                     "any longer.")
                : tr("λ is the latency of one operation: the next one on the same element waits for its result. A "
                     "tensor this small has too few other elements to hide the latency; a larger one takes hardly any "
                     "longer.");
    }
    if (const Roof* gap = facts.roof(std::string(deviceGapRoofId)); gap != nullptr && isHandedOver) {
        words.terms << tr("Between kernels, t  %1").arg(withInterval(facts, *gap, format));
        if (launch != nullptr)
            words.terms << tr("Submitting a launch, s  %1").arg(withInterval(facts, *launch, format));
        words.meaningOfTerms = QStringList{words.meaningOfTerms,
                                           tr("The host submits the next launch while the device works on this one, so "
                                              "s costs time only where the work and t together take less.")}
                                   .join(QLatin1Char(' '))
                                   .trimmed();
    } else if (launch != nullptr) {
        words.terms
            << tr("Launching, L·t  %1 × %2").arg(format.whole(cost.launches), withInterval(facts, *launch, format));
    }
    if (namesFixed)
        words.terms << tr("Launching once, t_fixed  %1")
                           .arg(withInterval(facts, *facts.roof(std::string(launchFixedRoofId)), format));
    else if (hasFixed)
        words.meaningOfTerms = QStringList{words.meaningOfTerms,
                                           tr("Not shown: t_fixed, %1 once for the whole chain, %2 of the time.")
                                               .arg(format.time(prediction.fixed),
                                                    format.percent(prediction.fixed / prediction.time))}
                                   .join(QLatin1Char(' '))
                                   .trimmed();
    for (QString& term : words.terms)
        term.replace(QStringLiteral("= "), QStringLiteral("=") + noBreakSpace); // a result stays with its sign
    const QString predicted =
        (facts.hasWhatIf() ? tr("predicted with what-if %1") : tr("predicted %1")).arg(format.time(prediction.time));
    words.outcome = facts.sample ? (facts.sample->provenance == Provenance::Measured ? tr("%1 · measured %2")
                                                                                     : tr("%1 · published %2"))
                                       .arg(predicted, format.time(facts.sample->time))
                                 : predicted;
}

/// Where the launch cost of a device comes from whose source states none.
QString borrowedLaunches(const PointFacts& facts, const Format& format)
{
    if (!facts.prediction || facts.snapshot->provenance == Provenance::Measured)
        return {};
    const Roof* launch = facts.roof(facts.prediction->launchRoof);
    if (launch == nullptr || !lenderOf(*launch))
        return {};
    return tr("Its source states no launch cost: the %1 (published) are %2.")
        .arg(format.roofValue(*launch), QString::fromStdString(launch->method));
}

/// "42 readings in 6 rounds".
QString countsOf(const Sample& sample, const Format& format)
{
    const QString readings = sample.readings == 1 ? tr("1 reading")
                                                  : tr("%1 readings").arg(format.whole(sample.readings));
    const QString rounds = sample.rounds == 1 ? tr("1 round") : tr("%1 rounds").arg(format.whole(sample.rounds));
    return tr("%1 in %2").arg(readings, rounds);
}

/// "± 0.9 %"; nothing where it is not known. A range of fewer than six rounds is a guess, from what is known of clocks.
QString intervalOf(const Sample& sample, const QString& claimed, const Format& format)
{
    const QString interval = unbrokenInterval(
        format.relativeInterval(sample.time.value(), sample.low.value(), sample.high.value()));
    return interval.isEmpty() ? interval
                              : (sample.flags.has(Flag::FewReadings) ? tr("about %1") : claimed).arg(interval);
}

void writeReadings(PointWords& words, const PointFacts& facts, const Format& format)
{
    if (!facts.sample)
        return;
    const Sample& sample = *facts.sample;
    const bool isFew = sample.flags.has(Flag::FewReadings); // what rounds usually differ by counts in it, too
    const QString range = intervalOf(sample, tr("interval %1"), format);
    const QString interval = isFew && !range.isEmpty() ? tr("repeated runs: %1").arg(range) : range;
    words.readings << tr("p25 %1 · median %2").arg(format.time(sample.time), format.time(sample.median));
    const QString counts = countsOf(sample, format);
    words.readings << (interval.isEmpty() ? counts : tr("%1 · %2").arg(counts, interval));
    if (const auto [least, most] = std::ranges::minmax_element(sample.keptReadings); isFew && least != most)
        words.readings << tr("readings from %1 to %2")
                              .arg(format.time(Seconds(static_cast<double>(*least))),
                                   format.time(Seconds(static_cast<double>(*most))));
    // Flags have a sentence each in the list of exceptions.
    const FlagSet flags = facts.analysis ? facts.analysis->flags | sample.flags : sample.flags;
    if (flags.empty())
        words.readings << tr("no flags");
}

} // namespace

QString levelWords(const PointFacts& facts, const Format& format)
{
    if (!facts.snapshot || !facts.prediction || !isLimitedByMemory(facts) || outrunOf(facts))
        return {};
    std::string limiting = facts.prediction->bandwidthRoof;
    if (const auto& shared = facts.prediction->shared) {
        // The verdict on what is measured is by the device's own roofs, whatever the what-if is.
        const auto bandwidthOf = [&](const std::string& id) {
            const Roof* roof = facts.sample ? facts.deviceRoof(id) : facts.roof(id);
            return roof != nullptr ? roof->value : 0.0;
        };
        const LongerLevel longer = longerLevel(*shared, bandwidthOf(shared->cacheRoof),
                                               bandwidthOf(shared->memoryRoof));
        if (longer.ofTime <= nearlyAllOfTheTime)
            return tr("Limited by %1, which serves %2 of the bytes and takes %3 of the combined time of %4 and %5.")
                .arg(roofWord(longer.roof), format.percent(longer.ofBytes), format.percent(longer.ofTime),
                     roofWord(shared->cacheRoof), roofWord(shared->memoryRoof));
        limiting = longer.roof;
    }
    const std::vector<LevelTraffic> levels = trafficOf(facts.workload, facts.snapshot->roofs);
    const auto level = std::ranges::find(levels, limiting, &LevelTraffic::roof);
    if (facts.snapshot->roofs.levels.size() < 2 || level == levels.end())
        return {};
    if (level == levels.begin())
        return tr("Limited by %1, the nearest level.").arg(roofWord(limiting));
    const auto nearer = nearerLevel(facts.workload, facts.snapshot->roofs, facts.kind, limiting, *facts.prediction);
    return nearer ? tr("Limited by %1. It would run %2 faster if the data came from %3.")
                        .arg(roofWord(limiting), format.factor(nearer->speedup), roofWord(nearer->roof))
                  : tr("Limited by %1.").arg(roofWord(limiting));
}

std::optional<DoubtfulRoof> doubtfulRoof(const PointFacts& facts)
{
    return isCompared(facts) && facts.prediction ? doubtfulRoof(*facts.sample, *facts.prediction, *facts.predictionThen,
                                                                analysisOf(facts), facts.snapshot->roofs)
                                                 : std::nullopt;
}

PointWords wordsOf(const PointFacts& facts, const Format& format)
{
    PointWords words;
    if (facts.hasWhatIf())
        words.whatIf = whatIfWords(*facts.snapshot, format);
    words.whatIfGain = whatIfGain(facts, format);
    writeHeadline(words, facts);
    words.detail = detailOf(facts, format);
    words.verdict = verdictLine(words.headline, facts, format);
    words.moment = momentOf(facts, format);
    words.level = levelWords(facts, format);
    if (facts.sample && facts.analysis && facts.analysis->shares)
        words.shares = sharesOf(facts, format);
    writeEquation(words, facts, format);
    writeReadings(words, facts, format);
    FlagSet flags = facts.sample ? facts.sample->flags : FlagSet();
    if (facts.analysis)
        flags |= facts.analysis->flags;
    // Judged by the device as it was, told by the roofs that the equation beside it has.
    if (farBelow(facts))
        words.shortfall = farBelowWords(facts.prediction->time / facts.sample->time, format);
    if (const QString sentence = borrowedLaunches(facts, format); !sentence.isEmpty())
        words.exceptions << sentence;
    if (const QString sentence = facts.sample && facts.analysis && !farBelow(facts) ? openWords(*facts.analysis, format)
                                                                                    : QString();
        !sentence.isEmpty())
        words.exceptions << sentence;
    if (const QString sentence = facts.sample && facts.analysis ? stateWords(*facts.sample, *facts.analysis, format)
                                                                : QString();
        !sentence.isEmpty())
        words.exceptions << sentence;
    words.exceptions << exceptionsOf(remarksOf(flags, analysisOf(facts)));
    if (const auto outrun = outrunOf(facts))
        writeDoubt(words, outrunWords(*outrun, *facts.sample, *facts.prediction, format));
    else if (launchesCostMore(facts))
        writeDoubt(words, costlierLaunchWords(*facts.sample, *facts.predictionThen, *facts.prediction,
                                              analysisOf(facts), format));
    return words;
}

PointFigures figuresOf(const PointFacts& facts, const Format& format)
{
    PointFigures figures;
    if (!facts.sample && facts.prediction && facts.snapshot->provenance != Provenance::Measured) {
        const Cost cost = costOf(facts.workload);
        figures.time = format.time(facts.prediction->time);
        const QString predicted = facts.hasWhatIf() ? tr("predicted %1").arg(whatIfMark()) : tr("predicted");
        figures.timeNote = (facts.snapshot->provenance == Provenance::Published ? tr("%1, not published here")
                                                                                : tr("%1, never measured"))
                               .arg(predicted);
        figures.bandwidth = format.rate(cost.bytes / facts.prediction->time);
        figures.performance = format.rate(cost.flops / facts.prediction->time, facts.workload.operation);
        figures.bandwidthNote = figures.performanceNote = predicted;
    }
    if (!facts.sample && facts.isRecorded)
        figures.waiting = tr("not in this recording");
    if (!facts.sample)
        return figures;
    const Sample& sample = *facts.sample;
    const Cost cost = costOf(facts.workload);
    const BytesPerSecond bandwidth = cost.bytes / sample.time;
    const FlopsPerSecond performance = cost.flops / sample.time;
    figures.time = format.time(sample.time);
    figures.timeNote = intervalOf(sample, QStringLiteral("%1"), format);
    figures.bandwidth = format.rate(bandwidth);
    figures.performance = format.rate(performance, facts.workload.operation);
    if (facts.prediction) {
        // These shares follow a what-if, as the charts' roofs above the measured point do, and say so; the rates stay.
        figures.bandwidthNote = ofMemory(facts, bandwidth.value(), tr("%1 of %2"), tr("%1 of %2 + %3"), format);
        const std::string& roof = facts.prediction->computeRoof;
        const QString name = roofWord(roof);
        figures.performanceNote = ofRoof(facts, roof, performance.value(), tr("%1 of %2"), format)
                                      .replace(name, QString(name).replace(QLatin1Char(' '), noBreakSpace));
    }
    return figures;
}

QString partingWords(const Sample& before, const Sample& now, const Format& format)
{
    return contradicts(before, now) ? tr("measured before: %1").arg(format.time(before.time)) : QString();
}

} // namespace ridgepoint
