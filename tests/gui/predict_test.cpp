// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/cover_panel.h"
#include "app/desktop/base/explore_actions.h"
#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/calculator/calculator_commands.h"
#include "app/desktop/compare/compare_commands.h"
#include "app/desktop/compare/compare_dialog.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/guess_words.h"
#include "app/desktop/explore/predict_mode.h"
#include "app/desktop/explore/presenter_bar.h"
#include "app/desktop/explore/probe_strip.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/figures_view.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/views/sample_table.h"
#include "tests/gui/explore_support.h"
#include "tests/gui/measured_window.h"
#include "tests/gui/mouse_support.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QPixmap>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QTableView>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Predict first, by mouse and keyboard.
class PredictTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] PredictMode& predict() const { return window().exploration().predict(); }
    [[nodiscard]] bool hidden() const
    {
        const auto charts = window().charts().charts();
        return std::all_of(charts.begin(), charts.end(),
                           [](const ChartWidget* chart) { return !showsResults(chart->input().concealed); });
    }
    void ask()
    {
        QTest::keyClick(&window(), Qt::Key_G, Qt::ControlModifier);
        QCOMPARE(predict().state(), PredictMode::State::Guessing);
        flushCharts();
    }
    void chooseLevel(Concealed level)
    {
        QComboBox* box = window().exploration().guessLevel();
        chooseInBox(box, box->findData(static_cast<int>(level)));
        QCOMPARE(predict().level(), level);
        flushCharts();
    }
    void moveTo(const Workload& workload)
    {
        window().engine().cursor.setWorkload(workload);
        flushCharts();
    }

