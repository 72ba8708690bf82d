// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/contours.h"
#include "app/charts/data/curves_data.h"
#include "app/charts/data/describe.h"
#include "app/charts/data/regime_map_data.h"
#include "app/charts/data/roofline_data.h"
#include "app/charts/data/series_data.h"
#include "core/model/prediction.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;

/// What the charts draw, as numbers; of a what-if too, which no file passes off as measured.
class DataTest : public test::Case {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        m_snapshot = test::syntheticSnapshot();
        m_cursor = test::syntheticCursor();
        m_real = test::syntheticSnapshotPointer();
        m_twice.set("bandwidth.dram", 2.0);
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
    void depthsSpanTheChainBeforeAnyIsMeasured()
    {
        Snapshot empty = m_snapshot;
        empty.samples.clear();
        empty.points.clear();
        Workload chain = m_cursor;
        chain.chainLength = 16;
        const CurvesData data = curvesData(empty, chain, AxisKind::Depth);
        QCOMPARE(data.low, 1.0);
        QCOMPARE(data.high, 16.0);
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
    void theMapKnowsEveryCellAndItsEdges()
    {
        const RegimeMapData data = regimeMapData(m_snapshot, m_cursor);
        QCOMPARE(data.cells.size(), m_snapshot.plan.cellCount());
        QCOMPARE(data.measured, data.cells.size());
        QCOMPARE(data.xEdges.size(), data.xs.size() + 1);
        QVERIFY(std::is_sorted(data.xEdges.begin(), data.xEdges.end()));
        for (std::size_t i = 0; i < data.cells.size(); i += 7) {
            const Workload workload = data.workload(i % data.xs.size(), i / data.xs.size());
            QCOMPARE(data.cellOf(workload), std::optional(i));
            QCOMPARE(data.cellAt(
                         {std::log2(workload.operationsPerElement), std::log2(static_cast<double>(workload.elements))}),
                     std::optional(i));
        }
        QVERIFY(!data.cellAt({-100.0, 5.0}));
        QVERIFY(!data.cellAt({std::nan(""), 5.0}));
    }
    void aCoarseMapSaysWhatWasMeasured()
    {
        const RegimeMapData data = regimeMapData(test::syntheticSnapshot({.measuredFraction = 0.06}), m_cursor);
        QVERIFY(data.measured > 0 && data.measured < data.cells.size() / 5);
        QVERIFY(std::all_of(data.cells.begin(), data.cells.end(),
                            [](const MapCell& cell) { return cell.shares.has_value(); }));
    }
    void nothingIsColouredFartherThanTwoCellsFromWhatIsKnown()
    {
        Snapshot few = test::syntheticSnapshot({.measuredFraction = 0.06});
        few.samples = {few.samples.front(), few.samples[few.samples.size() / 2]};
        few.points = {PointAnalysis{.shares = Shares{.memory = 1.0}, .flags = Flag::CacheTransition},
                      PointAnalysis{.shares = Shares{.compute = 1.0}}};
        const RegimeMapData data = regimeMapData(few, m_cursor);
        const int width = static_cast<int>(data.xs.size());
        const int height = static_cast<int>(data.ys.size());
        const auto at = [&](int x, int y) -> const MapCell& {
            return data.cells[static_cast<std::size_t>(y * width + x)];
        };
        const auto isKnown = [&](int x, int y) {
            return at(x, y).state == CellState::Measured || at(x, y).state == CellState::Interpolated;
        };
        int blank = 0;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                bool isNear = false;
                for (int toY = std::max(y - 2, 0); toY <= std::min(y + 2, height - 1); ++toY)
                    for (int toX = std::max(x - 2, 0); toX <= std::min(x + 2, width - 1); ++toX)
                        isNear = isNear || isKnown(toX, toY);
                QCOMPARE(at(x, y).shares.has_value(), isNear);
                blank += isNear ? 0 : 1;
            }
        QVERIFY(blank > width * height / 2 && blank < width * height - 16);
        // A mark stays where it was found.
        QCOMPARE(std::count_if(data.cells.begin(), data.cells.end(), [](const MapCell& cell) { return cell.marked; }),
                 std::ptrdiff_t{1});
    }
    void regionLabelsStandInTheirRegions()
    {
        const RegimeMapData data = regimeMapData(m_snapshot, m_cursor);
        QCOMPARE(data.labels.size(), std::size_t{3});
        for (const RegionLabel& label : data.labels) {
            const auto cell = data.cellAt(label.place);
            QVERIFY(cell.has_value());
            QCOMPARE(data.cells[*cell].regime, std::optional(label.regime));
            QVERIFY(label.clearance > 0.0);
        }
    }
    void predictedBordersLieWhereTheTermsAreEqual()
    {
        const RegimeMapData data = regimeMapData(m_snapshot, m_cursor);
        QVERIFY(data.borders.size() >= 2);
        int checked = 0;
        for (const MapBorder& border : data.borders)
            for (const MapPoint& point : border.line) {
                Workload workload = data.base;
                workload.operationsPerElement = 1;
                workload.elements = std::llround(std::exp2(point.y));
                const auto prediction = predict(workload, m_snapshot.roofs, m_snapshot.device.kind);
                if (workload.elements < 1024)
                    continue; // rounding to whole elements shows
                const double compute = std::log2(prediction->compute.value()) + point.x;
                const double memory = std::log2(prediction->memory.value());
                const double overhead = std::log2(prediction->overhead.value());
                // At a knee the bandwidth jumps within an eighth of a cell; elsewhere two of the terms are equal.
                const double nearest = std::min(std::abs(compute - std::max(memory, overhead)),
                                                std::abs(memory - overhead));
                checked += nearest < 0.05 ? 1 : 0;
            }
        QVERIFY(checked > 50);
    }
    void aBorderCrossesARowWhereTheRoofsMeet()
    {
        const RegimeMapData data = regimeMapData(m_snapshot, m_cursor);
        Workload workload = moved(data.base, AxisKind::Size, data.ys.back()); // in memory, far from overhead
        workload.operationsPerElement = 1;
        const double row = std::log2(static_cast<double>(workload.elements));
        const auto crossings = crossingsOf(data.borders, true, row);
        QCOMPARE(crossings.size(), std::size_t{1});
        QVERIFY(crossings[0].first == Regime::Memory && crossings[0].second == Regime::Compute);
        const auto prediction = predict(workload, m_snapshot.roofs, m_snapshot.device.kind);
        QVERIFY(std::abs(crossings[0].place - std::log2(prediction->memory / prediction->compute)) < 0.02);
        QVERIFY(crossingsOf(data.borders, true, row + 100.0).empty());
        // A column through the same place has its crossing in that row or none, never along a line that is parallel.
        const std::vector<MapBorder> upright{{Regime::Memory, Regime::Compute, {{3.0, 0.0}, {3.0, 8.0}}}};
        QVERIFY(crossingsOf(upright, false, 3.0).empty());
        QCOMPARE(crossingsOf(upright, true, 4.0).at(0).place, 3.0);
        const std::vector<MapBorder> slanting{{Regime::Overhead, Regime::Compute, {{0.0, 8.0}, {4.0, 0.0}}}};
        QCOMPARE(crossingsOf(slanting, false, 1.0).at(0).place, 6.0);
    }
    void aDifferenceIsTheRatioOfTimes()
    {
        RegimeMapData data = regimeMapData(m_snapshot, m_cursor);
        compareWith(data, test::syntheticSnapshot({.slowdown = 2.0}));
        for (const MapCell& cell : data.cells)
            QVERIFY(std::abs(cell.difference - 0.5) < 1e-9);
    }
    void aDifferenceOfTwoGridsIsTakenBetweenTheOthersCells()
    {
        RegimeMapData data = regimeMapData(m_snapshot, m_cursor);
        Snapshot other = test::syntheticSnapshot(
            {.columns = 9, .rows = 9, .slowdown = 2.0}); // every fourth of the values
        compareWith(data, other);
        std::size_t compared = 0;
        for (const MapCell& cell : data.cells) {
            compared += cell.difference > 0.0 ? 1 : 0;
            // Also beside the knees of caches, where the time itself bends by more than twice between two of its cells.
            QVERIFY2(cell.difference > 0.4 && cell.difference < 0.6, qPrintable(QString::number(cell.difference)));
        }
        QCOMPARE(compared, data.cells.size());
        // A cell of its grid that is missing takes along what lies around it, and no more.
        const Workload gone = other.plan.cell(other.plan.cellCount() / 2);
        std::erase_if(other.samples, [&](const Sample& sample) { return sample.workload == gone; });
        data = regimeMapData(m_snapshot, m_cursor);
        compareWith(data, other);
        std::size_t missing = 0;
        for (const MapCell& cell : data.cells)
            missing += cell.difference == 0.0 ? 1 : 0;
        QCOMPARE(missing, std::size_t{7 * 7}); // three to each side of it, of a grid four times as fine
    }
    void whatLiesBetweenTheOthersCellsIsSaidToAndNeedsNeitherPlanNorRoofs()
    {
        Snapshot other = test::syntheticSnapshot({.columns = 9, .rows = 9, .withRoofs = false, .slowdown = 2.0});
        other.plan = {}; // its last map was of other axes
        Sample stray = other.samples.front();
        stray.workload.elements = 12345; // somebody's click beside the grid
        other.samples.push_back(stray);
        RegimeMapData data = regimeMapData(m_snapshot, m_cursor);
        compareWith(data, other);
        std::size_t exact = 0;
        for (const MapCell& cell : data.cells) {
            QVERIFY(cell.difference > 0.2 && cell.difference < 0.8); // over a knee the time itself is a poor guess
            exact += cell.differenceIsBetween ? 0 : 1;
            if (!cell.differenceIsBetween)
                QVERIFY(std::abs(cell.difference - 0.5) < 1e-9);
        }
        QCOMPARE(exact, other.samples.size() - 1);
        const QStringList rows = QString::fromStdString(toCsv(data)).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QVERIFY2(rows.front().contains(",residual_as_it_was,share_of_drawn_roof,"), qPrintable(rows.front()));
        QVERIFY(rows.front().endsWith(",time_ratio,time_ratio_interpolated,time_ratio_own_provenance,time_ratio_other_"
                                      "provenance,regime,share_unexplained"));
        QCOMPARE(static_cast<std::size_t>(
                     rows.filter(QRegularExpression(QStringLiteral(",0,[a-z]+,[a-z]+,[a-z-]*,[0-9.e-]*$"))).size()),
                 exact);
    }
    void aCellColouredAfterItsNeighbourHasNoDifference()
    {
        Snapshot few = test::syntheticSnapshot({.columns = 9, .rows = 9});
        for (std::size_t i = few.samples.size(); i-- > 0;)
            if (i % 7 != 0) {
                few.samples.erase(few.samples.begin() + static_cast<std::ptrdiff_t>(i));
                few.points.erase(few.points.begin() + static_cast<std::ptrdiff_t>(i));
            }
        RegimeMapData data = regimeMapData(few, few.plan.base);
        compareWith(data, test::syntheticSnapshot({.columns = 9, .rows = 9, .slowdown = 2.0}));
        std::size_t spread = 0;
        for (const MapCell& cell : data.cells) {
            spread += cell.state == CellState::Spread ? 1 : 0;
            if (cell.state == CellState::Measured)
                QVERIFY(std::abs(cell.difference - 0.5) < 1e-9);
            else
                QCOMPARE(cell.difference, 0.0);
        }
        QVERIFY(spread > 0);
    }
    void keepsTheDevicesOwnRoofsBesideTheImaginedOnes()
    {
        const SnapshotPointer twice = withWhatIf(*m_real, m_twice);
        QVERIFY(hasWhatIf(*twice) && !hasWhatIf(*m_real));
        QCOMPARE(realRoof(*twice, "bandwidth.dram")->value, m_real->roofs.find("bandwidth.dram")->value);
        QVERIFY(realRoof(*twice, "bandwidth.dram")->provenance == Provenance::Measured);
        QCOMPARE(twice->roofs.find("bandwidth.dram")->value, 2.0 * m_real->roofs.find("bandwidth.dram")->value);
        QCOMPARE(whatIfFactor(*twice, "bandwidth.dram"), 2.0);
        QCOMPARE(whatIfFactor(*twice, "bandwidth.l2"), 1.0);
        // Another what-if starts from the device's own roofs, and none gives them back.
        WhatIf launches;
        launches.set(WhatIf::allLaunches, 0.5);
        const SnapshotPointer other = withWhatIf(*twice, launches);
        QCOMPARE(other->roofs.find("bandwidth.dram")->value, m_real->roofs.find("bandwidth.dram")->value);
        const SnapshotPointer none = withWhatIf(*twice, WhatIf());
        QVERIFY(!hasWhatIf(*none) && none->roofs.find("bandwidth.dram")->provenance == Provenance::Measured);
    }

