// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/calculator_words.h"

#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"
#include "core/analysis/outrun.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

/// Beyond this a factor says no more than that a count is wrong.
constexpr double mostFactorTold = 1000.0;
constexpr std::size_t levelsInLimitWords = 2;

/// Why a roof that is doubled leaves the time of a kernel as it is.
QString whyNotFaster(const OwnKernelVerdict& verdict)
{
    constexpr double alike = 0.9; // of the longer one: it gives way to the other before much is gained
    if (verdict.limit != Regime::Memory && verdict.limit != Regime::Compute)
        return tr("launching takes longer than its work");
    const auto [less, more] = std::minmax(verdict.compute, verdict.memory);
    if (less > more * alike)
        return tr("its bytes and its operations take about as long, so that both would have to be faster");
    return verdict.limit == Regime::Memory ? tr("its bytes take longer than its operations")
                                           : tr("its operations take longer than its bytes");
}

/// What elements of that many bytes are called.
QString elementsOf(double bytes)
{
    if (bytes == 4.0)
        return elementWord(Precision::Fp32);
    if (bytes == 8.0)
        return elementWord(Precision::Fp64);
    return bytes == 2.0 ? tr("halfs") : tr("elements");
}

/// Without the zeros that only keep columns even.
QString trimmed(double value, const Format& format)
{
    QString text = format.significant(value);
    const QString point = format.locale().decimalPoint();
    if (!text.contains(point))
        return text;
    while (text.endsWith(QLatin1Char('0')))
        text.chop(1);
    if (text.endsWith(point))
        text.chop(point.size());
    return text;
}

/// ", about 380 billion" where two digits say something else than three do.
QString about(double value, const Format& format)
{
    const QString round = spoken(roundedTo(value, 2), format);
    return round == spoken(value, format) ? QString() : tr(", about %1").arg(round);
}

/// What decides of work that moves no bytes.
QString wordsWithoutTraffic(const Envelope& envelope)
{
    if (!(envelope.compute > Seconds()))
        return tr("No bytes are moved and nothing is computed: only launch overhead is left.");
    return tr("No bytes are moved: the arithmetic intensity is infinite, so memory cannot limit this work. It is %1.")
        .arg(regimeWord(envelope.limit));
}

/// Two digits are what people keep in mind; more where they would put the work on the other side of the ridge.
double toldRidge(double ridge, double operations)
{
    for (const int digits : {2, 3})
        if (const double told = roundedTo(ridge, digits); (told < operations) == (ridge < operations))
            return told;
    return ridge;
}

/// "L·t", and what a chain of launches costs once.
QString launchTerm(const EnvelopeDevice& device) { return device.fixed > Seconds() ? tr("L·t + t_fixed") : tr("L·t"); }

CalculationStep launchStep(double launches, const EnvelopeDevice& device, Seconds overhead, const Format& format)
{
    const QString each = tr("%1 × %2").arg(countWords(launches, format), format.time(device.launch));
    return {tr("Launching, %1").arg(launchTerm(device)),
            device.fixed > Seconds() ? tr("%1 + %2").arg(each, format.time(device.fixed)) : each,
            format.time(overhead)};
}

/// The device as work of so many launches meets it: none, and there is no chain that would cost something once.
EnvelopeDevice forLaunches(EnvelopeDevice device, double launches)
{
    if (!(launches > 0.0))
        device.fixed = Seconds();
    return device;
}

/// The terms put together: max(a, b) + c + d; max(max(a, b) + t, s) where the host hands launches over meanwhile.
QString timeFormula(const EnvelopeDevice& device, const QString& compute, const QString& memory, const QString& submit,
                    const QString& onTop, const QString& fixed)
{
    if (device.launch == Seconds() && device.fixed == Seconds())
        return tr("max(%1, %2)").arg(compute, memory);
    if (device.gap)
        return tr("max(max(%1, %2) + %3, %4)").arg(compute, memory, onTop, submit);
    const QString time = tr("max(%1, %2) + %3").arg(compute, memory, submit);
    return device.fixed > Seconds() ? tr("%1 + %2").arg(time, fixed) : time;
}

} // namespace

