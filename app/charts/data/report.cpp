// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/report.h"

#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/describe.h"
#include "app/charts/data/lever_list.h"
#include "app/charts/data/pin.h"
#include "app/charts/data/point_sentences.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/data/report_experiments.h"
#include "app/charts/data/report_words.h"
#include "app/charts/style/texts.h"
#include "core/analysis/outrun.h"
#include "core/analysis/roof_warning.h"
#include "core/analysis/shortfall.h"
#include "core/model/prediction.h"
#include "core/sweep/grid.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace ridgepoint {
namespace {

QString deviceName(const Snapshot& snapshot)
{
    return text(snapshot.device.name.empty() ? snapshot.device.id : snapshot.device.name);
}

QString levelWords(const RoofSet& roofs, const Format& format)
{
    QStringList levels;
    for (const MemoryLevel& level : roofs.levels)
        if (level.capacity.value() < 1e18)
            levels << (level.perThread ? tr("%1 to %2 per thread") : tr("%1 to %2"))
                          .arg(text(level.name).toUpper(), format.bytes(level.capacity));
    return levels.join(QStringLiteral(", "));
}

void addGpuFacts(ReportFacts& facts, const GpuFacts& gpu, const Format& format)
{
    addUnlessEmpty(facts, tr("Compute capability"), text(gpu.computeCapability));
    facts.facts.emplace_back(tr("Multiprocessors"), format.whole(gpu.multiprocessors));
    facts.facts.emplace_back(tr("L2 cache, from the driver"), format.bytes(gpu.l2));
    addUnlessEmpty(facts, tr("Driver"), text(gpu.driver));
    if (gpu.clock.value() > 0.0)
        facts.facts.emplace_back(tr("Highest clock"), format.clock(gpu.clock));
    if (gpu.powerLimitWatts > 0.0)
        facts.facts.emplace_back(tr("Power limit"), tr("%1 W").arg(format.significant(gpu.powerLimitWatts)));
    facts.facts.emplace_back(tr("Memory with error correction"), gpu.ecc ? tr("yes") : tr("no"));
}

/// What the window warns of: that something disturbed the roofs, which everything here is judged by; of none that can
/// be believed, nor of those that were measured by others.
QStringList roofDoubts(const Snapshot& snapshot)
{
    if (snapshot.provenance != Provenance::Measured)
        return {};
    const auto warning = roofWarning(deviceRoofs(snapshot),
                                     [](std::string_view id) { return roofWord(id).toStdString(); });
    return warning ? QStringList{errorMessage(*warning)} : QStringList{};
}

ReportFacts deviceFacts(const ReportSubject& subject, const Format& format)
{
    const Snapshot& snapshot = *subject.snapshot;
    ReportFacts facts{.title = tr("Device"),
                      .facts = {{tr("Name"), deviceName(snapshot)}, {tr("Ridgepoint's id"), text(snapshot.device.id)}}};
    if (snapshot.roofs.threads > 0)
        facts.facts.emplace_back(tr("Threads used"), format.whole(snapshot.roofs.threads));
    addUnlessEmpty(facts, tr("Instruction set"), text(snapshot.device.isa));
    if (snapshot.device.memory.value() > 0.0)
        facts.facts.emplace_back(tr("Memory"), format.bytes(snapshot.device.memory));
    if (snapshot.device.gpu)
        addGpuFacts(facts, *snapshot.device.gpu, format);
    addUnlessEmpty(facts,
                   snapshot.provenance == Provenance::Measured ? tr("Caches, from drops of the measured bandwidth")
                                                               : tr("Caches"),
                   levelWords(snapshot.roofs, format));
    if (snapshot.roofs.otherLoad && roofDoubts(snapshot).isEmpty()) // else the findings say so
        facts.facts.emplace_back(tr("Other programs while roofs were measured"),
                                 tr("%1 of the processor").arg(format.percent(*snapshot.roofs.otherLoad)));
    if (const auto lender = lenderOf(snapshot.roofs))
        facts.facts.emplace_back(tr("Launch costs borrowed from"), text(lender->name));
    addUnlessEmpty(facts, tr("Source of its figures"), subject.origin);
    return facts;
}

/// What the device stands in: system, compiler, program.
ReportFacts environmentFacts(const ReportSubject& subject)
{
    ReportFacts facts{.title = tr("Environment"), .facts = {}};
    for (const auto& [name, value] : subject.environment)
        addUnlessEmpty(facts, text(name), text(value));
    return facts;
}

/// Of the map's own cells, those whose time others measured and published: a session of theirs holds nothing else.
std::size_t publishedCells(const Snapshot& snapshot)
{
    const Grid grid(snapshot.plan);
    std::set<std::size_t> cells;
    for (const Sample& sample : snapshot.samples)
        if (sample.device == snapshot.plan.device && sample.provenance == Provenance::Published
            && !sample.flags.has(Flag::Interpolated))
            if (const auto cell = grid.find(sample.workload))
                cells.insert(*cell);
    return cells.size();
}

QString axisWords(const Axis& axis, const Format& format)
{
    const QString name = axis.kind == AxisKind::Operations ? tr("operations per element")
                       : axis.kind == AxisKind::Depth      ? tr("fusion depth")
                                                           : tr("tensor size");
    if (axis.values.empty())
        return name;
    return tr("%1 %2 to %3, %4 values")
        .arg(name, format.count(static_cast<double>(axis.values.front())),
             format.count(static_cast<double>(axis.values.back())),
             format.whole(static_cast<std::int64_t>(axis.values.size())));
}

ReportFacts settingsFacts(const ReportSubject& subject, const Format& format)
{
    const Snapshot& snapshot = *subject.snapshot;
    const Workload& cursor = subject.cursor;
    ReportFacts facts{.title = tr("Settings"), .facts = {}};
    addUnlessEmpty(facts, tr("Session"), subject.session);
    addUnlessEmpty(facts, tr("Started"), dateWords(subject.created));
    if (subject.isOfExperimentsAlone()) {
        addUnlessEmpty(facts, tr("Notes"), subject.notes);
        return facts;
    }
    facts.facts.emplace_back(tr("Operation"),
                             text(nameOf(cursor.precision)) + QLatin1Char(' ') + text(nameOf(cursor.operation)));
    facts.facts.emplace_back(tr("Launch mode"), text(nameOf(cursor.launchMode)));
    facts.facts.emplace_back(tr("Chain"),
                             cursor.chainLength > 1
                                 ? tr("%1 operations, fused by %2").arg(cursor.chainLength).arg(cursor.fusionDepth)
                                 : tr("one pass"));
    for (const Axis& axis : snapshot.plan.axes)
        facts.facts.emplace_back(facts.facts.empty() || axis.kind == snapshot.plan.axes.front().kind
                                     ? tr("Map, across")
                                     : tr("Map, upwards"),
                                 axisWords(axis, format));
    if (!snapshot.plan.axes.empty() && snapshot.provenance == Provenance::Measured) {
        const std::size_t published = snapshot.measuredCells == 0 ? publishedCells(snapshot) : 0;
        const std::size_t known = published > 0 ? published : snapshot.measuredCells;
        facts.facts.emplace_back(
            published > 0 ? tr("Published") : tr("Measured"),
            (known == snapshot.plan.cellCount() ? tr("%1 of %2 cells") : tr("%1 of %2 cells, the others interpolated"))
                .arg(format.whole(static_cast<std::int64_t>(known)),
                     format.whole(static_cast<std::int64_t>(snapshot.plan.cellCount()))));
        if (published == 0)
            facts.facts.emplace_back(tr("Target interval"),
                                     tr("within %1 of the time").arg(format.percent(snapshot.plan.targetInterval)));
    }
    addUnlessEmpty(facts, tr("What-if"), whatIfWords(snapshot, format));
    addUnlessEmpty(facts, tr("Notes"), subject.notes);
    return facts;
}

QStringList methodWords(const ReportSubject& subject)
{
    QStringList words;
    words << tr("Origin of numbers. Measured: by Ridgepoint on this device. Published: measured by others, with the "
                "source named. Datasheet: stated by the vendor. Predicted: calculated from roofs. Interpolated: from "
                "measured neighbours. Only the first is called measured.");
    if (subject.snapshot->provenance != Provenance::Measured)
        return words;
    const bool hasSweep = !subject.isOfExperimentsAlone();
    if (hasSweep)
        words << tr("Times. A reading times a batch of repetitions with the host's clock, from the first submission "
                    "to the completed wait, warm and in place. The reported time is the 25th percentile of the "
                    "readings, because disturbances only slow a reading down; its interval comes from rounds that "
                    "are interleaved over the cells. A time of fewer than six rounds is marked, and its range is not "
                    "a confidence interval.");
    if (hasSweep || !subject.snapshot->roofs.roofs.empty())
        words << tr("Roofs. Compute roofs are measured with the operation itself in registers, bandwidths with one "
                    "array updated in place at a footprint inside each memory level, launch costs with a pass over "
                    "almost no data. A rate is that of the best round, its interval the range of all rounds.");
    if (hasSweep) {
        const RoofSet& roofs = subject.snapshot->roofs;
        const bool isWaitKnown = roofs.find(latencyRoofId(subject.point.operation, subject.point.precision)) != nullptr;
        words << tr(
            "Counting. A multiply-add counts as two FLOP, a multiplication or an addition as one, and relu, gelu, "
            "exp and cos as one operation each. Bytes are those of an array read once and written once in every "
            "pass. Intensity is FLOP divided by bytes.");
        words << tr("Regimes. The time of every cell is compared with %1 with this device's roofs, corrected by one "
                    "fit to all cells of the operation, in which a disturbed cell has little weight. Shares are "
                    "shares of the time: none exceeds what its term of the equation allows, and what no roof "
                    "explains is called unexplained. A predicted regime is that of the largest term from the roofs "
                    "alone. A ridge point is a compute roof divided by a bandwidth.")
                     .arg(equationOf(hasFixedTerm(subject.point, roofs, subject.snapshot->device.kind),
                                     isWaitKnown ? WaitingTerm::Named : WaitingTerm::LeftOut,
                                     hasHandingOver(subject.point, roofs)));
    }
    if (!subject.experiments.empty())
        words << tr("Experiments. The parts of an experiment are measured in turns, round after round, so that drift "
                    "affects all of them equally; its predictions use the roofs that were known when it ran. Its "
                    "page in Ridgepoint (menu Experiments) describes what is varied and what theory predicts.");
    return words;
}

/// The sample of this place that stands nearest to a measurement: beside what was published lies what is predicted.
std::vector<Sample>::const_iterator bestSample(const Snapshot& snapshot, const Workload& point)
{
    const auto rank = [](const Sample& sample) {
        return std::tuple(sample.provenance, sample.flags.has(Flag::Interpolated));
    };
    auto best = snapshot.samples.end();
    for (auto sample = snapshot.samples.begin(); sample != snapshot.samples.end(); ++sample)
        if (sample->workload == point && (best == snapshot.samples.end() || rank(*sample) < rank(*best)))
            best = sample;
    return best;
}

/// "Memory-bound" of measured slopes, "Published: …" of published ones, else "Predicted: …".
QString headlineOf(const ChartPoint& point, bool measured)
{
    const QString form = measured                                                           ? QStringLiteral("%1")
                       : point.provenance == Provenance::Published && !point.interpolated() ? tr("Published: %1")
                                                                                            : tr("Predicted: %1");
    return form.arg(regimeWord(*point.regime));
}

/// That the verdict and the roofs alone name different regimes, where they do, of a point that was measured, published
/// or filled in between such.
QString verdictAgainstRoofs(const ChartPoint& point, const PointAnalysis* analysis, const Snapshot& snapshot,
                            const Prediction& prediction)
{
    const bool isJudged = analysis != nullptr && point.provenance != Provenance::Predicted;
    return isJudged ? disagreementWords(*analysis, prediction.limit, point.provenance, hasWhatIf(snapshot)) : QString();
}

} // namespace

