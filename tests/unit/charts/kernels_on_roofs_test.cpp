// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/kernels_on_roofs.h"
#include "app/charts/data/own_kernels.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/data/snapshot_from_session.h"
#include "app/charts/draw/kernel_marks.h"
#include "app/charts/draw/markers.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/draw/roofline_labels.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/chart_kinds.h"

#include <QGlyphRun>
#include <QSignalSpy>
#include <QTextLayout>

#include <algorithm>
#include <array>
#include <cmath>

using namespace ridgepoint;

namespace {

OwnKernel imported(const char* name, double time, const char* device = "")
{
    return {.name = name,
            .flops = Flops(8e9),
            .bytes = Bytes(2e9),
            .time = Seconds(time),
            .work = WorkOrigin::Counted,
            .source = "profile.csv",
            .device = device};
}

const ChartedDevice processor{{.id = "cpu", .kind = DeviceKind::Cpu, .name = "Some CPU"}};
const ChartedDevice gpu{{.id = "cuda:0", .kind = DeviceKind::Cuda, .name = "NVIDIA A100-SXM4-40GB"}};

std::vector<std::string> drawnOn(const KernelList& list, const std::vector<ChartedDevice>& charted)
{
    std::vector<std::string> names;
    for (const DrawnKernel& each : kernelsOnRoofs(list, charted).drawn)
        names.push_back(each.kernel.name);
    return names;
}

std::unique_ptr<RooflineChart> chartOf(const std::vector<OwnKernel>& kernels, const KernelChoice& choice = {})
{
    Snapshot snapshot = test::syntheticSnapshot();
    snapshot.kernels = kernelList(kernels, choice);
    auto chart = std::make_unique<RooflineChart>();
    chart->resize(900, 640);
    chart->set(&ChartInput::cursor, test::syntheticCursor());
    chart->set(&ChartInput::snapshot, std::make_shared<const Snapshot>(std::move(snapshot)));
    chart->flush();
    return chart;
}

/// What labels are placed on.
struct PlacedOn {
    std::unique_ptr<RooflineChart> chart;
    Theme theme = Theme::light();
    Format format{};
    TextPainter text{};
    ChartStyle style{theme, format, text};
    RoofLines lines{chart->data(), *chart->axisRect(), style};
};

void choose(RooflineChart& chart, const KernelChoice& choice)
{
    const SnapshotPointer before = chart.input().snapshot;
    chart.set(&ChartInput::snapshot, withKernels(*before, chosenAnew(*before->kernels, choice)));
    chart.flush();
}

QString plain(QString words) { return words.replace(QChar(0x00A0), QLatin1Char(' ')); }

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
    RooflineChart chart;
    chart.resize(800, 600);
    chart.set(&ChartInput::cursor, test::syntheticCursor());
    chart.set(&ChartInput::snapshot, snapshotWith(std::move(kernels)));
    chart.flush();
    return test::svgOf(chart);
}

} // namespace

