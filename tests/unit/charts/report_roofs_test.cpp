// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/point_sentences.h"
#include "app/charts/data/report.h"
#include "app/charts/render/report_files.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/noon_report.h"

#include <memory>
#include <vector>

using namespace ridgepoint;

namespace {

ReportSubject about(Snapshot snapshot)
{
    ReportSubject subject;
    subject.snapshot = std::make_shared<const Snapshot>(std::move(snapshot));
    subject.cursor = subject.point = test::syntheticCursor(test::smallMap);
    subject.parts.method = true;
    return subject;
}

/// With this flag on every roof.
Snapshot disturbed(FlagSet flag)
{
    Snapshot snapshot = test::syntheticSnapshot(test::smallMap);
    for (Roof& roof : snapshot.roofs.roofs)
        roof.flags |= flag;
    return snapshot;
}

/// The findings that warn of roofs.
QStringList doubtsOf(const LabReport& report)
{
    return report.findings.filter(QStringLiteral(" roofs ("))
         + report.findings.filter(QStringLiteral(" roofs were measured"));
}

} // namespace

/// What a report says of roofs that something disturbed, and of a point that they do not tell enough of.
class ReportRoofsTest : public test::Case {
    Q_OBJECT
private slots:
    void saysThatRoofsDifferFromRoundToRound()
    {
        const LabReport report = test::reportOf(about(disturbed(Flag::IntervalNotReached)));
        const QStringList doubts = doubtsOf(report);
        QCOMPARE(doubts.size(), 1);
        const QString all = QString::number(test::syntheticSnapshot(test::smallMap).roofs.roofs.size());
        QVERIFY2(doubts.front().startsWith(all + QStringLiteral(" of ") + all + QStringLiteral(" roofs (")),
                 qPrintable(doubts.front()));
        QVERIFY2(
            doubts.front().endsWith(QStringLiteral("vary widely between rounds: something disturbed the measurement.")),
            qPrintable(doubts.front()));
        QVERIFY2(!doubts.front().contains(QStringLiteral("bandwidth.")),
                 qPrintable(doubts.front())); // roofs by their words
        QVERIFY(reportHtml(report, {}, ThemeName::Print)->contains(doubts.front().toHtmlEscaped().toUtf8()));
    }
    void saysThatOtherProgramsRanWhileRoofsWereMeasured()
    {
        Snapshot snapshot = disturbed(Flag::MachineBusy);
        snapshot.roofs.otherLoad = 0.434;
        const LabReport report = test::reportOf(about(std::move(snapshot)));
        QCOMPARE(report.findings
                     .filter(QStringLiteral("Other programs used 43 % of the processor while the roofs were measured"))
                     .size(),
                 1);
        for (const auto& [name, value] : report.facts.front().facts) // and no second time
            QVERIFY2(!name.startsWith(QStringLiteral("Other programs")), qPrintable(name));
    }
    void saysWhatWouldTellWhatLimitsThePoint()
    {
        Snapshot open = test::syntheticSnapshot(test::smallMap);
        for (PointAnalysis& point : open.points) {
            point.regime.reset();
            point.basis = Basis::Slopes;
            point.flags |= Flag::Ambiguous;
        }
        const LabReport report = test::reportOf(about(std::move(open)));
        QCOMPARE(report.headline, QStringLiteral("Limit not known yet"));
        const QString findings = report.findings.join(QLatin1Char(' '));
        QVERIFY2(findings.contains("Measure its neighbours (more operations per element, another size) or the roofs.")
                     && !findings.contains("so its regime is not certain"),
                 qPrintable(findings));
    }
    void namesTheWaitInTheEquationWhereItIsKnown()
    {
        Snapshot known = test::syntheticSnapshot(test::smallMap);
        QVERIFY(!test::reportOf(about(known)).method.join(QLatin1Char(' ')).contains(QStringLiteral("λ")));
        const Workload point = test::syntheticCursor(test::smallMap);
        known.roofs.put({.id = latencyRoofId(point.operation, point.precision),
                         .kind = RoofKind::Latency,
                         .value = 1e-9,
                         .low = 1e-9,
                         .high = 1e-9});
        QVERIFY(test::reportOf(about(std::move(known)))
                    .method.join(QLatin1Char(' '))
                    .contains(QStringLiteral("max(F/P, B/W, k·d·λ)")));
    }
    void listsThoseOfTheChartsFirstAndAllWhereTheMethodIsRequested()
    {
        ReportSubject subject = about(test::syntheticSnapshot(test::smallMap));
        Snapshot snapshot = *subject.snapshot;
        snapshot.roofs.put({.id = computeRoofId(subject.cursor.operation, Precision::Fp64),
                            .kind = RoofKind::Compute,
                            .value = 1e9,
                            .low = 1e9,
                            .high = 1e9,
                            .method = "a method"});
        const auto tablesWith = [&](const ReportParts& parts) {
            ReportSubject of = about(snapshot);
            of.parts = parts;
            return test::reportOf(of).tables;
        };
        QCOMPARE(tablesWith({}).size(), std::size_t{1});
        const std::vector<ReportTable> both = tablesWith({.method = true});
        QCOMPARE(both.size(), std::size_t{2});
        const ReportTable& brief = both.front(); // the first page is as it is without
        const ReportTable& whole = both.back();
        QVERIFY(tablesWith({}).front().rows == brief.rows);
        QVERIFY(brief.place == TablePlace::FirstPage && whole.place == TablePlace::Further);
        QCOMPARE(whole.rows.size(), snapshot.roofs.roofs.size());
        QVERIFY(!brief.rows.empty() && brief.rows.size() < whole.rows.size());
        const auto counts = QStringLiteral("%1 of %2 roofs").arg(brief.rows.size()).arg(snapshot.roofs.roofs.size());
        QVERIFY2(brief.note.contains(counts) && !whole.note.contains(QStringLiteral(" roofs:")),
                 qPrintable(brief.note)); // what a finding counts are all
        QVERIFY(!brief.heads.contains(QStringLiteral("How")) && whole.heads.contains(QStringLiteral("How")));
        for (const ReportTable& table : {brief, whole})
            for (const QStringList& row : table.rows)
                QCOMPARE(row.size(), table.heads.size());
    }
    void saysNothingOfRoofsThatCanBeBelieved()
    {
        QCOMPARE(doubtsOf(test::reportOf(about(test::syntheticSnapshot(test::smallMap)))), QStringList());
        Snapshot published = disturbed(Flag::IntervalNotReached);
        published.provenance = Provenance::Published;
        QCOMPARE(doubtsOf(test::reportOf(about(std::move(published)))), QStringList());
    }
    void saysTheSameWithAWhatIfAndOfAPlaceThatWasNotMeasured()
    {
        const QStringList plain = doubtsOf(test::reportOf(about(disturbed(Flag::IntervalNotReached))));
        QCOMPARE(plain.size(), 1);
        Snapshot changed = disturbed(Flag::IntervalNotReached);
        WhatIf whatIf;
        whatIf.set("bandwidth.dram", 2.0);
        applyWhatIf(changed, whatIf);
        QVERIFY(hasWhatIf(changed));
        QCOMPARE(doubtsOf(test::reportOf(about(std::move(changed)))), plain);
        ReportSubject elsewhere = about(disturbed(Flag::IntervalNotReached));
        elsewhere.point.elements += 1;
        QCOMPARE(doubtsOf(test::reportOf(elsewhere)), plain);
    }
    void saysItOfASessionOfExperimentsAlone()
    {
        ReportSubject subject = about(disturbed(Flag::IntervalNotReached));
        Snapshot bare = *subject.snapshot;
        bare.samples.clear();
        bare.points.clear();
        subject.snapshot = std::make_shared<const Snapshot>(std::move(bare));
        subject.experiments.emplace_back();
        QVERIFY(subject.isOfExperimentsAlone());
        QCOMPARE(reportFindings(subject, Format(QLocale::c()))
                     .second.filter(QStringLiteral("vary widely between rounds"))
                     .size(),
                 1);
    }
    void aPublishedSessionCountsItsCellsAsPublished()
    {
        Snapshot snapshot = test::syntheticSnapshot({.columns = 11, .rows = 12});
        std::erase_if(snapshot.samples, [](const Sample& sample) { return sample.flags.has(Flag::Interpolated); });
        const auto completed = [&] {
            auto copy = std::make_shared<Snapshot>(snapshot);
            complete(*copy);
            return copy;
        };
        const SnapshotPointer measured = completed();
        QVERIFY(measured->measuredCells > 0);
        const QString words = factOf(measured, "Measured");
        QVERIFY2(words.startsWith(
                     QStringLiteral("%1 of %2 cells").arg(measured->measuredCells).arg(measured->plan.cellCount())),
                 qPrintable(words));
        QVERIFY(factOf(measured, "Published").isEmpty());

        for (Sample& sample : snapshot.samples)
            sample.provenance = Provenance::Published;
        const SnapshotPointer published = completed();
        QCOMPARE(factOf(published, "Published"), words);
        QVERIFY2(factOf(published, "Measured").isEmpty(), qPrintable(factOf(published, "Measured")));
        QVERIFY(factOf(published, "Target interval").isEmpty());
    }