    void movesRidgeBordersAndPredictionsButNoMeasuredPoint()
    {
        const SnapshotPointer twice = withWhatIf(*m_real, m_twice);
        const Workload cursor = test::syntheticCursor();
        const RooflineData before = rooflineData(*m_real, cursor);
        const RooflineData after = rooflineData(*twice, cursor);
        QCOMPARE(after.series.front().points.size(), before.series.front().points.size());
        for (std::size_t i = 0; i < after.series.front().points.size(); ++i) {
            QVERIFY(after.series.front().points[i].time == before.series.front().points[i].time);
            QVERIFY(after.series.front().points[i].regime == before.series.front().points[i].regime);
        }
        const auto ridge = [](const RooflineData& data) {
            return std::find_if(data.ridges.begin(), data.ridges.end(),
                                [](const RidgePoint& point) { return point.active; })
                ->intensity.value();
        };
        QVERIFY(std::abs(ridge(after) * 2.0 - ridge(before)) < 1e-9 * ridge(before));
        QCOMPARE(after.originals.size(), std::size_t{1});
        QCOMPARE(after.originals.front().roof.value, before.activeBandwidth()->roof.value);
        QCOMPARE(after.activeBandwidth()->factor, 2.0);
        QVERIFY(before.originals.empty());
        const RegimeMapData map = regimeMapData(*m_real, cursor);
        const RegimeMapData imaginedMap = regimeMapData(*twice, cursor);
        QVERIFY(map.borders.size() != imaginedMap.borders.size()
                || map.borders.front().line.front().x != imaginedMap.borders.front().line.front().x
                || map.borders.front().line.back().x != imaginedMap.borders.front().line.back().x);
        for (std::size_t i = 0; i < map.cells.size(); ++i)
            QVERIFY(map.cells[i].seconds == imaginedMap.cells[i].seconds
                    && map.cells[i].confidence == imaginedMap.cells[i].confidence);
    }

