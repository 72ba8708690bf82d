// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/cover_panel.h"
#include "app/desktop/base/explore_actions.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/first_steps.h"
#include "app/desktop/explore/predict_mode.h"
#include "app/desktop/explore/presenter_bar.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/explore/what_if_bar.h"
#include "app/desktop/explore/what_if_wiring.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/window/bottom_bar.h"
#include "tests/gui/explore_support.h"

#include <QAction>
#include <QClipboard>
#include <QLabel>
#include <QMenuBar>
#include <QSlider>
#include <QToolButton>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The presenter's mode: one chart at a time, and everything as before afterwards.
class PresenterTest : public FreshFolder {
    Q_OBJECT

    static int visibleCharts(const MainWindow& window)
    {
        const auto charts = const_cast<MainWindow&>(window).charts().charts();
        return static_cast<int>(
            std::count_if(charts.begin(), charts.end(), [](const ChartWidget* chart) { return chart->isVisible(); }));
    }
    static void pinTwoPoints(MainWindow& window)
    {
        for (int i = 0; i < 2; ++i) {
            QTest::keyClick(window.workloadPanel().slider(AxisKind::Operations)->slider(), Qt::Key_Right);
            window.exploration().actions().pin->trigger();
        }
    }

private slots:
    void oneChartAtATimeInLargeType_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        QTest::newRow("1366x768, light") << QSize(1366, 768) << false;
        QTest::newRow("1920x1080, dark") << QSize(1920, 1080) << true;
    }
    void oneChartAtATimeInLargeType()
    {
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        WindowUnderTest test(m_folder->path());
        if (dark)
            test.options.theme = ThemeChoice::Dark;
        MainWindow& window = test.measuredWindow(size);
        const Theme before = window.charts().roofline()->theme();
        window.charts().showPage(ChartArea::Page::Charts); // the tour opens a small window at the curves
        const int visibleBefore = visibleCharts(window);
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(window.exploration().presenter().active() && window.windowState().testFlag(Qt::WindowFullScreen));
        QVERIFY(!window.menuBar()->isVisible() && !window.inspector().isVisible() && !window.workloadPanel().isVisible()
                && !window.bottomBar().isVisible());
        QCOMPARE(visibleCharts(window), 1);
        QVERIFY(window.charts().roofline()->isVisible());
        const Theme theme = window.charts().roofline()->theme();
        QCOMPARE(theme.dark, dark);
        QVERIFY(theme.font(0.88).pixelSize() >= leastPresentedPixels(window));
        QVERIFY(theme.lineWidth * 0.6 >= 3.0 - 1e-9);
        for (const QLabel* label : window.charts().findChildren<QLabel*>())
            if (label->isVisible() && !label->text().isEmpty())
                QVERIFY2(QFontInfo(label->font()).pixelSize() >= leastPresentedPixels(window),
                         qPrintable(label->text()));
        QTest::keyClick(&window, Qt::Key_PageDown);
        QVERIFY(window.charts().map()->isVisible() && visibleCharts(window) == 1);
        QTest::keyClick(&window, Qt::Key_PageDown);
        QVERIFY(window.charts().curves()->isVisible() && visibleCharts(window) == 1);
        QTest::keyClick(&window, Qt::Key_PageDown);
        QVERIFY(window.charts().roofline()->isVisible()); // around
        QTest::keyClick(&window, Qt::Key_PageUp);
        QVERIFY(window.charts().curves()->isVisible());
        QTest::keyClick(&window, Qt::Key_Escape);
        QVERIFY(!window.exploration().presenter().active() && !window.windowState().testFlag(Qt::WindowFullScreen));
        QVERIFY(window.menuBar()->isVisible() && window.inspector().isVisible() && window.workloadPanel().isVisible()
                && window.bottomBar().isVisible());
        QTRY_COMPARE(visibleCharts(window), visibleBefore);
        QCOMPARE(window.charts().roofline()->theme().fontPixels, before.fontPixels);
        QCOMPARE(window.charts().roofline()->theme().lineWidth, before.lineWidth);
        QTRY_COMPARE(window.size(), size);
    }

    void typeFollowsTheHeight()
    {
        QCOMPARE(PresenterMode::typePixels(1080), 27);
        QCOMPARE(PresenterMode::typePixels(900), 22);
        QCOMPARE(PresenterMode::typePixels(2160), 54);
        QCOMPARE(PresenterMode::typePixels(600), 15);
        QCOMPARE(PresenterMode::typePixels(400), 15);
        QVERIFY(PresenterMode::typePixels(768) > 15 && PresenterMode::typePixels(768) < 23);
        QCOMPARE(Theme::light().forHall(23).font(0.8).pixelSize(), 20);
        QCOMPARE(Theme::light().forHall(15).font(0.8).pixelSize(), 13);
    }

    void onASmallScreenTheChartHasMostOfTheHeight()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QTest::keyClick(&window, Qt::Key_F11);
        window.setWindowState(Qt::WindowNoState);
        window.resize(900, 600);
        QTRY_COMPARE(window.size(), QSize(900, 600));
        const PresenterBar& bar = *window.exploration().presenterBar();
        QTRY_VERIFY_WITH_TIMEOUT(bar.time()->text() != QStringLiteral("–"), patienceMs);
        const auto lines = [](const QLabel& label) { return label.height() / label.fontMetrics().lineSpacing(); };
        for (int slide = 0; slide < 3; ++slide) {
            QTest::keyClick(&window, Qt::Key_PageDown);
            QTRY_VERIFY2_WITH_TIMEOUT(window.charts().alone()->height() >= 360,
                                      qPrintable(QString::number(window.charts().alone()->height())), patienceMs);
            QVERIFY2(lines(*bar.verdict()) <= 2, qPrintable(bar.verdict()->text()));
            QVERIFY2(lines(*bar.workload()) <= 1, qPrintable(bar.workload()->text()));
        }
    }

    void itBeginsWithTheChartThatTheUserLooksAt()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.charts().map()->setFocus();
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(window.charts().map()->isVisible() && visibleCharts(window) == 1);
        QCOMPARE(window.exploration().presenter().slide(), 1);
    }

    void keysOfSubmenusWorkToo()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QTest::keyClick(&window, Qt::Key_F11);
        QGuiApplication::clipboard()->clear();
        QTest::keyClick(&window, Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY2(QGuiApplication::clipboard()->text().contains("Ridgepoint"),
                 qPrintable(QGuiApplication::clipboard()->text()));
    }

    void theKeyboardIsBackWhereItWas()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QSlider* size = window.workloadPanel().slider(AxisKind::Size)->slider();
        size->setFocus();
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(window.exploration().presenter().active() && window.focusWidget() != size);
        QTest::keyClick(window.focusWidget(), Qt::Key_F11);
        QVERIFY(!window.exploration().presenter().active());
        QCOMPARE(window.focusWidget(), size);
    }

    void noWordOfItsHeadIsCut_data() { oneChartAtATimeInLargeType_data(); }
    void noWordOfItsHeadIsCut()
    {
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        WindowUnderTest test(m_folder->path());
        if (dark)
            test.options.theme = ThemeChoice::Dark;
        MainWindow& window = test.measuredWindow(size);
        pinTwoPoints(window);
        QTest::keyClick(&window, Qt::Key_F11);
        window.setWindowState(Qt::WindowNoState); // the screen of a test is smaller than a hall's
        window.resize(size);
        QVERIFY(window.exploration().presenter().active());
        for (const double scale : {0.82, 0.85, 0.88, 1.0}) // of every type that charts write in
            QTRY_VERIFY(window.charts().roofline()->theme().font(scale).pixelSize() >= leastPresentedPixels(window));
        for (const AxisKind axis : allAxisKinds) {
            window.charts().chooseCurvesAxis(axis);
            for (int slide = 0; slide < window.exploration().presenter().slideCount(); ++slide) {
                QTest::keyClick(&window, Qt::Key_PageDown);
                QTRY_COMPARE(window.size(), size);
                QCoreApplication::processEvents();
                for (const QLabel* label : window.charts().findChildren<QLabel*>())
                    if (label->isVisible())
                        QTRY_VERIFY2(label->fontMetrics().horizontalAdvance(label->text())
                                         <= label->contentsRect().width(),
                                     qPrintable(QStringLiteral("%1: %2 in %3 of %4 of %5")
                                                    .arg(label->text())
                                                    .arg(label->fontMetrics().horizontalAdvance(label->text()))
                                                    .arg(label->contentsRect().width())
                                                    .arg(label->parentWidget()->width())
                                                    .arg(window.width())));
            }
        }
    }

    void oneSliderStaysAndSoDoTheVerdictAndTheNumber()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        PresenterBar& bar = *window.exploration().presenterBar();
        QVERIFY(!bar.isVisible());
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(bar.isVisible() && bar.slider()->hasFocus());
        QVERIFY2(bar.verdict()->text().startsWith(window.inspector().headline()->text()),
                 qPrintable(bar.verdict()->text()));
        for (const QLabel* label : bar.findChildren<QLabel*>())
            if (label->isVisible() && !label->text().isEmpty())
                QVERIFY2(QFontInfo(label->font()).pixelSize() >= leastPresentedPixels(window),
                         qPrintable(label->text()));
        const Workload before = window.engine().cursor.workload();
        QTest::keyClick(bar.slider(), Qt::Key_Right);
        QVERIFY(window.engine().cursor.workload().operationsPerElement > before.operationsPerElement);
        QCOMPARE(bar.axis(), AxisKind::Operations);
        QTest::keyClick(bar.slider(), Qt::Key_Down); // a chain of one has no depth
        QCOMPARE(bar.axis(), AxisKind::Size);
        QVERIFY(bar.slider()->hasFocus() && bar.slider()->isVisible());
        QTest::keyClick(bar.slider(), Qt::Key_Left);
        QVERIFY(window.engine().cursor.workload().elements < before.elements);
        QTest::keyClick(bar.slider(), Qt::Key_PageDown); // of the remote: the next chart, not the slider
        QVERIFY(window.charts().map()->isVisible());
        QVERIFY(bar.slider()->hasFocus());
        QTest::keyClick(bar.slider(), Qt::Key_Up);
        QCOMPARE(bar.axis(), AxisKind::Operations);
        QTRY_VERIFY_WITH_TIMEOUT(bar.time()->text() != QStringLiteral("–"), patienceMs);
        QTest::keyClick(&window, Qt::Key_G, Qt::ControlModifier); // guess first: nothing gives it away
        const auto covers = bar.results()->findChildren<CoverPanel*>();
        QVERIFY(covers.size() == 1 && covers.front()->isVisible());
        QTest::keyClick(&window, Qt::Key_Escape);
        QTest::keyClick(&window, Qt::Key_Escape);
        QVERIFY(!bar.isVisible());
    }

    void allOfTheBarIsReadOnASmallScreen()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QTest::keyClick(&window, Qt::Key_F11);
        window.setWindowState(Qt::WindowNoState);
        window.resize(900, 600);
        QTRY_COMPARE(window.size(), QSize(900, 600));
        Workload wordy = window.engine().cursor.workload();
        wordy.precision = Precision::Fp64;
        wordy.chainLength = 64;
        wordy.fusionDepth = 16;
        wordy.operationsPerElement = 512;
        window.engine().cursor.setWorkload(wordy);
        QCoreApplication::processEvents();
        const PresenterBar& bar = *window.exploration().presenterBar();
        QVERIFY2(bar.workload()->text().size() > 40, qPrintable(bar.workload()->text()));
        for (const QLabel* label : bar.findChildren<QLabel*>())
            if (label->isVisible() && !label->text().isEmpty())
                QTRY_VERIFY2(isWhole(*label, bar), qPrintable(label->text()));
    }

    void warningsOfTheFiguresWaitUntilItIsLeft()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QTRY_COMPARE_WITH_TIMEOUT(window.firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        window.strip().closeButton()->click(); // what leads through a first start goes before them
        QTest::keyClick(&window, Qt::Key_F11);
        RoofSet roofs = *window.engine().cursor.roofs();
        for (Roof& roof : roofs.roofs)
            roof.flags = Flag::IntervalNotReached;
        window.engine().session.putRoofs(roofs);
        emit window.engine().controller.roofsMeasured();
        QVERIFY2(!window.strip().isVisible(), qPrintable(window.strip().text()));
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(window.strip().isVisible());
        QVERIFY2(window.strip().text().contains("vary widely"), qPrintable(window.strip().text()));
    }

    void stepsThroughThePinsToo()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        pinTwoPoints(window);
        QTest::keyClick(&window, Qt::Key_F11);
        PresenterMode& presenter = window.exploration().presenter();
        QCOMPARE(presenter.slideCount(), 5);
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(&window, Qt::Key_PageDown);
        QVERIFY2(presenter.caption().contains("Pin B") && presenter.caption().contains("5 of 5"),
                 qPrintable(presenter.caption()));
        QVERIFY(window.charts().curves()->isVisible());
        const auto shown = window.charts().curves()->input().shownPins();
        QCOMPARE(shown.size(), std::size_t{1});
        QCOMPARE(shown.front()->name, std::string("B"));
        QTest::keyClick(&window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier); // the pin on show goes away
        QCOMPARE(presenter.slideCount(), 4);
        QVERIFY(presenter.slide() < 4);
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(!presenter.active());
        QCOMPARE(window.charts().curves()->input().shownPins().size(), std::size_t{1});
    }

    void aPinAloneKeepsItsLetterAndThePresentPointItsOwn()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        pinTwoPoints(window);
        QTest::keyClick(&window, Qt::Key_F11);
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(&window, Qt::Key_PageDown);
        QVERIFY(window.exploration().presenter().caption().contains("Pin A"));
        const ChartInput& input = window.charts().curves()->input();
        QCOMPARE(input.shownPins().size(), std::size_t{1});
        QCOMPARE(input.shownPins().front()->name, std::string("A"));
        QVERIFY(input.pins
                == window.exploration().pins().pins()); // of all of them, so that what comes next is C here too
        QCOMPARE(nextPinName(*input.pins), std::string("C"));
        for (int i = 0; i < 2; ++i)
            QTest::keyClick(&window, Qt::Key_PageDown); // around, to the roofline
        QCOMPARE(window.charts().curves()->input().shownPins().size(), std::size_t{2});
    }

    void aMessageThatWasMendedMeanwhileDoesNotComeBack()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.strip().tell(Severity::Error, "The measuring program has stopped.");
        QVERIFY(window.strip().isVisible());
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(!window.strip().isVisible());
        QCOMPARE(window.strip().text(), QString("The measuring program has stopped."));
        window.strip().dismiss("The measuring program has stopped."); // as what mends it does
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(window.menuBar()->isVisible() && !window.strip().isVisible());
        window.strip().tell(Severity::Warning, "Other programs are using the processor.");
        QTest::keyClick(&window, Qt::Key_F11);
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(window.strip().isVisible()); // what nobody mended does
        QCOMPARE(window.strip().text(), QString("Other programs are using the processor."));
        QTest::keyClick(&window, Qt::Key_F11);
        window.strip().tell(Severity::Hint, "Saved."); // what is done meanwhile is answered
        QVERIFY(window.strip().isVisible());
        QCOMPARE(window.strip().text(), QString("Saved."));
        QTest::keyClick(&window, Qt::Key_F11);
        QCOMPARE(window.strip().text(), QString("Other programs are using the processor."));
        QVERIFY(window.strip().isVisible());
    }

    void leavesPanelsHiddenThatWereHidden()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QTest::keyClick(&window, Qt::Key_F9);
        QVERIFY(!window.inspector().isVisible());
        QTest::keyClick(&window, Qt::Key_F11);
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(!window.inspector().isVisible());
        QVERIFY(window.menuBar()->isVisible());
    }

    void panelsChosenMeanwhileAreSeenWhenItIsLeft()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QTest::keyClick(&window, Qt::Key_F11);
        QTest::keyClick(&window, Qt::Key_F9);
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(!window.exploration().presenter().active());
        QVERIFY(!window.inspector().isVisible() && !window.workloadPanel().isVisible());
        QTest::keyClick(&window, Qt::Key_F11);
        QTest::keyClick(&window, Qt::Key_F9);
        QVERIFY(!window.inspector().isVisible() && !window.workloadPanel().isVisible()); // not over the chart
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(window.inspector().isVisible() && window.workloadPanel().isVisible());
    }

    void theChartIsPresentedAlsoWherePanelsStandInItsPlace()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow({900, 600});
        for (int i = 0; i < 6 && window.workloadPanel().isVisible(); ++i)
            window.actions_().largerText->trigger();
        QVERIFY(!window.workloadPanel().isVisible()); // the charts need the room
        QTest::keyClick(&window, Qt::Key_F9);
        QVERIFY(window.workloadPanel().isVisible() && visibleCharts(window) == 0);
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(!window.workloadPanel().isVisible());
        QCOMPARE(visibleCharts(window), 1);
        QTest::keyClick(&window, Qt::Key_F11);
        QTRY_VERIFY(window.workloadPanel().isVisible() && visibleCharts(window) == 0);
    }

    void aWhatIfStaysWithoutItsBar()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.whatIf().control().set("bandwidth.dram", 2.0);
        window.whatIf().control().release();
        QVERIFY(window.whatIfBar().isVisible());
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(!window.whatIfBar().isVisible());
        QVERIFY(!window.whatIf().control().whatIf().empty());
        window.whatIf().control().set("bandwidth.dram", 4.0); // as dragging the roof does
        window.whatIf().control().release();
        QVERIFY(!window.whatIfBar().isVisible());
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(window.whatIfBar().isVisible());
    }
    void escEndsAGuessBeforeItEndsThePresentation()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QTest::keyClick(&window, Qt::Key_F11);
        QTest::keyClick(&window, Qt::Key_G, Qt::ControlModifier);
        QCOMPARE(window.exploration().predict().state(), PredictMode::State::Guessing);
        QTest::keyClick(&window, Qt::Key_Escape);
        QCOMPARE(window.exploration().predict().state(), PredictMode::State::Off);
        QVERIFY(window.exploration().presenter().active());
        QTest::keyClick(&window, Qt::Key_Escape);
        QVERIFY(!window.exploration().presenter().active());
    }
};

RIDGEPOINT_GUI_TEST(PresenterTest)
#include "presenter_test.moc"
