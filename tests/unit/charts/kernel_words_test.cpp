// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/kernel_marks.h"
#include "app/charts/draw/markers.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/draw/roofline_labels.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/unit/charts/chart_kinds.h"
#include "tests/unit/charts/charted_kernels.h"

#include <QGlyphRun>
#include <QTextLayout>

#include <algorithm>
#include <array>
#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// What labels are placed on.
struct PlacedOn {
    std::unique_ptr<RooflineChart> chart;
    Theme theme = Theme::light();
    Format format{};
    TextPainter text{};
    ChartStyle style{theme, format, text};
    RoofLines lines{chart->data(), *chart->axisRect(), style};
};

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

/// What a roofline writes of the user's own kernels: their names, and the rows of the key.
class KernelWordsTest : public test::Case {
    Q_OBJECT
private slots:
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
    /// Mutation: the row of circles only where the plot has room.
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
        QVERIFY(labels.isCrowded() && labels.kernelKey().isNull());
        taken.under = QRectF(0.0, lines.plot().bottom(), lines.plot().width(), 100.0);
        labels.place(lines, style, taken);
        QVERIFY(!labels.isCrowded());
        QVERIFY(labels.isOnKernelKey(taken.under.topLeft() + QPointF(20.0, 8.0)));
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
};

RIDGEPOINT_GUI_TEST(KernelWordsTest)
#include "kernel_words_test.moc"
