// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/own_kernels.h"
#include "app/charts/data/snapshot_from_session.h"
#include "app/charts/draw/kernel_marks.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace ridgepoint;

namespace {

OwnKernel kernel(const char* name, double flops, double bytes, double time)
{
    return {.name = name, .flops = Flops(flops), .bytes = Bytes(bytes), .launches = 1.0, .time = Seconds(time)};
}

SnapshotPointer snapshotWith(std::vector<OwnKernel> kernels)
{
    Snapshot snapshot = test::syntheticSnapshot();
    snapshot.kernels = kernelList(std::move(kernels));
    return std::make_shared<const Snapshot>(std::move(snapshot));
}

void addOwn(RooflineData& data, std::vector<OwnKernel> kernels)
{
    const std::vector<ChartedDevice> charted{{test::syntheticSnapshot().device}};
    addOwnKernels(data, kernelsOnRoofs(*kernelList(std::move(kernels)), charted));
}

/// How many pixels of the picture have the colour of the user's own kernels.
int ownPixels(const QImage& image, const Theme& theme)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y).rgb() == ownColor(theme).rgb() ? 1 : 0;
    return count;
}

/// The roofline with them as a file whose words are text; empty where it could not be written or read.
QString svgWith(std::vector<OwnKernel> kernels)
{
    QTemporaryDir folder;
    RooflineChart chart;
    chart.resize(800, 600);
    chart.set(&ChartInput::cursor, test::syntheticCursor());
    chart.set(&ChartInput::snapshot, snapshotWith(std::move(kernels)));
    chart.flush();
    ExportOptions options;
    options.svgText = SvgText::Text;
    QFile file(folder.filePath("roofline.svg"));
    return chart.exportTo(file.fileName(), options).ok() && file.open(QIODevice::ReadOnly)
             ? QString::fromUtf8(file.readAll())
             : QString();
}

} // namespace

