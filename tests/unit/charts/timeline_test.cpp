// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/experiment_data.h"
#include "app/charts/draw/chart_accessibility.h"
#include "app/charts/draw/experiment_chart.h"
#include "app/charts/draw/flame_paint.h"
#include "core/experiment/registry.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"

#include <QApplication>
#include <QFile>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

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

ExperimentPoint span(const char* holder, const char* label, double length, int plot = 1)
{
    return {
        .series = "any", .label = label, .y = length, .low = length, .high = length, .plot = plot, .parent = holder};
}

/// A call of 100 ns: 40 of looking up, of which 10 its own; 1 of work; the rest its own.
std::vector<ExperimentPoint> someSpans()
{
    return {span("measured", "call", 100e-9), span("call", "look up", 40e-9), span("look up", "name", 25e-9),
            span("look up", "kind", 5e-9), span("call", "work", 1e-9)};
}

const ExperimentInfo& spanInfo()
{
    static const ExperimentInfo info{
        .id = "any",
        .title = "Any",
        .summary = "s",
        .chart = ExperimentChartKind::Bars,
        .plots = {{.title = "Rates", .x = {}, .y = {"Rate", "op/s", AxisScaleKind::PowersOfTen}},
                  {.title = "A call",
                   .x = {"Time", "s", AxisScaleKind::Linear},
                   .y = {"Time", "s", AxisScaleKind::Linear},
                   .chart = ExperimentChartKind::Flame,
                   .workSpan = "work"}}};
    return info;
}

std::shared_ptr<ExperimentResult> spanResult()
{
    auto result = std::make_shared<ExperimentResult>();
    result->id = "any";
    result->points = someSpans();
    result->points.push_back({.series = "measured", .label = "rung", .y = 1e6, .low = 1e6, .high = 1e6});
    return result;
}

const FlameBox& named(const std::vector<FlameBox>& boxes, const char* label)
{
    static const FlameBox none{};
    const auto found = std::find_if(boxes.begin(), boxes.end(),
                                    [&](const FlameBox& box) { return box.point.label == label; });
    return found == boxes.end() ? none : *found;
}

bool same(double a, double b) { return std::abs(a - b) < 1e-15; }