QString spoken(double value, const Format& format)
{
    static constexpr std::pair<double, const char*> words[] = {
        {1e18, QT_TRANSLATE_NOOP("ridgepoint", "%1 quintillion")},
        {1e15, QT_TRANSLATE_NOOP("ridgepoint", "%1 quadrillion")},
        {1e12, QT_TRANSLATE_NOOP("ridgepoint", "%1 trillion")},
        {1e9, QT_TRANSLATE_NOOP("ridgepoint", "%1 billion")},
        {1e6, QT_TRANSLATE_NOOP("ridgepoint", "%1 million")}};
    for (const auto& [from, text] : words)
        if (value >= from * 0.9995 && value < from * 1e6)
            return tr(text).arg(trimmed(value / from, format));
    return trimmed(value, format);
}

QString countWords(double value, const Format& format)
{
    constexpr double binaryFrom = 1024.0;
    if (value >= binaryFrom && std::fmod(value, binaryFrom) == 0.0) {
        const QString binary = format.count(value);
        // "373 Gi" of 400e9 would hide what was meant.
        double rest = value;
        while (rest >= binaryFrom && std::fmod(rest, binaryFrom) == 0.0)
            rest /= binaryFrom;
        if (rest < binaryFrom)
            return binary;
    }
    const QString words = spoken(value, format);
    if (value >= 1e6 && roundedTo(value, 3) == value)
        return words;
    // A field's entry, which is read again: no separators between its thousands.
    return value == std::floor(value) && value < 1e15 ? QString::number(static_cast<qlonglong>(value))
                                                      : trimmed(value, format);
}

EnvelopeWords wordsOf(const EnvelopeDevice& chosen, const EnvelopeWork& work, const Envelope& envelope,
                      const Format& format)
{
    const EnvelopeDevice device = forLaunches(chosen, work.launches);
    const QString elements = elementsOf(work.bytesPerElement);
    const QString bandwidth = format.rate(device.bandwidth);
    const QString rate = format.rate(device.compute);
    const QString bytes = trimmed(work.bytesPerElement, format);
    const QString accesses = trimmed(work.accessesPerElement, format);
    const QString perOperation = trimmed(work.flopsPerOperation, format);
    const QString count = countWords(work.elements, format);
    const QString passes = work.passes == 1.0 ? QString() : tr(" × %1 passes").arg(countWords(work.passes, format));
    const double flops = work.elements * work.operationsPerElement * work.flopsPerOperation * work.passes;
    const double moved = work.elements * work.accessesPerElement * work.bytesPerElement * work.passes;
    constexpr int ridgeStep = 2;
    EnvelopeWords words;
    words.headline = tr("%1: %2").arg(capitalised(regimeWord(envelope.limit)), format.time(envelope.time));
    words.ridge = moved == 0.0
                    ? wordsWithoutTraffic(envelope)
                    : tr("Up to about %1 operations per element, moving the data takes the time; beyond that, "
                         "computing does. This work has %2.")
                          .arg(spoken(toldRidge(envelope.operationsAtRidge, work.operationsPerElement), format),
                               countWords(work.operationsPerElement, format));
    words.steps = {
        {tr("Memory delivers"), tr("%1 / %2 B").arg(bandwidth, bytes),
         tr("%1 %2 per second%3")
             .arg(spoken(envelope.elementsLoadedPerSecond, format), elements,
                  about(envelope.elementsLoadedPerSecond, format))},
        {tr("The units compute"), tr("%1 / %2 FLOP").arg(rate, perOperation),
         tr("%1 operations per second%2")
             .arg(spoken(envelope.operationsPerSecond, format), about(envelope.operationsPerSecond, format))},
        {tr("Ridge"),
         tr("%1 / (%2 / (%3 × %4 B))").arg(spoken(envelope.operationsPerSecond, format), bandwidth, accesses, bytes),
         tr("%1 operations per element%2")
             .arg(spoken(envelope.operationsAtRidge, format), about(envelope.operationsAtRidge, format))},
        {tr("Computing, F/P"),
         tr("%1 × %2 × %3 FLOP%4 / %6 = %5 / %6")
             .arg(count, countWords(work.operationsPerElement, format), perOperation, passes, format.work(Flops(flops)),
                  rate),
         format.time(envelope.compute)},
        {tr("Moving data, B/W"),
         tr("%1 × %2 × %3 B%4 / %6 = %5 / %6")
             .arg(count, accesses, bytes, passes, format.traffic(Bytes(moved)), bandwidth),
         format.time(envelope.memory)},
        launchStep(work.launches, device, envelope.overhead, format),
        {tr("Time"),
         timeFormula(device, format.time(envelope.compute), format.time(envelope.memory),
                     format.time(work.launches * device.launch), format.time(work.launches * device.onTop()),
                     format.time(device.fixed)),
         format.time(envelope.time)},
    };
    if (moved == 0.0)
        words.steps.erase(words.steps.begin() + ridgeStep); // there is none where no byte meets an operation
    return words;
}

