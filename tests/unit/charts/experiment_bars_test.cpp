// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/experiment_chart.h"
#include "app/charts/draw/saved_edges.h"
#include "core/experiment/recompute/recompute.h"
#include "core/experiment/registry.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QMouseEvent>
#include <QTemporaryDir>

#include <cmath>
#include <map>
#include <string>
#include <vector>

using namespace ridgepoint;

namespace {

ExperimentInfo bars()
{
    return {.id = "any",
            .title = "Any",
            .summary = "s",
            .chart = ExperimentChartKind::Bars,
            .plots = {{.title = "One", .x = {}, .y = {"Rate", "op/s", AxisScaleKind::Linear}}}};
}

ExperimentPoint bar(const char* series, const char* label, double y, Provenance provenance = Provenance::Measured)
{
    return {.series = series, .label = label, .y = y, .low = y, .high = y, .provenance = provenance};
}

/// Draws a result at this size.
void showOn(ExperimentChart& chart, QSize size, const ExperimentInfo& info,
            const std::shared_ptr<const ExperimentResult>& result)
{
    chart.setAttribute(Qt::WA_DontShowOnScreen);
    chart.resize(size);
    chart.show();
    chart.setExperiment(&info, result);
    chart.flush();
}

} // namespace

class ExperimentBarsTest : public test::Case {
    Q_OBJECT
private slots:
    void barsStandBesideTheirLabelWhateverTheOthersHave()
    {
        auto result = std::make_shared<ExperimentResult>();
        result->points = {bar("a", "one", 1.0), bar("b", "two", 2.0), bar("a", "both", 3.0), bar("b", "both", 4.0)};
        const ExperimentInfo info = bars();
        ExperimentChart chart;
        showOn(chart, {700, 420}, info, result);
        const auto middle = [&](const char* series, const char* label) {
            return chart.pixelOf(0, bar(series, label, 1.0)).y();
        };
        // What is predicted of a label is of its whole row, which its name stands beside.
        const auto row = [&](const char* label) {
            return chart.pixelOf(0, bar("said", label, 1.0, Provenance::Predicted)).y();
        };
        QVERIFY(std::abs(middle("a", "one") - row("one")) < 0.01);
        QVERIFY(std::abs(middle("b", "two") - row("two")) < 0.01);
        QVERIFY(middle("a", "both") < row("both") && row("both") < middle("b", "both"));
        QVERIFY(std::abs((middle("a", "both") + middle("b", "both")) / 2.0 - row("both")) < 0.01);
    }
    /// Beside the title where there is room, else in a line of its own: the bars then begin further down.
    void theKeyDoesNotRunIntoTheTitle()
    {
        ExperimentInfo info = bars();
        info.plots[0].title = "What each of them gains on this device, by bottleneck";
        const auto firstRow = [&info](int width, const char* first, const char* second) {
            auto result = std::make_shared<ExperimentResult>();
            result->points = {bar(first, "one", 1.0), bar(second, "two", 2.0),
                              bar("said", "one", 1.0, Provenance::Predicted)};
            ExperimentChart chart;
            showOn(chart, {width, 420}, info, result);
            (void)chart.grab();
            return chart.pixelOf(0, bar("said", "one", 1.0, Provenance::Predicted)).y();
        };
        const double usual = firstRow(1400, "a", "b");
        QCOMPARE(firstRow(1400, "memory-bandwidth-bound", "overhead-bound"), usual);
        QCOMPARE(firstRow(700, "a", "b"), usual);
        QVERIFY(firstRow(700, "memory-bandwidth-bound", "overhead-bound") > usual + 8.0);
    }
    /// One reads along a row over all plots, also where the key of some has no room beside the title.
    void rowsThatPlotsShareAreEquallyHigh()
    {
        ExperimentInfo info = bars();
        info.plots[0].title = "A";
        info.plots.push_back(info.plots[0]);
        info.plots.push_back(info.plots[0]);
        const auto rowsAt = [&info](const char* title, const char* label) {
            info.plots[1].title = title;
            auto result = std::make_shared<ExperimentResult>();
            for (const int plot : {0, 1, 2})
                for (const char* each : {"one", "two", "three"})
                    for (const Provenance provenance : {Provenance::Measured, Provenance::Predicted}) {
                        result->points.push_back(bar("a", each, 1.0, provenance));
                        result->points.back().plot = plot;
                    }
            ExperimentChart chart;
            showOn(chart, {900, 420}, info, result);
            (void)chart.grab();
            std::vector<double> rows;
            for (const std::size_t plot : {0U, 1U, 2U})
                rows.push_back(chart.pixelOf(plot, bar("a", label, 1.0)).y());
            return rows;
        };
        const std::string wide = "Limited by one of the device's roofs";
        for (const char* label : {"one", "three"}) {
            const std::vector<double> rows = rowsAt(wide.c_str(), label);
            QCOMPARE(rows[1], rows[0]);
            QCOMPARE(rows[2], rows[0]);
        }
        // That key has a line to itself, so all plots begin further down.
        QVERIFY(rowsAt(wide.c_str(), "one")[0] > rowsAt("A", "one")[0] + 5.0);
    }
    /// Before a run what others published stands alone, outlined: nothing else says whose it is.
    void publishedBarsAreKeyedAlsoWhereNothingElseIsDrawn()
    {
        ExperimentInfo info = bars();
        info.plots[0].title = "What each of them gains on this device, by bottleneck";
        const auto firstRow = [&info](const char* series, Provenance provenance) {
            auto result = std::make_shared<ExperimentResult>();
            result->points = {bar(series, "one", 1.0, provenance)};
            ExperimentChart chart;
            showOn(chart, {700, 420}, info, result);
            (void)chart.grab();
            return chart.pixelOf(0, bar("said", "one", 1.0, Provenance::Predicted)).y();
        };
        const double keyless = firstRow("a graphics card of the article, as the article itself states it",
                                        Provenance::Measured);
        // Its name has no room beside the title: the bars begin below it.
        const double keyed = firstRow("a graphics card of the article, as the article itself states it",
                                      Provenance::Published);
        QVERIFY2(keyed > keyless + 8.0, qPrintable(QStringLiteral("%1 %2").arg(keyed).arg(keyless)));
        QCOMPARE(firstRow("an A100", Provenance::Published), keyless);
    }
    /// Over the points it would hide some of them.
    void aKeyOfLinesStandsAboveItsPlot()
    {
        ExperimentInfo info = bars();
        info.chart = ExperimentChartKind::Lines;
        info.plots[0].title = "Bandwidth, by the size of a transfer";
        const auto lowest = [&info](int width, const std::vector<const char*>& names) {
            auto result = std::make_shared<ExperimentResult>();
            for (const char* name : names)
                for (const double x : {1.0, 64.0})
                    result->points.push_back({.series = name, .x = x, .y = x, .low = x, .high = x});
            ExperimentChart chart;
            showOn(chart, {width, 420}, info, result);
            (void)chart.grab();
            return chart.pixelOf(0, result->points.back()).y(); // the highest point
        };
        const double beside = lowest(1400, {"copy in memory", "read() of a cached file"});
        const double above = lowest(500, {"copy in memory", "read() of a cached file"});
        QVERIFY2(above > beside + 8.0, qPrintable(QStringLiteral("%1 %2").arg(above).arg(beside)));
        QVERIFY(lowest(500, {"copy in memory", "read() of a cached file", "mmap of a cached file",
                             "sendfile of a cached file"})
                > above + 8.0); // two lines
    }
    /// Not an empty pair of axes, which look like a measurement of nothing.
    void aPlotOfWhichNothingIsKnownSaysWhy()
    {
        ExperimentInfo info = bars();
        info.plots.push_back({.title = "Two", .x = {}, .y = {"Share", "%", AxisScaleKind::Linear}});
        auto result = std::make_shared<ExperimentResult>();
        result->points = {bar("vector", "one", 1e9)};
        result->unavailable = {
            {"vector", {ErrorKind::Unavailable, "a", "The vectors were interrupted."}, false, "vector"}, // is drawn
            {"bandwidth.l1", {ErrorKind::Unavailable, "b", "No level of its own."}, true},               // no plot's
            {"matrix", {ErrorKind::Unavailable, "c", "No matrix unit."}, false, "matrix"}};
        QTemporaryDir folder;
        const auto written = [&] {
            ExperimentChart chart;
            showOn(chart, {1000, 420}, info, result);
            const QString path = folder.filePath(QStringLiteral("chart.svg"));
            if (!chart.exportTo(path, {.size = {1000, 420}}))
                return QString();
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        const QString svg = written();
        QVERIFY(svg.contains("No matrix unit.") && svg.contains("Rate ("));
        QVERIFY(!svg.contains("interrupted") && !svg.contains("No level") && !svg.contains("Share (%)"));
        result->points.push_back({.series = "matrix", .label = "one", .y = 0.5, .low = 0.5, .high = 0.5, .plot = 1});
        const QString known = written();
        QVERIFY(known.contains("Share (%)") && !known.contains("No matrix unit."));
    }
    /// Behind the interval, and nothing of it is cut off: a whisker through a number makes another number of it.
    void valuesHaveRoomBehindTheirIntervals()
    {
        ExperimentInfo info = bars();
        info.plots[0].y.unit = "B/s";
        info.plots.push_back(info.plots[0]);
        auto result = std::make_shared<ExperimentResult>();
        for (const int plot : {0, 1})
            result->points.push_back(
                {.series = "a", .label = "one", .y = 1e9, .low = 8e8, .high = 1.1e9, .plot = plot});
        ExperimentChart chart;
        showOn(chart, {700, 420}, info, result);
        (void)chart.grab();
        const double words =
            TextPainter::sizeOf(quantityWords(1e9, "B/s", Format()), chart.theme().font(1.0, QFont::DemiBold)).width();
        for (std::size_t plot : {0U, 1U}) {
            ExperimentPoint end = result->points[plot];
            end.y = end.high;
            const double edge = chart.axisRect(static_cast<int>(plot))->outerRect().right();
            QVERIFY2(chart.pixelOf(plot, end).x() + words < edge,
                     qPrintable(QString::number(chart.pixelOf(plot, end).x() + words)));
        }
    }
    /// Parts of one whole one behind the other, and what was said of it above what was measured.
    void partsOfAStackFollowEachOther()
    {
        ExperimentInfo info = bars();
        info.plots[0].y = {"Share", "%", AxisScaleKind::Linear};
        info.plots[0].isStacked = true;
        auto result = std::make_shared<ExperimentResult>();
        for (const Provenance from : {Provenance::Measured, Provenance::Predicted})
            for (const auto& [series, share] : {std::pair{"a", 0.7}, std::pair{"b", 0.2}, std::pair{"c", 0.1}})
                result->points.push_back(bar(series, "all", share, from));
        ExperimentChart chart;
        showOn(chart, {700, 420}, info, result);
        const ExperimentPlotData& plot = chart.data().plots.at(0);
        QCOMPARE(plot.startOf(result->points[0]), 0.0);
        QCOMPARE(plot.startOf(result->points[1]), 0.7);
        QVERIFY(std::abs(plot.startOf(result->points[5]) - 0.9) < 1e-12);
        QCOMPARE(plot.yLow, 0.0);
        QVERIFY(std::abs(plot.yHigh - 1.0) < 1e-12);
        QCOMPARE(plot.labels.size(), std::size_t{1});
        const auto at = [&](std::size_t point) { return chart.pixelOf(0, result->points[point]); };
        QVERIFY(at(0).x() < at(1).x() && at(1).x() < at(2).x());
        QVERIFY(std::abs(at(2).x() - chart.axisRect()->right()) < 2.0);
        QVERIFY(at(0).y() == at(1).y() && at(3).y() == at(4).y() && at(3).y() < at(0).y());
    }
    void theWholeOfAStackHasNoIntervalWhateverIsZoomed()
    {
        ExperimentInfo info = bars();
        info.plots[0].y = {"Share", "%", AxisScaleKind::Linear};
        info.plots[0].isStacked = true;
        auto result = std::make_shared<ExperimentResult>();
        result->points = {bar("a", "all", 0.7), bar("b", "all", 0.3)};
        result->points[1].low = 0.2;
        result->points[1].high = 0.4;
        ExperimentChart chart;
        showOn(chart, {700, 420}, info, result);
        ChartRanges wider = chart.axisRanges().current();
        const std::vector<QCPAxis*> axes = chart.axisRanges().axes();
        const auto across = std::find(axes.begin(), axes.end(), chart.axisRect()->axis(QCPAxis::atBottom));
        QVERIFY(across != axes.end());
        wider.ranges[static_cast<std::size_t>(across - axes.begin())] = QCPRange(0.0, 1.5);
        wider.zoomed = true;
        chart.axisRanges().change(wider);
        chart.replot(QCustomPlot::rpImmediateRefresh);
        const QImage image = chart.grab().toImage();
        const QPointF end((*across)->coordToPixel(1.0), chart.pixelOf(0, result->points[1]).y());
        QVERIFY(end.x() < chart.axisRect()->right() - 40);
        int dark = 0; // right of the whole, where its interval would go on
        for (int x = static_cast<int>(end.x()) + 3; x < chart.axisRect()->right() - 3; ++x)
            for (int y = static_cast<int>(end.y()) - 8; y <= static_cast<int>(end.y()) + 8; ++y)
                dark += image.pixelColor(x, y).lightness() < 100;
        QCOMPARE(dark, 0);
    }
    /// What a device moves and what it computes are compared with each other, so they stand on one line.
    void aRowForEachSeriesHasAllOfItOnOneLine()
    {
        ExperimentInfo info = bars();
        info.plots[0].y = {"Numbers", "/s", AxisScaleKind::PowersOfTen};
        info.plots[0].isBySeries = true;
        auto result = std::make_shared<ExperimentResult>();
        result->points = {bar("A100", "moved", 4e11, Provenance::Published),
                          bar("A100", "computed", 2e13, Provenance::Published), bar("here", "moved", 2e10),
                          bar("here", "computed", 6e11)};
        ExperimentChart chart;
        showOn(chart, {700, 420}, info, result);
        const ExperimentPlotData& plot = chart.data().plots.at(0);
        QVERIFY(plot.labels == (std::vector<LabelName>{"A100", "here"}));
        QCOMPARE(plot.labels[0].words(), std::string("A100, published"));
        std::map<std::string, QPointF> places;
        for (const ExperimentSeries& series : plot.series)
            for (const ExperimentPoint& point : series.points)
                places[point.label.id() + ' ' + series.name.id()] = chart.pixelOf(0, point);
        QCOMPARE(places.size(), std::size_t{4});
        QCOMPARE(places["here moved"].y(), places["here computed"].y());
        QVERIFY(places["A100 moved"].y() < places["here moved"].y());
        // Equal ratios are equally long, and this one is the smaller: 30 against 50.
        QVERIFY(places["here computed"].x() - places["here moved"].x()
                < places["A100 computed"].x() - places["A100 moved"].x());
        QVERIFY(plot.colors.contains("moved") && plot.colors.contains("computed"));
        const QStringList words = chart.wordsOf(plot.series.back().points.front());
        QVERIFY2(words.front().startsWith("here, "), qPrintable(words.join(QLatin1Char('\n'))));
    }
    /// Beside the first plot alone, so that all have the same width and no name lies on a bar.
    void plotsWithTheSameRowsNameThemOnce()
    {
        ExperimentInfo info = bars();
        info.plots.push_back(info.plots[0]);
        auto result = std::make_shared<ExperimentResult>();
        for (const int plot : {0, 1})
            for (const char* label : {"Launch as a graph", "Fuse deeper"}) {
                result->points.push_back(bar("a", label, 1.0));
                result->points.back().plot = plot;
            }
        ExperimentChart chart;
        showOn(chart, {620, 420}, info, result);
        const auto before = [&](int plot) {
            return chart.axisRect(plot)->left() - chart.axisRect(plot)->outerRect().left();
        };
        const double name = TextPainter::sizeOf("Launch as a graph", chart.theme().font()).width();
        QVERIFY2(before(0) > name && before(1) < name / 2.0,
                 qPrintable(QStringLiteral("%1 %2").arg(before(0)).arg(before(1))));
        QVERIFY(std::abs(chart.axisRect(0)->width() - chart.axisRect(1)->width()) < 12);
        QVERIFY(std::abs(chart.pixelOf(0, result->points[0]).y() - chart.pixelOf(1, result->points[2]).y()) < 0.01);
        // With rows of its own it names them.
        auto other = std::make_shared<ExperimentResult>(*result);
        other->points.back().label = "Twice the bandwidth";
        chart.setExperiment(&info, other);
        chart.flush();
        QVERIFY(std::abs(chart.axisRect(0)->outerRect().width() - chart.axisRect(1)->outerRect().width()) <= 1);
    }
    /// Axes with their names and units, what will be drawn, and no number of nothing.
    void anExperimentOfWhichNothingIsKnownSaysWhatItWillShow()
    {
        ExperimentInfo info = bars();
        info.plots.push_back({.title = "Two",
                              .x = {"Size", "B", AxisScaleKind::PowersOfTwo},
                              .y = {"Time", "s"},
                              .chart = ExperimentChartKind::Lines});
        ExperimentChart chart;
        chart.set(&ChartInput::emptyText, QStringLiteral("How much? Guess first."));
        showOn(chart, {900, 420}, info, nullptr);
        (void)chart.grab();
        for (const int plot : {0, 1})
            for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft})
                QVERIFY(chart.axisRect(plot)->axis(side)->tickVectorLabels().isEmpty());
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("chart.svg"));
        QVERIFY(chart.exportTo(path, {.size = {900, 420}}));
        const QString svg = QString::fromUtf8(test::contentOf(path));
        for (const char* words : {"How much? Guess first.", "A bar for each", "A dot for each"})
            QVERIFY2(svg.contains(QString::fromLatin1(words)), words);
        QCOMPARE(chart.axisRect(0)->axis(QCPAxis::atBottom)->label(), QStringLiteral("Rate (op/s)"));
        QCOMPARE(chart.axisRect(1)->axis(QCPAxis::atBottom)->label(), QStringLiteral("Size (B)"));
        QCOMPARE(chart.axisRect(1)->axis(QCPAxis::atLeft)->label(), QStringLiteral("Time (s)"));
        info.plots[1].isPublished = true; // where nothing will be measured
        chart.setExperiment(&info, nullptr);
        chart.flush();
        const QString published = folder.filePath(QStringLiteral("published.svg"));
        QVERIFY(chart.exportTo(published, {.size = {900, 420}}));
        const QString words = QString::fromUtf8(test::contentOf(published));
        QVERIFY(words.contains("What others published") && !words.contains("A dot for each"));
        const int top = chart.axisRect(0)->top();
        auto result = std::make_shared<ExperimentResult>();
        result->points = {bar("a", "one", 1.0)};
        chart.setExperiment(&info, result);
        chart.flush();
        QVERIFY(chart.axisRect(0)->top() < top - 20); // the question had stood there
        QVERIFY(chart.axisRect(0)->axis(QCPAxis::atBottom)->tickVectorLabels().size() >= 2);
    }
    /// A title that is longer than its plot moves along it.
    void anAxisTitleIsNotCutAtTheEdgeOfThePicture()
    {
        ExperimentInfo info = bars();
        info.plots[0].y.title = "Floating-point operations and numbers that are moved";
        info.plots.push_back(info.plots[0]);
        info.plots[1].y.title = "Two";
        auto result = std::make_shared<ExperimentResult>();
        result->points = {bar("a", "a row with quite a long name", 1.0), bar("a", "b", 1.0)};
        result->points[1].plot = 1;
        ExperimentChart chart;
        showOn(chart, {760, 420}, info, result);
        const QImage picture = chart.grab().toImage();
        const double scale = picture.devicePixelRatio();
        const auto at = [&](int x, int y) {
            return picture.pixelColor(static_cast<int>(x * scale), static_cast<int>(y * scale));
        };
        for (int y = 380; y < 420; ++y)
            for (const int x : {0, 1, 2, 377, 378, 379}) // the first plot takes the left half
                QVERIFY2(at(x, y) == at(x, 2), qPrintable(QStringLiteral("%1 %2").arg(x).arg(y)));
    }
    void noIntervalTakesTwoThirdsOfTheHeight_data()
    {
        QTest::addColumn<bool>("isLinear");
        QTest::addColumn<QList<double>>("values");
        for (const bool isLinear : {true, false}) {
            const char* scale = isLinear ? "linear" : "logarithmic";
            QTest::addRow("%s, one value", scale) << isLinear << QList<double>{1e9};
            QTest::addRow("%s, hardly different", scale) << isLinear << QList<double>{1e9, 1.02e9};
            QTest::addRow("%s, far apart", scale) << isLinear << QList<double>{1e9, 1e10, 1e11};
        }
    }
    void noIntervalTakesTwoThirdsOfTheHeight()
    {
        QFETCH(const bool, isLinear);
        QFETCH(const QList<double>, values);
        ExperimentInfo info = bars();
        info.chart = ExperimentChartKind::Lines;
        info.plots[0].y.scale = isLinear ? AxisScaleKind::Linear : AxisScaleKind::PowersOfTen;
        ExperimentResult result;
        for (const double value : values)
            result.points.push_back({.series = "a", .x = value, .y = value, .low = 1e-3 * value, .high = 1e3 * value});
        const ExperimentPlotData plot = experimentChartData(info, result).plots.at(0);
        QVERIFY(plot.cutsIntervals);
        for (const ExperimentPoint& point : plot.series.front().points) {
            const auto [low, high] = plot.drawnInterval(point);
            QVERIFY(low < point.y && point.y < high && low >= plot.yLow && high <= plot.yHigh);
            const double share = isLinear ? (high - low) / (plot.yHigh - plot.yLow)
                                          : std::log(high / low) / std::log(plot.yHigh / plot.yLow);
            QVERIFY2(share < 0.6, qPrintable(QString::number(share)));
        }
    }
    /// The others must not be pressed together by it.
    void oneWideIntervalTakesNoMoreThanItsShareOfTheHeight()
    {
        ExperimentInfo info = bars();
        info.chart = ExperimentChartKind::Lines;
        info.plots[0].y.scale = AxisScaleKind::PowersOfTen;
        ExperimentResult result;
        for (const double x : {1.0, 2.0, 4.0})
            result.points.push_back({.series = "a", .x = x, .y = 1e9 * x, .low = 0.9e9 * x, .high = 1.1e9 * x});
        QVERIFY(!experimentChartData(info, result).plots.at(0).cutsIntervals);
        result.points[1].low = 1e5;
        const ExperimentPlotData plot = experimentChartData(info, result).plots.at(0);
        QVERIFY(plot.cutsIntervals);
        QVERIFY2(plot.yLow > 1e8, qPrintable(QString::number(plot.yLow)));
        QVERIFY(plot.yLow < 1e9 && plot.yHigh > 4e9);
    }
    void theIntervalOfABarGoesAsFarIntoItAsItIs()
    {
        ExperimentResult result;
        result.points = {bar("a", "one", 10.0)};
        result.points[0].low = 1.0;
        result.points[0].high = 11.0;
        QVERIFY(!experimentChartData(bars(), result).plots.at(0).cutsIntervals);
        result.points[0].high = 30.0;
        const ExperimentPlotData plot = experimentChartData(bars(), result).plots.at(0);
        QVERIFY(plot.cutsIntervals);
        QVERIFY(plot.drawnInterval(result.points[0]).first == 1.0
                && plot.drawnInterval(result.points[0]).second < 15.0);
    }
    void drawsAsMuchAsAFileMayHold_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("bars") << static_cast<int>(ExperimentChartKind::Bars);
        QTest::newRow("lines") << static_cast<int>(ExperimentChartKind::Lines);
        QTest::newRow("roofline") << static_cast<int>(ExperimentChartKind::Roofline);
    }
    /// Every number with a series and a label of its own: nothing may be looked for from the start for each of them.
    void drawsAsMuchAsAFileMayHold()
    {
        QFETCH(int, kind);
        auto result = std::make_shared<ExperimentResult>();
        for (std::size_t i = 0; i < maximumExperimentPoints; ++i) {
            const std::string name = std::to_string(i);
            result->points.push_back({.series = "series " + name,
                                      .label = "label " + name,
                                      .x = 1.0 + static_cast<double>(i),
                                      .y = 1e9 + static_cast<double>(i),
                                      .low = 1e9,
                                      .high = 2e9,
                                      .provenance = i % 2 == 0 ? Provenance::Measured : Provenance::Predicted});
        }
        ExperimentInfo info = bars();
        info.chart = static_cast<ExperimentChartKind>(kind);
        ExperimentChart chart;
        showOn(chart, {700, 420}, info, result);
        QCOMPARE(chart.data().plots.at(0).labels.size(), maximumExperimentPoints);
        QMouseEvent move(QEvent::MouseMove, QPointF(350, 200), chart.mapToGlobal(QPointF(350, 200)), Qt::NoButton,
                         Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&chart, &move);
        QVERIFY(!chart.grab().isNull());
    }
    void namesOfATimelineLeaveItRoom()
    {
        ExperimentInfo info = bars();
        info.chart = ExperimentChartKind::Timeline;
        auto result = std::make_shared<ExperimentResult>();
        result->lanes = {{.group = std::string(2000, 'g'),
                          .name = std::string(2000, 'n'),
                          .spans = {{SpanKind::Work, "kernel", 0.0, 1e-6}}}};
        ExperimentChart chart;
        showOn(chart, {700, 420}, info, result);
        const QRectF span = chart.pixelsOfSpan(0, 0, result->lanes[0].spans[0]);
        QVERIFY2(span.width() > 100.0 && span.left() > 0.0 && span.right() < 700.0,
                 qPrintable(QStringLiteral("%1 to %2").arg(span.left()).arg(span.right())));
    }
    void theDrawingOfSavedEdgesTakesRoomWhereThereIsSome()
    {
        QCOMPARE(savedEdgesHeight(Theme::light(), 100.0), 0);
        QVERIFY(savedEdgesHeight(Theme::light(), 600.0) > 60);
        auto result = std::make_shared<ExperimentResult>();
        for (const double x : {1.0, 2.0, 4.0})
            for (const int plot : {0, 1, 2})
                result->points.push_back({.series = recompute::anew,
                                          .x = x,
                                          .y = 1e-3 * x,
                                          .low = 1e-3 * x,
                                          .high = 1e-3 * x,
                                          .plot = plot});
        ExperimentChart chart;
        const ExperimentInfo& info = findExperiment("recompute")->info();
        showOn(chart, {1000, 600}, info, result);
        ExperimentInfo plain = info;
        plain.drawing = ExperimentDrawing::None;
        const double with = chart.pixelOf(0, result->points.front()).y();
        chart.setExperiment(&plain, result);
        chart.flush();
        QVERIFY(chart.pixelOf(0, result->points.front()).y() > with + 40.0);
    }
    void aPlotThatBelongsBelowHasTheWholeWidth()
    {
        const ExperimentInfo& info = findExperiment("what-would-help")->info();
        auto result = std::make_shared<ExperimentResult>();
        result->points = {bar("speed-up", "Fuse deeper", 4.0)};
        for (const double years : {0.0, 20.0})
            result->points.push_back(
                {.series = "memory", .x = years, .y = 1.0 + years, .provenance = Provenance::Published, .plot = 3});
        for (const int plot : {1, 2}) {
            result->points.push_back(bar("speed-up", "Fuse deeper", 1.0));
            result->points.back().plot = plot;
        }
        ExperimentChart chart;
        showOn(chart, {1200, 700}, info, result);
        const QPointF first = chart.pixelOf(3, result->points[1]);
        const QPointF last = chart.pixelOf(3, result->points[2]);
        QVERIFY2(last.x() - first.x() > 900.0, qPrintable(QStringLiteral("%1 to %2").arg(first.x()).arg(last.x())));
        for (const std::size_t beside : {0U, 1U, 2U})
            QVERIFY(chart.pixelOf(beside, bar("speed-up", "Fuse deeper", 1.0)).y() < std::min(first.y(), last.y()));
        QVERIFY(chart.pixelOf(1, bar("speed-up", "Fuse deeper", 1.0)).x()
                < chart.pixelOf(2, bar("speed-up", "Fuse deeper", 1.0)).x());
        const auto memory = chart.data().plots[3].colors.at("memory");
        for (ExperimentPoint& point : result->points) // before anything is measured
            if (point.provenance == Provenance::Measured)
                point.provenance = Provenance::Predicted;
        chart.setExperiment(&info, std::make_shared<ExperimentResult>(*result));
        chart.flush();
        QCOMPARE(chart.data().plots[3].colors.at("memory"), memory);
        // There were no years under nothing.
        QCOMPARE(chart.data().plots[3].xLow, 0.0);
    }
};

RIDGEPOINT_GUI_TEST(ExperimentBarsTest)
#include "experiment_bars_test.moc"
