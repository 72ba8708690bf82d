// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/own_kernels.h"
#include "app/charts/draw/chart_accessibility.h"
#include "app/charts/draw/experiment_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/chart_kinds.h"

#include <algorithm>
#include <cmath>

using namespace ridgepoint;

namespace {

constexpr double mebi = 1024.0 * 1024.0;

/// The synthetic processor with a cache that goes on serving part of a tensor of 64 MiB.
SnapshotPointer keepingSnapshot(std::vector<OwnKernel> kernels = {})
{
    Snapshot snapshot = test::syntheticSnapshot();
    const auto l3 = std::ranges::find(snapshot.roofs.levels, "l3", &MemoryLevel::name);
    l3->kept = Bytes(20.0 * mebi);
    snapshot.kernels = kernelList(std::move(kernels));
    return std::make_shared<const Snapshot>(std::move(snapshot));
}

/// The cell of the plan that is nearest to so many floats.
Workload cellOf(double elements)
{
    Workload workload = test::syntheticCursor();
    const Plan plan = test::syntheticPlan();
    const auto& sizes = plan.axes[1].values;
    workload.elements = *std::ranges::min_element(
        sizes, {}, [&](std::int64_t size) { return std::abs(static_cast<double>(size) - elements); });
    return workload;
}

/// A cell of which L3 serves a part, and one that comes from memory alone.
Workload betweenLevels() { return cellOf(10.0 * mebi); }
Workload inMemory() { return cellOf(128.0 * mebi); }

OwnKernel kernelByLevel()
{
    return {.name = "mine",
            .flops = Flops(8e9),
            .bytes = Bytes(1e9),
            .launches = 1.0,
            .time = Seconds(0.1),
            .throughCaches = {Bytes(8e9), Bytes(4e9), Bytes(2e9)}};
}

std::unique_ptr<RooflineChart> chartWith(const SnapshotPointer& snapshot, const Workload& cursor)
{
    auto chart = std::make_unique<RooflineChart>();
    chart->resize(800, 600);
    chart->set(&ChartInput::cursor, cursor);
    chart->set(&ChartInput::snapshot, snapshot);
    chart->flush();
    return chart;
}

std::vector<std::string> idsOf(const std::vector<RoofLine>& lines)
{
    std::vector<std::string> ids;
    for (const RoofLine& line : lines)
        ids.push_back(line.roof.id);
    return ids;
}

} // namespace