std::pair<QString, QStringList> reportFindings(const ReportSubject& subject, const Format& format)
{
    if (subject.isOfExperimentsAlone())
        return {{},
                QStringList{tr("The session has experiments but no sweep, so this report does not analyse a workload.")}
                    + roofDoubts(*subject.snapshot)};
    const Snapshot& snapshot = *subject.snapshot;
    QString headline;
    QStringList findings;
    const auto found = bestSample(snapshot, subject.point);
    const auto foundIndex = static_cast<std::size_t>(found - snapshot.samples.begin());
    // By the roofs that the report shows; the doubts are judged by those of the moment.
    const auto prediction = predict(subject.point, snapshot.roofs, snapshot.device.kind);
    const auto then = predict(subject.point, snapshot.roofs, snapshot.device.kind,
                              foundIndex < snapshot.points.size() ? snapshot.points[foundIndex].state : DeviceState{});
    const QString what = workloadWords(subject.point, format) + betweenParts + text(nameOf(subject.point.launchMode));
    if (found != snapshot.samples.end()) {
        const ChartPoint point = chartPoint(snapshot, static_cast<std::size_t>(found - snapshot.samples.begin()));
        const bool measured = point.provenance == Provenance::Measured && !point.interpolated();
        const std::size_t index = foundIndex;
        const bool isAnalysed = measured && point.shares && index < snapshot.points.size();
        const PointAnalysis* analysis = index < snapshot.points.size() ? &snapshot.points[index] : nullptr;
        const bool isCompared = measured && then && !hasWhatIf(snapshot);
        const auto farBelow = isCompared ? shareFarBelow(*found, *then, analysis) : std::nullopt;
        const auto outrun = isCompared && prediction ? outrunBy(*found, *prediction, snapshot.roofs) : std::nullopt;
        if (isAnalysed)
            headline = regimeHeadline(snapshot.points[index], farBelow.has_value());
        else if (point.interpolated() && analysis != nullptr && point.shares)
            headline = filledInWords(regimeHeadline(*analysis, false));
        else if (point.regime)
            headline = headlineOf(point, measured);
        else if (analysis != nullptr && point.shares)
            headline = regimeHeadline(*analysis, false);
        else if (prediction)
            headline = tr("Predicted: %1").arg(regimeWord(prediction->limit));
        if (outrun)
            headline = outrunHeadline(headline, *outrun);
        const QString kind = point.interpolated() ? tr("interpolated") : text(nameOf(point.provenance));
        const QString interval = measured
                                   ? format.relativeInterval(point.time.value(), point.low.value(), point.high.value())
                                   : QString();
        findings << tr("%1: %2 (%3), which is %4 and %5.")
                        .arg(what,
                             format.time(point.time) + (interval.isEmpty() ? interval : QLatin1Char(' ') + interval),
                             kind, format.rate(point.performance(), subject.point.operation),
                             format.rate(point.bandwidth()));
        if (isAnalysed)
            findings << tr("Where its time goes: %1.").arg(sharesLine(snapshot.points[index], format));
        if (const QString words = isAnalysed ? stateWords(*found, *analysis, format) : QString(); !words.isEmpty())
            findings << words;
        if (prediction && measured)
            findings << tr("The roofs predict %1, limited by %2; measured over predicted is %3.")
                            .arg(format.time(prediction->time), regimeLabel(prediction->limit),
                                 format.significant(point.time / prediction->time));
        if (const QString words = prediction ? verdictAgainstRoofs(point, analysis, snapshot, *prediction) : QString();
            !words.isEmpty())
            findings << words;
        if (outrun)
            findings << outrunWords(*outrun, *found, *prediction, format);
        if (farBelow)
            findings << farBelowWords(prediction->time / point.time, format); // of the roofs that the report shows
        if (const QString words = isCompared ? costlierLaunchWords(*found, *then, *prediction, analysis, format)
                                             : QString();
            !words.isEmpty())
            findings << words;
        else if (const QString left = isAnalysed ? openWords(*analysis, format) : QString();
                 !left.isEmpty() && !farBelow)
            findings << left;
        findings << exceptionsOf(remarksOf(point.flags, analysis), Remedies::LeftOut);
    } else {
        headline = prediction ? tr("Predicted: %1").arg(regimeWord(prediction->limit)) : tr("Not measured");
        findings << (prediction ? tr("%1: not measured; the roofs predict %2.").arg(what, format.time(prediction->time))
                                : tr("%1: not measured.").arg(what));
    }
    findings << roofDoubts(snapshot);
    const Sample* present = found != snapshot.samples.end() && found->provenance == Provenance::Measured
                                 && !found->flags.has(Flag::Interpolated)
                              ? &*found
                              : nullptr;
    if (const QString caption = pinKey(*subject.pins, present, format).caption; !caption.isEmpty())
        findings << caption;
    if (!headline.isEmpty())
        headline[0] = headline[0].toUpper();
    return {headline, findings};
}

