// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/own_kernels.h"
#include "app/charts/draw/chart_callouts.h"
#include "app/charts/draw/kernel_marks.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/chart_kinds.h"

#include <QMouseEvent>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

using namespace ridgepoint;

namespace {

constexpr int wallHeight = 23;

OwnKernel countedAtCaches(int number, double flopsPerByte, double rate)
{
    OwnKernel kernel{.name = "kernel " + std::to_string(number),
                     .flops = Flops(rate),
                     .bytes = Bytes(rate / flopsPerByte),
                     .launches = 1.0,
                     .time = Seconds(1.0),
                     .work = WorkOrigin::Counted,
                     .source = "profile.csv"};
    kernel.throughCaches[0] = kernel.bytes * 4.0;
    kernel.throughCaches[1] = kernel.bytes * 2.0;
    return kernel;
}

/// Circles along the roofs with hollow ones, kernels without a place, of another device, and points that are pale.
SnapshotPointer crowded()
{
    Snapshot snapshot = test::syntheticSnapshot();
    for (std::size_t i = 0; i < snapshot.points.size(); i += 2)
        snapshot.points[i].flags |= Flag::Ambiguous;
    const double compute = snapshot.roofs.find("compute.fp32.fma")->value;
    const double memory = snapshot.roofs.find("bandwidth.dram")->value;
    std::vector<OwnKernel> kernels;
    for (int i = 0; i < 6; ++i) {
        const double intensity = 0.1 * std::pow(4.0, i);
        kernels.push_back(countedAtCaches(i, intensity, 0.9 * std::min(compute, memory * intensity)));
    }
    kernels.push_back(countedAtCaches(6, 1000.0, 0.8 * compute));
    kernels.push_back(kernels.front());
    kernels.back().flops = Flops();
    kernels.push_back(kernels.front());
    kernels.back().device = "Nobody's GX 1";
    snapshot.kernels = kernelList(std::move(kernels));
    return std::make_shared<const Snapshot>(std::move(snapshot));
}

/// The labels of a roofline of this size.
struct Labelled {
    Labelled(QSize size, const Theme& its, bool isFile, const SnapshotPointer& snapshot = crowded()) : theme(its)
    {
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.setTheme(theme);
        chart.resize(size);
        chart.show(); // a chart has its size once it is shown
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, snapshot);
        chart.flush();
        RooflineLabels::Taken taken;
        taken.isFile = isFile;
        labels.place(lines(), style, taken);
        hasRoomInPlot = !labels.isCrowded();
        if (hasRoomInPlot)
            return;
        taken.under = QRectF(8.0, size.height(), size.width() - 16.0, 120.0); // below all else
        labels.place(lines(), style, taken);
    }
    [[nodiscard]] RoofLines lines() const { return {chart.data(), *chart.axisRect(), style}; }
    [[nodiscard]] QString words() const
    {
        QStringList all;
        for (const PlacedLabel& label : labels.labels())
            all << label.words;
        return all.join(QLatin1Char(' '));
    }

    Theme theme;
    Format format{};
    TextPainter text{};
    ChartStyle style{theme, format, text};
    RooflineChart chart;
    RooflineLabels labels;
    bool hasRoomInPlot = false;
};

/// A kernel at this place of a chart's plot, from its upper left corner.
OwnKernel kernelAt(const RooflineChart& chart, int number, QPointF place)
{
    const QPointF at = QRectF(chart.axisRect()->rect()).topLeft() + place;
    const double rate = chart.yAxis->pixelToCoord(at.y());
    return {.name = "kernel number " + std::to_string(number),
            .flops = Flops(rate),
            .bytes = Bytes(rate / chart.xAxis->pixelToCoord(at.x())),
            .launches = 1.0,
            .time = Seconds(1.0)};
}