QString measuredWords(const Envelope& envelope, const MeasuredAnswer& measured, bool same, const Format& format)
{
    const QString interval = format.relativeInterval(measured.time.value(), measured.low.value(),
                                                     measured.high.value());
    const QString found = tr("Measured on %1: %2.")
                              .arg(measured.device,
                                   format.time(measured.time)
                                       + (interval.isEmpty() ? QString() : QLatin1Char(' ') + interval));
    const double ratio = envelope.time / measured.time;
    if (!same)
        return found + QLatin1Char(' ')
             + (ratio <= 1.0
                    ? tr("By this estimate the other device takes 1/%1 of that time.").arg(trimmed(1.0 / ratio, format))
                    : tr("By this estimate the other device takes %1× as long.").arg(trimmed(ratio, format)));
    const double off = std::abs(ratio - 1.0);
    if (off < 0.005)
        return found + QLatin1Char(' ') + tr("The estimate agrees within 0.5 %.");
    if (ratio > 2.0)
        return found + QLatin1Char(' ') + tr("The estimate is %1× that.").arg(trimmed(ratio, format));
    return found + QLatin1Char(' ')
         + (ratio < 1.0 ? tr("The estimate is %1 below it.") : tr("The estimate is %1 above it."))
               .arg(format.percent(off));
}

QString asHtml(const std::vector<CalculationStep>& steps)
{
    QString rows;
    for (const CalculationStep& step : steps)
        rows += QStringLiteral("<p style=\"margin:0 0 9px 0\"><span>%1</span><br><b>%2 = %3</b></p>")
                    .arg(step.name.toHtmlEscaped(), step.formula.toHtmlEscaped(), step.result.toHtmlEscaped());
    return rows;
}

QString asPlainText(const std::vector<CalculationStep>& steps)
{
    QString lines;
    for (const CalculationStep& step : steps)
        lines += QStringLiteral("%1: %2 = %3\n").arg(step.name, step.formula, step.result);
    return lines;
}

QString judgedByWords(const OwnKernel& kernel, const JudgingDevice& judging)
{
    const bool isUnnamed = kernel.device == unnamedGpu;
    if (ranElsewhere(kernel, judging))
        return kernel.device.empty()
                 ? tr("It ran on a processor. The roofs of %1 say nothing about it.").arg(judging.words)
             : isUnnamed
                 ? tr("It ran on a GPU that its file does not name. The roofs of %1 say nothing about it.")
                       .arg(judging.words)
                 : tr("It ran on %1. The roofs of %2 say nothing about it.").arg(text(kernel.device), judging.words);
    if (isUnnamed)
        return tr("The file does not name the GPU; judged by %1.").arg(judging.words);
    if (!kernel.device.empty())
        return judging.device.name.empty() ? tr("It ran on %1; judged by %2.").arg(text(kernel.device), judging.words)
                                           : QString();
    return kernel.source.empty() ? QString() // who typed it knows
                                 : tr("The file does not name the device; judged by %1.").arg(judging.words);
}