/// A chart that is drawn, though nobody sees it.
struct ShownFlame {
    ExperimentChart chart;
    ShownFlame()
    {
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(700, 560);
        chart.setExperiment(&spanInfo(), spanResult());
        chart.show();
        chart.flush();
    }
    [[nodiscard]] QRectF box(std::size_t place) const { return chart.boxOf(1, someSpans()[place]); }
    void mouse(QEvent::Type type, QPointF at, Qt::MouseButton button = Qt::NoButton,
               Qt::MouseButtons buttons = Qt::NoButton)
    {
        QMouseEvent event(type, at, chart.mapToGlobal(at), button, buttons, Qt::NoModifier);
        QApplication::sendEvent(&chart, &event);
    }
    [[nodiscard]] QString readAt(QPointF at)
    {
        mouse(QEvent::MouseMove, at);
        return chart.readoutLines().join(QLatin1Char('|')).simplified();
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
        const QByteArray text = test::contentOf(folder.filePath("t.svg"));
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
    void spansStandUnderWhatHoldsThem()
    {
        const auto boxes = flameBoxes(someSpans());
        QCOMPARE(boxes.size(), std::size_t{5});
        QCOMPARE(flameRows(boxes), 3);
        QVERIFY(same(flameLength(boxes), 100e-9));
        const FlameBox& kind = named(boxes, "kind");
        QCOMPARE(kind.depth, 2);
        QVERIFY(same(kind.begin, 25e-9) && same(kind.length, 5e-9) && std::abs(kind.share - 0.05) < 1e-12);
        QVERIFY(same(named(boxes, "work").begin, 40e-9));
        QCOMPARE(named(boxes, "work").depth, 1);
        QVERIFY(!named(boxes, "work").holds && named(boxes, "look up").holds);
    }
    void whatIsInNoPartIsASpansOwn()
    {
        const auto boxes = flameBoxes(someSpans());
        QVERIFY(same(named(boxes, "call").own, 59e-9));
        QVERIFY(same(named(boxes, "look up").own, 10e-9));
        QVERIFY(same(named(boxes, "work").own, 1e-9));
    }
    void partsThatAreLongerThanTheirHolderAreDrawnWithinIt()
    {
        const auto boxes = flameBoxes({span("", "call", 10.0), span("call", "a", 15.0), span("call", "b", 5.0)});
        QVERIFY(same(named(boxes, "a").length, 7.5) && same(named(boxes, "b").begin, 7.5)
                && same(named(boxes, "b").length, 2.5));
        QVERIFY(same(named(boxes, "a").point.y, 15.0)); // what was measured stays
        QVERIFY(same(named(boxes, "call").own, 0.0));
    }
    void spansFromAFileThatMakeNoSenseAreLeftOut()
    {
        const auto boxes = flameBoxes({span("b", "a", 1.0), span("a", "b", 1.0), span("self", "self", 1.0),
                                       span("", "", 1.0), span("", "call", 2.0), span("", "call", 9.0),
                                       span("call", "below", -1.0), span("call", "none", std::nan("")),
                                       span("call", "zero", 0.0)});
        QCOMPARE(boxes.size(), std::size_t{2});
        QVERIFY(same(named(boxes, "call").length, 2.0));
        QVERIFY(named(boxes, "zero").depth == 1 && named(boxes, "zero").share == 0.0);
        QCOMPARE(flameRows({}), 1);
        QCOMPARE(flameLength({}), 0.0);
    }
    void aWordIsNeverCut()
    {
        const QFont font = Theme::light().font();
        const double wide = TextPainter::sizeOf("find the", font).width() + 1.0;
        QCOMPARE(wrappedWords("find the operation", font, 1000.0, 1), QStringList{"find the operation"});
        QCOMPARE(wrappedWords("find the way", font, wide, 2), (QStringList{"find the", "way"}));
        QVERIFY(wrappedWords("find the way", font, wide, 1).isEmpty());
        QVERIFY(wrappedWords("find the operation", font, TextPainter::sizeOf("oper", font).width(), 9).isEmpty());
    }
    void theFlameBarIsBelowAndLowerThanTheLadder()
    {
        const ShownFlame shown;
        QCOMPARE(shown.chart.axisRects().size(), 2);
        QList<QCPAxisRect*> rects = shown.chart.axisRects();
        std::sort(rects.begin(), rects.end(), [](const QCPAxisRect* a, const QCPAxisRect* b) {
            return a->outerRect().top() < b->outerRect().top();
        });
        const QRect above = rects.first()->outerRect();
        const QRect below = rects.last()->outerRect();
        QVERIFY(below.top() >= above.bottom() - 1 && below.width() > 680);
        QVERIFY(below.height() > 100 && below.height() < above.height());
        QVERIFY(shown.chart.data().plots[1].labels.empty());
    }
    void boxesStandWhereTheirTimeIs()
    {
        const ShownFlame shown;
        const QRectF call = shown.box(0);
        const QRectF lookUp = shown.box(1);
        QVERIFY(std::abs(call.left() - lookUp.left()) < 0.5);
        QVERIFY(std::abs(lookUp.width() - 0.4 * call.width()) < 0.5);
        QVERIFY(std::abs(lookUp.top() - call.bottom()) < 0.5);
        QVERIFY(std::abs(shown.box(4).left() - lookUp.right()) < 0.5);
        QVERIFY(shown.chart.boxOf(1, span("x", "y", 1.0)).isNull());
    }
    void theMouseReadsNameTimeAndShare()
    {
        ShownFlame shown;
        QString words = shown.readAt(shown.box(1).center());
        QVERIFY2(words.contains("look up") && words.contains("40.0") && words.contains("40 % of \"call\"")
                     && words.contains("10.0") && words.contains("outside its parts"),
                 qPrintable(words));
        words = shown.readAt(shown.box(3).center());
        QVERIFY2(words.contains("kind") && words.contains("5 % of \"call\"") && words.contains("within \"look up\""),
                 qPrintable(words));
        // A narrow span has no words, and is read just beside it too.
        words = shown.readAt(shown.box(4).center() + QPointF(5.0, 0.0));
        QVERIFY2(words.contains("work") && words.contains("1 % of"), qPrintable(words));
        // Where nothing stands under the call, nothing is read.
        words = shown.readAt(QPointF(shown.box(0).right() - 20.0, shown.box(3).center().y()));
        QVERIFY2(words.isEmpty(), qPrintable(words));
    }
    void aClickAndTheKeysChooseASpan()
    {
        ShownFlame shown;
        QSignalSpy chosen(&shown.chart, &ExperimentChart::pointChosen);
        const QPointF at = shown.box(2).center();
        shown.mouse(QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton);
        shown.mouse(QEvent::MouseButtonRelease, at, Qt::LeftButton);
        QVERIFY(shown.chart.chosenPoint() != nullptr && shown.chart.chosenPoint()->label == "name");
        QVERIFY(chosen.count() > 0);
        const QString words = shown.chart.wordsOf(*shown.chart.chosenPoint()).join(QLatin1Char('|')).simplified();
        QVERIFY2(words.startsWith("name|") && words.contains("25 % of \"call\""), qPrintable(words));
        QTest::keyClick(&shown.chart, Qt::Key_Right);
        QCOMPARE(shown.chart.chosenPoint()->label, std::string("kind"));
    }
    void theTimeAloneIsZoomed()
    {
        ShownFlame shown;
        const double before = shown.box(4).width();
        const double height = shown.box(4).height();
        const QPointF at = shown.box(4).center();
        QWheelEvent event(at, shown.chart.mapToGlobal(at), {}, {0, 480}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&shown.chart, &event);
        QVERIFY(shown.box(4).width() > 1.2 * before);
        QVERIFY(std::abs(shown.box(4).height() - height) < 0.5);
        shown.chart.axisRanges().reset();
        QTest::keyClick(&shown.chart, Qt::Key_Plus);
        QVERIFY(shown.box(4).width() > 1.05 * before);
    }
    void filesHaveTheNamesAndTheNumbers()
    {
        const ShownFlame shown;
        QTemporaryDir folder;
        QVERIFY(shown.chart.exportTo(folder.filePath("f.svg"), {}).ok());
        const QByteArray text = test::contentOf(folder.filePath("f.svg"));
        QVERIFY(text.contains("look up") && text.contains("overhead"));
        const QString csv = QString::fromStdString(shown.chart.dataCsv());
        QVERIFY2(csv.contains("any,,1,any,kind,,,5e-09,5e-09,5e-09,s,"), qPrintable(csv));
    }
    void isDrawnInEveryThemeAndEmptyToo()
    {
        for (const Theme& theme : {Theme::light(), Theme::darkTheme(), Theme::presenter()}) {
            ShownFlame shown;
            shown.chart.setTheme(theme);
            shown.chart.flush();
            const QImage full = shown.chart.grab().toImage();
            shown.chart.setExperiment(&spanInfo(), nullptr);
            shown.chart.flush();
            QVERIFY(shown.chart.grab().toImage() != full);
        }
    }
    void theLaddersSpansAreKeptInASession()
    {
        Session session;
        auto result = *spanResult();
        result.id = "ladder";
        session.experiments.push_back(result);
        QTemporaryDir folder;
        const std::string path = folder.filePath("s.ridge").toStdString();
        QVERIFY(writeSession(session, path).ok());
        const auto read = readSession(path);
        QVERIFY(read.ok());
        QCOMPARE(experimentChartData(findExperiment("ladder")->info(), read->experiments.front()).plots[1].boxes.size(),
                 std::size_t{5});
    }
};

RIDGEPOINT_GUI_TEST(TimelineTest)
#include "timeline_test.moc"