/// Circles down the left side, so close that no row of a key lies between them, from the top of an axis of five decades
/// on; and one kernel without a place.
SnapshotPointer walled()
{
    const Labelled empty({404, 330}, Theme::light(), false, test::syntheticSnapshotPointer());
    std::vector<OwnKernel> kernels;
    for (int i = 0; i < wallHeight; ++i) {
        const double rate = empty.chart.data().highPerformance * std::pow(10.0, -0.2 * i);
        kernels.push_back(countedAtCaches(i, empty.chart.data().lowIntensity, rate));
        kernels.back().throughCaches = {};
    }
    kernels.push_back(kernels.front());
    kernels.back().flops = Flops();
    Snapshot snapshot = test::syntheticSnapshot();
    snapshot.kernels = kernelList(std::move(kernels));
    return std::make_shared<const Snapshot>(std::move(snapshot));
}

bool isKeyWords(const QString& words)
{
    return std::ranges::any_of(std::array{"imported (", "share of", "by the bytes", "not shown"},
                               [&](const char* part) { return words.contains(QLatin1String(part)); });
}

} // namespace

/// What a roofline says of its own signs is read, however small it is.
class RooflineKeyTest : public test::Case {
    Q_OBJECT

    static void sizes()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("isFile");
        QTest::newRow("a column of a journal, 88 mm wide") << QSize(333, 260) << true;
        QTest::newRow("in a window of 1366x768") << QSize(404, 560) << false;
        QTest::newRow("in a window of 900x600") << QSize(380, 330) << false;
    }
    static Theme themeOf(bool isFile) { return isFile ? Theme::print() : Theme::light(); }