/// One kernel as several dots of the roofline, one for each level of memory that has other traffic of it.
class LevelsTest : public test::Case {
    Q_OBJECT
private slots:
    void levelsOfTheSameTrafficAreOneDot()
    {
        const std::vector<LevelTraffic> traffic{{"bandwidth.l1", Bytes(8e6)},
                                                {"bandwidth.l2", Bytes(8e6)},
                                                {"bandwidth.l3", Bytes(8.001e6)},
                                                {"bandwidth.dram", Bytes(2e6)}};
        const auto dots = levelDots(traffic);
        QCOMPARE(dots.size(), std::size_t{2});
        QCOMPARE(levelNames(dots[0]), QStringLiteral("L1 to L3"));
        QCOMPARE(levelNames(dots[1]), QStringLiteral("DRAM"));
        QStringList lines = levelLines(dots, Flops(16e6), Operation::Fma, Format(QLocale::c()));
        lines.replaceInStrings(QString(QChar(0x00A0)), QStringLiteral(" "));
        QCOMPARE(lines, (QStringList{"L1 to L3: 8.00 MB each, 2 FLOP/B", "DRAM: 2.00 MB, 8 FLOP/B"}));
        QVERIFY(levelDots({}).empty());
        QVERIFY(levelDots(std::vector<LevelTraffic>{{"bandwidth.l1", Bytes()}}).empty());
    }
    void onlyACellThatTwoLevelsServeHasTwoDots()
    {
        const SnapshotPointer snapshot = keepingSnapshot();
        const RooflineData between = rooflineData(*snapshot, betweenLevels());
        QCOMPARE(between.levels.size(), std::size_t{2});
        QCOMPARE(between.levels[0].roofs, (std::vector<std::string>{"bandwidth.l1", "bandwidth.l2", "bandwidth.l3"}));
        QCOMPARE(between.levels[1].roofs, (std::vector<std::string>{"bandwidth.dram"}));
        const double rest = 1.0 - snapshot->roofs.sharedServiceOf(footprintOf(betweenLevels()))->fromCache;
        QVERIFY(std::abs(between.levels[1].bytes / between.levels[0].bytes - rest) < 1e-9);
        QCOMPARE(between.levels[0].bytes, between.series.front().points.front().bytes); // the point's own marker
        QCOMPARE(rooflineData(*snapshot, inMemory()).levels.size(), std::size_t{1});
    }
    void theTableHasEveryLevelOfAPointThatHasSeveral()
    {
        const RooflineData between = rooflineData(*keepingSnapshot(), betweenLevels());
        QStringList rows = QString::fromStdString(toCsv(between)).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        for (const QString& row : rows)
            QCOMPARE(row.count(QLatin1Char(',')), rows.front().count(QLatin1Char(',')));
        rows = rows.filter(QRegularExpression(QStringLiteral("^level,")));
        QCOMPARE(rows.size(), static_cast<qsizetype>(4 * between.series.front().points.size()));
        QCOMPARE(rows.filter(QStringLiteral(",bandwidth.dram,")).size(), rows.size() / 4);
        QVERIFY(!QString::fromStdString(toCsv(rooflineData(*keepingSnapshot(), inMemory()))).contains("\nlevel,"));
    }
    void theSelectedPointHasItsDotsInFilesToo()
    {
        const auto chart = chartWith(keepingSnapshot(), betweenLevels());
        const auto labels = [&] { return test::svgOf(*chart).count(QStringLiteral(">DRAM<")); };
        QCOMPARE(labels(), 0);
        chart->set(&ChartInput::selected, betweenLevels());
        chart->flush();
        QCOMPARE(labels(), 1);
        QVERIFY(test::svgOf(*chart).contains(">L1 to L3<"));
        // A pin of the same measurement draws them once, and of a point elsewhere its own.
        chart->set(&ChartInput::selected, {});
        const Snapshot& snapshot = *chart->input().snapshot;
        const auto sample = std::ranges::find(snapshot.samples, betweenLevels(), &Sample::workload);
        QVERIFY(sample != snapshot.samples.end());
        chart->set(&ChartInput::pins, std::make_shared<const std::vector<Pin>>(
                                          std::vector{makePin("A", snapshot, betweenLevels(), &*sample)}));
        chart->flush();
        QCOMPARE(labels(), 1);
        const auto alike = chartWith(keepingSnapshot(), inMemory());
        alike->set(&ChartInput::selected, inMemory());
        alike->flush();
        QVERIFY(!test::svgOf(*alike).contains(">L1 to DRAM<")); // what is alike is no further dot
        // Nor is one that would lie under the ring.
        const auto near = chartWith(keepingSnapshot(), cellOf(26.0 * mebi));
        QCOMPARE(near->data().levels.size(), std::size_t{2});
        near->set(&ChartInput::selected, cellOf(26.0 * mebi));
        near->flush();
        QVERIFY(!test::svgOf(*near).contains(">DRAM<"));
    }
    void theVoiceTellsEveryLevel()
    {
        const auto chart = chartWith(keepingSnapshot(), betweenLevels());
        chart->set(&ChartInput::selected, betweenLevels());
        QVERIFY2(chart->accessibility().selectionWords().contains("L1 to L3: ")
                     && chart->accessibility().selectionWords().contains("DRAM: "),
                 qPrintable(chart->accessibility().selectionWords()));
    }
    void anOwnKernelHasADotALevel()
    {
        const OwnKernel kernel = kernelByLevel();
        QCOMPARE(dotsOf(kernel).size(), std::size_t{4});
        QCOMPARE(trafficOfStar(kernel), kernel.bytes);
        const auto chart = chartWith(keepingSnapshot({kernel}), test::syntheticCursor());
        const QString svg = test::svgOf(*chart);
        for (const char* level : {">L1<", ">L2<", ">L3<", ">mine<"})
            QVERIFY2(svg.contains(QLatin1String(level)), level);
        QVERIFY(!svg.contains(">DRAM<"));          // a star is at memory's dot, with levels or without
        QVERIFY(chart->data().lowIntensity < 1.0); // FLOP/B at L1
        const std::string csv = toCsv(chart->data());
        QVERIFY2(csv.find("kernel-level,,mine at bandwidth.l2,,,,,2,8e+10,4e+10,0.1,,,,,yours,\n") != std::string::npos,
                 csv.c_str());
        const QStringList words = describeOwn(kernel, 0, Format(QLocale::c()));
        QVERIFY(words.filter(QStringLiteral("L2: 4.00")).size() == 1
                && words.filter(QStringLiteral("DRAM: 1.00")).size() == 1);
    }
    void aKernelThatStaysInACacheStandsThere()
    {
        OwnKernel kernel = kernelByLevel();
        kernel.bytes = Bytes();
        QVERIFY(hasPlaceOnRoofline(kernel));
        QCOMPARE(trafficOfStar(kernel), Bytes(2e9));
        kernel.throughCaches = {};
        QVERIFY(!hasPlaceOnRoofline(kernel));
        QCOMPARE(dotsOf(kernel).size(), std::size_t{0});
    }
    void aDotOfALevelChoosesItsKernel()
    {
        const auto chart = chartWith(keepingSnapshot({kernelByLevel()}), test::syntheticCursor());
        const QPointF star = *chart->pixelOfKernel(0);
        const double octave = chart->xAxis->coordToPixel(2.0) - chart->xAxis->coordToPixel(1.0);
        QTest::mouseClick(chart.get(), Qt::LeftButton, {},
                          (star - QPointF(octave, 0.0)).toPoint()); // L3: twice the bytes
        QCOMPARE(chart->chosenKernel(), std::optional<std::size_t>(0));
    }
    void whateverElseWasMeasuredOnlyTheUsualRoofsAreDrawn()
    {
        Snapshot snapshot = test::syntheticSnapshot();
        const std::vector<std::string> before = idsOf(rooflineData(snapshot, test::syntheticCursor()).bandwidths);
        const auto put = [&](const std::string& id, double value) {
            snapshot.roofs.put({.id = id, .kind = *kindOfRoof(id), .value = value, .low = value, .high = value});
        };
        for (const char* level : {"l1", "l2", "l3", "dram"}) {
            for (const char* traffic : {"read", "copy", "write"})
                put(bandwidthRoofId(level) + '.' + traffic, 7e10);
            put(std::string("latency.") + level, 5e-9);
        }
        for (const char* id : {"compute.int8.matrix", "compute.int32.add", "compute.int32.mul", "compute.int32.mad",
                               "compute.int32.fma", "compute.int64.add", "compute.fp32.fma.sustained",
                               "compute.fp64.fma", "compute.bf16.matrix", "compute.fp64.matrix"})
            put(id, 1e12);
        put("bandwidth.peer", 5e10);
        put("bandwidth.h2d", 2e10);
        const RooflineData data = rooflineData(snapshot, test::syntheticCursor());
        QCOMPARE(idsOf(data.bandwidths), before);
        QCOMPARE(before.back(), std::string("bandwidth.dram"));
        std::vector<std::string> computes = idsOf(data.computes);
        std::ranges::sort(computes);
        std::vector<std::string> wanted{"compute.fp32.fma", "compute.bf16.matrix", "compute.fp64.fma",
                                        "compute.fp64.matrix", "compute.int8.matrix"};
        std::ranges::sort(wanted);
        QCOMPARE(computes, wanted);
        Workload nominal = test::syntheticCursor();
        nominal.operation = Operation::Cos;
        for (const RoofLine& line : computeRoofs(snapshot.roofs, nominal))
            QVERIFY2(line.roof.id.ends_with(".cos"), line.roof.id.c_str()); // nothing to hold multiplications against
    }
    void anOperatorHasADotAtTheLeastBytesAndOneAtThoseMoved()
    {
        const ExperimentInfo info{.id = "any",
                                  .title = "Any",
                                  .summary = "s",
                                  .chart = ExperimentChartKind::Roofline,
                                  .plots = {{.title = "One",
                                             .x = {"Intensity", "FLOP/B", AxisScaleKind::PowersOfTwo},
                                             .y = {"Performance", "op/s", AxisScaleKind::PowersOfTen}}}};
        const auto chartOf = [&](std::optional<double> moved) {
            auto result = std::make_shared<ExperimentResult>();
            result->points = {
                {.series = "own", .label = "add", .x = 0.125, .y = 1e10, .low = 1e10, .high = 1e10, .movedX = moved}};
            result->roofs = {{.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = 1e11},
                             {.id = "latency.dram", .kind = RoofKind::Latency, .value = 1e-7}};
            auto chart = std::make_unique<ExperimentChart>();
            chart->resize(600, 450);
            chart->setExperiment(&info, result);
            chart->flush();
            return chart;
        };
        const auto both = chartOf(1.0 / 256.0);
        QCOMPARE(both->data().plots.front().roofs.size(), std::size_t{1}); // a latency is no line of a roofline
        QVERIFY(both->data().plots.front().xLow < 1.0 / 256.0);
        const ExperimentPoint& point = both->data().plots.front().series.front().points.front();
        const QString words = both->wordsOf(point).join(QLatin1Char('|'));
        QVERIFY2(words.contains("1/8 FLOP/B from the minimum bytes, 1/256 FLOP/B from the bytes moved")
                     || words.contains(
                         QStringLiteral("1/8\u00A0FLOP/B from the minimum bytes, 1/256\u00A0FLOP/B from the bytes "
                                        "moved")),
                 qPrintable(words));
        // Between the dots there is a line, above it the ground.
        const QImage image = both->toPixmap(600, 450).toImage();
        ExperimentPoint middle = point;
        middle.x = std::sqrt(point.x * *point.movedX);
        const QPointF at = both->pixelOf(0, middle);
        const auto colourAt = [&](double above) {
            return image.pixelColor(static_cast<int>(at.x()), static_cast<int>(std::lround(at.y() - above)));
        };
        bool isDrawn = false;
        for (const double off : {-1.0, 0.0, 1.0})
            isDrawn = isDrawn || colourAt(off) != colourAt(9.0);
        QVERIFY(isDrawn);
        QVERIFY(!chartOf({})
                     ->wordsOf(chartOf({})->data().plots.front().series.front().points.front())
                     .join(QLatin1Char('|'))
                     .contains("moved"));
    }
};

RIDGEPOINT_GUI_TEST(LevelsTest)
#include "levels_test.moc"
