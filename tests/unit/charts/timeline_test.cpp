// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/chart_accessibility.h"
#include "app/charts/draw/experiment_chart.h"
#include "tests/support/test_main.h"

#include <QApplication>
#include <QFile>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>

using namespace ridgepoint;

namespace {

/// Lines above a timeline.
const ExperimentInfo& laneInfo()
{
    static const ExperimentInfo info{
        .id = "any",
        .title = "Any",
        .summary = "s",
        .chart = ExperimentChartKind::Lines,
        .plots = {
            {.title = "Times",
             .x = {"Size", "", AxisScaleKind::PowersOfTwo},
             .y = {"Time", "s", AxisScaleKind::PowersOfTen}},
            {.title = "A run", .x = {"Time", "s", AxisScaleKind::Linear}, .chart = ExperimentChartKind::Timeline}}};
    return info;
}

std::shared_ptr<ExperimentResult> laneResult()
{
    auto result = std::make_shared<ExperimentResult>();
    result->id = "any";
    result->points = {{.series = "a", .x = 64.0, .y = 1e-6, .low = 1e-6, .high = 1e-6},
                      {.series = "a", .x = 1024.0, .y = 2e-6, .low = 2e-6, .high = 2e-6}};
    result->lanes = {{.group = "wait-each",
                      .name = "host",
                      .spans = {{SpanKind::Launch, "submit", 0.0, 1e-6}, {SpanKind::Wait, "wait", 1e-6, 3e-6}},
                      .plot = 1},
                     {.group = "graph", .name = "host", .spans = {{SpanKind::Launch, "submit", 0.0, 1e-6}}, .plot = 1},
                     {.group = "wait-each",
                      .name = "thread 1",
                      .spans = {{SpanKind::Work, "kernel", 1e-6, 2e-6}, {SpanKind::Work, "kernel", 6e-6, 2e-6}},
                      .plot = 1}};
    return result;
}

/// A chart that is drawn, though nobody sees it.
struct Shown {
    ExperimentChart chart;
    explicit Shown(const std::shared_ptr<const ExperimentResult>& result = laneResult(),
                   const ExperimentInfo& info = laneInfo())
    {
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(700, 560);
        chart.setExperiment(&info, result);
        chart.show();
        chart.flush();
    }
    /// The highest and the lowest on the screen.
    [[nodiscard]] QCPAxisRect* above() const { return byHeight().first(); }
    [[nodiscard]] QCPAxisRect* below() const { return byHeight().last(); }
    [[nodiscard]] QList<QCPAxisRect*> byHeight() const
    {
        QList<QCPAxisRect*> rects = chart.axisRects();
        std::stable_sort(rects.begin(), rects.end(), [](const QCPAxisRect* a, const QCPAxisRect* b) {
            return a->outerRect().top() < b->outerRect().top();
        });
        return rects;
    }
    [[nodiscard]] QCPRange time() const { return below()->axis(QCPAxis::atBottom)->range(); }
    [[nodiscard]] QCPRange rows() const { return below()->axis(QCPAxis::atLeft)->range(); }
    [[nodiscard]] QCPRange sizes() const { return above()->axis(QCPAxis::atBottom)->range(); }
    [[nodiscard]] QRectF kernel() const { return chart.pixelsOfSpan(1, 1, laneResult()->lanes[2].spans[0]); }
    void wheel(QPointF at, int notches)
    {
        QWheelEvent event(at, chart.mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&chart, &event);
    }
    void mouse(QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons buttons)
    {
        QMouseEvent event(type, at, chart.mapToGlobal(at), button, buttons, Qt::NoModifier);
        QApplication::sendEvent(&chart, &event);
    }
};

} // namespace

