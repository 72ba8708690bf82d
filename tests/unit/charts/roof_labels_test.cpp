// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/apply_what_if.h"
#include "app/charts/draw/export.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/compared_plans.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <vector>

using namespace ridgepoint;

namespace {

constexpr QSize pictureSize(640, 480);

/// The chart of a snapshot as a picture, with its axes.
struct Picture {
    explicit Picture(const Snapshot& snapshot, bool detailed = true)
    {
        chart.setTheme(Theme::light());
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::detailed, detailed);
        chart.set(&ChartInput::snapshot, std::make_shared<const Snapshot>(snapshot));
        chart.prepareForFile(pictureSize, 1.0);
        QCPPainter painter(&image);
        chart.toPainter(&painter, pictureSize.width(), pictureSize.height());
    }
    [[nodiscard]] QPoint at(double intensity, double performance) const
    {
        return QPointF(chart.xAxis->coordToPixel(intensity), chart.yAxis->coordToPixel(performance)).toPoint();
    }
    RooflineChart chart;
    QImage image{pictureSize, QImage::Format_RGB32};
};

Roof& roofOf(Snapshot& snapshot, const std::string& id)
{
    return *std::find_if(snapshot.roofs.roofs.begin(), snapshot.roofs.roofs.end(),
                         [&](const Roof& roof) { return roof.id == id; });
}

} // namespace

/// What is drawn of roofs beside their lines: intervals, and names in type for a hall that lie close to each other.
class RoofLabelsTest : public test::Case {
    Q_OBJECT

    /// The roofs of a server's two cores, of which the last cache is hardly faster than the memory.
    static SnapshotPointer closeRoofs()
    {
        auto snapshot = std::make_shared<Snapshot>(test::syntheticSnapshot({.withSamples = false}));
        const std::map<std::string, double> values{{"bandwidth.l1", 910e9},
                                                   {"bandwidth.l2", 243e9},
                                                   {"bandwidth.l3", 119e9},
                                                   {"bandwidth.dram", 69.4e9},
                                                   {"compute.fp32.fma", 482e9}};
        Roof matrix = *snapshot->roofs.find("compute.fp32.fma");
        for (Roof& roof : snapshot->roofs.roofs)
            if (const auto found = values.find(roof.id); found != values.end())
                roof.value = roof.low = roof.high = found->second;
        matrix.id = "compute.bf16.matrix";
        matrix.value = matrix.low = matrix.high = 5.77e12;
        snapshot->roofs.put(matrix);
        return snapshot;
    }
    static std::unique_ptr<RooflineChart> shown(QSize size, const SnapshotPointer& snapshot = closeRoofs())
    {
        auto chart = std::make_unique<RooflineChart>();
        chart->setAttribute(Qt::WA_DontShowOnScreen);
        chart->setTheme(Theme::light().forHall(24));
        chart->resize(size);
        chart->set(&ChartInput::detailed, false);
        chart->set(&ChartInput::cursor, test::syntheticCursor());
        chart->set(&ChartInput::snapshot, snapshot);
        chart->show();
        chart->flush();
        return chart;
    }
    /// With a datasheet that promises so many times the memory's measured bandwidth.
    static SnapshotPointer withDatasheet(double share)
    {
        auto snapshot = std::make_shared<Snapshot>(*closeRoofs());
        snapshot->lines = {{.roof = "bandwidth.dram",
                            .value = share * snapshot->roofs.find("bandwidth.dram")->value,
                            .provenance = Provenance::Datasheet,
                            .label = "datasheet",
                            .source = "a sheet"}};
        return snapshot;
    }
    /// The label farthest to the right of those just above the compute roof: that roof's name.
    static OrientedBox nameOnRoof(const RooflineChart& chart)
    {
        const double roof = chart.yAxis->coordToPixel(chart.data().activeCompute()->roof.value);
        OrientedBox name;
        for (const OrientedBox& box : chart.places().obstacles().boxes)
            if (box.degrees == 0.0 && box.center.y() < roof && box.center.y() > roof - 2.0 * chart.theme().fontPixels
                && box.center.x() > name.center.x())
                name = box;
        return name;
    }
    static bool isUnderRing(const RooflineChart& chart, const OrientedBox& name, const Workload& workload)
    {
        const double reach = reachOfRing(chart.theme());
        for (const ChartPoint& point : chart.data().series.front().points)
            for (const QPointF at : chart.places().pixelsOf(point))
                for (int degrees = 0; point.workload == workload && degrees < 360; degrees += 45)
                    if (overlap(name, QLineF(at + QLineF::fromPolar(reach, degrees).p2(),
                                             at + QLineF::fromPolar(reach, degrees + 45).p2())))
                        return true;
        return false;
    }
    /// Of those whose ring would cover the name, the one in its middle.
    static std::optional<Workload> pointUnder(const RooflineChart& chart, const OrientedBox& name)
    {
        std::vector<Workload> covering;
        for (const ChartPoint& point : chart.data().series.front().points)
            if (isUnderRing(chart, name, point.workload))
                covering.push_back(point.workload);
        return covering.empty() ? std::nullopt : std::optional(covering[covering.size() / 2]);
    }
    static void sizes()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("of a window of 900x600") << QSize(874, 340);
        QTest::newRow("of a window of 1366x768") << QSize(1340, 520);
    }

