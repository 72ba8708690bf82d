// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>

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

/// What is drawn of roofs beside their lines.
class RoofIntervalsTest : public test::Case {
    Q_OBJECT
private slots:
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

RIDGEPOINT_GUI_TEST(RoofIntervalsTest)
#include "roof_intervals_test.moc"
