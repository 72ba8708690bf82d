// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/experiment_data.h"
#include "app/charts/draw/chart_accessibility.h"
#include "app/charts/draw/experiment_chart.h"
#include "app/charts/render/render.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"

#include <QApplication>
#include <QFile>
#include <QMouseEvent>
#include <QTemporaryDir>

using namespace ridgepoint;

namespace {

ExperimentInfo infoOf(ExperimentChartKind kind)
{
    return {.id = "any",
            .title = "Any",
            .summary = "s",
            .chart = kind,
            .plots = {{.title = "One",
                       .x = {"Size", "", AxisScaleKind::PowersOfTwo},
                       .y = {"Bandwidth", "B/s", AxisScaleKind::PowersOfTen}}}};
}

ExperimentPoint pointAt(const char* label, double x, double y, Provenance provenance = Provenance::Measured)
{
    return {.series = provenance == Provenance::Measured ? "measured" : "said",
            .label = label,
            .x = x,
            .y = y,
            .low = y * 0.9,
            .high = y * 1.1,
            .provenance = provenance};
}

ExperimentResult someResult()
{
    ExperimentResult result;
    result.id = "mistakes";
    result.device = "cpu";
    result.deviceName = "Test processor";
    result.points = {pointAt("The right way", 64.0, 5e10), pointAt("First call, with its set-up", 16.0, 1e10),
                     pointAt("The right way", 64.0, 6e10, Provenance::Predicted)};
    result.roofs = {{.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = 6e10, .low = 6e10, .high = 6e10},
                    {.id = "compute.fp32.fma", .kind = RoofKind::Compute, .value = 4e11, .low = 4e11, .high = 4e11},
                    {.id = "launch.wait_each", .kind = RoofKind::Launch, .value = 1e-6, .low = 1e-6, .high = 1e-6}};
    return result;
}

ExperimentPoint saidOf(const char* series, double x, double y, Provenance provenance)
{
    return {.series = series, .x = x, .y = y, .low = y, .high = y, .provenance = provenance};
}

/// Pixels in the colours of the first and the second series, around these places of the first or on the way between
/// them: the colours that a chart of lines gives them first.
std::pair<int, int> inksAround(const ExperimentInfo& info, const ExperimentResult& result, std::vector<double> places)
{
    ExperimentChart chart;
    chart.setAttribute(Qt::WA_DontShowOnScreen);
    chart.resize(700, 420);
    chart.setExperiment(&info, std::make_shared<const ExperimentResult>(result));
    chart.show();
    chart.flush();
    const QImage image = chart.grab().toImage();
    const ExperimentPoint& first = result.points.front();
    QRectF area;
    for (const double x : places) {
        ExperimentPoint point = first;
        point.x = x;
        const QPointF at = chart.pixelOf(0, point);
        area = area.united(QRectF(at - QPointF(8.0, 8.0), QSizeF(16.0, 16.0)));
    }
    int blue = 0;
    int teal = 0;
    for (int y = static_cast<int>(area.top()); y <= area.bottom(); ++y)
        for (int x = static_cast<int>(area.left()); x <= area.right(); ++x) {
            const QColor there = image.pixelColor(x, y);
            blue += there.blue() > there.red() + 40 && there.blue() > there.green() + 30;
            teal += there.green() > there.red() + 40 && there.green() > there.blue();
        }
    return {blue, teal};
}

} // namespace

