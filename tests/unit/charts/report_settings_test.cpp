// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/point_sentences.h"
#include "app/charts/data/report.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <memory>
#include <vector>

using namespace ridgepoint;

/// What a report says of the cells of its map and of the state that the device was in.
class ReportSettingsTest : public test::Case {
    Q_OBJECT
private slots:
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

RIDGEPOINT_GUI_TEST(ReportSettingsTest)
#include "report_settings_test.moc"
