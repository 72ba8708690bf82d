// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/lever_list.h"
#include "app/charts/data/point_sentences.h"
#include "app/charts/data/report.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/render/report_files.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/noon_report.h"

#include <algorithm>

using namespace ridgepoint;

namespace {

/// Of a chain of launches over a small tensor, which other launch modes and deeper passes help.
ReportSubject launchBound()
{
    ReportSubject subject;
    subject.snapshot = test::syntheticSnapshotPointer(test::smallMap);
    subject.cursor = test::syntheticCursor(test::smallMap);
    subject.cursor.elements = 1024;
    subject.cursor.operationsPerElement = 1;
    subject.cursor.chainLength = 16;
    subject.cursor.fusionDepth = 1;
    subject.point = subject.cursor;
    subject.parts.allLevers = true;
    return subject;
}

QByteArray htmlOf(const LabReport& report) { return *reportHtml(report, {}, ThemeName::Print); }

LeverFact leverOf(const ReportSubject& subject, LeverKind kind)
{
    for (LeverFact& fact : leversAt(subject.point, *subject.snapshot, lookupIn(subject.snapshot)))
        if (fact.lever.kind == kind)
            return fact;
    return {};
}

/// Six rounds, so that their range means something.
SampleLookup timesOf(const std::vector<std::pair<Workload, double>>& times,
                     Provenance provenance = Provenance::Measured)
{
    return [=](const Workload& workload) -> std::shared_ptr<const Sample> {
        for (const auto& [measured, seconds] : times)
            if (measured == workload) {
                Sample sample = test::syntheticSample(workload, 0);
                sample.time = sample.median = Seconds(seconds);
                sample.low = Seconds(seconds * 0.99);
                sample.high = Seconds(seconds * 1.01);
                sample.rounds = 8;
                sample.readings = 40;
                sample.flags = {};
                sample.provenance = provenance;
                return std::make_shared<const Sample>(sample);
            }
        return nullptr;
    };
}

} // namespace