LabReport rooflineReport(const ReportSubject& subject, const QDateTime& written, const Format& format)
{
    const Snapshot& snapshot = *subject.snapshot;
    LabReport report;
    const QString when = written.toUTC().toString(QStringLiteral("yyyy-MM-dd HH:mm")) + QStringLiteral(" UTC");
    report.title = tr("Roofline of %1").arg(deviceName(snapshot));
    report.subtitle = subject.created.isEmpty() || snapshot.provenance != Provenance::Measured
                        ? tr("Ridgepoint, written %1").arg(when)
                        : tr("Ridgepoint · session begun %1 · written %2").arg(dateWords(subject.created), when);
    if (snapshot.provenance != Provenance::Measured)
        report.warning = snapshot.provenance == Provenance::Datasheet
                           ? tr("These roofs are from the datasheet and were not measured.")
                           : tr("These roofs are as published and were not measured by Ridgepoint.");
    report.findings = roofDoubts(snapshot);
    report.facts = {deviceFacts(subject, format)};
    report.tables = rooflineTables(subject, format);
    report.footer = tr("Ridgepoint · %1 · %2").arg(deviceName(snapshot), when);
    return report;
}

LabReport labReport(const ReportSubject& subject, const QDateTime& written, const Format& format)
{
    const Snapshot& snapshot = *subject.snapshot;
    LabReport report;
    const QString when = written.toUTC().toString(QStringLiteral("yyyy-MM-dd HH:mm")) + QStringLiteral(" UTC");
    report.title = (subject.isOfExperimentsAlone() ? tr("Experiments on %1") : tr("Where %1 spends its time"))
                       .arg(deviceName(snapshot));
    report.subtitle = tr("Ridgepoint lab report, written %1").arg(when);
    if (!subject.created.isEmpty() && snapshot.provenance == Provenance::Measured)
        report.subtitle =
            tr("Ridgepoint lab report · session begun %1 · written %2").arg(dateWords(subject.created), when);
    if (snapshot.provenance == Provenance::Datasheet)
        report.warning = tr("Nothing in this report was measured: everything is predicted from the datasheet.");
    else if (snapshot.provenance == Provenance::Published)
        report.warning = tr("Nothing in this report was measured by Ridgepoint: points are as published, everything "
                            "else is predicted from published roofs.");
    else if (hasWhatIf(snapshot))
        report.warning = tr("%1. It changes predictions and borders; measured points, and roofs and ridge points in "
                            "the tables, do not change.")
                             .arg(whatIfWords(snapshot, format));
    std::tie(report.headline, report.findings) = reportFindings(subject, format);
    report.help = reportHelp(subject, format);
    report.facts = {deviceFacts(subject, format)};
    report.tables = reportTables(subject, format);
    if (subject.parts.experiments || subject.isOfExperimentsAlone()) {
        report.experimentsNote = experimentsNote(subject, format);
        report.experiments = reportExperiments(subject, format);
    }
    if (subject.parts.method) {
        for (ReportFacts& facts : std::array{settingsFacts(subject, format), environmentFacts(subject)})
            if (!facts.facts.empty())
                report.facts.push_back(std::move(facts));
        report.method = methodWords(subject);
    }
    report.footer = tr("Ridgepoint · %1 · %2").arg(deviceName(snapshot), when);
    return report;
}