private slots:
    void noNameIsStruckThroughByAnotherRoof_data() { sizes(); }
    void noNameIsStruckThroughByAnotherRoof()
    {
        QFETCH(QSize, size);
        const auto chart = shown(size);
        const RooflineData& data = chart->data();
        const double compute = data.activeCompute()->roof.value;
        std::map<std::string, QLineF> lines;
        const auto at = [&](double intensity, double performance) {
            return QPointF(chart->xAxis->coordToPixel(intensity), chart->yAxis->coordToPixel(performance));
        };
        for (const RoofLine& line : data.bandwidths)
            lines[line.roof.id] = QLineF(at(data.lowIntensity, data.lowIntensity * line.roof.value),
                                         at(compute / line.roof.value, compute));
        QCOMPARE(lines.size(), std::size_t{4});
        int alongMemory = 0;
        int turned = 0;
        for (const OrientedBox& label : chart->places().obstacles().boxes) {
            if (label.degrees == 0.0)
                continue;
            ++turned;
            const auto distance = [&](const QLineF& line) {
                const QPointF along = (line.p2() - line.p1()) / line.length();
                const QPointF from = label.center - line.p1();
                return std::abs(along.x() * from.y() - along.y() * from.x());
            };
            for (const auto& [id, line] : lines) // only its own line may be under it, along its middle
                QVERIFY2(!overlap(label, line) || distance(line) < 1.0, id.c_str());
            alongMemory += distance(lines["bandwidth.dram"]) < label.height + chart->theme().markerSize;
        }
        QVERIFY(alongMemory > 0);
        QVERIFY(turned >= 3);
    }

    void aDatasheetsLineStrikesThroughNoWords_data() { sizes(); }
    void aDatasheetsLineStrikesThroughNoWords()
    {
        QFETCH(QSize, size);
        const auto without = shown(size);
        const QImage before = without->grab().toImage();
        const std::vector<OrientedBox> names = without->places().obstacles().boxes;
        int met = 0;
        // Nearer to each other than letters are high.
        for (const double share : {0.25, 0.35, 0.5, 0.7, 1.4, 2.0, 2.8, 4.0}) {
            const SnapshotPointer snapshot = withDatasheet(share);
            const auto with = shown(size, snapshot);
            const QImage after = with->grab().toImage();
            QVERIFY(after != before);
            const double bandwidth = snapshot->lines.front().value;
            const double compute = with->data().activeCompute()->roof.value;
            const auto at = [&](double intensity) {
                return QPointF(with->xAxis->coordToPixel(intensity), with->yAxis->coordToPixel(intensity * bandwidth));
            };
            const QLineF line(at(with->data().lowIntensity), at(compute / bandwidth));
            const std::vector<OrientedBox> placed = with->places().obstacles().boxes;
            for (const OrientedBox& name : names) {
                const bool stays = std::ranges::any_of(
                    placed, [&](const OrientedBox& each) { return each.center == name.center; });
                if (!stays || !overlap(name, line))
                    continue;
                ++met;
                const QPolygonF letters =
                    OrientedBox{name.center, name.width - 4.0, name.height - 4.0, name.degrees}.corners();
                const QRect around = letters.boundingRect().toAlignedRect() & after.rect();
                for (int y = around.top(); y <= around.bottom(); ++y)
                    for (int x = around.left(); x <= around.right(); ++x)
                        if (letters.containsPoint(QPointF(x + 0.5, y + 0.5), Qt::OddEvenFill))
                            QVERIFY2(after.pixel(x, y) == before.pixel(x, y),
                                     qPrintable(QStringLiteral("%1 times, %2, %3").arg(share).arg(x).arg(y)));
            }
        }
        QVERIFY(met > 0);
    }

    /// Its ring would cover a figure of the roof's value.
    void theNameOfARoofIsReadOverTheRingInTheWindow()
    {
        RooflineChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(pictureSize);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        chart.show();
        chart.flush();
        const QImage before = chart.grab().toImage();
        const OrientedBox name = nameOnRoof(chart);
        const std::optional<Workload> covering = pointUnder(chart, name);
        QVERIFY(covering);
        chart.set(&ChartInput::selected, covering);
        chart.flush();
        const QImage after = chart.grab().toImage();
        QVERIFY(before != after);
        int letters = 0;
        const QRectF box(name.center - QPointF(name.width, name.height) * 0.5, QSizeF(name.width, name.height));
        for (int y = static_cast<int>(box.top()); y < box.bottom(); ++y)
            for (int x = static_cast<int>(box.left()); x < box.right(); ++x)
                if (before.pixel(x, y) == chart.theme().text.rgb()) {
                    ++letters;
                    QCOMPARE(after.pixel(x, y), before.pixel(x, y));
                }
        QVERIFY(letters > 0);
    }

    void noNameIsStruckThroughByWhatIsPredictedOfAComparedDevice()
    {
        Plan plan;
        plan.base = {.elements = std::int64_t{1} << 22, .threads = test::syntheticThreads};
        plan.axes = {{AxisKind::Operations, {1, 4, 16, 64, 256}}};
        auto own = std::make_shared<Snapshot>(*closeRoofs());
        own->plan = plan;
        RooflineChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(390, 500); // beside the map in a window of 1366x768
        chart.set(&ChartInput::cursor, plan.base);
        chart.set(&ChartInput::snapshot, own);
        chart.set(&ChartInput::overlays,
                  {{referenceViews(*test::device("published:a100-first-principles"), plan).lines,
                    QStringLiteral("as named"), QStringLiteral("NVIDIA A100 (the article's curve)")}});
        chart.show();
        chart.flush();
        QCOMPARE(chart.data().series.size(), std::size_t{2});
        QPolygonF predicted;
        for (const PredictedPoint& point : chart.data().series[1].predicted)
            predicted << QPointF(chart.xAxis->coordToPixel((point.performance / point.bandwidth).value()),
                                 chart.yAxis->coordToPixel(point.performance.value()));
        QVERIFY(predicted.size() > 2);
        int turned = 0;
        for (const OrientedBox& label : chart.places().obstacles().boxes) {
            turned += label.degrees != 0.0;
            for (qsizetype i = 0; i + 1 < predicted.size(); ++i)
                QVERIFY(label.degrees == 0.0 || !overlap(label, QLineF(predicted[i], predicted[i + 1])));
        }
        QVERIFY(turned >= 3);
    }

    void anOverheadRoofOfASmallerSizeThanTheSlidersSaysSo()
    {
        RooflineChart chart;
        Workload cursor = test::syntheticCursor();
        cursor.elements = std::int64_t{1} << 27; // whose own roof is far above all others
        chart.set(&ChartInput::cursor, cursor);
        chart.set(&ChartInput::snapshot,
                  std::make_shared<const Snapshot>(test::syntheticSnapshot({.withSamples = false})));
        const auto written = [&chart] {
            chart.flush();
            return chartAsSvg(chart, {.size = {760, 480}});
        };
        const auto large = written();
        QVERIFY(large.ok() && chart.data().overhead && chart.data().overhead->reference);
        QVERIFY(large->contains("overhead if only") && !large->contains("overhead at"));
        cursor.elements = chart.data().overhead->workload.elements;
        chart.set(&ChartInput::cursor, cursor);
        const auto small = written();
        QVERIFY(small.ok() && !chart.data().overhead->reference);
        QVERIFY(!small->contains("overhead if only"));
    }

    void theOverheadRoofThatAWhatIfLeavesBehindHasAName()
    {
        const Snapshot real = test::syntheticSnapshot({.withSamples = false});
        Workload cursor = test::syntheticCursor();
        cursor.elements = std::int64_t{1} << 27; // whose own roof is far above all others
        const auto written = [&](double launchCost) {
            WhatIf whatIf;
            whatIf.set(WhatIf::allLaunches, launchCost);
            RooflineChart chart;
            chart.set(&ChartInput::cursor, cursor);
            chart.set(&ChartInput::snapshot, withWhatIf(real, whatIf));
            chart.flush();
            return chartAsSvg(chart, {.size = {760, 480}});
        };
        const auto cheaper = written(0.1);
        QVERIFY(cheaper.ok() && cheaper->contains("overhead, measured"));
        const auto alike = written(1.0);
        QVERIFY(alike.ok() && !alike->contains("overhead, measured"));
    }

    void noNameStandsInTheOverheadRoofThatAWhatIfMoves()
    {
        WhatIf cheaper;
        cheaper.set(WhatIf::allLaunches, 0.1);
        RooflineChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(760, 480);
        Workload cursor = test::syntheticCursor();
        cursor.elements = std::int64_t{1} << 27;
        chart.set(&ChartInput::cursor, cursor);
        chart.set(&ChartInput::snapshot, withWhatIf(test::syntheticSnapshot({.withSamples = false}), cheaper));
        chart.show();
        chart.flush();
        QVERIFY(chart.data().overhead && chart.data().originalOverhead);
        QPolygonF moved;
        for (double octave = -6.0; octave <= 8.0; octave += 0.125) {
            const FlopsPerByte intensity(std::exp2(octave));
            moved << QPointF(chart.xAxis->coordToPixel(intensity.value()),
                             chart.yAxis->coordToPixel(chart.data().overhead->at(intensity).value()));
        }
        int turned = 0;
        for (const OrientedBox& label : chart.places().obstacles().boxes) {
            turned += label.degrees != 0.0 ? 1 : 0;
            for (qsizetype i = 0; i + 1 < moved.size(); ++i)
                QVERIFY(label.degrees == 0.0 || !overlap(label, QLineF(moved[i], moved[i + 1])));
        }
        QVERIFY(turned >= 3);
    }

    void theAxisTitleHasItsOwnRoom_data() { sizes(); }
    void theAxisTitleHasItsOwnRoom()
    {
        QFETCH(QSize, size);
        const auto chart = shown(size);
        bool hasLong = false;
        for (const QString& label : chart->yAxis->tickVectorLabels()) {
            QVERIFY2(leftMargin(chart->theme(), label, true) <= chart->axisRect()->margins().left(), qPrintable(label));
            hasLong = hasLong || label.size() > 4;
        }
        QVERIFY(hasLong);
    }
    void aLooseRoofLooksLoose_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("intensity"); // of a place inside the interval …
        QTest::addColumn<double>("share");     // … so far up the roof
        QTest::newRow("the bandwidth that limits") << QStringLiteral("bandwidth.dram") << 0.6 << 0.75;
        QTest::newRow("the compute roof that limits") << QStringLiteral("compute.fp32.fma") << 180.0 << 0.7;
    }
    void aLooseRoofLooksLoose()
    {
        QFETCH(QString, id);
        QFETCH(double, intensity);
        QFETCH(double, share);
        Snapshot snapshot = *test::syntheticSnapshotPointer();
        snapshot.samples.clear(); // whose markers would lie over it
        snapshot.points.clear();
        Roof& roof = roofOf(snapshot, id.toStdString());
        roof.low = roof.high = roof.value;
        const Picture tight(snapshot);
        roof.low = 0.5 * roof.value;
        const Picture loose(snapshot);
        const double performance = share * roof.value * (roof.kind == RoofKind::Bandwidth ? intensity : 1.0);
        const QPoint place = loose.at(intensity, performance);
        QCOMPARE(tight.at(intensity, performance), place);
        QVERIFY2(loose.image.pixel(place) != tight.image.pixel(place),
                 qPrintable(QStringLiteral("%1, %2").arg(place.x()).arg(place.y())));
        const QPoint below = loose.at(intensity, 0.5 * performance); // the interval
        QCOMPARE(loose.image.pixel(below), tight.image.pixel(below));
    }
    void withoutDetailsRoofsOfOtherPrecisionsAndIntervalsAreLeftOut()
    {
        Snapshot snapshot = *test::syntheticSnapshotPointer();
        Roof& fp32 = roofOf(snapshot, "compute.fp32.fma");
        fp32.low = 0.97 * fp32.value;
        fp32.high = 1.03 * fp32.value;
        Roof other = fp32;
        other.id = "compute.fp64.fma";
        std::erase_if(snapshot.roofs.roofs, [&](const Roof& roof) { return roof.id == other.id; });
        other.value *= 0.5;
        snapshot.roofs.roofs.push_back(other);
        const auto isIn = [](const RooflineData& data, std::string_view id) {
            return std::ranges::any_of(data.computes, [&](const RoofLine& line) { return line.roof.id == id; });
        };
        const RooflineData all = rooflineData(snapshot, test::syntheticCursor());
        const RooflineData few = rooflineData(snapshot, test::syntheticCursor(), false);
        QVERIFY(isIn(all, "compute.fp64.fma") && !isIn(few, "compute.fp64.fma"));
        QVERIFY(isIn(few, "compute.fp32.fma"));
        QCOMPARE(few.activeCompute()->roof.id, all.activeCompute()->roof.id);
        const std::string matrix = "compute.bf16.matrix";
        other.id = matrix;
        snapshot.roofs.roofs.push_back(other);
        QVERIFY(isIn(rooflineData(snapshot, test::syntheticCursor(), false), matrix));
        // The labels: of the same roofs, with and without intervals.
        std::erase_if(snapshot.roofs.roofs, [&](const Roof& roof) { return roof.id == "compute.fp64.fma"; });
        QVERIFY(Picture(snapshot).image != Picture(snapshot, false).image);
    }
    void anotherRoofHasABarAndALooseLaunchABand()
    {
        for (const char* id : {"bandwidth.l2", "launch.wait_each"}) {
            Snapshot snapshot = *test::syntheticSnapshotPointer();
            Roof& roof = roofOf(snapshot, id);
            roof.low = roof.high = roof.value;
            const Picture tight(snapshot);
            roof.low = 0.4 * roof.value;
            roof.high = 1.5 * roof.value;
            QVERIFY2(Picture(snapshot).image != tight.image, id);
        }
    }
    void memoryBoundsAMatrixUnitToo()
    {
        Snapshot snapshot = *test::syntheticSnapshotPointer();
        const double dram = roofOf(snapshot, "bandwidth.dram").value;
        const double vector = roofOf(snapshot, "compute.fp32.fma").value;
        const double matrix = 16.0 * vector;
        snapshot.roofs.roofs.push_back(
            {.id = "compute.bf16.matrix", .kind = RoofKind::Compute, .value = matrix, .low = matrix, .high = matrix});
        const Picture picture(snapshot);
        int drawn = 0;
        constexpr int places = 40;
        for (int i = 0; i < places; ++i) {
            const double performance = vector * std::pow(matrix / vector, (i + 0.5) / places);
            drawn += picture.image.pixel(picture.at(performance / dram, performance)) != Theme::light().plot.rgb() ? 1
                                                                                                                   : 0;
        }
        QVERIFY2(drawn > places / 3, qPrintable(QString::number(drawn))); // dashes of 4 in 7
    }
};

RIDGEPOINT_GUI_TEST(RoofLabelsTest)
#include "roof_labels_test.moc"