class TimelineTest : public test::Case {
    Q_OBJECT
private slots:
    void whatIsOutOfViewIsSaidInItsOwnPlot()
    {
        Shown shown;
        RangeController& axes = shown.chart.axisRanges();
        const auto all = axes.axes();
        const auto place = std::find(all.begin(), all.end(), shown.above()->axis(QCPAxis::atBottom));
        ChartRanges away = axes.current();
        away.ranges.at(static_cast<std::size_t>(place - all.begin())) = QCPRange(1e6, 1e7);
        away.zoomed = away.locked = true;
        const QImage before = shown.chart.grab().toImage().copy(shown.below()->rect());
        axes.change(away);
        QVERIFY(!shown.chart.outOfViewWords(0).isEmpty());
        QVERIFY(shown.chart.outOfViewWords(1).isEmpty());
        const QString words = shown.chart.accessibility().spokenWords();
        QVERIFY2(words.contains(QStringLiteral("Times: Time (s): All samples are outside")), qPrintable(words));
        shown.chart.replot();
        QCOMPARE(shown.chart.grab().toImage().copy(shown.below()->rect()), before);
    }
    void lanesOfAGroupStandTogether()
    {
        const auto data = experimentChartData(laneInfo(), *laneResult());
        QVERIFY(data.plots[0].lanes.empty());
        const auto& lanes = data.plots[1].lanes;
        QCOMPARE(lanes.size(), std::size_t{3});
        QCOMPARE(lanes[0].group.id() + lanes[0].name, std::string("wait-eachhost"));
        QCOMPARE(lanes[1].group.id() + lanes[1].name, std::string("wait-eachthread 1"));
        QCOMPARE(lanes[2].group.id(), std::string("graph"));
        QVERIFY(data.plots[1].xLow < 0.0 && data.plots[1].xHigh > 8e-6 && data.plots[1].xHigh < 9e-6);
    }
    void lanesOfAPlotThatIsNoTimelineAreLeftOut()
    {
        auto result = laneResult();
        result->lanes[0].plot = 0;
        result->lanes[1].plot = 7;
        const auto data = experimentChartData(laneInfo(), *result);
        QVERIFY(data.plots[0].lanes.empty());
        QCOMPARE(data.plots[1].lanes.size(), std::size_t{1});
    }
    void theTimelineHasTheWholeWidthBelow()
    {
        const Shown shown;
        QCOMPARE(shown.chart.axisRects().size(), 2);
        const QRect above = shown.above()->outerRect();
        const QRect below = shown.below()->outerRect();
        QVERIFY(below.top() >= above.bottom() - 1);
        QVERIFY(below.width() > 680 && above.width() > 680);
    }
    void stretchesStandWhereTheirTimeIs()
    {
        const Shown shown;
        const QRectF submit = shown.chart.pixelsOfSpan(1, 0, laneResult()->lanes[0].spans[0]);
        QVERIFY(std::abs(submit.right() - shown.kernel().left()) < 0.5); // the kernel begins where submitting ends
        QVERIFY(std::abs(shown.kernel().width() - 2.0 * submit.width()) < 0.5);
        QVERIFY(shown.kernel().top() > submit.bottom());
        QVERIFY(QRectF(shown.below()->rect()).contains(shown.kernel()));
    }
    void whatIsShorterThanAPixelIsStillSeen()
    {
        const Shown shown;
        QVERIFY(shown.chart.pixelsOfSpan(1, 0, {SpanKind::Work, "k", 1e-6, 1e-15}).width() >= 1.0);
    }
    void theWheelZoomsTheTimeAlone()
    {
        Shown shown;
        const QCPRange sizes = shown.sizes();
        const QCPRange rows = shown.rows();
        const double before = shown.time().size();
        shown.wheel(shown.kernel().center(), 3);
        QVERIFY(shown.time().size() < 0.9 * before);
        QCOMPARE(shown.rows().size(), rows.size());
        QCOMPARE(shown.sizes().size(), sizes.size());
        shown.chart.axisRanges().reset();
        QCOMPARE(shown.time().size(), before);
    }
    void draggingMovesTheTimeAlone()
    {
        Shown shown;
        shown.wheel(shown.kernel().center(), 4);
        const QCPRange time = shown.time();
        const QCPRange rows = shown.rows();
        const QPointF from = shown.kernel().center();
        const QPointF to = from - QPointF(60.0, 25.0);
        shown.mouse(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
        shown.mouse(QEvent::MouseMove, (from + to) / 2.0, Qt::NoButton, Qt::LeftButton);
        shown.mouse(QEvent::MouseMove, to, Qt::NoButton, Qt::LeftButton);
        shown.mouse(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
        QVERIFY(shown.time().lower > time.lower);
        QCOMPARE(shown.rows().lower, rows.lower);
    }
    void keysZoomTheTimeline()
    {
        Shown shown;
        const double before = shown.time().size();
        const double sizes = shown.sizes().size();
        QTest::keyClick(&shown.chart, Qt::Key_Plus);
        QVERIFY(shown.time().size() < before);
        QCOMPARE(shown.sizes().size(), sizes);
        const double lower = shown.time().lower;
        QTest::keyClick(&shown.chart, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(shown.time().lower > lower);
        for (int i = 0; i < 40; ++i)
            QTest::keyClick(&shown.chart, Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY(std::abs(shown.time().lower - shown.chart.data().plots[1].xLow) < 1e-12); // and not beyond
    }
    void theMouseReadsAStretch()
    {
        Shown shown;
        shown.mouse(QEvent::MouseMove, shown.kernel().center(), Qt::NoButton, Qt::NoButton);
        const QString words = shown.chart.readoutLines().join(QLatin1Char('|'));
        QVERIFY2(words.contains("kernel, thread 1, wait-each") && words.contains("lasts 2.00")
                     && words.contains("begins at 1.00"),
                 qPrintable(words));
    }
    void aFileHasTheLanesAndWhatIsZoomed()
    {
        Shown shown;
        shown.wheel(shown.kernel().center(), 2);
        const auto copy = shown.chart.duplicate();
        QCOMPARE(copy->axisRanges().current().ranges, shown.chart.axisRanges().current().ranges);
        QTemporaryDir folder;
        for (const char* ending : {"svg", "pdf", "png"}) {
            const QString path = folder.filePath(QStringLiteral("t.") + QLatin1String(ending));
            QVERIFY(shown.chart.exportTo(path, {}).ok());
            QVERIFY(QFile(path).size() > 500);
        }
        QFile svg(folder.filePath("t.svg"));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray text = svg.readAll();
        QVERIFY(text.contains("thread 1") && text.contains("wait-each") && text.contains("submit"));
    }
    void aTimelineByItselfIsDrawnInEveryTheme()
    {
        ExperimentInfo info = laneInfo();
        info.plots.erase(info.plots.begin());
        auto result = laneResult();
        for (TimelineLane& lane : result->lanes)
            lane.plot = 0;
        for (const Theme& theme : {Theme::light(), Theme::darkTheme(), Theme::presenter()}) {
            Shown shown(nullptr, info);
            shown.chart.setTheme(theme);
            shown.chart.flush();
            const QImage empty = shown.chart.grab().toImage();
            shown.chart.setExperiment(&info, result);
            shown.chart.flush();
            QVERIFY(shown.chart.grab().toImage() != empty);
            QCOMPARE(shown.chart.axisRects().size(), 1);
        }
    }
    void fromOneKindOfExperimentToAnotherAndBack()
    {
        ExperimentInfo lines = laneInfo();
        lines.plots.pop_back();
        lines.plots.push_back(lines.plots.front());
        Shown shown;
        for (int i = 0; i < 3; ++i) {
            shown.chart.setExperiment(&lines, laneResult());
            shown.chart.flush();
            QCOMPARE(shown.chart.axisRects().size(), 2);
            QCOMPARE(shown.chart.axisRects()[0]->outerRect().top(), shown.chart.axisRects()[1]->outerRect().top());
            shown.chart.setExperiment(&laneInfo(), laneResult());
            shown.chart.flush();
            QVERIFY(shown.above()->outerRect().bottom() <= shown.below()->outerRect().top() + 1);
        }
    }
};

RIDGEPOINT_GUI_TEST(TimelineTest)
#include "timeline_test.moc"