QString launchWords(double launches, const Format& format)
{
    return launches == 1.0 ? tr("1 launch") : tr("%1 launches").arg(format.whole(std::llround(launches)));
}

QString roofDistanceWords(const OwnKernel& kernel, const OwnKernelVerdict& verdict, const std::string& computeRoof,
                          const Format& format)
{
    QStringList reached;
    const auto add = [&](Seconds atRoof, const QString& roof) {
        reached << tr("%1 of the %2 roof").arg(roofShareWords(atRoof / kernel.time, format), roof);
    };
    const std::size_t said = levelLimitWords(kernel, verdict, format).isEmpty() ? 0 : levelsInLimitWords;
    for (std::size_t i = said; i < verdict.levels.size(); ++i)
        add(verdict.levels[i].time(), roofWord(verdict.levels[i].traffic.roof));
    if (verdict.compute > Seconds())
        add(verdict.compute, computeRoof.empty() ? tr("compute") : roofWord(computeRoof));
    QStringList sentences;
    if (!reached.isEmpty())
        sentences << tr("It reaches %1.").arg(reached.join(QStringLiteral(", ")));
    if (verdict.overhead > Seconds())
        sentences
            << tr("Launching accounts for %1 of its time.").arg(roofShareWords(verdict.overhead / kernel.time, format));
    return sentences.join(QLatin1Char(' '));
}

QString vainDoublingWords(const OwnKernelVerdict& verdict)
{
    if (!promisesLevers(verdict))
        return {};
    // At most one of them helps: the longer term is what is waited for.
    for (const auto& [kind, words] :
         {std::pair(LeverKind::DoubleBandwidth, tr("Doubling the FLOP/s would not help: %1.")),
          std::pair(LeverKind::DoubleCompute, tr("Doubling the bandwidth would not help: %1."))})
        if (const auto lever = std::ranges::find(verdict.levers, kind, &Lever::kind);
            lever != verdict.levers.end() && lever->helps())
            return words.arg(whyNotFaster(verdict));
    return tr("Doubling the bandwidth or the FLOP/s would not help: %1.").arg(whyNotFaster(verdict));
}

QString kernelFactWords(const OwnKernel& kernel, bool isJudged, const Format& format)
{
    QStringList lines;
    if (isJudged) {
        const QString time = tr("%1 for %2").arg(format.time(kernel.time), launchWords(kernel.launches, format));
        lines << (kernel.profiled ? tr("%1, timed under a profiler.").arg(time) : tr("%1.").arg(time));
    } else {
        QStringList work;
        if (kernel.flops > Flops())
            work << format.work(kernel.flops);
        for (const LevelTraffic& level : trafficOf(kernel))
            work << tr("%1 through %2").arg(format.traffic(level.bytes), roofWord(level.roof));
        if (!work.isEmpty())
            lines << tr("%1.").arg(work.join(QStringLiteral(", ")));
    }
    const QString origin = [&kernel] {
        switch (kernel.work) {
        case WorkOrigin::Counted: return tr("counted");
        case WorkOrigin::Formula: return tr("computed from the shapes");
        case WorkOrigin::Declared: return tr("declared by the program");
        case WorkOrigin::Typed: return tr("typed");
        case WorkOrigin::Unknown: break;
        }
        return QString();
    }();
    const QString file = wrappingName(text(kernel.source));
    if (!file.isEmpty() && origin.isEmpty())
        lines << tr("From %1.").arg(file);
    else if (!file.isEmpty())
        lines << (kernel.flopsUnknown  ? tr("Bytes: %1 (%2).")
                  : lacksBytes(kernel) ? tr("Operations: %1 (%2).")
                                       : tr("Operations and bytes: %1 (%2)."))
                     .arg(origin, file);
    return lines.join(QLatin1Char(' '));
}