    void aSagOfPowerIsToldAsAShareOfTheClock()
    {
        PointAnalysis analysis;
        analysis.state.compute = 1.25; // arithmetic took a quarter longer
        analysis.referenceTime = Seconds(2e-3);
        const Format format{QLocale::c()};
        Sample sample;
        sample.time = sample.low = sample.high = Seconds(2.5e-3);
        const auto words = [&] {
            return stateWords(sample, analysis, format).replace(QChar(0x00A0), QLatin1Char(' '));
        };
        const QString usual = words();
        QVERIFY2(usual.startsWith(
                     "While this was measured, computing ran at 80 % of its roof. Without that it would take about "),
                 qPrintable(usual));
        analysis.flags |= Flag::PowerLimited;
        const QString limited = words();
        QVERIFY2(limited.startsWith("While this was measured, power limited the clock to 80 % of its usual rate."),
                 qPrintable(limited));
        sample.low = Seconds(1.9e-3); // by no more than the interval
        QVERIFY2(words().isEmpty(), qPrintable(words()));
        sample.low = sample.time;
        QVERIFY(!words().isEmpty());
        analysis.state.compute = 1.0; // it draws as much as it may, and is none the slower
        QVERIFY2(words().isEmpty(), qPrintable(words()));
    }

private:
    /// The fact of that name among the settings and the others; empty where there is none.
    static QString factOf(const SnapshotPointer& snapshot, const char* name)
    {
        ReportSubject subject;
        subject.snapshot = snapshot;
        subject.parts.method = true;
        subject.cursor = subject.point = test::syntheticCursor({.columns = 11, .rows = 12});
        const LabReport report = labReport(subject, QDateTime(QDate(2026, 1, 2), QTime(12, 0), Qt::UTC),
                                           Format(QLocale::c()));
        for (const ReportFacts& group : report.facts)
            for (const auto& [key, value] : group.facts)
                if (key == QLatin1String(name))
                    return value;
        return {};
    }
};

RIDGEPOINT_GUI_TEST(ReportRoofsTest)
#include "report_roofs_test.moc"
