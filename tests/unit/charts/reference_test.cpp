// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/reference_device.h"
#include "app/charts/data/describe.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "core/model/prediction.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QMouseEvent>

#include <algorithm>

using namespace ridgepoint;

namespace {

const QString resources = QStringLiteral(RIDGEPOINT_SOURCE_DIR "/resources/");

qsizetype filesOf(const char* folder, const char* pattern)
{
    return QDir(resources + QLatin1String(folder)).entryList({QLatin1String(pattern)}).size();
}

/// A small map of multiply-adds in fp32, queued.
Plan mapOf(const ReferenceDevice& device)
{
    Plan plan = test::syntheticPlan({.columns = 11, .rows = 12});
    plan.base = predictable(plan.base, device);
    return plan;
}

ReferencePointer h100() { return referenceOf(offeredDevice, shippedDevices()); }

} // namespace

/// Devices that are not here: what ships of them, and what charts draw of them.
class ReferenceTest : public test::Case {
    Q_OBJECT
private slots:
    void everyShippedFileIsInsideTheProgram()
    {
        QCOMPARE(static_cast<qsizetype>(shippedDatasheets().size()), filesOf("datasheets", "*.json"));
        const auto& devices = shippedDevices();
        const auto published = std::count_if(devices.begin(), devices.end(), [](const ReferencePointer& device) {
            return device->provenance == Provenance::Published;
        });
        QCOMPARE(static_cast<qsizetype>(published), filesOf("published", "*.ridge"));
        QCOMPARE(devices.size(), shippedDatasheets().size() + static_cast<std::size_t>(published));
    }
    void everyShippedDeviceSaysItsSourceAndCanBePredictedButNotMeasured()
    {
        for (const ReferencePointer& device : shippedDevices()) {
            QVERIFY2(!device->source.empty(), device->device.id.c_str());
            QVERIFY(!device->device.available && device->device.reason);
            QVERIFY(device->device.id.starts_with("datasheet:") || device->device.id.starts_with("published:"));
            QCOMPARE(device->roofs.device, device->device.id);
            const Workload workload = predictable(test::syntheticCursor(), *device);
            QVERIFY2(predict(workload, device->roofs, device->device.kind).ok(), device->device.id.c_str());
            for (const Roof& roof : device->roofs.roofs)
                QVERIFY(roof.provenance != Provenance::Measured);
        }
    }
    void aDatasheetBorrowsPublishedLaunchCostsAndSaysWhose()
    {
        const ReferencePointer device = h100();
        QVERIFY(device);
        const Roof* launch = device->roofs.find("launch.queued");
        QVERIFY(launch != nullptr);
        QCOMPARE(launch->provenance, Provenance::Published);
        QVERIFY(QString::fromStdString(launch->method).contains("RRZE"));
        QVERIFY(!device->launchSource.empty());
        QVERIFY(device->roofs.find("launch.wait_each") == nullptr); // nobody published one
        const ReferencePointer own = referenceOf("published:h200-rrze", shippedDevices());
        QVERIFY(own && own->launchSource.empty());
        QCOMPARE(launch->value, own->roofs.find("launch.queued")->value);
    }
    void theH100HasItsCacheWithTheBandwidthPublishedOfTheSameProcessor()
    {
        const ReferencePointer device = h100();
        QCOMPARE(device->roofs.levels.size(), std::size_t{2});
        QCOMPARE(device->roofs.levels.front().capacity.value(), 50.0 * 1024 * 1024);
        const Roof* l2 = device->roofs.find("bandwidth.l2");
        const ReferencePointer lender = referenceOf("published:h200-rrze", shippedDevices());
        QVERIFY(l2 != nullptr);
        QCOMPARE(l2->value, lender->roofs.find("bandwidth.l2")->value);
        QCOMPARE(l2->provenance, Provenance::Published);
        QCOMPARE(lenderOf(*l2)->name, lender->device.name);
        // A tensor that the cache holds is predicted at its rate, a larger one at that of memory.
        Workload workload{.operation = Operation::Fma, .elements = 4 << 20, .launchMode = LaunchMode::Queued};
        QCOMPARE(predict(workload, device->roofs, device->device.kind)->bandwidthRoof, std::string("bandwidth.l2"));
        workload.elements = 64 << 20;
        QCOMPARE(predict(workload, device->roofs, device->device.kind)->bandwidthRoof, std::string("bandwidth.dram"));
    }
    void aSheetWithoutACacheHasNone()
    {
        const ReferencePointer device = referenceOf("datasheet:rtx-3090", shippedDevices());
        QVERIFY(device && device->roofs.levels.size() == 1 && device->roofs.find("bandwidth.l2") == nullptr);
    }
    void anOldGenerationTakesTheLaunchCostsOfAnOldOne()
    {
        const ReferencePointer ampere = referenceOf("datasheet:a100-sxm4-40gb", shippedDevices());
        QVERIFY(ampere);
        QCOMPARE(ampere->roofs.find("launch.queued")->value,
                 referenceOf("published:a100-rrze", shippedDevices())->roofs.find("launch.queued")->value);
    }
    void aWorkloadThatNoSourceKnowsMovesToTheNearestThatOneDoes()
    {
        Workload odd = test::syntheticCursor();
        odd.operation = Operation::Cos;
        odd.launchMode = LaunchMode::WaitEach;
        const Workload near = predictable(odd, *h100());
        QCOMPARE(near.operation, Operation::Fma);
        QCOMPARE(near.launchMode, LaunchMode::Queued);
        QCOMPARE(near.elements, odd.elements);
    }
    void aDatasheetDevicesMapIsPredictedInEveryCell()
    {
        const Snapshot snapshot = referenceSnapshot(*h100(), mapOf(*h100()), h100()->roofs);
        QCOMPARE(snapshot.provenance, Provenance::Datasheet);
        QCOMPARE(snapshot.measuredCells, std::size_t{0});
        QCOMPARE(snapshot.points.size(), snapshot.samples.size());
        for (const Sample& sample : snapshot.samples)
            QCOMPARE(sample.provenance, Provenance::Predicted);
        for (const PointAnalysis& point : snapshot.points)
            QVERIFY(!point.flags.has(Flag::Edge)); // of the rim, no neighbour of which was judged
        const RegimeMapData map = regimeMapData(snapshot, snapshot.plan.base);
        QCOMPARE(map.measured, std::size_t{0});
        for (const MapCell& cell : map.cells)
            QVERIFY(cell.state == CellState::Measured && cell.provenance == Provenance::Predicted && cell.shares);
        const QString csv = QString::fromStdString(toCsv(map));
        QVERIFY(csv.contains(",predicted,") && !csv.contains("measured"));
    }
    void theOverheadRoofIsOneThatIsSeen_data()
    {
        QTest::addColumn<std::int64_t>("elements");
        QTest::addColumn<bool>("isOwn"); // a launch that costs over 3 % of moving the bytes is seen
        QTest::newRow("far under a launch") << std::int64_t{32} << true;
        QTest::newRow("a little over a launch") << std::int64_t{4 << 20} << true;
        QTest::newRow("far over a launch") << std::int64_t{256 << 20} << false;
    }
    void theOverheadRoofIsOneThatIsSeen()
    {
        QFETCH(std::int64_t, elements);
        QFETCH(bool, isOwn);
        const Snapshot snapshot = referenceSnapshot(*h100(), mapOf(*h100()), h100()->roofs);
        Workload cursor = snapshot.plan.base;
        cursor.elements = elements;
        cursor.launchMode = LaunchMode::Queued;
        Snapshot here = snapshot;
        here.samples.clear(); // so that the line is the cursor's own
        here.points.clear();
        const RooflineData data = rooflineData(here, cursor);
        QVERIFY(data.overhead);
        QCOMPARE(data.overhead->reference, !isOwn);
        const RidgePoint& ridge = *std::find_if(data.ridges.begin(), data.ridges.end(),
                                                [](const RidgePoint& each) { return each.active; });
        QVERIFY(data.overhead->at(ridge.intensity) < (isOwn ? 0.98 : 0.6) * ridge.performance);
    }
    void aPublishedDeviceShowsItsPointsBesideThePrediction()
    {
        const ReferencePointer device = referenceOf("published:a100-rrze", shippedDevices());
        const Snapshot snapshot = referenceSnapshot(*device, mapOf(*device), device->roofs);
        const RooflineData data = rooflineData(snapshot, device->samples.front().workload);
        QCOMPARE(data.series.front().points.size(), device->samples.size());
        QCOMPARE(data.series.front().points.front().provenance, Provenance::Published);
        // A regime from slopes would mix what was published with what is predicted.
        for (const ChartPoint& point : data.series.front().points)
            QVERIFY(!point.shares || point.regimeIsPredicted || point.provenance == Provenance::Published);
    }
    void whatWasPublishedGoesBeforeThePredictionOfTheSameWork()
    {
        const ReferencePointer device = referenceOf("published:a100-rrze", shippedDevices());
        Plan plan = mapOf(*device);
        plan.base = device->samples.front().workload;
        // The map's cells lie on the published points, as they do in the window.
        for (Axis& axis : plan.axes) {
            axis.values.clear();
            for (const Sample& sample : device->samples)
                axis.values.push_back(coordinate(sample.workload, axis.kind));
            std::sort(axis.values.begin(), axis.values.end());
            axis.values.erase(std::unique(axis.values.begin(), axis.values.end()), axis.values.end());
        }
        const Snapshot snapshot = referenceSnapshot(*device, plan, device->roofs);
        QVERIFY(snapshot.samples.size() > device->samples.size());
        const RooflineData drawn = rooflineData(snapshot, plan.base);
        for (const ChartPoint& point : drawn.series.front().points)
            QCOMPARE(point.provenance, Provenance::Published);
        const RegimeMapData map = regimeMapData(snapshot, plan.base);
        const auto published = std::count_if(map.cells.begin(), map.cells.end(), [](const MapCell& cell) {
            return cell.provenance == Provenance::Published;
        });
        QCOMPARE(static_cast<std::size_t>(published), device->samples.size());
    }
    void onlyWhatWasTimedIsSaidToDifferFromThePrediction()
    {
        const auto words = [](const Snapshot& snapshot, const Workload& workload) {
            RegimeMapChart chart;
            chart.resize(480, 360);
            chart.setAttribute(Qt::WA_DontShowOnScreen);
            chart.show();
            chart.set(&ChartInput::snapshot, std::make_shared<const Snapshot>(snapshot));
            chart.set(&ChartInput::cursor, snapshot.plan.base);
            chart.flush();
            return chart.places().describe(workload).join(QLatin1Char('\n'));
        };
        const Snapshot sheet = referenceSnapshot(*h100(), mapOf(*h100()), h100()->roofs);
        QVERIFY(!words(sheet, sheet.samples.front().workload).isEmpty());
        QVERIFY(!words(sheet, sheet.samples.front().workload).contains("time is"));
        const Snapshot measured = test::syntheticSnapshot();
        QVERIFY(words(measured, test::syntheticCursor()).contains("measured time is"));
    }
    void whatRoofsDoNotPredictLeavesTheMapEmpty()
    {
        Plan plan = mapOf(*h100());
        plan.base.operation = Operation::Cos;
        QVERIFY(referenceSnapshot(*h100(), plan, h100()->roofs).samples.empty());
    }
    void onlyChartsOfNothingMeasuredCarryTheWatermark()
    {
        RegimeMapChart chart;
        QVERIFY(chart.watermark().isEmpty());
        chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        QVERIFY(chart.watermark().isEmpty());
        chart.set(&ChartInput::snapshot,
                  std::make_shared<const Snapshot>(referenceSnapshot(*h100(), mapOf(*h100()), h100()->roofs)));
        QCOMPARE(chart.watermark(), QStringLiteral("predicted"));
        QCOMPARE(chart.duplicate()->watermark(), QStringLiteral("predicted")); // what exports draw
        QVERIFY(
            noteFor(*chart.input().snapshot, chart.input().snapshot->plan.base, std::nullopt).contains("datasheet"));
    }
    void theWatermarkIsDrawn()
    {
        auto predicted = std::make_shared<Snapshot>(referenceSnapshot(*h100(), mapOf(*h100()), h100()->roofs));
        auto unmarked = std::make_shared<Snapshot>(*predicted);
        unmarked->provenance = Provenance::Measured;
        const auto drawn = [](const SnapshotPointer& snapshot) {
            RooflineChart chart;
            chart.set(&ChartInput::snapshot, snapshot);
            chart.set(&ChartInput::cursor, snapshot->plan.base);
            chart.resize(480, 360);
            chart.setAttribute(Qt::WA_DontShowOnScreen);
            chart.show();
            chart.flush();
            return chart.grab().toImage();
        };
        QVERIFY(drawn(predicted) != drawn(unmarked));
    }
    void theDatasheetOfAGpuLiesBesideItsMeasuredRoofs()
    {
        Snapshot snapshot = test::syntheticSnapshot();
        snapshot.device.kind = DeviceKind::Cuda;
        snapshot.device.name = "NVIDIA H100 80GB HBM3";
        snapshot.device.gpu = GpuFacts{.computeCapability = "9.0",
                                       .multiprocessors = 132,
                                       .clock = Hertz(1.98e9),
                                       .memoryClock = Hertz(2.619e9),
                                       .memoryBusBits = 5120};
        snapshot.lines = referenceLines(snapshot.device, shippedDatasheets());
        const RooflineData data = rooflineData(snapshot, test::syntheticCursor());
        const auto has = [&](Provenance provenance, const char* roof) {
            return std::any_of(data.lines.begin(), data.lines.end(), [&](const ReferenceLine& line) {
                return line.provenance == provenance && line.roof == roof;
            });
        };
        QVERIFY(has(Provenance::Datasheet, "compute.fp32.fma") && has(Provenance::Datasheet, "bandwidth.dram"));
        QVERIFY(has(Provenance::Predicted, "compute.fp32.fma") && has(Provenance::Predicted, "bandwidth.dram"));
        QVERIFY(!has(Provenance::Datasheet, "compute.fp8.matrix")); // no roof of it is drawn
        QVERIFY(QString::fromStdString(toCsv(data)).contains("line,\"datasheet: "));
    }
    void aProcessorThatTellsNoClockHasNoTheory()
    {
        QVERIFY(test::syntheticSnapshot().lines.empty());
        QVERIFY(rooflineData(test::syntheticSnapshot(), test::syntheticCursor()).lines.empty());
    }
    void hoveringAThinLineTellsItsSource()
    {
        auto snapshot = std::make_shared<Snapshot>(test::syntheticSnapshot());
        const Roof* roof = snapshot->roofs.find("compute.fp32.fma");
        snapshot->lines = {{.roof = "compute.fp32.fma",
                            .value = roof->value * 1.8,
                            .provenance = Provenance::Datasheet,
                            .label = "datasheet",
                            .source = "a sheet, https://example.org"}};
        RooflineChart chart;
        chart.set(&ChartInput::snapshot, snapshot);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.resize(560, 420);
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.show();
        chart.flush();
        const QCPAxisRect* rect = chart.axisRect();
        const QPointF on(rect->right() - 40.0, rect->axis(QCPAxis::atLeft)->coordToPixel(roof->value * 1.8));
        const QImage before = chart.grab().toImage();
        QMouseEvent move(QEvent::MouseMove, on, chart.mapToGlobal(on), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(&chart, &move);
        chart.flush();
        QVERIFY(chart.readoutLines().join(' ').contains("https://example.org"));
        QVERIFY(chart.grab().toImage() != before);
    }
};

RIDGEPOINT_GUI_TEST(ReferenceTest)
#include "reference_test.moc"