private slots:
    void hidesEveryResultUntilAGuessAndEscLeaves()
    {
        ask();
        QVERIFY(hidden());
        QVERIFY(window().exploration().guessStrip()->text().contains("Esc"));
        auto* cover = window().inspector().findChild<CoverPanel*>();
        QVERIFY(cover != nullptr && cover->isVisible() && cover->size() == window().inspector().size());
        const Workload some = window().charts().roofline()->places().shownPoints().at(2).workload;
        hoverAt(window().charts().roofline(), pixelOf(*window().charts().roofline(), some));
        QVERIFY(!window().charts().map()->input().linked); // hovering tells nothing
        QTest::keyClick(&window(), Qt::Key_Escape);
        QCOMPARE(predict().state(), PredictMode::State::Off);
        QVERIFY(!hidden() && !cover->isVisible());
        QVERIFY(!window().exploration().guessStrip()->isVisible());
        QVERIFY(!window().exploration().actions().predict->isChecked());
        ask();
        QTest::keyClick(&window(), Qt::Key_G, Qt::ControlModifier);
        QCOMPARE(predict().state(), PredictMode::State::Off);
    }

    void nothingOfWhatIsCoveredShowsBesideTheRoundCorners()
    {
        QWidget& figures = *window().workloadPanel().figures();
        QVERIFY(figures.isVisible());
        QPixmap black(figures.size());
        black.fill(Qt::black);
        auto* dark = new QLabel(&figures);
        dark->setPixmap(black);
        dark->setGeometry(figures.rect());
        dark->show();
        ask();
        const QImage picture = figures.grab().toImage();
        QCOMPARE(picture.pixelColor(0, 0), picture.pixelColor(4, picture.height() / 2));
    }

    void whatIsCoveredHasNoScrollBar()
    {
        window().resize(1366, 560); // short: the open inspector scrolls
        for (FoldSection* section : window().inspector().findChildren<FoldSection*>())
            section->setFolded(false);
        QScrollArea* area = nullptr;
        for (QWidget* each = &window().inspector(); each != nullptr && area == nullptr; each = each->parentWidget())
            area = qobject_cast<QScrollArea*>(each);
        QVERIFY(area != nullptr);
        const QScrollBar& bar = *area->verticalScrollBar();
        QTRY_VERIFY_WITH_TIMEOUT(bar.isVisible(), patienceMs);
        ask();
        QTRY_VERIFY_WITH_TIMEOUT(!bar.isVisible() && bar.maximum() == 0, patienceMs);
        QVERIFY(window().inspector().height() <= area->viewport()->height());
        window().resize(1366, 620);
        QTRY_VERIFY_WITH_TIMEOUT(window().inspector().height() == area->viewport()->height(), patienceMs);
        window().resize(1366, 560);
        QTest::keyClick(&window(), Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(bar.isVisible(), patienceMs);
    }

    void everyLevelHidesItsPartEverywhere_data()
    {
        QTest::addColumn<int>("level");
        QTest::newRow("nothing shown") << static_cast<int>(Concealed::Everything);
        QTest::newRow("roofs shown") << static_cast<int>(Concealed::ResultsAndBorder);
        QTest::newRow("roofs and borders shown") << static_cast<int>(Concealed::Results);
    }
    void everyLevelHidesItsPartEverywhere()
    {
        QFETCH(int, level);
        const auto chosen = static_cast<Concealed>(level);
        window().compare().show();
        window().calculator().open();
        const CompareDialog& compare = *window().compare().dialog();
        const CalculatorDialog& calculator = *window().calculator().dialog();
        const QWidget* body = calculator.deviceCard();
        const QString told = calculator.estimateView()->measured()->text();
        QVERIFY2(told.contains("easured"), qPrintable(told));
        window().activateWindow();
        ask();
        chooseLevel(chosen);
        for (const ChartWidget* chart : window().charts().charts())
            QCOMPARE(chart->input().concealed, chosen);
        for (const QWidget* panel : std::initializer_list<const QWidget*>{
                 &window().inspector(), window().workloadPanel().strip(),
                 window().exploration().presenterBar()->results(), &window().table()}) {
            const auto* cover = panel->findChild<const CoverPanel*>(QString(), Qt::FindDirectChildrenOnly);
            QVERIFY(cover != nullptr && cover->isVisibleTo(panel));
        }
        const auto isCovered = [](const QWidget* panel) {
            const auto* cover = panel->findChild<const CoverPanel*>();
            return cover->isVisibleTo(panel) && !panel->isEnabled();
        };
        QCOMPARE(isCovered(compare.table()), !showsRoofs(chosen));
        QCOMPARE(body->isEnabled(), showsRoofs(chosen));
        QCOMPARE(calculator.findChild<const CoverPanel*>()->isVisible(), !showsRoofs(chosen));
        QVERIFY2(calculator.estimateView()->measured()->text() != told, "the answer to the guess");
        QGuiApplication::clipboard()->setText(QStringLiteral("as before"));
        window().exploration().actions().copyNumbers->trigger();
        window().exploration().actions().copyCaption->trigger();
        window().actions_().copyRows->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("as before"));
        QVERIFY2(window().strip().text().startsWith("Nothing was copied"), qPrintable(window().strip().text()));
        window().strip().dismiss();
        for (QAction* file : {window().actions_().exportChart, window().actions_().report}) {
            file->trigger();
            QVERIFY2(window().strip().text().contains("hidden until you have guessed"),
                     qPrintable(window().strip().text()));
            window().strip().dismiss();
        }
        QTest::keyClick(&window(), Qt::Key_Escape);
        QVERIFY(!hidden() && !isCovered(compare.table()) && body->isEnabled());
        QCOMPARE(calculator.estimateView()->measured()->text(), told);
    }

    void theLevelIsRememberedAndChangesAGuessThatIsAskedFor()
    {
        QVERIFY(!window().exploration().guessLevel()->isVisible());
        ask();
        QCOMPARE(predict().level(), Concealed::Everything);
        RooflineChart& chart = *window().charts().roofline();
        chart.setFocus();
        QTest::keyClick(&chart, Qt::Key_Up);
        const auto place = chart.input().guess.place;
        QVERIFY(place);
        chooseLevel(Concealed::ResultsAndBorder);
        QVERIFY2(chart.hasFocus(), "the arrow keys go on guessing");
        QVERIFY(chart.input().guess.place == place);
        QCOMPARE(PredictMode(window().charts(), window().engine().cursor, nullptr).level(),
                 Concealed::ResultsAndBorder);
        QTest::keyClick(&chart, Qt::Key_Return);
        QVERIFY(!window().exploration().guessLevel()->isVisible());
    }

    void whatIsAskedForIsMarkedAndFollowsTheSliders()
    {
        ask();
        const RooflineChart& roofline = *window().charts().roofline();
        const RegimeMapChart& map = *window().charts().map();
        CurvesChart& curves = *window().charts().curves();
        const Workload before = window().engine().cursor.workload();
        QVERIFY(roofline.input().asked && map.input().asked && curves.input().asked);
        QCOMPARE(roofline.input().asked->coordinate, costOf(before).arithmeticIntensity().value());
        QCOMPARE(map.input().asked->axis, Qt::Vertical);
        QCOMPARE(map.input().asked->coordinate, std::log2(static_cast<double>(before.elements)));
        QCOMPARE(curves.input().asked->coordinate, static_cast<double>(before.operationsPerElement));
        QTest::keyClick(window().workloadPanel().slider(AxisKind::Operations)->slider(), Qt::Key_Right);
        QTest::keyClick(window().workloadPanel().slider(AxisKind::Size)->slider(), Qt::Key_Left);
        const Workload after = window().engine().cursor.workload();
        QVERIFY(after != before);
        QCOMPARE(roofline.input().asked->coordinate, costOf(after).arithmeticIntensity().value());
        QCOMPARE(map.input().asked->coordinate, std::log2(static_cast<double>(after.elements)));
        QCOMPARE(curves.input().asked->coordinate, static_cast<double>(after.operationsPerElement));
        window().charts().chooseCurvesAxis(AxisKind::Size);
        QCOMPARE(curves.input().asked->coordinate, static_cast<double>(after.elements));
        QVERIFY2(curves.input().asked->words.contains("floats"), qPrintable(curves.input().asked->words));
        QTest::keyClick(&window(), Qt::Key_Escape);
        for (const ChartWidget* chart : window().charts().charts())
            QVERIFY(!chart->input().asked);
    }

    void coveredRowsAreNotCopied()
    {
        window().actions_().table->trigger();
        window().table().view()->selectRow(2);
        ask();
        QGuiApplication::clipboard()->setText(QStringLiteral("as before"));
        window().setFocus(); // no chart has it
        window().actions_().copyRows->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("as before"));
        QTest::keyClick(&window(), Qt::Key_Escape);
        window().table().view()->setFocus();
        window().table().view()->selectRow(2);
        window().actions_().copyRows->trigger();
        QVERIFY(QGuiApplication::clipboard()->text() != QLatin1String("as before"));
    }

    void theSentenceSpeaksOfTheChartInViewInThreeLines_data()
    {
        QTest::addColumn<int>("page");
        QTest::addColumn<QString>("said");
        QTest::addColumn<QStringList>("elsewhere");
        QTest::newRow("roofline") << static_cast<int>(ChartArea::Page::Charts) << "the performance"
                                  << QStringList{"regime", "curve"};
        QTest::newRow("map") << static_cast<int>(ChartArea::Page::Map) << "the regime to change"
                             << QStringList{"performance", "curve"};
        QTest::newRow("curves") << static_cast<int>(ChartArea::Page::Curves) << "Draw the curve"
                                << QStringList{"performance", "regime", "map"};
        QTest::newRow("the table, for which the roofline comes")
            << static_cast<int>(ChartArea::Page::Table) << "the performance" << QStringList{"regime", "curve"};
    }
    void theSentenceSpeaksOfTheChartInViewInThreeLines()
    {
        QFETCH(int, page);
        QFETCH(QString, said);
        QFETCH(QStringList, elsewhere);
        ChartArea& charts = window().charts();
        window().resize(900, 576);
        QTRY_COMPARE_WITH_TIMEOUT(charts.room(), ChartArea::Room::Narrow, patienceMs);
        charts.showPage(static_cast<ChartArea::Page>(page));
        ask();
        const MessageStrip& strip = *window().exploration().guessStrip();
        QVERIFY2(strip.text().contains(said), qPrintable(strip.text()));
        for (const QString& other : elsewhere)
            QVERIFY2(!strip.text().contains(other), qPrintable(strip.text()));
        const auto* words = strip.findChild<QLabel*>();
        QTRY_VERIFY2_WITH_TIMEOUT(words->height() > 0 && words->height() < 4 * words->fontMetrics().lineSpacing(),
                                  qPrintable(QString::number(words->height())), patienceMs);
        charts.showPage(ChartArea::Page::Curves); // another chart asks for another guess
        QVERIFY2(strip.text().contains("Draw the curve"), qPrintable(strip.text()));
    }

    void aClickInTheRooflineIsAGuessOfTheTime()
    {
        RooflineChart& chart = *window().charts().roofline();
        QTRY_VERIFY_WITH_TIMEOUT(!chart.places().shownPoints().empty(), patienceMs); // once it was painted
        const ChartPoint point = chart.places().shownPoints().back();                // far right of the ridge
        moveTo(point.workload);
        ask();
        const QPointF truth = chart.places().pixelsOf(point).at(0);
        const QPointF guess(truth.x() - 60.0, truth.y() - 22.0); // beside the mark, of which it is a guess all the same
        const double said = chart.placeAt(guess.toPoint())->y;
        clickAt(&chart, guess.toPoint());
        QCOMPARE(predict().state(), PredictMode::State::Revealed);
        QVERIFY(!hidden());
        QVERIFY2(predict().sentence().contains("You guessed")
                     && predict().sentence().contains(" slower. The limit here is computing, which allows "),
                 qPrintable(predict().sentence()));
        QVERIFY(chart.input().guess.place && chart.input().guess.place->x == point.intensity().value());
        QCOMPARE(chart.input().guess.place->y, said);
        QVERIFY(window().engine().cursor.point() == point.workload);
        QTest::keyClick(&window(), Qt::Key_Escape);
        QVERIFY(!chart.input().guess.place);
    }

    void aMouseThatMovesReadsTheAxesAndRevealsNothing()
    {
        RooflineChart& roofline = *window().charts().roofline();
        RegimeMapChart& map = *window().charts().map();
        CurvesChart& curves = *window().charts().curves();
        ask();
        const Format format;
        const QPointF over = QRectF(roofline.axisRect()->rect()).center() + QPointF(20.0, -30.0);
        hoverAt(&roofline, over);
        const PlotPlace place = roofline.placeAt(over).value();
        QCOMPARE(roofline.readoutLines(),
                 (QStringList{format.rate(FlopsPerSecond(place.y)), format.intensity(FlopsPerByte(place.x))}));
        hoverAt(&map, QRectF(map.axisRect()->rect()).center());
        QVERIFY2(map.readoutLines().size() == 2 && map.readoutLines().front().contains("floats"),
                 qPrintable(map.readoutLines().join('|')));
        hoverAt(&curves, QRectF(curves.axisRects().at(0)->rect()).center());
        QVERIFY2(curves.readoutLines().size() == 2 && curves.readoutLines().back().contains("fma"),
                 qPrintable(curves.readoutLines().join('|')));
        QVERIFY(hidden() && !map.input().linked && !roofline.input().guess.place);
    }

    void aGuessThatIsMovedByKeysIsReadOut()
    {
        RooflineChart& roofline = *window().charts().roofline();
        const Format format;
        ask();
        roofline.setFocus();
        QTest::keyClick(&roofline, Qt::Key_Up);
        const PlotPlace guess = roofline.input().guess.place.value();
        QCOMPARE(roofline.readoutLines(),
                 (QStringList{format.rate(FlopsPerSecond(guess.y)), format.intensity(FlopsPerByte(guess.x))}));
        QTest::keyClick(&roofline, Qt::Key_Up);
        QCOMPARE(roofline.readoutLines().value(0), format.rate(FlopsPerSecond(roofline.input().guess.place.value().y)));
        QTest::keyClick(&roofline, Qt::Key_Return);
        QVERIFY2(roofline.readoutLines().isEmpty(), "the sentence has it");
    }

    void theAxesHoldTheGuessAndThoseThatWereSeenStay_data()
    {
        QTest::addColumn<int>("level");
        QTest::newRow("nothing shown") << static_cast<int>(Concealed::Everything);
        QTest::newRow("roofs shown") << static_cast<int>(Concealed::ResultsAndBorder);
    }
    void theAxesHoldTheGuessAndThoseThatWereSeenStay()
    {
        QFETCH(int, level);
        RooflineChart& chart = *window().charts().roofline();
        const QCPRange fitted = chart.yAxis->range();
        ask();
        if (static_cast<Concealed>(level) != Concealed::Everything)
            chooseLevel(static_cast<Concealed>(level));
        const QCPRange seen = chart.yAxis->range();
        const QRectF plot(chart.axisRect()->rect());
        clickAt(&chart, QPointF(plot.center().x(), plot.top() + plot.height() * 0.03).toPoint());
        QCOMPARE(predict().state(), PredictMode::State::Revealed);
        flushCharts();
        const QCPRange revealed = chart.yAxis->range();
        QVERIFY(revealed.contains(chart.input().guess.place.value().y));
        // What is measured meanwhile may stretch them, and moves nothing that was seen out of them.
        const QCPRange& kept = static_cast<Concealed>(level) == Concealed::ResultsAndBorder ? seen : fitted;
        QVERIFY(revealed.contains(kept.lower) && revealed.contains(kept.upper));
        QTest::keyClick(&window(), Qt::Key_Escape);
        flushCharts();
        QVERIFY(chart.yAxis->range().upper <= revealed.upper);
    }

    void arrowsAndEnterGuessInTheRoofline()
    {
        RooflineChart& chart = *window().charts().roofline();
        ask();
        chart.setFocus();
        QTest::keyClick(&chart, Qt::Key_Up);
        const double first = chart.input().guess.place.value().y;
        QTest::keyClick(&chart, Qt::Key_Up);
        QVERIFY(chart.input().guess.place->y > first);
        const double x = chart.input().guess.place->x;
        QTest::keyClick(&chart, Qt::Key_Right); // what is asked for moves, and the guess with it
        QVERIFY(chart.input().guess.place->x > x);
        QCOMPARE(chart.input().guess.place->x, chart.input().asked->coordinate);
        QCOMPARE(costOf(window().engine().cursor.workload()).arithmeticIntensity().value(),
                 chart.input().asked->coordinate);
        QVERIFY(hidden());
        QTest::keyClick(&chart, Qt::Key_Return);
        QCOMPARE(predict().state(), PredictMode::State::Revealed);
        QVERIFY(window().exploration().guessStrip()->text().contains("You guessed"));
        const Workload guessed = window().engine().cursor.workload();
        moveTo(moved(guessed, AxisKind::Size, guessed.elements / 4)); // of which nothing was guessed
        QCOMPARE(predict().state(), PredictMode::State::Off);
        QVERIFY(!chart.input().guess.place);
    }

    void aClickInTheMapIsAGuessOfTheBorder()
    {
        RegimeMapChart& map = *window().charts().map();
        ask();
        const QRectF plot(map.axisRect()->rect());
        const double row = map.input().asked.value().coordinate;
        clickAt(&map, QPointF(plot.left() + plot.width() * 0.1, plot.top() + plot.height() * 0.2).toPoint());
        QCOMPARE(predict().state(), PredictMode::State::Revealed);
        QCOMPARE(map.input().guess.place.value().y, row);
        QVERIFY2(predict().sentence().contains("You placed the border"), qPrintable(predict().sentence()));
        const auto drawn = crossingsOf(map.data().borders, true, row);
        QVERIFY(!drawn.empty());
        QVERIFY2(std::ranges::any_of(drawn,
                                     [&](const BorderCrossing& each) {
                                         return predict().sentence().contains(
                                             "It is predicted at " + Format().count(std::exp2(each.place)) + " (");
                                     }),
                 qPrintable(predict().sentence()));
        QTest::keyClick(&window(), Qt::Key_Escape); // so that the same row is asked of
        ask();
        map.setFocus();
        QTest::keyClick(&map, Qt::Key_Right);
        const double x = map.input().guess.place.value().x;
        QTest::keyClick(&map, Qt::Key_Down);
        QVERIFY(map.input().asked->coordinate < row && map.input().guess.place->y == map.input().asked->coordinate);
        QCOMPARE(map.input().guess.place->x, x);
        QTest::keyClick(&map, Qt::Key_Enter);
        QCOMPARE(predict().state(), PredictMode::State::Revealed);
    }

    void againAsksForAnotherPointOfAnotherRegime()
    {
        const Cursor& cursor = window().engine().cursor;
        const auto regimeNow = [&]() -> std::optional<Regime> {
            for (const ChartPoint& point : window().charts().map()->places().shownPoints())
                if (point.workload == cursor.workload())
                    return point.regime;
            return std::nullopt;
        };
        QTRY_VERIFY_WITH_TIMEOUT(!window().charts().map()->places().shownPoints().empty(), patienceMs);
        moveTo(window().charts().map()->places().shownPoints().front().workload);
        std::vector<Workload> asked;
        int ended = 0;
        const QObject untilTheEnd;
        connect(&predict(), &PredictMode::changed, &untilTheEnd,
                [&] { ended += predict().state() == PredictMode::State::Off ? 1 : 0; });
        for (int i = 0; i < 3; ++i) {
            const Workload before = cursor.workload();
            const std::optional<Regime> regime = regimeNow();
            ask();
            QVERIFY(i == 0 ? cursor.workload() == before
                           : cursor.workload().elements != before.elements && regimeNow() != regime);
            QVERIFY(std::ranges::find(asked, cursor.workload()) == asked.end());
            asked.push_back(cursor.workload());
            window().charts().roofline()->setFocus();
            QTest::keyClick(window().charts().roofline(), Qt::Key_Return);
            QCOMPARE(predict().state(), PredictMode::State::Revealed);
            QVERIFY2(predict().sentence().contains("Ctrl+G: another point"), qPrintable(predict().sentence()));
            flushCharts();
        }
        QCOMPARE(ended, 0);                    // from one point to the next what is hidden does not come and go
        const Workload chosen = asked.front(); // a slider that was moved says which point is wanted
        moveTo(chosen);
        ask();
        QVERIFY(cursor.workload() == chosen);
    }

    void aCurveIsDrawnByTheMouse()
    {
        CurvesChart& curves = *window().charts().curves();
        ask();
        const QRectF plot(curves.axisRects().at(0)->rect());
        const auto at = [&](double x, double y) {
            return QPointF(plot.left() + plot.width() * x, plot.top() + plot.height() * y);
        };
        dragThrough(&curves, {at(0.5, 0.5), at(0.5, 0.5)});
        QCOMPARE(predict().state(), PredictMode::State::Guessing); // too short to mean anything
        QVERIFY(predict().sentence().contains("longer"));
        dragThrough(&curves, {at(0.02, 0.6), at(0.3, 0.6), at(0.2, 0.6), at(0.4, 0.6), at(0.98, 0.2)});
        QCOMPARE(predict().state(), PredictMode::State::Revealed);
        QVERIFY2(predict().sentence().contains("urve"), qPrintable(predict().sentence()));
        QCOMPARE(curves.input().guess.lines.size(), std::size_t{3});
        for (const auto& line : curves.input().guess.lines)
            QVERIFY(line.size() > 3);
        QVERIFY(curves.input().guess.lines[1].front().plot == 1);
    }

    void aCurveIsDrawnByTheKeyboard()
    {
        CurvesChart& curves = *window().charts().curves();
        ask();
        curves.setFocus();
        for (int i = 0; i < 6; ++i)
            QTest::keyClick(&curves, Qt::Key_Right);
        const std::size_t places = curves.input().guess.lines.at(0).size();
        const double left = curves.input().guess.lines[0].front().y;
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(&curves, Qt::Key_Up);
        QCOMPARE(curves.input().guess.lines[0].size(), places);
        QCOMPARE(curves.input().guess.lines[0].front().y, left);
        QVERIFY(curves.input().guess.lines[0].back().y > left * 1.3);
        const QPointF below(curves.width() / 2.0, curves.height() - 2.0);
        dragThrough(&curves, {below, below}); // which begins no other curve
        QTest::keyClick(&curves, Qt::Key_Return);
        QCOMPARE(predict().state(), PredictMode::State::Revealed);
        QVERIFY(predict().sentence().contains("urve"));
    }

    void theSentenceSaysBothInWhatWasGuessedAndWhy()
    {
        ChartPoint point;
        point.flops = Flops(4.3e7);
        point.time = Seconds(4.3e-3);
        point.low = Seconds(4.2e-3);
        point.high = Seconds(4.4e-3);
        point.regime = Regime::Compute;
        const FlopsPerSecond guess(2e10);
        const auto wordsOf = [&](FlopsPerSecond said, const std::optional<FlopsPerSecond>& allowed = {}) {
            return performanceGuessWords(said, point, allowed, Format(QLocale::c()));
        };
        const QString words = wordsOf(guess, FlopsPerSecond(1.2e10));
        QVERIFY2(
            words.contains("You guessed 20.0") && words.contains("measured 10.0") && words.contains("(4.30")
                && words.simplified().endsWith("2.0× slower. The limit here is computing, which allows 12.0 GFLOP/s."),
            qPrintable(words));
        const QString low = wordsOf(FlopsPerSecond(2.5e7));
        QVERIFY2(low.contains("You guessed 25.0") && low.endsWith(", 400× faster. The limit here is computing."),
                 qPrintable(low));
        point.regime = Regime::UnderFilled;
        QVERIFY2(wordsOf(guess).endsWith("The limit here is too little work for the whole device (under-filled)."),
                 qPrintable(wordsOf(guess)));
        point.regime = Regime::Compute;
        point.low = Seconds(1e-3);
        point.high = Seconds(9e-3);
        const QString undecided = wordsOf(guess);
        QVERIFY2(undecided.contains("cannot be decided") && !undecided.contains("slower"), qPrintable(undecided));
        point.low = Seconds(4.2e-3);
        point.regime.reset();
        QVERIFY(wordsOf(guess).contains("not known"));
        const auto borderWords = [&](std::optional<double> predicted, std::optional<double> measured,
                                     bool isAcross = true, bool isWhatIf = false) {
            return borderGuessWords(8.0, {{Regime::Memory, Regime::Compute}, predicted, measured, isWhatIf}, isAcross,
                                    "fma per element", Format(QLocale::c()));
        };
        QCOMPARE(
            borderWords(3.75, 32.4),
            QStringLiteral("You placed the border between memory and compute at 8 fma per element. It is predicted "
                           "at 3.75 (2.1 times further left) and measured at about 32 (4.0 times further right)."));
        QVERIFY(borderWords(8.5, {}).endsWith(". It is predicted at 8.5 (correct)."));
        QVERIFY(borderWords(32.0, {}, false).endsWith("(4.0 times further up)."));
        QVERIFY(borderWords(2.0, {}, false).endsWith("(4.0 times further down)."));
        QVERIFY(borderWords(2.0, {}, true, true).contains("predicted with the what-if at 2 ("));
        QVERIFY(
            borderWords({}, 919.0).endsWith(" It is measured at about 919 (115 times further right); none is predicted "
                                            "in this row."));
        QVERIFY(borderWords({}, 9.0, false).endsWith("in this column."));
    }
};

RIDGEPOINT_GUI_TEST(PredictTest)
#include "predict_test.moc"
