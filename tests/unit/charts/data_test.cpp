// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/curves_data.h"
#include "app/charts/data/contours.h"
#include "app/charts/data/describe.h"
#include "app/charts/data/regime_map_data.h"
#include "app/charts/data/roofline_data.h"
#include "app/charts/data/series_data.h"
#include "core/model/prediction.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;

class DataTest : public test::Case {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        m_snapshot = test::syntheticSnapshot();
        m_cursor = test::syntheticCursor();
    }
    void theRooflineHoldsTheLineThroughTheCursor()
    {
        const RooflineData data = rooflineData(m_snapshot, m_cursor);
        QCOMPARE(data.series.size(), std::size_t{1});
        const auto& points = data.series.front().points;
        QCOMPARE(points.size(), m_snapshot.plan.axes[0].values.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            QCOMPARE(points[i].workload.elements, m_cursor.elements);
            QCOMPARE(points[i].workload.operationsPerElement, m_snapshot.plan.axes[0].values[i]);
            QVERIFY(points[i].low <= points[i].time && points[i].time <= points[i].high);
            QCOMPARE(points[i].intensity().value(),
                     static_cast<double>(points[i].workload.operationsPerElement) * 2.0 / 8.0);
        }
        QCOMPARE(points.front().regime, std::optional(Regime::Memory));
        QCOMPARE(points.back().regime, std::optional(Regime::Compute));
    }
    void aPointHasNoRegimeButItsVerdicts()
    {
        Snapshot snapshot = m_snapshot;
        PointAnalysis& analysis = snapshot.points.front();
        QVERIFY(analysis.prediction);
        analysis.regime = analysis.prediction->limit == Regime::Memory ? Regime::Compute : Regime::Memory;
        QCOMPARE(chartPoint(snapshot, 0).regime, analysis.regime);
        analysis.regime.reset(); // it cannot be told
        QVERIFY(!chartPoint(snapshot, 0).regime);
        analysis.shares.reset(); // nothing around it is known
        QVERIFY(!chartPoint(snapshot, 0).regime && !chartPoint(snapshot, 0).regimeIsPredicted);
    }
    void theActiveRoofsAreThoseOfTheCursorsLevelAndOperation()
    {
        const RooflineData large = rooflineData(m_snapshot, m_cursor);
        QCOMPARE(large.activeBandwidth()->roof.id, std::string("bandwidth.dram"));
        QCOMPARE(large.activeCompute()->roof.id, std::string("compute.fp32.fma"));
        Workload small = m_cursor;
        small.elements = m_snapshot.plan.axes[1].values.front();
        QCOMPARE(rooflineData(m_snapshot, small).activeBandwidth()->roof.id, std::string("bandwidth.l1"));
    }
    void ridgePointsLieWhereTheRoofsMeet()
    {
        const RooflineData data = rooflineData(m_snapshot, m_cursor);
        const auto valueOf = [](const std::vector<RoofLine>& lines, const std::string& id) {
            return std::find_if(lines.begin(), lines.end(), [&](const RoofLine& line) { return line.roof.id == id; })
                ->roof.value;
        };
        for (const RidgePoint& ridge : data.ridges) {
            QVERIFY(std::abs(ridge.intensity.value() * valueOf(data.bandwidths, ridge.bandwidthRoof)
                                 / valueOf(data.computes, ridge.computeRoof)
                             - 1.0)
                    < 1e-12);
            QCOMPARE(ridge.performance.value(), valueOf(data.computes, ridge.computeRoof));
            QCOMPARE(ridge.active, ridge.bandwidthRoof == data.activeBandwidth()->roof.id
                                       && ridge.computeRoof == data.activeCompute()->roof.id);
        }
        const auto count = [&](const std::string RidgePoint::*roof, const std::string& id) {
            return std::count_if(data.ridges.begin(), data.ridges.end(),
                                 [&](const RidgePoint& ridge) { return ridge.*roof == id; });
        };
        QVERIFY(data.bandwidths.size() > 1 && data.computes.size() > 1);
        for (const RoofLine& line : data.computes)
            QCOMPARE(count(&RidgePoint::computeRoof, line.roof.id), line.active ? std::ssize(data.bandwidths) : 1);
        QCOMPARE(count(&RidgePoint::bandwidthRoof, data.bandwidths.back().roof.id), std::ssize(data.computes));
    }
    void aRidgeAboveThePowerLimitSaysWhatIsKeptUp()
    {
        const auto kept = [&](const Snapshot& snapshot) {
            const RooflineData data = rooflineData(snapshot, m_cursor);
            std::optional<FlopsPerSecond> found;
            for (const RidgePoint& ridge : data.ridges)
                if (ridge.keptUp)
                    found = ridge.active ? ridge.keptUp : std::nullopt;
            const QString words =
                describeRoof(data, *data.activeCompute(), Format(QLocale::c())).join(QLatin1Char('\n'));
            return std::pair(found, words.contains(QLatin1String("sustained power")) ? words : QString());
        };
        const double rate = rooflineData(m_snapshot, m_cursor).activeCompute()->roof.value;
        const double bandwidth = m_snapshot.roofs.find("bandwidth.dram")->value;
        Snapshot gpu = m_snapshot;
        gpu.device.gpu = GpuFacts{.powerLimitWatts = 700.0, .now = GpuMoment{.watts = 100.0, .clockEvents = "idle"}};
        QVERIFY(!kept(gpu).first); // nothing was measured of what it draws
        gpu.roofs.put(
            {.id = "bandwidth.dram.sustained", .kind = RoofKind::Bandwidth, .value = bandwidth, .watts = 600.0});
        gpu.roofs.put({.id = "compute.fp32.fma.sustained", .kind = RoofKind::Compute, .value = rate, .watts = 400.0});
        // Of 500 W for memory and 300 W for arithmetic 600 W are left: three quarters of both.
        QVERIFY(kept(gpu).first);
        QVERIFY(std::abs(*kept(gpu).first / FlopsPerSecond(rate) - 0.75) < 1e-9);
        QVERIFY2(kept(gpu).second.contains(Format(QLocale::c()).percent(0.75)), qPrintable(kept(gpu).second));
        gpu.device.gpu->powerLimitWatts = 1000.0;
        QCOMPARE(kept(gpu).first, std::optional(FlopsPerSecond(rate)));
        QVERIFY(kept(gpu).second.isEmpty());
        gpu.device.gpu->powerLimitWatts = 700.0;
        gpu.device.gpu->now->clockEvents = "power cap"; // another program was at work when the device was listed
        QVERIFY(!kept(gpu).first);
        gpu.device.gpu->now->clockEvents = "idle";
        QVERIFY(kept(gpu).first);
        gpu.realRoofs.push_back(
            *gpu.roofs.find("bandwidth.dram")); // a what-if: nobody knows what such a memory would draw
        QVERIFY(!kept(gpu).first);
    }
    void theAxesReachAMatrixUnitAndNoFasterOne()
    {
        const RooflineData plain = rooflineData(m_snapshot, m_cursor);
        for (const double times : {16.0, 100.0}) {
            Snapshot fast = m_snapshot;
            const double value = times * plain.activeCompute()->roof.value;
            fast.roofs.roofs.push_back(
                {.id = "compute.bf16.matrix", .kind = RoofKind::Compute, .value = value, .low = value, .high = value});
            const RooflineData data = rooflineData(fast, m_cursor);
            const double ridge = value / data.bandwidths.back().roof.value;
            QCOMPARE(data.highPerformance > value && data.highIntensity > ridge, times < 32.0);
            QCOMPARE(data.lowPerformance, plain.lowPerformance);
        }
    }
    void matrixUnitsStandBesideMultiplyAndAddAlone()
    {
        RoofSet roofs;
        for (const char* id : {"compute.fp32.cos", "compute.fp32.fma", "compute.bf16.matrix", "compute.int8.matrix",
                               "compute.int32.add"})
            roofs.put({.id = id, .kind = RoofKind::Compute, .value = 1e12});
        const auto shown = [&](Operation operation) {
            QStringList ids;
            for (const RoofLine& line : computeRoofs(roofs, {.operation = operation}))
                ids << QString::fromStdString(line.roof.id);
            return ids;
        };
        QCOMPARE(shown(Operation::Cos), QStringList{"compute.fp32.cos"});
        QCOMPARE(shown(Operation::Fma),
                 (QStringList{"compute.fp32.fma", "compute.bf16.matrix", "compute.int8.matrix"}));
    }
    void theAxesReachASampleOfTinyWork()
    {
        Snapshot tiny = m_snapshot;
        const RooflineData plain = rooflineData(m_snapshot, m_cursor);
        Sample slow;
        for (const Sample& sample : m_snapshot.samples)
            if (sample.workload == m_cursor)
                slow = sample;
        slow.workload.operationsPerElement = 1;
        const double performance = 1e-6 * plain.activeCompute()->roof.value;
        slow.time = slow.median = slow.low = slow.high = costOf(slow.workload).flops / FlopsPerSecond(performance);
        std::erase_if(tiny.samples, [&](const Sample& sample) { return sample.workload == slow.workload; });
        tiny.samples.push_back(slow);
        QVERIFY(rooflineData(tiny, m_cursor).lowPerformance < performance);
    }
    void theOverheadRoofAddsTheLaunchToTheWork()
    {
        OverheadRoof roof{.bytesPerLaunch = Bytes(1e6),
                          .launch = Seconds(1e-5),
                          .gap = Seconds(1e-5),
                          .compute = FlopsPerSecond(1e12),
                          .bandwidth = BytesPerSecond(1e11)};
        QCOMPARE(roof.at(FlopsPerByte(1.0)).value(), 1e6 / (1e-5 + 1e-5));
        roof.launch = roof.gap = Seconds(1e-4);
        QCOMPARE(roof.at(FlopsPerByte(1.0)).value(), 1e6 / 1.1e-4);
        roof.gap = Seconds(2e-5); // the work of 1e-5 s is hidden behind what the host takes
        QCOMPARE(roof.at(FlopsPerByte(1.0)).value(), 1e6 / 1e-4);
    }
    void aSliderBetweenMeasuredSizesShowsTheNearestLine()
    {
        Workload between = m_cursor;
        between.elements += between.elements / 50;
        QCOMPARE(rooflineData(m_snapshot, between).line.elements, m_cursor.elements);
        QCOMPARE(rooflineData(m_snapshot, between).series.front().points.size(), m_snapshot.plan.axes[0].values.size());
        Workload unknown = m_cursor;
        unknown.operation = Operation::Cos;
        QVERIFY(rooflineData(m_snapshot, unknown).series.front().points.empty());
    }
    void withoutSamplesTheRoofsRemain()
    {
        const Snapshot bare = test::syntheticSnapshot({.withSamples = false});
        const RooflineData data = rooflineData(bare, m_cursor);
        QVERIFY(data.series.front().points.empty());
        QVERIFY(data.activeCompute() != nullptr && data.activeBandwidth() != nullptr);
        QVERIFY(data.lowIntensity < data.highIntensity && data.lowPerformance < data.highPerformance);
        QVERIFY(rooflineData(Snapshot{}, Workload{}).bandwidths.empty());
    }
    void aMeasuredSampleWinsOverAnInterpolatedOneOfTheSamePlace()
    {
        Snapshot snapshot = test::syntheticSnapshot({.columns = 5, .rows = 5});
        Sample filled = snapshot.samples.front();
        filled.flags |= Flag::Interpolated;
        filled.time = filled.time * 3.0;
        snapshot.samples.insert(snapshot.samples.begin(), filled);
        snapshot.points.clear();
        const auto points = pointsAlong(snapshot, filled.workload, AxisKind::Operations);
        QVERIFY(!points.front().interpolated());
        QVERIFY(points.front().time < filled.time);
    }
    void steppingWalksThePlanAndStopsAtItsEnds()
    {
        Workload at = m_cursor;
        int steps = 0;
        for (Workload next = stepped(m_snapshot, at, AxisKind::Operations, 1); next != at;
             next = stepped(m_snapshot, at, AxisKind::Operations, 1), ++steps)
            at = next;
        QCOMPARE(at.operationsPerElement, m_snapshot.plan.axes[0].values.back());
        QVERIFY(steps > 3);
        Workload odd = m_cursor;
        odd.elements += 1;
        QCOMPARE(stepped(m_snapshot, odd, AxisKind::Size, -1).elements, m_cursor.elements);
    }
    void curvesAgreeWithTheSamplesAndThePrediction()
    {
        const CurvesData data = curvesData(m_snapshot, m_cursor, AxisKind::Operations);
        QCOMPARE(data.series.front().points.size(), m_snapshot.plan.axes[0].values.size());
        QCOMPARE(data.borders.size(), std::size_t{1}); // memory to compute at this size
        const double ridge = 400e9 / 40e9 * 8.0 / 2.0;
        QVERIFY(std::abs(std::log2(data.borders.front() / ridge)) < 0.1);
        for (std::size_t i = 1; i < data.predicted.size(); ++i)
            QVERIFY(data.predicted[i].time >= data.predicted[i - 1].time);
        QCOMPARE(curvesData(m_snapshot, m_cursor, AxisKind::Size).series.front().points.size(),
                 m_snapshot.plan.axes[1].values.size());
        QVERIFY(!curvesData(m_snapshot, m_cursor, AxisKind::Depth).predicted.empty());
    }
    void zeroLinesAreCutByTheirMask()
    {
        const std::vector<double> axis{0.0, 1.0, 2.0};
        std::vector<double> field;
        std::vector<double> mask;
        for (const double y : axis)
            for (const double x : axis) {
                field.push_back(y - 0.5);
                mask.push_back(1.5 - x);
            }
        const auto lines = zeroLines(axis, axis, field, mask);
        QCOMPARE(lines.size(), std::size_t{1});
        double right = 0.0;
        for (const MapPoint& point : lines.front()) {
            QCOMPARE(point.y, 0.5);
            right = std::max(right, point.x);
        }
        QCOMPARE(right, 1.5);
        QVERIFY(zeroLines(axis, axis, std::vector<double>(9, 1.0), mask).empty());
    }
    void aRoofTellsItsIntervalAndItsRidgePoints()
    {
        const RooflineData data = rooflineData(m_snapshot, m_cursor);
        const Format format{QLocale::c()};
        const RoofLine* bandwidth = data.activeBandwidth();
        QVERIFY(bandwidth && data.activeCompute());
        RoofLine line = *bandwidth;
        line.roof.value = 60e9;
        line.roof.low = 59e9;
        line.roof.high = 62e9;
        const QStringList told = describeRoof(data, line, format);
        QVERIFY2(told.front().contains("60.0") && told[1].contains("59.0") && told[1].contains("62.0"),
                 qPrintable(told.join('|')));
        const auto ridge = std::find_if(data.ridges.begin(), data.ridges.end(),
                                        [&](const RidgePoint& each) { return each.bandwidthRoof == line.roof.id; });
        QVERIFY(ridge != data.ridges.end());
        QVERIFY2(told[2].contains(format.intensity(ridge->intensity))
                     && told[2].contains(roofWord(data.activeCompute()->roof.id)),
                 qPrintable(told[2]));
        QCOMPARE(std::size_t(told.size()), 2 + data.computes.size()); // DRAM meets every unit
        line.factor = 2.0;                                            // of a what-if nothing is measured
        QVERIFY2(describeRoof(data, line, format)[1].contains("2.0")
                     && describeRoof(data, line, format)[1].contains("30.0"),
                 qPrintable(describeRoof(data, line, format).join('|')));
        line = *data.activeCompute();
        line.roof.provenance = Provenance::Datasheet;
        QVERIFY(describeRoof(data, line, format).join('|').contains("datasheet, not measured"));
        RooflineData changed = data;
        changed.overhead = OverheadRoof{.workload = m_cursor, .launch = Seconds(2.1e-6)};
        QVERIFY2(describeOverhead(changed, format).join('|').contains("2.10"),
                 qPrintable(describeOverhead(changed, format).join('|')));
        QVERIFY(!describeOverhead(changed, format).join('|').contains("what if"));
        QVERIFY2(describeOverhead(changed, format).join(' ').contains("no pass over this size gets above it"),
                 qPrintable(describeOverhead(changed, format).join('|'))); // what the line means
        changed.overhead->launchLow = Seconds(1.3e-6);
        changed.overhead->launchHigh = Seconds(3.7e-6);
        QVERIFY2(describeOverhead(changed, format)
                     .contains(QStringLiteral("interval 1.30 µs to 3.70 µs")
                                   .replace(QStringLiteral(" µs"), QChar(0x00A0) + QStringLiteral("µs"))),
                 qPrintable(describeOverhead(changed, format).join('|')));
        changed.originalOverhead = OverheadRoof{.workload = m_cursor, .launch = Seconds(4.2e-6)};
        changed.overhead->provenance = Provenance::Datasheet;
        const QString cheaper = describeOverhead(changed, format).join('|');
        QVERIFY2(cheaper.contains("4.20") && cheaper.contains("what if: 0.50")
                     && cheaper.contains("datasheet, not measured") && !cheaper.contains("interval"),
                 qPrintable(cheaper));
    }
    void csvHasOneRowAPointAndNoLocale()
    {
        const QString csv = QString::fromStdString(toCsv(regimeMapData(m_snapshot, m_cursor)));
        const QStringList lines = csv.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(static_cast<std::size_t>(lines.size()), m_snapshot.plan.cellCount() + 1);
        for (const std::string& text : {toCsv(rooflineData(m_snapshot, m_cursor)),
                                        toCsv(curvesData(m_snapshot, m_cursor, AxisKind::Operations))}) {
            const QStringList rows = QString::fromStdString(text).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
            for (const QString& row : rows)
                QCOMPARE(row.count(QLatin1Char(',')), rows.front().count(QLatin1Char(',')));
        }
    }

private:
    Snapshot m_snapshot;
    Workload m_cursor;
};

RIDGEPOINT_TEST(DataTest)
#include "data_test.moc"
