// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/kernels_on_roofs.h"
#include "app/charts/data/own_kernels.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/data/snapshot_from_session.h"
#include "app/charts/draw/kernel_marks.h"
#include "app/charts/draw/markers.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/charted_kernels.h"

#include <QSignalSpy>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

const ChartedDevice processor{{.id = "cpu", .kind = DeviceKind::Cpu, .name = "Some CPU"}};
const ChartedDevice gpu{{.id = "cuda:0", .kind = DeviceKind::Cuda, .name = "NVIDIA A100-SXM4-40GB"}};

std::vector<std::string> drawnOn(const KernelList& list, const std::vector<ChartedDevice>& charted)
{
    std::vector<std::string> names;
    for (const DrawnKernel& each : kernelsOnRoofs(list, charted).drawn)
        names.push_back(each.kernel.name);
    return names;
}

void choose(RooflineChart& chart, const KernelChoice& choice)
{
    const SnapshotPointer before = chart.input().snapshot;
    chart.set(&ChartInput::snapshot, withKernels(*before, chosenAnew(*before->kernels, choice)));
    chart.flush();
}

QString plain(QString words) { return words.replace(QChar(0x00A0), QLatin1Char(' ')); }

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