namespace {

/// "2.4× (2.3× to 2.5×)"; of few readings that their range claims nothing.
QString speedupWords(const MeasuredSpeedup& measured, const Format& format)
{
    return tr("%1 (%2)").arg(format.factor(measured.factor),
                             measured.claimsCoverage ? factorRange(measured.range, format) : tr("few readings"));
}

ReportTable leverTable(const std::vector<const LeverFact*>& levers, const ReportSubject& subject, const Format& format)
{
    ReportTable table{.title = tr("What would help"), .note = {}, .heads = {}, .numbers = {}, .rows = {}};
    if (levers.empty())
        return table;
    const auto isThere = [](const LeverFact* fact) { return fact->measured.has_value(); };
    const bool anyMeasured = std::any_of(levers.begin(), levers.end(), isThere);
    const bool anyPublished = std::any_of(levers.begin(), levers.end(), [](const LeverFact* fact) {
        return fact->measured && fact->measured->provenance != Provenance::Measured;
    });
    table.note = hasWhatIf(*subject.snapshot)
                   ? tr("Predicted speed-up of this point with the what-if roofs, best first.")
                   : tr("Predicted speed-up of this point, best first.");
    table.heads = {tr("Lever"), tr("Predicted")};
    table.numbers = {false, true};
    if (anyMeasured) {
        table.heads << (anyPublished ? tr("Published") : tr("Measured"));
        table.numbers.push_back(true);
    }
    table.heads << tr("Then limited by") << tr("Meaning");
    table.numbers.insert(table.numbers.end(), {false, false});
    for (const LeverFact* fact : levers) {
        QStringList cells{leverTitle(fact->lever, subject.point, format), format.factor(fact->lever.speedup)};
        if (anyMeasured)
            cells << (fact->measured ? speedupWords(*fact->measured, format) : QStringLiteral("–"));
        table.rows.push_back(cells << regimeLabel(fact->lever.limitAfter)
                                   << leverMeaning(fact->lever, subject.point, format));
    }
    return table;
}

} // namespace

ReportHelp reportHelp(const ReportSubject& subject, const Format& format)
{
    ReportHelp help;
    if (subject.isOfExperimentsAlone())
        return help;
    const std::vector<LeverFact> levers = leversAt(subject.point, *subject.snapshot,
                                                   subject.lookup ? subject.lookup : lookupIn(subject.snapshot));
    const LeverRows rows = leverRows(levers);
    help.levers = leverTable(rows.shown, subject, format);
    if (subject.parts.allLevers)
        help.others = uselessWords(rows.others, subject.point, format);
    if (!subject.tried || !subject.tried->lever.workload)
        return help;
    TriedLever tried = *subject.tried;
    tried.running = false; // on paper nothing is still being measured
    help.trial = triedWords(tried, format);
    help.trialPlace =
        tr("Tried from %1 to %2.").arg(placeAndMode(tried.from, format), placeAndMode(*tried.lever.workload, format));
    return help;
}

} // namespace ridgepoint