private slots:
    void noTwoLabelsOverlap_data() { sizes(); }
    /// Mutation: a row that had to be placed is not blocked for later ones.
    void noTwoLabelsOverlap()
    {
        QFETCH(QSize, size);
        QFETCH(bool, isFile);
        const Labelled on(size, themeOf(isFile), isFile);
        const std::vector<OrientedBox> room = on.labels.room(on.style);
        QVERIFY(room.size() > 5);
        for (std::size_t i = 0; i < room.size(); ++i)
            for (std::size_t j = i + 1; j < room.size(); ++j)
                QVERIFY2(!overlap(room[i], room[j]),
                         qPrintable(QStringLiteral("%1 and %2 of: %3").arg(i).arg(j).arg(on.words())));
    }
    void noRowOfTheKeyCoversAKernel_data() { sizes(); }
    /// Mutation: a row that has no room stands where the fewest names are.
    void noRowOfTheKeyCoversAKernel()
    {
        QFETCH(QSize, size);
        QFETCH(bool, isFile);
        for (const SnapshotPointer& snapshot : {crowded(), walled()}) {
            const Labelled on(size, themeOf(isFile), isFile, snapshot);
            int rows = 0;
            for (const PlacedLabel& label : on.labels.labels()) {
                if (!isKeyWords(label.words))
                    continue;
                ++rows;
                for (const OrientedBox& kernel : KernelMarks(on.lines(), on.style).room())
                    QVERIFY2(!overlap(label.box(), kernel), qPrintable(label.words));
            }
            QVERIFY2(rows >= 2, qPrintable(on.words()));
        }
    }
    /// Mutation: the plot keeps its height, or gets it back with each slice that leaves room.
    void whereThePlotHasNoRoomForTheKeyItStandsUnderTheAxis()
    {
        constexpr QSize size(404, 330);
        const Labelled on(size, Theme::light(), false, walled());
        QVERIFY(!on.hasRoomInPlot && on.words().contains(QStringLiteral("imported (23)")));
        QVERIFY(on.labels.kernelKey().top() > size.height() - 1.0);
        RooflineChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(size);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        chart.show();
        const auto bottom = [&chart] {
            chart.flush();
            return chart.axisRect()->rect().bottom();
        };
        const int without = bottom();
        chart.set(&ChartInput::snapshot, walled());
        const int with = bottom();
        QVERIFY2(with <= without - chart.theme().fontPixels, qPrintable(QString::number(with)));
        chart.set(&ChartInput::cursor, moved(test::syntheticCursor(), AxisKind::Size, 1));
        QCOMPARE(bottom(), with);
        chart.set(&ChartInput::concealed, Concealed::Results);
        QCOMPARE(bottom(), without);
        chart.set(&ChartInput::concealed, Concealed::Nothing);
        const QString svg = test::svgOf(chart);
        QVERIFY(svg.contains(QStringLiteral("imported (23)")) && svg.contains(QStringLiteral("1 not shown: no FLOP")));
    }
    /// Mutation: once the axes are zoomed, the plot keeps its height and rows without a place are not drawn.
    void inAZoomedChartTheKeyGoesUnderTheAxisAndStaysThere()
    {
        RooflineChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(404, 330);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, walled());
        chart.show();
        const auto bottom = [&chart] {
            chart.flush();
            chart.replot();
            return chart.axisRect()->rect().bottom();
        };
        const auto zoom = [&chart](double right, double up) {
            const RooflineData& data = chart.data();
            ChartRanges ranges = chart.axisRanges().current();
            const std::vector<QCPAxis*> axes = chart.axisRanges().axes();
            for (std::size_t i = 0; i < axes.size(); ++i)
                ranges.ranges[i] = axes[i] == chart.xAxis
                                     ? QCPRange(data.lowIntensity * right, data.highIntensity * right)
                                     : QCPRange(data.lowPerformance * up, data.highPerformance * up);
            ranges.zoomed = true;
            chart.axisRanges().set(ranges);
        };
        const int under = bottom();
        chart.set(&ChartInput::concealed, Concealed::Results);
        const int without = bottom();
        QVERIFY(under < without);
        zoom(1.0, 1.0);
        chart.set(&ChartInput::concealed, Concealed::Nothing);
        QCOMPARE(bottom(), under);
        zoom(1e4, 1e-6); // where nothing is in the way
        QVERIFY(bottom() < without);
        chart.resize(404, 331);
        QCOMPARE(bottom(), without + 1); // for another size it is decided anew
        zoom(1.0, 1.0);
        QCOMPARE(bottom(), under + 1);
        zoom(1e4, 1e-6);
        QVERIFY(bottom() < without + 1);
    }
    /// Mutation: a row that does not fit under the axis of a low chart is said nowhere.
    void whatALowChartHasNoRowForIsReadOnItsKeyAndStandsInAFile()
    {
        Snapshot snapshot = *walled();
        std::vector<OwnKernel> kernels = *snapshot.kernels->all;
        kernels.push_back(kernels.front());
        kernels.back().device = "Nobody's"; // in several lines
        for (int i = 0; i < 16; ++i)
            kernels.back().device += " laboratory's";
        snapshot.kernels = kernelList(std::move(kernels));
        RooflineChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(404, 160);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, std::make_shared<const Snapshot>(std::move(snapshot)));
        chart.show();
        chart.flush();
        QString read;
        for (int y = chart.axisRect()->rect().bottom() + 1; y < chart.height(); y += 4) {
            const QPointF on(40.0, y);
            QMouseEvent move(QEvent::MouseMove, on, chart.mapToGlobal(on), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
            QCoreApplication::sendEvent(&chart, &move);
            read += chart.readoutLines().join(QLatin1Char(' '));
        }
        QVERIFY2(read.contains(QStringLiteral("laboratory's not shown: other roofs")), qPrintable(read));
        for (const QSizeF size : {QSizeF(404.0, 260.0), QSizeF(760.0, 480.0)}) {
            const QString svg = test::svgOf(chart, size);
            for (const char* words : {"imported (23)", "laboratory", "1 not shown: no FLOP"})
                QVERIFY2(svg.contains(QLatin1String(words)), words);
        }
    }
    /// So close that the names of some have no place but over others. Mutation: labels are drawn last.
    void noWordIsDrawnOverAStar()
    {
        constexpr QSize size(640, 480);
        const Labelled empty(size, Theme::light(), false, test::syntheticSnapshotPointer());
        const QRectF plot(empty.chart.axisRect()->rect());
        std::vector<OwnKernel> kernels;
        for (int i = 0; i < 12; ++i)
            kernels.push_back(
                kernelAt(empty.chart, i, {plot.width() * 0.6 + 40.0 * (i % 4), plot.height() * 0.6 + 22.0 * (i / 4)}));
        Snapshot snapshot = test::syntheticSnapshot();
        snapshot.kernels = kernelList(std::move(kernels));
        RooflineChart chart;
        chart.resize(size);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, std::make_shared<const Snapshot>(std::move(snapshot)));
        chart.flush();
        const QImage picture = chart.grab().toImage();
        const QColor star = ownColor(chart.theme());
        for (std::size_t i = 0; i < 12; ++i) {
            const auto at = chart.pixelOfKernel(i);
            QVERIFY(at);
            const QColor ink = picture.pixelColor((*at * picture.devicePixelRatio()).toPoint());
            QVERIFY2(std::abs(ink.red() - star.red()) < 10 && std::abs(ink.green() - star.green()) < 10
                         && std::abs(ink.blue() - star.blue()) < 10,
                     qPrintable(QStringLiteral("%1: %2").arg(i).arg(ink.name())));
        }
    }
    void theKeySaysWhatIsDrawnAndWhatIsNot()
    {
        const QString words = Labelled({404, 560}, Theme::light(), false).words();
        for (const char* part : {"imported (7", "share of the time on its device", "by the bytes of L1, L2",
                                 "other roofs", "no FLOP or bytes", "fp32 fma ", "DRAM "})
            QVERIFY2(words.contains(QString::fromLatin1(part)), qPrintable(words));
    }
    /// Mutation: a file says what the window does.
    void aHintOfTheWindowIsInNoFileAndNotBesideKernels()
    {
        const QString hint = QStringLiteral("Press F5 to measure");
        Snapshot without = *crowded();
        without.samples.clear();
        without.points.clear();
        const auto show = [&](ChartWidget& chart) {
            chart.set(&ChartInput::emptyText, hint);
            chart.set(&ChartInput::hintsAtWindow, true);
            chart.set(&ChartInput::cursor, test::syntheticCursor());
            chart.set(&ChartInput::snapshot, std::make_shared<const Snapshot>(without));
            chart.resize(640, 420);
            chart.flush();
            return chart.missingWords();
        };
        for (const bool hasKernels : {true, false}) {
            if (!hasKernels)
                without.kernels = kernelList({});
            RooflineChart roofline;
            QCOMPARE(show(roofline), hasKernels ? QString() : hint);
            RegimeMapChart map;
            QCOMPARE(show(map), hint);
            QVERIFY(!test::svgOf(roofline).contains(QStringLiteral("Press F5")));
            const QString svg = test::svgOf(map);
            QVERIFY(svg.contains(QStringLiteral("The session")) && !svg.contains(QStringLiteral("Press F5")));
        }
    }
    void aSelectedPointThatTheAxesLeaveOutIsHintedAtOnTheScreen_data()
    {
        QTest::addColumn<double>("right");
        QTest::addColumn<double>("up");
        QTest::addColumn<QString>("end");
        QTest::newRow("below") << 1.0 << 100.0 << QStringLiteral("FLOP/s, below");
        QTest::newRow("above") << 1.0 << 0.01 << QStringLiteral("FLOP/s, above");
        QTest::newRow("left") << 100.0 << 1.0 << QStringLiteral("FLOP/B, to the left");
        QTest::newRow("right") << 0.01 << 1.0 << QStringLiteral("FLOP/B, to the right");
        QTest::newRow("in view") << 1.0 << 1.0 << QString();
    }
    /// Mutation: a file has the words, too, or a chart whose results are hidden.
    void aSelectedPointThatTheAxesLeaveOutIsHintedAtOnTheScreen()
    {
        QFETCH(double, right);
        QFETCH(double, up);
        QFETCH(QString, end);
        RooflineChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(640, 480);
        chart.set(&ChartInput::cursor, test::syntheticCursor());
        chart.set(&ChartInput::snapshot, test::syntheticSnapshotPointer());
        chart.show();
        chart.flush();
        const std::vector<ChartPoint>& points = chart.data().series.front().points;
        const auto point = std::ranges::find(points, test::syntheticCursor(), &ChartPoint::workload);
        QVERIFY(point != points.end());
        ChartRanges ranges = chart.axisRanges().current();
        const std::vector<QCPAxis*> axes = chart.axisRanges().axes();
        for (std::size_t i = 0; i < axes.size(); ++i) {
            const double middle = axes[i] == chart.xAxis ? point->intensity().value() * right
                                                         : point->performance().value() * up;
            ranges.ranges[i] = QCPRange(middle / 8.0, middle * 8.0);
        }
        ranges.zoomed = true;
        chart.axisRanges().set(ranges);
        chart.replot();
        const QImage without = chart.grab().toImage();
        chart.set(&ChartInput::selected, test::syntheticCursor());
        chart.flush();
        const QString words = chart.outsideWords();
        QVERIFY2(end.isEmpty() ? words.isEmpty()
                               : words.startsWith(QStringLiteral("this point: ")) && words.endsWith(end),
                 qPrintable(words));
        QVERIFY(chart.grab().toImage() != without); // by the ring, where it is in view
        const auto file = chart.duplicate();
        file->prepareForFile({640, 480}, 1.0);
        QVERIFY(qobject_cast<const RooflineChart*>(file.get())->outsideWords().isEmpty());
        chart.set(&ChartInput::concealed, Concealed::Results);
        chart.flush();
        QVERIFY(chart.outsideWords().isEmpty());
    }
    /// Mutation: over a label, where there is no room beside the tip, or far to a side of it.
    void wordsOfAPointOutsideStandByTheirArrowOverNoLabel()
    {
        const Theme theme = Theme::light();
        const Format format;
        const TextPainter text;
        const ChartStyle style{theme, format, text};
        const QRectF plot(0.0, 0.0, 500.0, 300.0);
        const OrientedBox label{{350.0, 50.0}, 280.0, 100.0, 0.0}; // all about the tip
        const QString words = QStringLiteral("this point");
        const double across = theme.fontPixels * 3.0
                            + TextPainter::sizeOf(words, theme.font(0.95, QFont::DemiBold)).width();
        for (const QPointF place : {QPointF(360.0, -50.0), QPointF(550.0, 60.0)}) {
            QImage image(500, 300, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            drawOutside(painter, style, plot, place, words, std::array{label});
            painter.end();
            const double reach = theme.markerSize * 2.0; // of the tip's arrow
            const QRectF arrow(std::min(place.x(), plot.right()) - reach, std::max(place.y(), plot.top()) - reach,
                               2.0 * reach, 2.0 * reach);
            int ink = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) {
                    const bool isInk = qAlpha(image.pixel(x, y)) > 0 && !arrow.contains(x, y);
                    ink += isInk ? 1 : 0;
                    const bool isWell = (x < 214 || y > 96) && std::abs(x - arrow.center().x()) < across;
                    QVERIFY2(!isInk || isWell, qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
                }
            QVERIFY(ink > 100);
        }
    }
    void namesAtCirclesAreShortAndKeepWhatDiffers()
    {
        Snapshot snapshot = *crowded();
        std::vector<OwnKernel> kernels = *snapshot.kernels->all;
        for (std::size_t i = 0; i < kernels.size(); ++i) // what differs is far behind
            kernels[i].name = "gemm_of_a_library_with_a_long_name_for_tiles_of_" + std::to_string(100 + i)
                            + "_and_so_many_stages_before_it_ends";
        snapshot.kernels = kernelList(std::move(kernels));
        const Labelled on({900, 640}, Theme::light(), false, std::make_shared<const Snapshot>(std::move(snapshot)));
        int named = 0;
        for (const PlacedLabel& label : on.labels.labels())
            if (label.words.startsWith(QStringLiteral("gemm"))) {
                ++named;
                QVERIFY2(label.words.size() <= 24 && label.words.contains(QStringLiteral("10")),
                         qPrintable(label.words));
            }
        QVERIFY(named >= 3); // the largest always
    }
    void withoutHollowCirclesTheKeyHasNone()
    {
        Snapshot snapshot = *crowded();
        std::vector<OwnKernel> kernels = *snapshot.kernels->all;
        for (OwnKernel& kernel : kernels)
            kernel.throughCaches = {};
        snapshot.kernels = kernelList(std::move(kernels));
        const QString words =
            Labelled({900, 640}, Theme::light(), false, std::make_shared<const Snapshot>(std::move(snapshot))).words();
        QVERIFY2(words.contains(QStringLiteral("imported (7")) && !words.contains(QStringLiteral("by the bytes")),
                 qPrintable(words));
    }
};

RIDGEPOINT_GUI_TEST(RooflineKeyTest)
#include "roofline_key_test.moc"