class ExperimentTest : public test::Case {
    Q_OBJECT
private slots:
    void barsKeepTheOrderInWhichTheyCame()
    {
        const auto data = experimentChartData(infoOf(ExperimentChartKind::Bars), someResult());
        QCOMPARE(data.plots.size(), std::size_t{1});
        QVERIFY(data.plots[0].labels == (std::vector<LabelName>{"The right way", "First call, with its set-up"}));
        // What was measured comes last: it is drawn over what was said.
        QCOMPARE(data.plots[0].series.back().provenance, Provenance::Measured);
    }
    void whatHardlyChangesLooksSo()
    {
        ExperimentInfo info = infoOf(ExperimentChartKind::Lines);
        info.plots[0].x.scale = info.plots[0].y.scale = AxisScaleKind::Linear;
        ExperimentResult result;
        for (const double x : {2016.0, 2080.0})
            result.points.push_back({.series = "roof",
                                     .x = x,
                                     .y = 400.0 + x / 1e4,
                                     .low = 400.0 + x / 1e4,
                                     .high = 400.0 + x / 1e4,
                                     .provenance = Provenance::Predicted});
        const ExperimentPlotData plot = experimentChartData(info, result).plots.at(0);
        QVERIFY2(plot.yHigh - plot.yLow > 39.0, qPrintable(QStringLiteral("%1 to %2").arg(plot.yLow).arg(plot.yHigh)));
        QVERIFY(plot.yLow < 400.0 && plot.yHigh > 401.0);
        QVERIFY(plot.xLow > 2000.0 && plot.xHigh < 2100.0); // where one measures is chosen, not found
    }
    void linesGoAlongX()
    {
        const auto data = experimentChartData(infoOf(ExperimentChartKind::Lines), someResult());
        QCOMPARE(data.plots[0].series.back().points.front().x, 16.0);
        QVERIFY(data.plots[0].xLow < 16.0 && data.plots[0].xHigh > 64.0);
        QVERIFY(data.plots[0].yLow < 0.9e10 && data.plots[0].yHigh > 6.6e10);
    }
    void predictedLinesThatLieOnEachOtherTakeTurns()
    {
        const ExperimentInfo info = infoOf(ExperimentChartKind::Lines);
        ExperimentResult result;
        for (const auto& [series, value] : {std::pair{"first", 1e10}, {"second", 1e10}, {"apart", 3e11}})
            for (double x = 16.0; x <= 1024.0; x *= 2.0)
                result.points.push_back(saidOf(series, x, value, Provenance::Predicted));
        const ExperimentPlotData plot = experimentChartData(info, result).plots.at(0);
        QCOMPARE(plot.series.size(), std::size_t{3});
        QVERIFY(plot.series[0].turns == 2 && plot.series[0].turn == 0 && plot.series[0].alike.empty());
        QVERIFY(plot.series[1].turns == 2 && plot.series[1].turn == 1 && plot.series[1].alike == SeriesName("first"));
        QVERIFY(plot.series[2].turns == 1 && plot.series[2].alike.empty());
        const auto [blue, teal] = inksAround(info, result, {16.0, 1024.0});
        QVERIFY2(blue > 40 && teal > 40, qPrintable(QStringLiteral("%1 and %2").arg(blue).arg(teal)));
    }
    void aMeasuredDotUnderAnotherOneIsSeenAroundIt()
    {
        const ExperimentInfo info = infoOf(ExperimentChartKind::Lines);
        ExperimentResult result;
        for (const auto& [series, other] : {std::pair{"first", 64.0}, {"second", 512.0}})
            for (const double x : {32.0, other})
                result.points.push_back(saidOf(series, x, 1e10, Provenance::Measured));
        const auto [blue, teal] = inksAround(info, result, {32.0});
        QVERIFY2(blue > 8 && teal > 8, qPrintable(QStringLiteral("%1 and %2").arg(blue).arg(teal)));
    }
    void onlyARooflineHasRoofs()
    {
        QVERIFY(experimentChartData(infoOf(ExperimentChartKind::Bars), someResult()).plots[0].roofs.empty());
        const auto data = experimentChartData(infoOf(ExperimentChartKind::Roofline), someResult());
        QCOMPARE(data.plots[0].roofs.size(), std::size_t{2}); // a launch cost is no line there
        QVERIFY(data.plots[0].yHigh > 4e11);
    }
    void aPlotMayBeDrawnUnlikeTheOthers()
    {
        ExperimentInfo info = infoOf(ExperimentChartKind::Bars);
        info.plots.push_back(info.plots[0]);
        info.plots[1].chart = ExperimentChartKind::Roofline;
        const auto data = experimentChartData(info, someResult());
        QVERIFY(data.plots[0].kind == ExperimentChartKind::Bars && data.plots[0].roofs.empty());
        QVERIFY(data.plots[1].kind == ExperimentChartKind::Roofline && data.plots[1].roofs.size() == 2);
    }
    void numbersThatNoAxisShowsDoNotMoveIt()
    {
        ExperimentResult result = someResult();
        const auto before = experimentChartData(infoOf(ExperimentChartKind::Lines), result).plots[0];
        result.points.push_back({.series = "measured", .x = 32.0, .y = 0.0});
        result.points.push_back({.series = "measured", .x = 32.0, .y = 2e10, .low = -1.0, .high = 2e10});
        result.points.push_back({.series = "measured", .x = 32.0, .y = 1e300, .plot = 7});
        const auto after = experimentChartData(infoOf(ExperimentChartKind::Lines), result).plots[0];
        QCOMPARE(after.yLow, before.yLow);
        QCOMPARE(after.yHigh, before.yHigh);
    }
    void linearBarsBeginAtNothing()
    {
        ExperimentInfo info = infoOf(ExperimentChartKind::Bars);
        info.plots[0].y = {"Share", "%", AxisScaleKind::Linear};
        ExperimentResult result;
        result.points = {{.series = "measured", .label = "a", .y = 0.5, .low = 0.4, .high = 0.6}};
        const auto plot = experimentChartData(info, result).plots[0];
        QCOMPARE(plot.yLow, 0.0);
        QVERIFY(plot.yHigh >= 0.6);
    }
    void nothingIsNoCrash()
    {
        QVERIFY(experimentChartData(infoOf(ExperimentChartKind::Lines), {}).empty());
        ExperimentChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(500, 300);
        chart.show();
        chart.flush();
        QVERIFY(chart.dataCsv().empty());
    }
    void everyKindIsDrawnInEveryTheme_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("lines") << 0;
        QTest::newRow("bars") << 1;
        QTest::newRow("roofline") << 2;
    }
    void everyKindIsDrawnInEveryTheme()
    {
        QFETCH(int, kind);
        const ExperimentInfo info = infoOf(static_cast<ExperimentChartKind>(kind));
        const auto result = std::make_shared<const ExperimentResult>(someResult());
        for (const Theme& theme : {Theme::light(), Theme::darkTheme(), Theme::presenter()}) {
            ExperimentChart chart;
            chart.setAttribute(Qt::WA_DontShowOnScreen);
            chart.resize(700, 420);
            chart.setTheme(theme);
            chart.show();
            chart.flush();
            const QImage empty = chart.grab().toImage();
            chart.setExperiment(&info, result);
            chart.flush();
            QVERIFY(chart.grab().toImage() != empty);
            for (const ExperimentPoint& point : result->points)
                QVERIFY(QRectF(chart.rect()).contains(chart.pixelOf(0, point)));
        }
    }
    void lockedAxesWithoutANumberInViewSaySo()
    {
        for (const ExperimentChartKind kind :
             {ExperimentChartKind::Lines, ExperimentChartKind::Roofline, ExperimentChartKind::Bars}) {
            const ExperimentInfo info = infoOf(kind);
            ExperimentChart chart;
            chart.setAttribute(Qt::WA_DontShowOnScreen);
            chart.resize(700, 420);
            chart.show();
            chart.setExperiment(&info, std::make_shared<const ExperimentResult>(someResult()));
            chart.flush();
            chart.axisRanges().setLocked(true);
            QCOMPARE(chart.outOfViewWords(0), QString());
            ChartRanges away = chart.axisRanges().current();
            for (QCPRange& range : away.ranges)
                range = QCPRange(range.upper * 100.0, range.upper * 1000.0);
            away.zoomed = true;
            chart.axisRanges().set(away);
            // Bars write their values at the edge, wherever they end.
            QCOMPARE(chart.outOfViewWords(0).startsWith("All samples are outside the locked axes"),
                     kind != ExperimentChartKind::Bars);
            QCOMPARE(chart.accessibility().spokenWords().contains("are outside"), kind != ExperimentChartKind::Bars);
            chart.axisRanges().reset();
            QCOMPARE(chart.outOfViewWords(0), QString());
        }
    }
    void aZoomMadeForAQuestionEndsWithIt()
    {
        const ExperimentInfo info = infoOf(ExperimentChartKind::Lines);
        ExperimentChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(700, 420);
        chart.show();
        const auto result = std::make_shared<const ExperimentResult>(someResult());
        chart.setExperiment(&info, result);
        chart.flush();
        const auto shown = [&chart] {
            return std::pair(chart.axisRect()->axis(QCPAxis::atBottom)->range(),
                             chart.axisRect()->axis(QCPAxis::atLeft)->range());
        };
        const auto whole = shown();
        chart.setExperiment(&info, nullptr);
        chart.ask(AskedInPlot{{1e3, 1e6}});
        chart.flush();
        chart.axisRanges().zoom(QRectF(chart.axisRect()->rect()).center(), 0.25);
        QVERIFY(chart.axisRanges().isZoomed());
        chart.setExperiment(&info, result);
        chart.ask(std::nullopt);
        chart.flush();
        QVERIFY(!chart.axisRanges().isZoomed());
        QVERIFY(shown() == whole);
    }
    void aCurveIsAskedForInMultiples()
    {
        const ExperimentInfo info = infoOf(ExperimentChartKind::Lines);
        ExperimentChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(700, 420);
        chart.show();
        chart.setExperiment(&info, nullptr);
        chart.ask(AskedInPlot{{2.0, 128.0}, ExperimentAxis{"Times as long", "x", AxisScaleKind::PowersOfTwo}});
        chart.flush();
        const QCPAxis& times = *chart.axisRect()->axis(QCPAxis::atLeft);
        QCOMPARE(times.range(), QCPRange(0.5, 128.0));
        QVERIFY2(times.label().startsWith("Times as long"), qPrintable(times.label()));
        const QCPRange across = chart.axisRect()->axis(QCPAxis::atBottom)->range();
        QVERIFY(across.lower < 2.0 && across.lower > 1.0 && across.upper > 128.0 && across.upper < 256.0);
        // Beside its answer a curve is seen whole.
        chart.setExperiment(&info, std::make_shared<const ExperimentResult>(someResult()));
        chart.ask(std::nullopt);
        chart.flush();
        const double high = 100.0 * times.range().upper;
        chart.set(&ChartInput::guess,
                  GuessMarks{.lines = {{{0, 1.0, times.range().center()}, {0, 2.0, high}}}, .place = {}});
        chart.flush();
        QVERIFY(times.range().upper >= high);
        QVERIFY2(!times.label().startsWith("Times as long"), qPrintable(times.label()));
    }
    void theMouseReadsANumberWithItsOrigin()
    {
        const ExperimentInfo info = infoOf(ExperimentChartKind::Lines);
        ExperimentChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(700, 420);
        chart.show();
        auto result = std::make_shared<ExperimentResult>(someResult());
        result->points[0].note = "a remark";
        chart.setExperiment(&info, result);
        chart.flush();
        const QPointF place = chart.pixelOf(0, result->points[0]);
        QMouseEvent move(QEvent::MouseMove, place, chart.mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QApplication::sendEvent(&chart, &move);
        const QString words = chart.readoutLines().join(QLatin1Char('|'));
        QVERIFY2(words.contains("The right way") && words.contains("50.0") && words.contains("measured")
                     && words.contains("a remark"),
                 qPrintable(words));
    }
    void wordsOfAFindingHaveTheNumbersOfTheLanguage()
    {
        const Finding finding{"%1 moves %2, %3 of the roof.", {"The pass", {62.4e9, "B/s"}, {0.99, "%"}}};
        const QString words = findingWords(finding, Format(QLocale::c()));
        QCOMPARE(words, QStringLiteral("The pass moves 62.4\u00a0GB/s, 99\u00a0% of the roof."));
    }
    void aKeySaysOnceWhereNumbersComeFrom()
    {
        QCOMPARE(seriesWords({"predicted", "predicted from the roofs"}, Provenance::Predicted),
                 QStringLiteral("predicted from the roofs"));
        QCOMPARE(seriesWords("predicted", Provenance::Predicted), QStringLiteral("predicted"));
        QCOMPARE(seriesWords("kernel alone", Provenance::Predicted), QStringLiteral("kernel alone, predicted"));
        QCOMPARE(seriesWords("A100, fp32 vector unit", Provenance::Published),
                 QStringLiteral("A100, fp32 vector unit, published"));
        QCOMPARE(seriesWords("own kernel", Provenance::Measured), QStringLiteral("own kernel"));
    }
    /// Long names of one family differ at their ends, which a cut there would make the same.
    void longNamesInAKeyAreToldApart()
    {
        const auto drawn = [](const std::string& ending) {
            ExperimentResult result;
            for (const double x : {16.0, 64.0, 256.0})
                for (const std::string& name :
                     {std::string("one"),
                      "A processor of a family with a very long name, in the edition for machine rooms, " + ending})
                    result.points.push_back({.series = name, .x = x, .y = 1e10 + x, .low = 1e10, .high = 1.1e10 + x});
            const ExperimentInfo info = infoOf(ExperimentChartKind::Lines);
            ExperimentChart chart;
            chart.setAttribute(Qt::WA_DontShowOnScreen);
            chart.resize(520, 360);
            chart.show();
            chart.setExperiment(&info, std::make_shared<const ExperimentResult>(result));
            chart.flush();
            return chart.grab().toImage();
        };
        const QImage first = drawn("of 40 GB");
        QVERIFY(first != drawn("of 80 GB"));
        QCOMPARE(drawn("of 40 GB"), first);
    }
    /// Inside a narrow plot, a key of several lines lies over points wherever it stands.
    void aKeyOfANarrowPlotStandsAboveItWhereThereIsRoom()
    {
        ExperimentResult result;
        for (const double x : {16.0, 64.0, 256.0})
            for (const char* name :
                 {"the first of three devices", "the second of three devices", "the third of three devices"})
                result.points.push_back({.series = name, .x = x, .y = 1e10 + x, .low = 1e10, .high = 1.1e10 + x});
        const ExperimentInfo info = infoOf(ExperimentChartKind::Lines);
        ExperimentChart chart;
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(270, 420);
        chart.show();
        chart.setExperiment(&info, std::make_shared<const ExperimentResult>(result));
        chart.flush();
        QVERIFY(chart.keyInside(0).isEmpty());
        chart.resize(270, 180); // of which three lines would take too much
        chart.grab();
        QVERIFY(!chart.keyInside(0).isEmpty());
    }

    void renderDrawsTheLatestResult()
    {
        QTemporaryDir folder;
        Session session;
        session.experiments = {someResult()};
        const QString file = folder.filePath("e.ridge");
        QVERIFY(writeSession(session, file.toStdString()).ok());
        for (const char* ending : {"svg", "pdf", "png"}) {
            const QString out = folder.filePath(QStringLiteral("e.") + QLatin1String(ending));
            QCOMPARE(renderMain({file, "--chart", "mistakes", "--data", "--caption", "-o", out}), 0);
            QVERIFY(QFile(out).size() > 500);
        }
        QFile data(folder.filePath("e.csv"));
        QVERIFY(data.open(QIODevice::ReadOnly) && data.readAll().contains("The right way"));
        QFile caption(folder.filePath("e.txt"));
        QVERIFY(caption.open(QIODevice::ReadOnly) && caption.readAll().contains("; error bars are the intervals"));
    }
    void renderRefusesASessionWithoutTheExperiment()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("e.ridge");
        QVERIFY(writeSession(Session{}, file.toStdString()).ok());
        QCOMPARE(renderMain({file, "--chart", "mistakes", "-o", folder.filePath("e.svg")}), 2);
        QCOMPARE(renderMain({file, "--chart", "weather", "-o", folder.filePath("e.svg")}), 2);
        QCOMPARE(renderMain({file, file, "--chart", "mistakes", "-o", folder.filePath("e.svg")}), 2);
        QVERIFY(!QFile::exists(folder.filePath("e.svg")));
    }
};

RIDGEPOINT_GUI_TEST(ExperimentTest)
#include "experiment_chart_test.moc"
