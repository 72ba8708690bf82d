// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/chart_accessibility.h"
#include "app/charts/draw/experiment_chart.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/chart_kinds.h"

#include <QAccessible>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace ridgepoint;

/// The charts through the eyes of a screen reader.
class AccessibleTest : public test::Case {
    Q_OBJECT
private slots:
    void initTestCase() { m_snapshot = test::syntheticSnapshotPointer(); }
    void aChartIsAChartWithANameAndWords_data() { chartRows(); }
    void aChartIsAChartWithANameAndWords()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind);
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(chart.get());
        QVERIFY(face != nullptr && face->isValid());
        QCOMPARE(face->role(), QAccessible::Chart);
        QVERIFY(!face->text(QAccessible::Name).isEmpty());
        QVERIFY(face->state().focusable);
        const QString words = face->text(QAccessible::Description);
        const auto points = chart->places().shownPoints();
        QVERIFY2(words.contains(Format().whole(static_cast<std::int64_t>(points.size()))
                                + QStringLiteral(" measured points")),
                 qPrintable(words));
        QVERIFY2(words.contains(QStringLiteral("memory-bandwidth-bound")), qPrintable(words));
        QVERIFY2(words.contains(QStringLiteral("Across: ")) && words.contains(QStringLiteral("Ctrl+T")),
                 qPrintable(words));
    }
    void theChosenPointIsTheValue_data() { chartRows(); }
    void theChosenPointIsTheValue()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind);
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(chart.get());
        QVERIFY(face->valueInterface() != nullptr);
        QCOMPARE(face->valueInterface()->currentValue().toInt(), 0);
        QVERIFY(face->text(QAccessible::Value).isEmpty());
        chart->set(&ChartInput::selected, test::syntheticCursor());
        QVERIFY(face->text(QAccessible::Value)
                    .contains(QStringLiteral("%1 fma").arg(test::syntheticCursor().operationsPerElement)));
        QVERIFY(face->text(QAccessible::Description).startsWith(face->text(QAccessible::Value)));
        const int place = face->valueInterface()->currentValue().toInt();
        QVERIFY(place >= 1 && place <= face->valueInterface()->maximumValue().toInt());
        QCOMPARE(chart->places().shownPoints()[static_cast<std::size_t>(place - 1)].workload, test::syntheticCursor());
    }
    void everyStepOfTheArrowKeysIsTold_data() { chartRows(); }
    void everyStepOfTheArrowKeysIsTold()
    {
        QFETCH(int, kind);
        const auto chart = shown(kind);
        chart->set(&ChartInput::selected, test::syntheticCursor());
        const QString before = chart->accessibleDescription();
        QSignalSpy told(chart->findChild<ChartAccessibility*>(), &ChartAccessibility::valueTold);
        QTest::keyClick(chart.get(), Qt::Key_Right);
        QTRY_COMPARE(told.size(), 1);
        QCOMPARE(told.first().first().toString(), chart->accessibility().selectionWords());
        QVERIFY(chart->accessibleDescription() != before);
    }
    void aHeldKeyIsNotToldForEveryStepButForItsEnd()
    {
        const auto chart = shown(0);
        chart->set(&ChartInput::selected, test::syntheticCursor());
        QSignalSpy told(chart->findChild<ChartAccessibility*>(), &ChartAccessibility::valueTold);
        constexpr int steps = 100;
        QElapsedTimer held;
        held.start();
        for (int i = 0; i < steps; ++i)
            QTest::keyClick(chart.get(), i % 2 == 0 ? Qt::Key_Right : Qt::Key_Left);
        QTest::keyClick(chart.get(), Qt::Key_Right);
        QVERIFY(told.size() <= held.elapsed() / 100 + 1); // ten a second at most
        QTRY_VERIFY(chart->accessibleDescription() == chart->accessibility().spokenWords());
        QCOMPARE(told.last().first().toString(), chart->accessibility().selectionWords());
    }
    void aMapThatIsNotMeasuredSaysSo()
    {
        RegimeMapChart chart;
        const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&chart);
        QVERIFY(face->text(QAccessible::Description).contains(QStringLiteral("Run (F5)")));
    }

    void anExperimentsChartTellsItsNumbersAndTheChosenOne()
    {
        const ExperimentInfo info{.id = "any",
                                  .title = "Any",
                                  .summary = "s",
                                  .chart = ExperimentChartKind::Bars,
                                  .plots = {{.title = "One", .x = {}, .y = {"Rate", "op/s", AxisScaleKind::Linear}}}};
        auto result = std::make_shared<ExperimentResult>();
        for (const char* label : {"one", "two"})
            result->points.push_back({.series = "a", .label = label, .y = 2e9, .low = 2e9, .high = 2e9});
        result->points.push_back(
            {.series = "said", .label = "one", .y = 3e9, .low = 3e9, .high = 3e9, .provenance = Provenance::Predicted});
        ExperimentChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(600, 400);
        chart.show();
        chart.setExperiment(&info, result);
        chart.flush();
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&chart);
        QVERIFY(face != nullptr);
        const QString words = face->text(QAccessible::Description);
        QVERIFY2(words.contains("2 measured numbers") && words.contains("1 predicted"), qPrintable(words));
        QVERIFY2(!words.contains("Ctrl+T"), qPrintable(words)); // it has no data table
        QCOMPARE(face->valueInterface()->maximumValue().toInt(), 3);
        QCOMPARE(face->valueInterface()->currentValue().toInt(), 0);
        QSignalSpy told(chart.findChild<ChartAccessibility*>(), &ChartAccessibility::valueTold);
        QTest::keyClick(&chart, Qt::Key_Right);
        QTRY_COMPARE(told.count(), 1);
        QVERIFY2(told[0][0].toString().contains("one") && told[0][0].toString().contains("2.00"),
                 qPrintable(told[0][0].toString()));
        QCOMPARE(face->valueInterface()->currentValue().toInt(), 1);
    }

private:
    static void chartRows()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("roofline") << 0;
        QTest::newRow("regime map") << 1;
        QTest::newRow("curves") << 2;
    }
    std::unique_ptr<ChartWidget> shown(int kind) const
    {
        auto chart = test::makeChart(kind);
        chart->set(&ChartInput::cursor, test::syntheticCursor());
        chart->set(&ChartInput::snapshot, m_snapshot);
        chart->resize(700, 420);
        chart->show();
        [&] { QVERIFY(QTest::qWaitForWindowExposed(chart.get())); }();
        chart->flush();
        return chart;
    }
    SnapshotPointer m_snapshot;
};

RIDGEPOINT_GUI_TEST(AccessibleTest)
#include "accessible_test.moc"