QString leverListWords(const OwnKernel& kernel, const OwnKernelVerdict& verdict, const Format& format)
{
    if (limitsNothing(verdict))
        return tr("Raising a roof does not help: look for dependent operations, unevenly loaded threads or too few "
                  "loads in flight.");
    if (cacheMayHelp(kernel, verdict))
        return tr(
            "First count the bytes that memory moves with a profiler: bytes from shapes take no cache into account.");
    if (mayBeComputing(verdict) || (verdict.flopsUnknown && isAboveMeasured(verdict)))
        return tr(
            "Count its operations first, or enter its FLOP: without them it is unknown whether faster memory helps.");
    if (mayBeMoving(verdict))
        return tr("Count its bytes first, or enter them: without them it is unknown whether more FLOP/s would help.");
    return promisesLevers(verdict) ? capitalised(ownLeverList(kernel, verdict, format).join(QLatin1Char('\n')))
                                   : tr("Correct the count, the time or the device first.");
}

QString whatIfHeadline(const OwnKernelVerdict& verdict, const Format& format)
{
    if (verdict.flopsUnknown)
        return tr("%1 at best on the what-if device; its operations are not known, so computing may take longer")
            .arg(format.time(verdict.predicted));
    if (verdict.bytesUnknown)
        return tr("%1 at best on the what-if device; its bytes are not known, so memory may take longer")
            .arg(format.time(verdict.predicted));
    return tr("%1 on the what-if device: %2 at best")
        .arg(capitalised(regimeWord(verdict.limit)), format.time(verdict.predicted));
}

QString verdictHeadline(const OwnKernelVerdict& verdict, const Format& format)
{
    const QString regime = capitalised(regimeWord(verdict.limit));
    if (isAboveMeasured(verdict))
        return tr("%1: above the measured roof of in-place updates (%2)")
            .arg(regime, roofShareWords(verdict.shareOfRoof, format));
    if (verdict.shareOfRoof > clearlyBeyondRoof)
        return tr("%1, but faster than these roofs allow (%2): a count, the time or the device is wrong")
            .arg(regime, roofShareWords(verdict.shareOfRoof, format));
    if (mayBeComputing(verdict)) {
        const double share = verdict.shareOfRoof * (verdict.memory / verdict.predicted); // without launches
        return tr("Moves data at %1 of the %2 roof; its operations are not known, so computing may limit it")
            .arg(format.percent(share), roofWord(verdict.levels.front().traffic.roof));
    }
    if (mayBeMoving(verdict))
        return tr("Computes at %1 of the compute roof; its bytes are not known, so memory may limit it")
            .arg(format.percent(verdict.shareOfRoof * (verdict.compute / verdict.predicted)));
    if (limitsNothing(verdict))
        return tr("It takes %1 the time its roofs allow: something else limits it. If that went away, %2 would limit "
                  "it")
            .arg(1.0 / verdict.shareOfRoof > mostFactorTold ? tr("more than %1").arg(format.factor(mostFactorTold))
                                                            : format.factor(1.0 / verdict.shareOfRoof),
                 regimeLabel(verdict.limit));
    return tr("%1: %2 of what these roofs allow").arg(regime, format.percent(verdict.shareOfRoof));
}

QString kernelHeadline(const OwnKernel& kernel, const OwnKernelVerdict& verdict, const Format& format)
{
    return cacheMayHelp(kernel, verdict) ? tr("Above the memory roof (%1 of what it allows): its bytes come from "
                                              "shapes, and a cache delivered part "
                                              "of them")
                                               .arg(roofShareWords(verdict.shareOfRoof, format))
                                         : verdictHeadline(verdict, format);
}