    void theOverheadRoofKeepsItsSizeAndMovesWithTheLaunchCost()
    {
        WhatIf half;
        half.set(WhatIf::allLaunches, 0.5);
        const RooflineData before = rooflineData(*m_real, test::syntheticCursor());
        const RooflineData after = rooflineData(*withWhatIf(*m_real, half), test::syntheticCursor());
        QVERIFY(before.overhead && after.overhead && after.originalOverhead && !before.originalOverhead);
        QCOMPARE(after.overhead->workload.elements, before.overhead->workload.elements);
        const FlopsPerByte intensity(0.25);
        QVERIFY(after.overhead->at(intensity) > before.overhead->at(intensity));
        QVERIFY(after.originalOverhead->at(intensity) == before.overhead->at(intensity));
    }

    void namesItInWordsAndInFiles()
    {
        const Format format(QLocale::c());
        WhatIf both = m_twice;
        both.set(WhatIf::allLaunches, 0.5);
        both.set("bandwidth.l9", 8.0); // no roof of this device, so nothing to tell
        const SnapshotPointer twice = withWhatIf(*m_real, both);
        QCOMPARE(whatIfWords(*twice, format), QStringLiteral("What if: DRAM 2.0×, launch cost 0.50×"));
        QCOMPARE(whatIfCode(*twice), std::string("bandwidth.dram x2; launch x0.5"));
        QCOMPARE(whatIfFactorWords(1.25, format), QStringLiteral("1.25×"));
        QCOMPARE(whatIfFactorWords(std::exp2(0.25), format), QStringLiteral("1.19×"));
        QCOMPARE(whatIfFactorWords(1.0 / 1.5, format), QStringLiteral("0.667×"));
        QCOMPARE(whatIfFactorWords(12.5, format), QStringLiteral("12.5×"));
        QCOMPARE(whatIfFactorWords(1.0 / 64.0, format), QStringLiteral("1/64.0×"));
        QVERIFY(whatIfWords(*m_real, format).isEmpty() && whatIfCode(*m_real).empty());
    }