/// Kernels of the user's own on the roofline.
class OwnKernelsTest : public test::Case {
    Q_OBJECT
private slots:
    void theAxesWidenForThem()
    {
        const RooflineData bare = rooflineData(test::syntheticSnapshot(), test::syntheticCursor());
        RooflineData data = bare;
        addOwn(data, {});
        QCOMPARE(data.lowIntensity, bare.lowIntensity);
        QCOMPARE(data.highPerformance, bare.highPerformance);
        addOwn(data, {kernel("left", 1e6, 1e8, 1e-3), kernel("right", 1e12, 1e8, 1e-3)});
        QVERIFY(data.lowIntensity < 0.01 && data.lowIntensity > 0.001);
        QVERIFY(data.highIntensity > 1e4);
        QVERIFY(data.highPerformance > 1e15);
        QVERIFY(data.lowPerformance > 0.0 && data.lowPerformance < data.highPerformance);
    }
    void oneFarAwayDoesNotPressTheRestFlat()
    {
        RooflineData data = rooflineData(test::syntheticSnapshot(), test::syntheticCursor());
        const double low = data.lowIntensity;
        addOwn(data, {kernel("far", 1.0, 1e20, 1.0)});
        QVERIFY(data.lowIntensity >= low / 1.001e3);
        QVERIFY(data.lowPerformance >= data.highPerformance * 0.999e-5);
        // Nor one that is impossibly fast: the roofs stay in sight.
        RooflineData fast = rooflineData(test::syntheticSnapshot(), test::syntheticCursor());
        const double lowest = fast.lowPerformance;
        const double highest = fast.highPerformance;
        addOwn(fast, {kernel("mistyped", 1e23, 1.0, 1e-6)});
        QVERIFY(fast.lowPerformance <= lowest);
        QCOMPARE(fast.highPerformance, highest); // what lies outside all the same changes no axis
    }
    void whatDoesOrMovesNothingHasNoPlaceOnALogarithmicChart()
    {
        QVERIFY(hasPlaceOnRoofline(kernel("a", 1.0, 1.0, 1.0)));
        for (const OwnKernel& odd :
             {kernel("no work", 0.0, 1.0, 1.0), kernel("no bytes", 1.0, 0.0, 1.0), kernel("no time", 1.0, 1.0, 0.0)})
            QVERIFY(!hasPlaceOnRoofline(odd));
        RooflineData data = rooflineData(test::syntheticSnapshot(), test::syntheticCursor());
        const RooflineData before = data;
        addOwn(data, {kernel("no work", 0.0, 1.0, 1.0), kernel("no bytes", 1.0, 0.0, 1.0)});
        QCOMPARE(data.lowIntensity, before.lowIntensity);
        QCOMPARE(data.highIntensity, before.highIntensity);
        QVERIFY(toCsv(data).find("inf") == std::string::npos);
    }
    void theTableNamesThemAsYoursWithTheirNumbers()
    {
        RooflineData data = rooflineData(test::syntheticSnapshot(), test::syntheticCursor());
        addOwn(data, {kernel("my, kernel", 2e9, 1e9, 0.5)});
        const std::string csv = toCsv(data);
        QVERIFY2(csv.find("kernel,,\"my, kernel\",,,,,2,4e+09,2e+09,0.5,,,,,yours,\n") != std::string::npos,
                 csv.c_str());
    }
    void aKernelIsDrawnInItsOwnColourInEveryTheme_data()
    {
        QTest::addColumn<int>("theme");
        for (const ThemeName name : {ThemeName::Light, ThemeName::Dark, ThemeName::Print, ThemeName::Presenter})
            QTest::addRow("theme %d", static_cast<int>(name)) << static_cast<int>(name);
    }
    void aKernelIsDrawnInItsOwnColourInEveryTheme()
    {
        QFETCH(int, theme);
        const Theme colors = Theme::named(static_cast<ThemeName>(theme));
        RooflineChart chart;
        chart.setTheme(colors);
        chart.resize(800, 600);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, snapshotWith({}));
        chart.flush();
        QCOMPARE(ownPixels(chart.toPixmap(800, 600).toImage(), colors), 0);
        chart.set(&ChartInput::snapshot, snapshotWith({kernel("mine", 8e9, 2e9, 0.1)}));
        chart.flush();
        QVERIFY(ownPixels(chart.toPixmap(800, 600).toImage(), colors)
                > 15); // the star and that of the key, small in print
    }
    void aFileHasThemAndTheKey()
    {
        const QString svg = svgWith({kernel("mine", 8e9, 2e9, 0.1)});
        QVERIFY(svg.contains(">yours<"));
        QVERIFY(svg.contains(">mine<"));
        QVERIFY(svg.contains(ownColor(Theme::light()).name(), Qt::CaseInsensitive));
    }
    void aFileNamesEveryStarHoweverNarrow()
    {
        std::vector<OwnKernel> crowd;
        for (int i = 0; i < 30; ++i)
            crowd.push_back(kernel(("mine " + std::to_string(i)).c_str(), 8e9, 2e9 * (1.0 + 0.001 * i), 0.1));
        const QString svg = svgWith(crowd);
        QVERIFY(svg.contains(">yours (30)<"));
        for (int i = 0; i < 30; ++i)
            QVERIFY2(svg.contains(QStringLiteral(">mine %1<").arg(i)), qPrintable(QString::number(i)));
    }
    void aWindowNamesAFewStarsWhateverTheNamesCover()
    {
        RooflineChart chart;
        chart.resize(400, 300);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, snapshotWith({kernel("mine", 8e9, 2e9, 0.1), kernel("too", 8e9, 2e9, 0.11)}));
        chart.flush();
        const Theme theme = Theme::light();
        const Format format;
        const TextPainter text;
        const ChartStyle style{theme, format, text};
        const RoofLines lines(chart.data(), *chart.axisRect(), style);
        LabelPlacer placer(lines.plot());
        placer.block(lines.plot()); // there is no room at all
        const std::vector<PlacedLabel> labels = KernelMarks(lines, style).names(placer, false);
        QCOMPARE(labels.size(), std::size_t{2});
        QCOMPARE(labels.front().words, QStringLiteral("too")); // which takes longer
        QVERIFY(lines.plot().contains(labels.front().at));
    }
    void theKeyCountsThoseBeyondTheAxes()
    {
        const QString svg = svgWith({kernel("mine", 8e9, 2e9, 0.1), kernel("mistyped", 1e23, 1.0, 1e-6)});
        QVERIFY(svg.contains(">yours (2, 1 outside)<"));
    }
    void aSessionFileBringsThemAlong()
    {
        Session session;
        session.devices = {{.id = "cpu", .name = "x", .available = true}};
        RoofSet roofs;
        roofs.device = "cpu";
        roofs.put({.id = "bandwidth.dram",
                   .kind = RoofKind::Bandwidth,
                   .value = 1e10,
                   .low = 1e10,
                   .high = 1e10,
                   .method = "test"});
        session.roofs = {roofs};
        session.ownKernels = {kernel("mine", 8e9, 2e9, 0.1)};
        const auto snapshot = snapshotFromSession(session);
        QVERIFY(snapshot.ok());
        QCOMPARE(snapshot->kernels->all->size(), std::size_t{1});
    }
    void itsSlopesAreSaidWithTheRegimeThatTheyTell_data()
    {
        QTest::addColumn<std::vector<KernelSlope>>("slopes");
        QTest::addColumn<QString>("words");
        using Slopes = std::vector<KernelSlope>;
        const QString follows = "Its time follows size (slope 1.00 ± 0.02). ";
        QTest::newRow("nothing was varied") << Slopes{} << QString();
        QTest::newRow("size alone") << Slopes{{"size", 1.0, 0.02, false}}
                                    << follows
                                           + "Compute and memory look alike by it: vary the operations on each "
                                             "element, too (--vary ops=…).";
        QTest::newRow("a fixed cost") << Slopes{
            {"size", -0.001, 0.02,
             false}} << QString("Its time hardly depends on size (slope 0.00 ± 0.02): a fixed cost, overhead.");
        QTest::newRow("another name") << Slopes{{"threads", -1.0, 0.02, false}}
                                      << QString("Its time falls with threads (slope -1.00 ± 0.02).");
        QTest::newRow("memory") << Slopes{{"ops", 0.0, 0.02, false}, {"size", 1.0, 0.02, false}}
                                << "Its time hardly depends on ops (slope 0.00 ± 0.02). " + follows
                                       + "By both slopes it is memory-bandwidth-bound.";
        QTest::newRow("compute") << Slopes{{"size", 1.0, 0.02, false}, {"ops", 1.0, 0.02, false}}
                                 << follows
                                        + "Its time follows ops (slope 1.00 ± 0.02). By both slopes it is "
                                          "compute-bound.";
        QTest::newRow("open") << Slopes{{"size", 1.0, 0.02, false}, {"ops", 0.5, 0.3, false}}
                              << follows
                                     + "Its time grows more slowly than ops (slope 0.50 ± 0.30). Both slopes allow "
                                       "more than one regime.";
        QTest::newRow("few runs") << Slopes{{"size", 1.0, 0.02, true}, {"ops", 1.0, 0.02, true}}
                                  << follows
                                         + "Its time follows ops (slope 1.00 ± 0.02). Repeat each run five times "
                                           "(--repeat 5) to learn its regime.";
        QTest::newRow("scatter") << Slopes{{"n", 0.5, 0.6, false}}
                                 << QString("The times scatter too much to tell how they grow with n (slope 0.50 ± "
                                            "0.60).");
    }
    void itsSlopesAreSaidWithTheRegimeThatTheyTell()
    {
        QFETCH(std::vector<KernelSlope>, slopes);
        QFETCH(QString, words);
        OwnKernel varied = kernel("mine", 8e9, 2e9, 0.1);
        varied.slopes = slopes;
        QCOMPARE(slopeWords(varied, Format(QLocale::c())), words);
    }
    void aNamelessOneIsCalledByItsPlace()
    {
        QCOMPARE(ownName(kernel("", 1.0, 1.0, 1.0), 2), QString("kernel 3"));
        QCOMPARE(describeOwn(kernel("mine", 8e9, 2e9, 0.1), 0, Format(QLocale::c())).front(), QString("mine (yours)"));
    }
};

RIDGEPOINT_GUI_TEST(OwnKernelsTest)
#include "own_kernels_test.moc"