/// What a report says of what would help a point, and of what came of trying it.
class ReportLeversTest : public test::Case {
    Q_OBJECT
private slots:
    void listsWhatHelpsBestFirstInTheInspectorsWords()
    {
        const Format format{QLocale::c()};
        const ReportSubject subject = launchBound();
        const LabReport report = test::reportOf(subject);
        const std::vector<LeverFact> levers = leversAt(subject.point, *subject.snapshot, lookupIn(subject.snapshot));
        const LeverRows expected = leverRows(levers);
        QVERIFY(expected.shown.size() >= 3 && !expected.others.empty());
        const ReportTable& table = report.help.levers;
        QCOMPARE(table.title, QStringLiteral("What would help"));
        QCOMPARE(table.rows.size(), expected.shown.size());
        QCOMPARE(static_cast<qsizetype>(table.numbers.size()), table.heads.size());
        QVERIFY(!table.heads.contains(QStringLiteral("Measured")));
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            const Lever& lever = expected.shown[i]->lever;
            QVERIFY(lever.helps());
            QVERIFY(i == 0 || expected.shown[i - 1]->lever.speedup >= lever.speedup);
            QCOMPARE(table.rows[i].size(), table.heads.size());
            QCOMPARE(table.rows[i].value(0), leverTitle(lever, subject.point, format));
            QCOMPARE(table.rows[i].value(1), format.factor(lever.speedup));
        }
        QCOMPARE(report.help.others, uselessWords(expected.others, subject.point, format));
        QVERIFY(report.help.trial.isEmpty());
        ReportSubject brief = subject;
        brief.parts = {};
        QVERIFY(test::reportOf(brief).help.others.isEmpty()); // what does not help only where it is requested
        QCOMPARE(test::reportOf(brief).help.levers.rows, table.rows);
        const QByteArray html = htmlOf(report);
        for (const QString& words : {table.title, table.rows.front().front(), report.help.others})
            QVERIFY2(html.contains(words.toHtmlEscaped().toUtf8()), qPrintable(words));
        QVERIFY(!html.contains("Result of trying it"));
    }
    void whatWasMeasuredStandsBesideItsPrediction()
    {
        ReportSubject subject = launchBound();
        const Workload queued = *leverOf(subject, LeverKind::QueueLaunches).lever.workload;
        subject.lookup = timesOf({{subject.point, 4e-6}, {queued, 2e-6}});
        const ReportTable table = test::reportOf(subject).help.levers;
        QCOMPARE(table.heads.value(2), QStringLiteral("Measured"));
        for (const QStringList& row : table.rows) {
            QCOMPARE(row.size(), table.heads.size());
            if (row.front() == QStringLiteral("Queue the launches"))
                QVERIFY2(row.value(2).startsWith(QStringLiteral("2.0× (1.9"))
                             || row.value(2).startsWith(QStringLiteral("2.0× (2.0")),
                         qPrintable(row.value(2)));
            else
                QCOMPARE(row.value(2), QStringLiteral("–"));
        }
        subject.lookup = timesOf({{subject.point, 4e-6}, {queued, 2e-6}}, Provenance::Published);
        QCOMPARE(test::reportOf(subject).help.levers.heads.value(2), QStringLiteral("Published"));
    }
    void whatIsFilledInBetweenIsNoMeasurement()
    {
        const auto snapshot = test::syntheticSnapshotPointer({.columns = 11, .rows = 12, .measuredFraction = 0.4});
        const SampleLookup find = lookupIn(snapshot);
        const auto filled = std::find_if(snapshot->samples.begin(), snapshot->samples.end(),
                                         [](const Sample& sample) { return sample.flags.has(Flag::Interpolated); });
        const auto measured = std::find_if(snapshot->samples.begin(), snapshot->samples.end(),
                                           [](const Sample& sample) { return !sample.flags.has(Flag::Interpolated); });
        QVERIFY(filled != snapshot->samples.end() && measured != snapshot->samples.end());
        QVERIFY(find(filled->workload) == nullptr);
        QVERIFY(find(measured->workload).get() == &*measured);
    }
    void tellsWhatCameOfTrying()
    {
        const Format format{QLocale::c()};
        ReportSubject subject = launchBound();
        const Lever lever = leverOf(subject, LeverKind::QueueLaunches).lever;
        const double nearly = lever.speedup * 0.92;
        subject.tried = TriedLever{.from = subject.point,
                                   .lever = lever,
                                   .measured = MeasuredSpeedup{.factor = nearly,
                                                               .range = {nearly * 0.97, nearly * 1.03},
                                                               .claimsCoverage = true,
                                                               .before = Seconds(4e-6),
                                                               .after = Seconds(4e-6 / nearly)}};
        subject.point = subject.cursor = *lever.workload; // trying it went there
        const LabReport report = test::reportOf(subject);
        QCOMPARE(report.help.trial, triedWords(*subject.tried, format));
        QVERIFY2(report.help.trial.contains(QStringLiteral("nearly as predicted. From %1 to %2.")
                                                .arg(format.time(Seconds(4e-6)), format.time(Seconds(4e-6 / nearly)))),
                 qPrintable(report.help.trial));
        QVERIFY2(report.help.trialPlace.contains(QStringLiteral("wait-each to "))
                     && report.help.trialPlace.endsWith(QStringLiteral("queued.")),
                 qPrintable(report.help.trialPlace));
        const QByteArray html = htmlOf(report);
        const qsizetype levers = html.indexOf("What would help");
        QVERIFY(levers > 0 && html.indexOf(report.help.trial.toHtmlEscaped().toUtf8()) > levers);
        QVERIFY(reportPdf(report, {}, ThemeName::Print).startsWith("%PDF"));
        // What is still being measured is not on paper.
        subject.tried->measured.reset();
        subject.tried->running = true;
        QVERIFY2(test::reportOf(subject).help.trial.endsWith(QStringLiteral("not measured")),
                 qPrintable(test::reportOf(subject).help.trial));
    }
    void aLeverThatWasTriedInVainHasItsSentenceAlone()
    {
        ReportSubject subject = launchBound();
        subject.point = subject.cursor = test::syntheticCursor(test::smallMap); // in DRAM no launch matters
        const Lever lever = leverOf(subject, LeverKind::QueueLaunches).lever;
        QVERIFY(lever.workload && !lever.helps());
        subject.lookup = timesOf({{subject.point, 4e-3}, {*lever.workload, 4e-3}});
        const auto hasRow = [](const LabReport& report) {
            return std::any_of(
                report.help.levers.rows.begin(), report.help.levers.rows.end(),
                [](const QStringList& row) { return row.front() == QStringLiteral("Queue the launches"); });
        };
        QVERIFY(!hasRow(test::reportOf(subject)));
        QVERIFY(test::reportOf(subject).help.others.contains(QStringLiteral("Queue the launches")));
        subject.tried = TriedLever{.from = subject.point,
                                   .lever = lever,
                                   .measured = measuredSpeedup(subject.lookup, subject.point, *lever.workload)};
        QVERIFY(!hasRow(test::reportOf(subject)));
        QVERIFY(test::reportOf(subject).help.trial.startsWith(QStringLiteral("Queue the launches")));
    }
    void withoutRoofsNothingIsSaidToHelp()
    {
        ReportSubject subject = launchBound();
        subject.snapshot = test::syntheticSnapshotPointer({.columns = 11, .rows = 12, .withRoofs = false});
        const LabReport report = test::reportOf(subject);
        QVERIFY(report.help.empty());
        QVERIFY(!htmlOf(report).contains("What would help"));
    }
    void ofADatasheetNothingIsCalledMeasured()
    {
        const ReferencePointer device = referenceOf(offeredDevice, shippedDevices());
        const Plan plan = referencePlan(*device, Workload{});
        ReportSubject subject;
        subject.snapshot = std::make_shared<const Snapshot>(referenceSnapshot(*device, plan, device->roofs));
        subject.cursor = subject.point = plan.cell(plan.cellCount() / 2);
        const ReportTable table = test::reportOf(subject).help.levers;
        QVERIFY(!table.rows.empty());
        QVERIFY(!table.heads.contains(QStringLiteral("Measured")) && table.heads.contains(QStringLiteral("Predicted")));
    }
    void saysWhereTheRoofsAlonePredictAnotherRegime()
    {
        ReportSubject subject;
        Snapshot changed = test::syntheticSnapshot(test::smallMap);
        subject.cursor = subject.point = test::syntheticCursor(test::smallMap);
        const auto found = std::find_if(changed.samples.begin(), changed.samples.end(),
                                        [&](const Sample& sample) { return sample.workload == subject.point; });
        QVERIFY(found != changed.samples.end());
        PointAnalysis& point = changed.points[static_cast<std::size_t>(found - changed.samples.begin())];
        QCOMPARE(point.regime, std::optional(Regime::Memory));
        subject.snapshot = std::make_shared<const Snapshot>(changed);
        QVERIFY2(!test::reportOf(subject).findings.join(' ').contains(QStringLiteral("roofs alone")),
                 qPrintable(test::reportOf(subject).findings.join(' ')));
        point.regime = Regime::Compute;
        point.runnerUp.reset();
        point.flags = {};
        subject.snapshot = std::make_shared<const Snapshot>(changed);
        const QString words = QStringLiteral(
            "By the roofs alone this point would be memory-bandwidth-bound; the measurements around it say "
            "compute-bound.");
        QVERIFY2(test::reportOf(subject).findings.contains(words),
                 qPrintable(test::reportOf(subject).findings.join('|')));
        QVERIFY2(test::reportOf(subject).headline.contains(QStringLiteral("ompute-bound")),
                 qPrintable(test::reportOf(subject).headline)); // as the map has it
        QVERIFY(htmlOf(test::reportOf(subject)).contains(words.toUtf8()));
        WhatIf fasterMemory;
        fasterMemory.set("bandwidth.dram", WhatIf::largestFactor);
        applyWhatIf(changed, fasterMemory);
        point.regime = Regime::Memory;
        subject.snapshot = std::make_shared<const Snapshot>(changed);
        QVERIFY(!test::reportOf(subject).findings.join(' ').contains(QStringLiteral("roofs alone")));
        QVERIFY2(test::reportOf(subject).findings.join(' ').contains(
                     QStringLiteral("Measured as memory-bandwidth-bound; with the what-if roofs it would be ")),
                 qPrintable(test::reportOf(subject).findings.join('|')));
        // Slopes know of a machine that is not full, of which these roofs say nothing.
        PointAnalysis bySlopes;
        bySlopes.regime = Regime::UnderFilled;
        QVERIFY(disagreementWords(bySlopes, Regime::Memory, Provenance::Measured, false).isEmpty());
    }
    void aPointThatIsFasterThanItsRoofIsNoSuccess()
    {
        ReportSubject subject;
        Snapshot changed = test::syntheticSnapshot(test::smallMap);
        subject.cursor = subject.point = test::syntheticCursor(test::smallMap);
        const auto found = std::ranges::find(changed.samples, subject.point, &Sample::workload);
        QVERIFY(found != changed.samples.end());
        const QString beyond = QStringLiteral("faster than the DRAM roof allows");
        subject.snapshot = std::make_shared<const Snapshot>(changed);
        QVERIFY2(!test::reportOf(subject).headline.contains(beyond), qPrintable(test::reportOf(subject).headline));
        for (Seconds* time : {&found->time, &found->median, &found->low, &found->high})
            *time = *time * 0.5;
        subject.snapshot = std::make_shared<const Snapshot>(changed);
        const LabReport report = test::reportOf(subject);
        QVERIFY2(report.headline.startsWith("Memory-bandwidth-bound") && report.headline.endsWith(", but " + beyond),
                 qPrintable(report.headline));
        const QString told = report.findings.join('|');
        QVERIFY2(told.contains(beyond + ": the device was slower when the roof was measured."), qPrintable(told));
        QVERIFY2(told.contains("|At least 9"), qPrintable(told)); // as much faster, less its interval
    }
    void saysWhetherTheMeasurementKeptWhatWasPredicted_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<bool>("enough");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("below") << 2.3 << 2.5 << true << ", less than predicted.";
        QTest::newRow("above") << 3.9 << 4.2 << true << ", more than predicted.";
        QTest::newRow("within") << 2.9 << 3.3 << true << ", as predicted.";
        QTest::newRow("reads as its end") << 2.8 << 3.06 << true << ", as predicted.";
        QTest::newRow("below by less than roofs are sure") << 2.72 << 2.95 << true << ", nearly as predicted.";
        QTest::newRow("below by more, though its end is near") << 2.0 << 2.95 << true << ", less than predicted.";
        QTest::newRow("above by less than roofs are sure") << 3.2 << 3.6 << true << ", nearly as predicted.";
        // Wide enough to hold nearly any prediction, wherever this one lies.
        QTest::newRow("too wide, around it") << 0.9 << 8.5 << true << ": interval too wide to judge.";
        QTest::newRow("too wide, below it") << 0.28 << 2.5 << true << ": interval too wide to judge.";
        QTest::newRow("too wide, reads as its end") << 0.9 << 3.1 << true << ": interval too wide to judge.";
        QTest::newRow("three times at most") << 1.7 << 4.5 << true << ", as predicted.";
        QTest::newRow("far from its middle") << 1.2 << 3.5 << true << ", the range contains the prediction.";
        QTest::newRow("reads as its end, and far from its middle")
            << 3.06 << 9.1 << true << ", the range contains the prediction.";
        QTest::newRow("above by little, and far from its middle") << 3.3 << 9.0 << true << ", more than predicted.";
        QTest::newRow("too wide, of few readings")
            << 0.28 << 8.5 << false << ", too few readings to judge the prediction.";
        QTest::newRow("few readings") << 2.3 << 2.5 << false << ", too few readings to judge the prediction.";
    }
    void saysWhetherTheMeasurementKeptWhatWasPredicted()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(bool, enough);
        QFETCH(QString, verdict);
        const TriedLever tried{.from = test::syntheticCursor(test::smallMap),
                               .lever = {.kind = LeverKind::QueueLaunches, .speedup = 3.1},
                               .measured = MeasuredSpeedup{(low + high) / 2.0, {low, high}, enough}};
        const Format format;
        QCOMPARE(triedWords(tried, format),
                 QStringLiteral("Queue the launches: predicted 3.1× faster; measured %1 (%2 to %3)%4")
                     .arg(format.factor((low + high) / 2.0), format.factor(low), format.factor(high), verdict));
    }
    /// Of another size the factor is no quotient of the two times: both are said, with their sizes.
    void saysWhatAFactorWasReadFrom()
    {
        const Format format;
        Workload small = test::syntheticCursor(test::smallMap);
        small.elements = 2 << 10;
        Workload large = small;
        large.elements = 1 << 20;
        const auto find = timesOf({{small, 1.55e-6}, {large, 117e-6}});
        TriedLever tried{.from = small,
                         .lever = {.kind = LeverKind::BiggerTensor, .speedup = 8.2, .workload = large},
                         .measured = measuredSpeedup(find, small, large)};
        QVERIFY2(triedWords(tried, format).startsWith(QStringLiteral("Batch 512, per element: ")),
                 qPrintable(triedWords(tried, format)));
        Lever million = tried.lever; // in as few letters as the size itself
        million.workload->elements = small.elements << 20;
        QCOMPARE(leverTitle(million, small, format),
                 QStringLiteral("Batch %1, per element").arg(format.count(1 << 20)));
        const QString sizes = QStringLiteral("less than predicted. From %1 (%2) to %3 (%4).")
                                  .arg(format.time(Seconds(1.55e-6)), format.count(2 << 10),
                                       format.time(Seconds(117e-6)), format.count(1 << 20));
        QVERIFY2(triedWords(tried, format).endsWith(sizes), qPrintable(triedWords(tried, format)));
        tried.measured->before = Seconds(); // nothing where they are not known
        QVERIFY2(triedWords(tried, format).endsWith(QStringLiteral("less than predicted.")),
                 qPrintable(triedWords(tried, format)));
    }
    void aLossIsNoGainThatNearlyCame()
    {
        const TriedLever tried{.from = test::syntheticCursor(test::smallMap),
                               .lever = {.kind = LeverKind::QueueLaunches, .speedup = 1.05},
                               .measured = MeasuredSpeedup{0.97, {0.96, 0.98}, true}};
        QVERIFY(triedWords(tried, Format()).endsWith(QStringLiteral(", less than predicted.")));
    }
};

RIDGEPOINT_GUI_TEST(ReportLeversTest)
#include "report_levers_test.moc"