    void noFileShowsAnImaginedNumberWithoutSayingSo()
    {
        const SnapshotPointer twice = withWhatIf(*m_real, m_twice);
        const Workload cursor = test::syntheticCursor();
        const std::string label = "what-if: bandwidth.dram x2";
        const std::string roofline = toCsv(rooflineData(*twice, cursor));
        const RooflineData data = rooflineData(*twice, cursor);
        QCOMPARE(count(roofline, label), 1 + data.ridges.size()); // the roof and every ridge that follows
        QCOMPARE(count(roofline, "bandwidth.dram,,"),
                 count(toCsv(rooflineData(*m_real, cursor)), "bandwidth.dram,,") + 1); // the device's own is there too
        const std::string curves = toCsv(curvesData(*twice, cursor, AxisKind::Operations));
        QVERIFY(count(curves, label) > 10 && count(curves, ",predicted,\n") == 0);
        const RegimeMapData map = regimeMapData(*twice, cursor);
        QCOMPARE(count(toCsv(map), "bandwidth.dram x2"), map.cells.size());
        for (const std::string& plain :
             {toCsv(rooflineData(*m_real, cursor)), toCsv(curvesData(*m_real, cursor, AxisKind::Operations)),
              toCsv(regimeMapData(*m_real, cursor))})
            QCOMPARE(count(plain, "what"), std::size_t{0});
    }

private:
    Snapshot m_snapshot;
    Workload m_cursor;

    SnapshotPointer m_real;
    WhatIf m_twice;

    static std::size_t count(const std::string& text, const std::string& word)
    {
        std::size_t found = 0;
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
            ++found;
        return found;
    }
};

RIDGEPOINT_TEST(DataTest)
#include "data_test.moc"