QString levelLimitWords(const OwnKernel& kernel, const OwnKernelVerdict& verdict, const Format& format)
{
    if (verdict.levels.size() < levelsInLimitWords || verdict.limit != Regime::Memory || limitsNothing(verdict)
        || mayBeComputing(verdict))
        return {};
    const LevelTerm& first = verdict.levels[0];
    const LevelTerm& second = verdict.levels[1];
    const auto share = [&](const LevelTerm& term) {
        return tr("%1 of the %2 roof")
            .arg(roofShareWords(term.time() / kernel.time, format), roofWord(term.traffic.roof));
    };
    return tr("Limited by %1: %2, %3.").arg(roofWord(first.traffic.roof), share(first), share(second));
}

std::vector<CalculationStep> verdictSteps(const OwnKernel& kernel, const EnvelopeDevice& chosen,
                                          const OwnKernelVerdict& verdict, const Format& format)
{
    const EnvelopeDevice device = forLaunches(deviceFor(kernel, chosen), kernel.launches);
    const QString rate = format.rate(device.compute);
    std::vector<CalculationStep> steps{
        kernel.flopsUnknown ? CalculationStep{tr("Computing, F/P"), tr("? / %1").arg(rate), tr("? (F is not known)")}
                            : CalculationStep{tr("Computing, F/P"), tr("%1 / %2").arg(format.work(kernel.flops), rate),
                                              format.time(verdict.compute)}};
    for (const LevelTerm& term : verdict.levels)
        steps.push_back({verdict.levels.size() == 1
                             ? tr("Moving data, B/W")
                             : tr("Moving data through %1, B/W").arg(roofWord(term.traffic.roof)),
                         tr("%1 / %2").arg(format.traffic(term.traffic.bytes), format.rate(term.bandwidth)),
                         format.time(term.time())});
    if (verdict.bytesUnknown)
        steps.push_back(
            {tr("Moving data, B/W"), tr("? / %1").arg(format.rate(device.bandwidth)), tr("? (B is not known)")});
    else if (verdict.levels.empty())
        steps.push_back({tr("Moving data, B/W"),
                         tr("%1 / %2").arg(format.traffic(kernel.bytes), format.rate(device.bandwidth)),
                         format.time(verdict.memory)});
    if (kernel.source.empty())
        steps.push_back(launchStep(kernel.launches, device, verdict.overhead, format));
    steps.push_back(
        {tr("Allowed by the roofs"),
         timeFormula(device, tr("F/P"), tr("B/W"), device.gap ? tr("L·s") : tr("L·t"), tr("L·t"), tr("t_fixed")),
         verdict.isOfAllCounts() ? format.time(verdict.predicted)
                                 : tr("%1 or more").arg(format.time(verdict.predicted))});
    return steps;
}

QString ownLeverWords(const Lever& lever, const OwnKernel& kernel, const Format& format)
{
    switch (lever.kind) {
    case LeverKind::GraphLaunches: return tr("One launch instead of %1").arg(countWords(kernel.launches, format));
    case LeverKind::DoubleCompute: return tr("Twice the FLOP/s");
    case LeverKind::DoubleBandwidth: return tr("Twice the bandwidth");
    case LeverKind::HalveLaunch: return tr("Half the launch cost");
    case LeverKind::ReachRoofs: return tr("Get closer to the roof");
    default: break;
    }
    const auto name = nameOf(lever.kind);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QStringList ownLeverList(const OwnKernel& kernel, const OwnKernelVerdict& verdict, const Format& format)
{
    QStringList list;
    if (!promisesLevers(verdict))
        return list;
    for (const Lever& lever : verdict.levers) {
        if (!lever.helps())
            continue;
        const QString words = ownLeverWords(lever, kernel, format);
        const QString factor = format.factor(lever.speedup);
        list << (lever.kind == LeverKind::ReachRoofs
                     ? tr("%1, up to %2: look for strided access, dependent operations and threads that wait")
                     : QStringLiteral("%1 %2"))
                    .arg(words, factor);
    }
    if (list.isEmpty())
        list << tr("no change is predicted to make it faster");
    return list;
}

} // namespace ridgepoint