/// Imported kernels stand under the roofs of their device, and what is not drawn is said.
class KernelsOnRoofsTest : public test::Case {
    Q_OBJECT
private slots:
    void eachStandsUnderTheRoofsOfItsDeviceAlone()
    {
        OwnKernel typed = imported("typed", 5.0);
        typed.source.clear();
        const KernelsPointer list = kernelList({imported("on the gpu", 1.0, "A100 SXM4 40 GB"),
                                                imported("on the processor", 1.0, "Some CPU"),
                                                imported("on what nobody says", 1.0),
                                                imported("on some gpu", 1.0, std::string(unnamedGpu).c_str()), typed});
        using Names = std::vector<std::string>;
        QVERIFY(drawnOn(*list, {processor}) == (Names{"on the processor", "on what nobody says", "typed"}));
        QVERIFY(drawnOn(*list, {gpu}) == (Names{"on the gpu", "typed"}));
        ChartedDevice sheet = processor;
        sheet.provenance = Provenance::Datasheet; // of a processor that is not here
        QVERIFY(drawnOn(*list, {sheet}) == (Names{"on the processor", "typed"}));
        const KernelsOnRoofs both = kernelsOnRoofs(*list, std::vector{processor, gpu});
        QCOMPARE(both.drawn.front().series, std::size_t{1});
        QVERIFY(std::all_of(both.drawn.begin() + 1, both.drawn.end(),
                            [](const DrawnKernel& each) { return each.series == 0; }));
        QCOMPARE(both.absent.size(), std::size_t{1}); // that of some GPU
        QVERIFY(drawnOn(*list, {}).empty());
    }
    void aDatasheetGoesByTheNamesOfItsDriver()
    {
        const ReferencePointer h100 = referenceOf("datasheet:h100-sxm5-80gb", shippedDevices());
        QVERIFY(h100 != nullptr);
        QVERIFY(isDeviceCalled(h100->device, "NVIDIA H100 80GB HBM3"));
        QVERIFY(!isDeviceCalled(h100->device, "NVIDIA H100 PCIe"));
        QVERIFY(!isDeviceCalled(h100->device, unnamedGpu));
        QVERIFY(!isDeviceCalled(h100->device, ""));
    }
    void theNoteSaysWhatIsMissingAndWhatToDo()
    {
        std::vector<OwnKernel> kernels(12, imported("k", 1.0, "NVIDIA A100-SXM4-80GB"));
        kernels.push_back(imported("x", 1.0, "Nobody's GX 1"));
        kernels.push_back(imported("y", 1.0, "GPU"));
        const KernelsOnRoofs roofs = kernelsOnRoofs(*kernelList(kernels), std::vector{processor});
        const auto notes = kernelNotes(roofs, Format(QLocale::c()));
        QCOMPARE(notes.size(), std::size_t{3});
        QCOMPARE(plain(notes[0].what), QString("12 kernels of NVIDIA A100-SXM4-80GB are not drawn: these are another "
                                               "device's roofs"));
        QCOMPARE(plain(notes[0].hint), QString("Choose NVIDIA A100 SXM4 80 GB under Compare."));
        QVERIFY2(notes[1].hint.contains("a session of it"), qPrintable(notes[1].hint));
        QVERIFY2(notes[2].what.startsWith("1 kernel of a GPU that its file does not name"), qPrintable(notes[2].what));
        QCOMPARE(absentWords(roofs, Format(QLocale::c())), QString("14 of other devices not shown"));
        QVERIFY(kernelNotes(kernelsOnRoofs(KernelList(), std::vector{processor}), Format()).empty());
    }
    void aProfileOfTimesAloneSaysWhyNothingIsDrawn()
    {
        std::vector<OwnKernel> kernels(3, imported("times", 1.0));
        for (OwnKernel& kernel : kernels)
            kernel.flops = Flops();
        const Format format(QLocale::c());
        KernelsOnRoofs roofs = kernelsOnRoofs(*kernelList(kernels), std::vector{processor});
        QCOMPARE(placelessWords(roofs, format), QString("3 not shown: no FLOP or bytes"));
        QVERIFY(absentWords(roofs, format).isEmpty());
        kernels.push_back(imported("whole", 1.0));
        roofs = kernelsOnRoofs(*kernelList(kernels), std::vector{processor});
        QCOMPARE(placelessWords(roofs, format), QString("3 not shown: no FLOP or bytes")); // beside one that is
        QCOMPARE(kernelNotes(roofs, format).size(), std::size_t{1});
    }
    void theNoteSaysHowManyAreDrawnAndTheirShare()
    {
        std::vector<OwnKernel> kernels(98, imported("short", 0.25));
        kernels.push_back(imported("long gemm", 50.0));
        kernels.push_back(imported("no work", 1.0));
        kernels.back().flops = Flops();
        const auto noteOf = [&](const KernelChoice& choice) {
            const KernelsOnRoofs roofs = kernelsOnRoofs(*kernelList(kernels, choice), std::vector{processor});
            QStringList words;
            for (const KernelNote& note : kernelNotes(roofs, Format(QLocale::c())))
                words << plain(note.what);
            return words.join("; ");
        };
        const QString placeless = "1 without FLOP or bytes: no place on a roofline";
        QCOMPARE(noteOf({}), "drawn are the 60 kernels that take longest of 99, 86 % of their time; " + placeless);
        QCOMPARE(noteOf({.top = 1}), "drawn is the kernel that takes longest of 99, 66 % of their time; " + placeless);
        QCOMPARE(noteOf({.top = 0}), placeless);
        QCOMPARE(noteOf({.filter = "GEMM"}), QString("drawn is the one kernel whose name contains “GEMM”, 66 % of the "
                                                     "time of all"));
        QCOMPARE(noteOf({.grouped = true}), "kernels of one name are added up; " + placeless);
    }
    /// Mutation: the words for the longest of one list.
    void ofTwoDevicesTheNoteSaysHowManyOfEach()
    {
        const char* there = "NVIDIA A100-SXM4-40GB";
        std::vector<OwnKernel> kernels(4, imported("gemm", 1.0));
        kernels.insert(kernels.end(),
                       {imported("gemm", 2.0, there), imported("gemm", 2.0, there), imported("copy", 2.0, there)});
        const auto noteOf = [&](const KernelChoice& choice, const std::vector<ChartedDevice>& charted) {
            const auto notes = kernelNotes(kernelsOnRoofs(*kernelList(kernels, choice), charted), Format(QLocale::c()));
            return notes.empty() ? QString() : plain(notes.front().what);
        };
        const QString each = "drawn of each device are the kernels that take longest, at most ";
        QCOMPARE(noteOf({.top = 2}, {processor, gpu}), each + "2 each: 4 of 7, 60 % of the time of all");
        QCOMPARE(noteOf({.top = 3}, {processor, gpu}), each + "3 each: 6 of 7, 90 % of the time of all");
        QCOMPARE(noteOf({.filter = "GEMM", .top = 1}, {processor, gpu}),
                 each + "1 each: 2 of 6 whose names contain “GEMM”, 30 % of the time of all");
        QCOMPARE(noteOf({.top = 4}, {processor, gpu}), QString());
        QCOMPARE(noteOf({.top = 2}, {processor}),
                 QString("drawn are the 2 kernels that take longest of 4, 50 % of their time"));
        kernels.push_back(imported("typed", 1.0));
        kernels.back().source.clear();
        QCOMPARE(noteOf({.top = 2}, {processor, gpu}),
                 QString("drawn of each device, and of those that were typed, are the kernels that take longest, at "
                         "most 2 each: 5 of 8, 64 % of the time of all"));
    }
    void ofAHundredThousandSixtyAreDrawn()
    {
        std::vector<OwnKernel> kernels;
        for (int i = 0; i < 100'000; ++i)
            kernels.push_back(imported("k", 1e-6 * (1 + i % 1000)));
        const KernelsPointer list = kernelList(kernels);
        QCOMPARE(kernelsOnRoofs(*list, std::vector{processor}).drawn.size(), std::size_t{60});
        QCOMPARE(kernelsOnRoofs(*list, std::vector{processor}).matching, std::size_t{100'000});
        const KernelsPointer every = chosenAnew(*list, {.top = 0});
        QVERIFY(every->all == list->all); // one list for all choices
        QCOMPARE(kernelsOnRoofs(*every, std::vector{processor}).drawn.size(), mostDrawnKernels);
    }
    void theAreaIsTheShareOfTheTimeAndEachCanBeClicked()
    {
        const auto chart = chartOf({imported("long", 4.0), imported("quarter", 1.0), imported("tiny", 1e-6)});
        const Theme theme = Theme::light();
        const Format format;
        const TextPainter text;
        const ChartStyle style{theme, format, text};
        const RoofLines lines(chart->data(), *chart->axisRect(), style);
        const KernelMarks marks(lines, style);
        const auto& drawn = chart->data().kernels.drawn;
        QCOMPARE(drawn.size(), std::size_t{3});
        QCOMPARE(marks.sizeOf(drawn[0]), 2.0 * marks.sizeOf(drawn[1]));
        QVERIFY(marks.sizeOf(drawn[2]) >= 9.0 && marks.sizeOf(drawn[2]) < marks.sizeOf(drawn[1]));
    }
    void aClickChoosesACircleAndTheSmallOneOverALargeOne()
    {
        OwnKernel large = imported("large", 1.0);
        OwnKernel small = imported("small", 0.02);
        small.flops = large.flops * 0.02;  // as fast
        small.bytes = large.bytes * 0.022; // and almost as intense: it lies on the other
        const auto chart = chartOf({large, small});
        const QPointF at = *chart->pixelOfKernel(1);
        QVERIFY(QLineF(at, *chart->pixelOfKernel(0)).length() < 18.0);
        const QSignalSpy spy(chart.get(), &RooflineChart::kernelChosen);
        QTest::mouseClick(chart.get(), Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(chart->chosenKernel(), std::optional<std::size_t>(1));
        QTest::mouseClick(chart.get(), Qt::LeftButton, {},
                          (2.0 * *chart->pixelOfKernel(0) - at).toPoint()); // on its other side
        QCOMPARE(chart->chosenKernel(), std::optional<std::size_t>(0));
        QCOMPARE(spy.count(), 2);
    }
    void aCircleStandsAtEachLevelAndAnyOfThemChoosesIt()
    {
        OwnKernel kernel = imported("by level", 1.0);
        kernel.throughCaches[1] = kernel.bytes * 2.0;
        const auto chart = chartOf({kernel});
        QCOMPARE(chart->data().kernels.drawn.front().dots.size(), std::size_t{2});
        const std::string csv = chart->dataCsv();
        for (const char* row : {"kernel,,by level,", "kernel-level,,by level at bandwidth.l2,", ",imported,"})
            QVERIFY2(csv.find(row) != std::string::npos, csv.c_str());
        const double octave = chart->xAxis->coordToPixel(2.0) - chart->xAxis->coordToPixel(1.0);
        QTest::mouseClick(chart.get(), Qt::LeftButton, {},
                          (*chart->pixelOfKernel(0) - QPointF(octave, 0.0)).toPoint()); // L2: twice the bytes
        QCOMPARE(chart->chosenKernel(), std::optional<std::size_t>(0));
    }
    void aMemberOfASumChoosesTheSumAndOneThatIsNotDrawnNothing()
    {
        const auto chart = chartOf({imported("gemm", 1.0), imported("copy", 1.0), imported("gemm", 2.0)},
                                   {.grouped = true});
        chart->chooseKernel(2);
        QCOMPARE(chart->chosenKernel(), std::optional<std::size_t>(0));
        QCOMPARE(chart->chosenKernelDrawn()->kernel.time, Seconds(3.0));
        QSignalSpy spy(chart.get(), &RooflineChart::kernelChosen);
        choose(*chart, {.filter = "copy"});
        QVERIFY(!chart->chosenKernel());
        QVERIFY(spy.wait()); // whoever tells of the sum hears that it is gone
        chart->chooseKernel(0);
        QVERIFY(!chart->chosenKernel());
    }
    void oneThatTheAxesLeaveOutIsChosenToo()
    {
        const auto chart = chartOf({imported("gemm", 1.0)});
        chart->xAxis->setRange(1e6, 1e7); // as after a zoom, or while the axes follow what is measured
        QVERIFY(!chart->pixelOfKernel(0));
        chart->chooseKernel(0);
        QCOMPARE(chart->chosenKernel(), std::optional<std::size_t>(0));
    }
    void theKeyCountsCirclesAndSaysWhatTheirAreaIs()
    {
        std::vector<OwnKernel> kernels(100, imported("read", 1.0));
        kernels.push_back(imported("elsewhere", 1.0, "Nobody's GX 1"));
        const QString svg = test::svgOf(*chartOf(kernels));
        QVERIFY(svg.contains(">imported (the 60 longest of 100), area: share of the time on its device<"));
        QVERIFY(svg.contains(">1 of Nobody's GX 1 not shown: other roofs<")
                || svg.contains(">1 of Nobody&apos;s GX 1 not shown: other roofs<"));
        QVERIFY(!svg.contains(">yours"));
    }
    void theKeyHasTheColoursOfTheCircles_data()
    {
        QTest::addColumn<QList<int>>("series");
        QTest::newRow("the chart's own device") << QList<int>{0, 0};
        QTest::newRow("another device") << QList<int>{1, 1};
        QTest::newRow("both") << QList<int>{1, 0};
    }
    void theKeyHasTheColoursOfTheCircles()
    {
        QFETCH(QList<int>, series);
        const auto chart = chartOf({imported("a", 2.0), imported("b", 1.0)});
        RooflineData data = chart->data();
        for (std::size_t i = 0; i < 2; ++i)
            data.kernels.drawn[i].series = static_cast<std::size_t>(series[static_cast<qsizetype>(i)]);
        const Theme theme = Theme::light();
        const Format format;
        const TextPainter text;
        const ChartStyle style{theme, format, text};
        const RoofLines lines(data, *chart->axisRect(), style);
        RooflineLabels labels;
        labels.place(lines, style, {});
        QImage image(chart->size(), QImage::Format_ARGB32);
        image.fill(Qt::transparent);
        QCPPainter painter(&image);
        labels.draw(&painter, style);
        painter.end();
        const auto has = [&](const QColor& color) {
            constexpr int rounding = 6;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width() / 2; ++x) {
                    const QColor ink = image.pixelColor(x, y);
                    if (ink.alpha() > 150 && std::abs(ink.red() - color.red()) < rounding
                        && std::abs(ink.green() - color.green()) < rounding
                        && std::abs(ink.blue() - color.blue()) < rounding)
                        return true;
                }
            return false;
        };
        QCOMPARE(has(ownColor(theme)), series.contains(0));
        QCOMPARE(has(seriesColor(theme, 0)), series.contains(1));
    }
    void theKeySaysWhyTheRestIsNotThere_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<int>("top");
        QTest::addColumn<QString>("words");
        QTest::newRow("all") << "" << 60 << "imported (4), area";
        QTest::newRow("one") << "" << 1 << "imported (the longest of 4), area";
        QTest::newRow("a filter") << "gemm" << 60 << "imported (3 with “gemm”), area";
        QTest::newRow("both") << "gemm" << 2 << "imported (the 2 longest of 3 with “gemm”), area";
    }
    void theKeySaysWhyTheRestIsNotThere()
    {
        QFETCH(QString, filter);
        QFETCH(int, top);
        QFETCH(QString, words);
        std::vector<OwnKernel> kernels{imported("gemm 1", 1.0), imported("gemm 2", 2.0), imported("gemm 3", 3.0),
                                       imported("copy", 4.0), imported("times", 1.0)};
        kernels.back().flops = Flops();
        const QString svg = test::svgOf(*chartOf(kernels, {filter, static_cast<std::size_t>(top)}));
        QVERIFY2(svg.contains(words), qPrintable(svg.section(">imported", 1, 1).left(80)));
        QCOMPARE(svg.contains(">1 not shown: no FLOP or bytes<"), filter.isEmpty());
    }
    void ofTwoDevicesTheKeyCallsNoneTheLongest()
    {
        const std::string here = test::syntheticDevice().name; // a file that names none has its roofs too
        const QString svg = test::svgOf(*chartOf({imported("a", 1.0), imported("b", 2.0),
                                                  imported("c", 3.0, here.c_str()), imported("d", 4.0, here.c_str())},
                                                 {.filter = {}, .top = 1}));
        QVERIFY2(svg.contains(">imported (2 of 4), area"), qPrintable(svg.section(">imported", 1, 1).left(80)));
    }
    /// Mutation: the row of circles only where there is room.
    void whatCirclesAreIsSaidInASmallWindow()
    {
        const auto chart = chartOf({imported("a", 1.0)});
        const Theme theme = Theme::light();
        const Format format;
        const TextPainter text;
        const ChartStyle style{theme, format, text};
        const RoofLines lines(chart->data(), *chart->axisRect(), style);
        RooflineLabels labels;
        RooflineLabels::Taken taken;
        taken.words = lines.plot().size(); // no room at all
        labels.place(lines, style, taken);
        bool isThere = false;
        for (double y = lines.plot().top(); y < lines.plot().center().y(); y += 4.0)
            isThere = isThere || labels.isOnKernelKey(QPointF(lines.plot().left() + 20.0, y));
        QVERIFY(isThere);
    }
    void theRingRunsUnderTheWords()
    {
        const auto chart = chartOf({imported("a", 1.0)});
        const Theme theme = Theme::light();
        const Format format;
        const TextPainter text;
        const ChartStyle style{theme, format, text};
        const RoofLines lines(chart->data(), *chart->axisRect(), style);
        const KernelMarks marks(lines, style);
        const DrawnKernel& kernel = chart->data().kernels.drawn.front();
        const double size = marks.sizeOf(kernel);
        const OrientedBox words{*marks.placeOf(kernel) + QPointF(size, 0.0), size * 2.0, 16.0, 0.0};
        const auto inkUnder = [&](std::span<const OrientedBox> labels) {
            QImage image(chart->size(), QImage::Format_ARGB32);
            image.fill(Qt::transparent);
            QCPPainter painter(&image);
            marks.drawChosen(&painter, kernel, LabelPlacer(lines.plot()), labels);
            painter.end();
            int count = 0;
            for (double x = words.center.x() - size; x < words.center.x() + size; x += 1.0)
                for (double y = words.center.y() - 4.0; y <= words.center.y() + 4.0; y += 1.0)
                    count += qAlpha(image.pixel(QPointF(x, y).toPoint())) > 0 ? 1 : 0;
            return count;
        };
        QVERIFY(inkUnder({}) > 0);
        QCOMPARE(inkUnder(std::array{words}), 0);
    }
    void aCompilersNameIsShortAtItsCircle()
    {
        const QString svg = test::svgOf(*chartOf(
            {imported("void some::library::gemm_kernel<float, some::tile<128, 64>>(float const*, float*, int)", 1.0)}));
        QVERIFY(svg.contains(">gemm_kernel<"));
    }
    void whatManyNamesShareIsNotAtTheirCircles()
    {
        const std::string shared = "cutlass_80_tensorop_f16_s16816gemm_";
        OwnKernel other = imported((shared + "64x64").c_str(), 1.0);
        other.bytes = other.bytes * 8.0; // stands apart
        const QString svg = test::svgOf(*chartOf({imported((shared + "128x128").c_str(), 1.0), other}));
        for (const char* name : {">cutlass…128x128<", ">cutlass…64x64<"})
            QVERIFY2(svg.contains(QString::fromUtf8(name)), name);
    }
    void anXBetweenFiguresIsDrawnAsOne()
    {
        const auto chart = chartOf({imported("8x4", 1.0)});
        const Theme theme = Theme::light();
        const Format format;
        const TextPainter text;
        const ChartStyle style{theme, format, text};
        const RoofLines lines(chart->data(), *chart->axisRect(), style);
        LabelPlacer placer(lines.plot());
        const std::vector<PlacedLabel> labels =
            KernelMarks(lines, style).names(placer, LabelPlacer(lines.plot()), false);
        QCOMPARE(labels.size(), std::size_t{1});
        QCOMPARE(labels.front().words, QStringLiteral("8x4"));
        QTextLayout layout(QStringLiteral("8x4 x"), labels.front().style.font);
        layout.beginLayout();
        layout.createLine();
        layout.endLayout();
        const QList<QGlyphRun> runs = layout.glyphRuns();
        QCOMPARE(runs.size(), qsizetype{1});
        const QList<quint32> glyphs = runs.front().glyphIndexes();
        QCOMPARE(glyphs.size(), qsizetype{5});
        QCOMPARE(glyphs[1], glyphs[4]);
        const QFont usual = theme.font(1.0);
        QVERIFY(fontAsWritten("max 8 x 4", usual) == usual); // kerned, as all other words
    }
    void onTheKeyTheMouseReadsTheWholeReason()
    {
        const auto chart = chartOf({imported("elsewhere", 1.0, "NVIDIA A100-SXM4-80GB")});
        QVERIFY(chart->data().kernels.drawn.empty());
        const Theme theme = Theme::light();
        const Format format;
        const TextPainter text;
        const ChartStyle style{theme, format, text};
        const RoofLines lines(chart->data(), *chart->axisRect(), style);
        RooflineLabels labels;
        labels.place(lines, style, {});
        const QRectF plot = lines.plot();
        bool isThere = false;
        for (double y = plot.top(); y < plot.center().y(); y += 4.0)
            isThere = isThere || labels.isOnKernelKey(QPointF(plot.left() + 20.0, y));
        QVERIFY(isThere);
        RooflineLabels::Taken guessing;
        guessing.hasResults = false; // what is to be guessed first is not told of
        labels.place(lines, style, guessing);
        for (double y = plot.top(); y < plot.bottom(); y += 4.0)
            QVERIFY(!labels.isOnKernelKey(QPointF(plot.left() + 20.0, y)));
    }
    void ofSixtyAtMostTheTenLongestAreNamed()
    {
        std::vector<OwnKernel> kernels;
        for (int i = 0; i < 60; ++i) {
            kernels.push_back(imported(("kernel no " + std::to_string(i)).c_str(), 1.0 + i));
            kernels.back().flops = Flops(8e9 * (i + 1));
            kernels.back().bytes = Bytes(1e8 * (1 + i % 8) * (1 + i % 5));
        }
        const QString svg = test::svgOf(*chartOf(kernels));
        const auto names = svg.count(">kernel no ");
        QVERIFY2(names >= 1 && names <= 10, qPrintable(QString::number(names)));
        QVERIFY(!svg.contains(">kernel no 1<"));
    }
    /// Each has room about it. Mutation: in the window as many as in a file.
    void inTheWindowTheFiveLongestAreNamed()
    {
        std::vector<OwnKernel> kernels;
        for (int i = 0; i < 8; ++i) {
            OwnKernel kernel = imported(("far " + std::to_string(i)).c_str(), 10.0 + i);
            kernel.flops = Flops(2e10 * std::exp2(-3.0 * (i / 4)) * kernel.time.value());
            kernel.bytes = Bytes(kernel.flops.value() / std::exp2(6.0 + 3.0 * (i % 4)));
            kernels.push_back(kernel);
        }
        const PlacedOn on{chartOf(kernels)};
        const auto named = [&](bool isFile) {
            RooflineLabels::Taken taken;
            taken.isFile = isFile;
            RooflineLabels labels;
            labels.place(on.lines, on.style, taken);
            QStringList names;
            for (const PlacedLabel& label : labels.labels())
                if (label.words.startsWith(QStringLiteral("far ")))
                    names << label.words;
            names.sort();
            return names;
        };
        QCOMPARE(named(false), (QStringList{"far 3", "far 4", "far 5", "far 6", "far 7"}));
        QCOMPARE(named(true).size(), 8);
    }
    /// Small circles all about the largest ones: no place beside these is free of marks. Mutation: no second try.
    void theLargestAreNamedOverOtherMarksButOverNoWords()
    {
        std::vector<OwnKernel> kernels;
        const auto add = [&](const std::string& name, double time, double right, double up) {
            OwnKernel kernel = imported(name.c_str(), time);
            kernel.flops = Flops(2e10 * std::exp2(up) * time);
            kernel.bytes = Bytes(kernel.flops.value() / (2.0 * std::exp2(right)));
            kernels.push_back(kernel);
        };
        for (const double right : {-0.4, 0.0, 0.4})
            add("largest kernel at " + std::to_string(right), 10.0, right, 0.0);
        for (int column = -4; column <= 4; ++column)
            for (int row = -2; row <= 2; ++row)
                add("small", 1e-3, 0.3 * column, 0.3 * row);
        const PlacedOn on{chartOf(kernels)};
        RooflineLabels labels;
        labels.place(on.lines, on.style, {});
        std::vector<OrientedBox> names;
        for (const PlacedLabel& label : labels.labels())
            if (label.words.startsWith(QStringLiteral("largest")))
                names.push_back(label.box());
        QCOMPARE(names.size(), std::size_t{3});
        for (const OrientedBox& name : names) {
            QVERIFY(on.lines.plot().contains(name.corners().boundingRect()));
            QCOMPARE(std::ranges::count_if(labels.labels(),
                                           [&](const PlacedLabel& each) { return overlap(each.box(), name); }),
                     1); // itself
        }
    }
    /// Mutations: the ridge's label stays where it was placed first; it moves once more for the same key.
    void theRidgesLabelGivesWayToAKey()
    {
        const PlacedOn on{chartOf({})};
        RooflineLabels labels;
        const auto ridge = [&](const std::vector<QRectF>& key, bool hasResults = true) -> std::optional<OrientedBox> {
            RooflineLabels::Taken taken;
            taken.key = key;
            taken.hasResults = hasResults;
            labels.place(on.lines, on.style, taken);
            const auto found = std::ranges::find_if(labels.labels(), [](const PlacedLabel& label) {
                return label.words.startsWith(QStringLiteral("ridge "));
            });
            return found == labels.labels().end() ? std::nullopt : std::optional(found->box());
        };
        const auto before = ridge({});
        QVERIFY(before.has_value());
        const QRectF row(before->center.x() - before->width * 0.5 - 204.0, before->center.y() - 8.0, 200.0, 16.0);
        const auto after = ridge({row}); // which the label would go on
        QVERIFY(after.has_value());
        QVERIFY(!overlap(*after, OrientedBox{row.center(), row.width() + on.theme.fontPixels, row.height(), 0.0}));
        const auto withoutResults = ridge({row}, false);
        QVERIFY(withoutResults.has_value());
        QCOMPARE(after->center, withoutResults->center);
        QVERIFY(!ridge({on.lines.plot()})); // no room at all
    }
    void theWordsUnderTheMouseSayWhoseTheyAre()
    {
        const KernelsOnRoofs roofs = kernelsOnRoofs(
            *kernelList({imported("a", 3.0), imported("a", 1.0), imported("b", 4.0, "Some CPU")}, {.grouped = true}),
            std::vector{processor});
        QCOMPARE(roofs.drawn.size(), std::size_t{2});
        const QString sum = plain(describeDrawn(roofs.drawn[0], Format(QLocale::c())).join('\n'));
        for (const char* words : {"from profile.csv, which names no device",
                                  "50 % of its device's time, as the sum of 2 kernels of this name"})
            QVERIFY2(sum.contains(words), qPrintable(sum));
        const QString named = plain(describeDrawn(roofs.drawn[1], Format(QLocale::c())).join('\n'));
        QVERIFY2(named.contains("from profile.csv, on Some CPU"), qPrintable(named));
        QVERIFY2(named.contains("50 % of its device's time"), qPrintable(named)); // which others name or do not
        OwnKernel byLevel = imported("c", 1.0);
        byLevel.throughCaches = {byLevel.bytes * 8.0, byLevel.bytes * 4.0, byLevel.bytes * 2.0};
        const KernelsOnRoofs levels = kernelsOnRoofs(*kernelList({byLevel}), std::vector{processor});
        const QStringList few = describeDrawn(levels.drawn[0], Format(QLocale::c()));
        QCOMPARE(few.size(), 6); // a card that covers little of the chart
        QCOMPARE(few.front(), QString("c"));
        QCOMPARE(few[3].count(" FLOP/B") + few[3].count(QString::fromUtf8("\u00A0FLOP/B")), 4);
        for (const char* level : {"L1 ", "L2 ", "L3 ", "DRAM "})
            QVERIFY2(few[3].contains(level), qPrintable(few[3]));
    }
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
        const std::vector<PlacedLabel> labels =
            KernelMarks(lines, style).names(placer, LabelPlacer(lines.plot()), false);
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
                                           + "Size alone cannot tell compute from memory: vary the operations on each "
                                             "element, too.";
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

RIDGEPOINT_GUI_TEST(KernelsOnRoofsTest)
#include "kernels_on_roofs_test.moc"
