// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/compare_table.h"
#include "app/charts/data/curves_data.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/draw/map_colors.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QMouseEvent>
#include <QSignalSpy>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;

namespace {

std::vector<RoofSet> twoDevices()
{
    RoofSet own = test::syntheticSnapshot().roofs;
    own.device = "Host, the \"big\" one";
    RoofSet other = referenceOf(offeredDevice, shippedDevices())->roofs;
    other.device = "H100";
    return {own, other};
}

SnapshotPointer article()
{
    const ReferencePointer device = referenceOf("published:a100-first-principles", shippedDevices());
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->device = device->device;
    snapshot->roofs = device->roofs;
    snapshot->samples = device->samples;
    snapshot->provenance = device->provenance;
    return snapshot;
}

const CompareTable::Row* rowNamed(const CompareTable& table, const QString& title)
{
    const auto found = std::find_if(table.rows.begin(), table.rows.end(),
                                    [&](const CompareTable::Row& row) { return row.title == title; });
    return found == table.rows.end() ? nullptr : &*found;
}

} // namespace

/// Several devices in one chart and in one table.
class CompareTableTest : public test::Case {
    Q_OBJECT
private slots:
    void theTableHoldsEveryRoofRidgeAndFloorOfEveryDevice()
    {
        const std::vector<RoofSet> devices = twoDevices();
        const CompareTable table = compareTable(devices, Format(QLocale::c()));
        QCOMPARE(table.devices, (QStringList{"Host, the \"big\" one", "H100"}));
        QStringList headings;
        for (const CompareTable::Row& row : table.rows) {
            if (row.heading)
                headings << row.title;
            else
                QCOMPARE(row.cells.size(), std::size_t{2});
        }
        QCOMPARE(headings,
                 (QStringList{"Bandwidth roofs", "Compute roofs", "Ridge points, with DRAM", "Overhead floors"}));
        const CompareTable::Row* dram = rowNamed(table, "DRAM");
        QVERIFY(dram);
        QCOMPARE(dram->cells[0].provenance, Provenance::Measured);
        QCOMPARE(dram->cells[1].provenance, Provenance::Datasheet);
        QVERIFY(dram->cells[1].text.contains("3.35"));
        QVERIFY(dram->cells[1].tip.contains("https://"));
        QVERIFY(rowNamed(table, "L1")->cells[1].text.isEmpty()); // the sheet has none
        QVERIFY(dram->cells[0].ratio.isEmpty() && rowNamed(table, "L1")->cells[1].ratio.isEmpty());
        QCOMPARE(dram->cells[1].ratio,
                 Format(QLocale::c())
                     .factor(devices[1].find("bandwidth.dram")->value / devices[0].find("bandwidth.dram")->value));
        const CompareTable::Row* floor = rowNamed(table, "queued launch");
        QVERIFY(floor && floor->cells[1].provenance == Provenance::Published);
    }
    void aBorrowedLaunchCostIsNotCalledPublished()
    {
        const ReferencePointer lender = referenceOf("published:a100-rrze", shippedDevices());
        const std::vector<RoofSet> devices{article()->roofs, lender->roofs, test::syntheticSnapshot().roofs};
        const CompareTable table = compareTable(devices, Format(QLocale::c()));
        const CompareTable::Row* floor = rowNamed(table, "queued launch");
        QVERIFY(floor);
        QCOMPARE(floor->cells[0].text, floor->cells[1].text);
        QCOMPARE(floor->cells[0].origin, QStringLiteral("borrowed from RRZE gpu-benches"));
        QVERIFY2(floor->cells[0].tip.contains(QString::fromStdString(lender->device.name)),
                 qPrintable(floor->cells[0].tip));
        QCOMPARE(floor->cells[1].origin, QStringLiteral("published"));
        const CompareTable::Row* dram = rowNamed(table, "DRAM");
        QVERIFY(dram);
        QCOMPARE(dram->cells[0].origin, QStringLiteral("published"));
        QVERIFY(dram->cells[2].origin.isEmpty()); // measured
    }
    void aRidgeIsComputeOverBandwidthAndNoMeasurementWhereOneOfThemIsNone()
    {
        const std::vector<RoofSet> devices = twoDevices();
        const QString csv = QString::fromStdString(compareCsv(devices));
        const QStringList lines = csv.split('\n', Qt::SkipEmptyParts);
        QVERIFY(lines.first().startsWith("kind,id,unit,\"Host, the \"\"big\"\" one\","));
        const QStringList ridge = lines.filter("ridge,compute.fp32.fma").value(0).split(',');
        QCOMPARE(ridge.size(), 7);
        const double expected = devices[1].find("compute.fp32.fma")->value / devices[1].find("bandwidth.dram")->value;
        QVERIFY(std::abs(ridge[5].toDouble() / expected - 1.0) < 1e-12);
        QCOMPARE(ridge[4], QStringLiteral("measured"));
        QCOMPARE(ridge[6], QStringLiteral("datasheet"));
    }
    void aSessionOfAnotherOperationAndModeStillCompares()
    {
        Workload cursor = test::syntheticCursor();
        const Workload kind = comparable(*article(), cursor);
        QCOMPARE(kind.operation, Operation::Mul);
        QCOMPARE(kind.launchMode, LaunchMode::Queued);
        QCOMPARE(kind.threads, 0);
        cursor.operation = Operation::Cos; // counted in another unit
        QCOMPARE(comparable(*article(), cursor), cursor);
    }
    void theArticlesCurveLiesBesideTheOwnPoints()
    {
        const Snapshot own = test::syntheticSnapshot();
        RooflineData data = rooflineData(own, test::syntheticCursor());
        addSeries(data, *article(), test::syntheticCursor(), "article");
        QCOMPARE(data.series.size(), std::size_t{2});
        QCOMPARE(data.series[1].points.size(), article()->samples.size());
        QCOMPARE(data.series[1].provenance, Provenance::Published);
        QVERIFY(data.series[1].compute && data.series[1].bandwidth);
        QVERIFY(data.highPerformance >= data.series[1].compute->roof.value); // its roof is in view
        CurvesData curves = curvesData(own, test::syntheticCursor(), AxisKind::Operations);
        addSeries(curves, *article(), test::syntheticCursor(), "article");
        QCOMPARE(curves.series[1].points.size(), article()->samples.size());
    }
    void theScaleOfADifferenceHoldsWhatDiffersByFar()
    {
        const Snapshot own = test::syntheticSnapshot();
        for (const auto& [slowdown, limit] : {std::pair{1.3, 2.0}, std::pair{0.01, 100.0}, std::pair{700.0, 1000.0}}) {
            RegimeMapData data = regimeMapData(own, test::syntheticCursor());
            compareWith(data, test::syntheticSnapshot({.slowdown = slowdown}));
            QVERIFY(data.hasDifference);
            QCOMPARE(MapColors(Theme::light(), MapChoice{MapView::Difference, Regime::Memory}, data).limit(), limit);
        }
    }
    void theTicksOfADifferenceAreFactorsThatPeopleCountIn()
    {
        for (const auto& [slowdown, words] :
             {std::pair{1.3, QStringLiteral("1.5×")}, std::pair{1.0 / 70.0, QStringLiteral("10×")},
              std::pair{1.0 / 700.0, QStringLiteral("30×")}}) {
            RegimeMapChart chart;
            chart.setView(MapView::Difference);
            chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
            chart.set(&ChartInput::cursor, test::syntheticCursor());
            chart.set(&ChartInput::overlays,
                      {{std::make_shared<const Snapshot>(test::syntheticSnapshot({.slowdown = slowdown})), "other"}});
            chart.resize(640, 480);
            chart.flush();
            const auto ticks = chart.scaleTicks();
            QCOMPARE(ticks.size(), std::size_t{5});
            QCOMPARE(ticks[1].second, words + QStringLiteral(" faster"));
            QCOMPARE(ticks[2].second, QStringLiteral("as fast"));
            QCOMPARE(ticks[3].second, words + QStringLiteral(" slower"));
            QVERIFY(ticks[4].second.endsWith(QStringLiteral("× slower")));
            // A tick stands where its factor's colour is: on a logarithmic scale with 1× in its middle.
            const double limit =
                MapColors(Theme::light(), MapChoice{MapView::Difference, Regime::Memory}, chart.data()).limit();
            QVERIFY(std::abs(std::pow(limit, 2.0 * (ticks[3].first - 0.5))
                             - Format().locale().toDouble(QString(words).remove(QChar(0x00D7))))
                    < 1e-9);
            QVERIFY(std::abs(ticks[1].first + ticks[3].first - 1.0) < 1e-12);
        }
    }
    void aComparedPointIsReadOutButNotChosen()
    {
        RooflineChart chart;
        chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::overlays, {{article(), "article"}});
        chart.resize(640, 480);
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.show();
        chart.flush();
        const std::vector<ChartPoint>& points = chart.data().series[1].points; // among what is predicted
        const auto last = std::find_if(points.rbegin(), points.rend(),
                                       [](const ChartPoint& each) { return each.provenance == Provenance::Published; });
        QVERIFY(last != points.rend());
        const ChartPoint& point = *last;
        const QPointF at = chart.places().pixelsOf(point).front();
        QSignalSpy selected(&chart, &ChartWidget::selected);
        for (const QEvent::Type type : {QEvent::MouseMove, QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
            QMouseEvent event(type, at, chart.mapToGlobal(at),
                              type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                              type == QEvent::MouseButtonPress ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
            QApplication::sendEvent(&chart, &event);
        }
        QCOMPARE(chart.readoutLines().value(0), QStringLiteral("article"));
        QVERIFY(chart.readoutLines().join(' ').contains("published"));
        QVERIFY(selected.isEmpty());
    }
};

RIDGEPOINT_GUI_TEST(CompareTableTest)
#include "compare_table_test.moc"
