// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/explore_actions.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/presented_part.h"
#include "app/desktop/experiments/findings_card.h"
#include "app/desktop/experiments/guess_card.h"
#include "app/desktop/experiments/guess_input.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/presenter_bar.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "app/desktop/lessons/lesson_panel.h"
#include "core/experiment/registry.h"
#include "tests/gui/experiment_support.h"
#include "tests/gui/explore_support.h"
#include "tests/gui/lesson_support.h"
#include "tests/gui/window_support.h"

#include <QApplication>
#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Lessons and experiments in the presenter, with the keys that a remote has.
class PresentedPartsTest : public FreshFolder {
    Q_OBJECT

    std::unique_ptr<WindowUnderTest> m_test;

    [[nodiscard]] MainWindow& window() const { return *m_test->window; }
    [[nodiscard]] PresenterMode& presenter() const { return window().exploration().presenter(); }
    [[nodiscard]] LessonCommands& lessons() const { return *window().findChild<LessonCommands*>(); }
    [[nodiscard]] LessonPanel& panel() const { return *window().findChild<LessonPanel*>(); }
    [[nodiscard]] bool hidden() const { return !showsResults(window().charts().curves()->input().concealed); }

    void openAs(QSize size, bool isDark)
    {
        m_test = std::make_unique<WindowUnderTest>(m_folder->path());
        m_test->options.theme = isDark ? ThemeChoice::Dark : ThemeChoice::Light;
        m_test->openAndMeasure(size);
        window().engine().probe.setOn(false);
    }
    void open() { openAs({1600, 980}, false); }
    void beginLesson(const char* id) const { beginLessonOf(window(), id); }
    /// The screen of a test is smaller than a hall's.
    static void giveSize(QWidget& window, QSize size)
    {
        window.setWindowState(Qt::WindowNoState);
        window.resize(size);
        QTRY_COMPARE(window.size(), size);
        QCoreApplication::processEvents();
    }
    /// Of what can be seen below this widget: nothing that the last row cannot read.
    void everyWordCanBeRead(const QWidget& part) const
    {
        for (const QWidget* each : part.findChildren<QWidget*>()) {
            const auto* label = qobject_cast<const QLabel*>(each);
            const auto* button = qobject_cast<const QAbstractButton*>(each);
            const QString words = label != nullptr ? label->text() : button != nullptr ? button->text() : QString();
            if (each->isVisible() && !words.isEmpty())
                QVERIFY2(QFontInfo(each->font()).pixelSize() >= leastPresentedPixels(window()), qPrintable(words));
        }
    }
    static void sizesAndThemes()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        QTest::newRow("1366x768, light") << QSize(1366, 768) << false;
        QTest::newRow("1920x1080, dark") << QSize(1920, 1080) << true;
        QTest::newRow("900x600, light") << QSize(900, 600) << false;
    }
    void goOn() const { QTest::keyClick(&window(), Qt::Key_PageDown); }
    /// To the next state, however often the panel has to be scrolled first.
    void goOnTo(LessonSection next) const
    {
        const LessonSection before = lessons().section();
        for (int i = 0; i < 5 && lessons().section() == before; ++i)
            goOn();
        QCOMPARE(lessons().section(), next);
    }
    void measureIt() const
    {
        goOnTo(LessonSection::Do);
        const auto isToMeasure = [this] {
            return panel().measureButton()->isEnabled()
                && panel().measureButton()->text() == QStringLiteral("Measure i&t"); // and not again
        };
        for (int i = 0; i < 5 && isToMeasure(); ++i)
            goOn();
        QCOMPARE(lessons().section(), LessonSection::Do);
        QTRY_VERIFY_WITH_TIMEOUT(panel().nextButton()->isEnabled(), patienceMs);
    }

private slots:
    void cleanup() { m_test.reset(); }

    void aLessonStandsInLargeTypeBesideItsChart_data() { sizesAndThemes(); }
    void aLessonStandsInLargeTypeBesideItsChart()
    {
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        openAs(size, dark);
        beginLesson("double-the-work");
        QTest::keyClick(&window(), Qt::Key_F11);
        giveSize(window(), size);
        QVERIFY(presenter().active() && panel().isVisible() && window().exploration().presenterBar()->isVisible());
        const CurvesChart& curves = *window().charts().curves();
        QVERIFY(curves.isVisible() && !window().charts().roofline()->isVisible());
        QVERIFY(!window().inspector().isVisible() && !window().workloadPanel().isVisible());
        const auto& side = *lessons().side();
        const int type = PresenterMode::typePixels(size.height());
        QVERIFY2(side.width() >= 20 * type, qPrintable(QString::number(side.width())));
        QCOMPARE(curves.plotAlone(), std::optional<std::size_t>(CurvesChart::Runtime));
        QTRY_VERIFY2(curves.axisRect(0)->width() * 2 > curves.width() && curves.axisRect(1)->width() == 0,
                     qPrintable(QString::number(curves.axisRect(0)->width())));
        for (const LessonSection section : allLessonSections) {
            QCOMPARE(lessons().section(), section);
            everyWordCanBeRead(panel());
            QCOMPARE(side.horizontalScrollBar()->maximum(), 0); // nothing is cut off at the side
            if (section == LessonSection::Predict)
                measureIt();
            else if (section != LessonSection::Transfer)
                goOnTo(static_cast<LessonSection>(static_cast<int>(section) + 1));
        }
        const PresenterBar& bar = *window().exploration().presenterBar();
        for (const QLabel* label : bar.findChildren<QLabel*>())
            if (label->isVisible() && !label->text().isEmpty())
                QTRY_VERIFY2(isWhole(*label, bar), qPrintable(label->text()));
        QTest::keyClick(&window(), Qt::Key_F11);
        QVERIFY(!presenter().active() && panel().isVisible() && window().workloadPanel().isVisible());
        QTRY_VERIFY2(side.width() < 20 * type, qPrintable(QString::number(side.width())));
        QVERIFY(!curves.plotAlone());
    }

    void theOtherPlotsAreBackWhereItEndsInThePresenter()
    {
        open();
        beginLesson("which-bandwidth");
        QTest::keyClick(&window(), Qt::Key_F11);
        const CurvesChart& curves = *window().charts().curves();
        QCOMPARE(curves.plotAlone(), std::optional<std::size_t>(CurvesChart::Bandwidth));
        lessons().end();
        QVERIFY(presenter().active());
        QVERIFY(!curves.plotAlone());
        QTRY_VERIFY(curves.axisRect(0)->width() > 0 && curves.axisRect(1)->width() > 0);
    }

    void aLessonIsWalkedWithTheRemoteAloneAndBack()
    {
        open();
        beginLesson("one-or-2048");
        QTest::keyClick(&window(), Qt::Key_F11);
        goOnTo(LessonSection::Predict);
        QVERIFY(hidden());
        measureIt(); // the prediction was said aloud
        QVERIFY(!hidden());
        goOnTo(LessonSection::WhatDidYouSee);
        QVERIFY2(panel().comparison()->text().startsWith("Measured: "), qPrintable(panel().comparison()->text()));
        for (const LessonSection next : {LessonSection::Why, LessonSection::Limits, LessonSection::Transfer})
            goOnTo(next);
        for (int i = 0; i < 5; ++i)
            goOn();
        QVERIFY(lessons().isActive()); // pressed once too often, it is still there
        QCOMPARE(lessons().section(), LessonSection::Transfer);
        for (int i = 0; i < 20; ++i)
            QTest::keyClick(&window(), Qt::Key_PageUp);
        QCOMPARE(lessons().section(), LessonSection::Question);
        goOnTo(LessonSection::Predict);
        QVERIFY2(panel().status()->text().contains("nothing can be predicted"), qPrintable(panel().status()->text()));
        QVERIFY(!panel().number()->isEnabled());
        goOnTo(LessonSection::Do);
        QVERIFY(presenter().active());
    }

    void aPredictionIsTypedInThePresenterToo()
    {
        open();
        QTest::keyClick(&window(), Qt::Key_F11);
        QVERIFY(window().exploration().presenterBar()->slider()->hasFocus());
        beginLesson("one-or-2048"); // while presenting
        QVERIFY(panel().isVisible());
        goOnTo(LessonSection::Predict);
        QVERIFY(panel().number()->hasFocus());
        QTest::keyClicks(window().focusWidget(), QStringLiteral("3"));
        goOnTo(LessonSection::Do);
        QCOMPARE(lessons().answers().prediction.value_or(0.0), 3.0);
        QVERIFY(!hidden());
        panel().closeButton()->click(); // nobody is asked before a class
        QVERIFY(presenter().active() && !panel().isVisible() && !window().inspector().isVisible());
        QVERIFY(window().exploration().presenterBar()->slider()->hasFocus());
        goOn();
        QTest::keyClick(&window(), Qt::Key_F11);
        QVERIFY(!presenter().active()); // keys of the menus need a window that is active
        QVERIFY(window().inspector().isVisible());
    }

    void theArrowKeysMoveTheSliderOfALesson()
    {
        open();
        beginLesson("double-the-work");
        QTest::keyClick(&window(), Qt::Key_F11);
        goOnTo(LessonSection::Predict);
        measureIt();
        QCOMPARE(window().exploration().presenterBar()->axis(), AxisKind::Operations);
        const auto operations = [this] { return window().engine().cursor.workload().operationsPerElement; };
        const auto first = operations();
        for (QWidget* held : std::initializer_list<QWidget*>{window().focusWidget(), panel().backButton(),
                                                             panel().nextButton(), &panel()}) {
            QVERIFY(held == &panel() || panel().isAncestorOf(held)); // and not the list of axes
            held->setFocus();
            QTest::keyClick(held, Qt::Key_Right);
            QVERIFY2(operations() > first, qPrintable(held->objectName()));
            QTest::keyClick(held, Qt::Key_Left);
            QCOMPARE(operations(), first);
            QCOMPARE(window().focusWidget(), held);
        }
        QCOMPARE(lessons().section(), LessonSection::Do);
    }

    void aStepThatIsForbiddenKeepsTheKeyboardInThePanel()
    {
        open();
        beginLesson("double-the-work");
        panel().nextButton()->setFocus();
        LessonPanel::State state;
        state.title = panel().heading()->text();
        panel().show(state); // nothing is possible while something is measured
        QCOMPARE(window().focusWidget(), &panel());
        state.canGoOn = true;
        panel().show(state);
        QCOMPARE(window().focusWidget(), panel().nextButton());
    }

    void theSliderIsThatOfTheCurvesOfTheLesson()
    {
        open();
        QCOMPARE(window().exploration().presenterBar()->axis(), AxisKind::Operations);
        beginLesson("fusion-or-passes");
        QTest::keyClick(&window(), Qt::Key_F11);
        QCOMPARE(window().charts().curves()->sharedAxis(), AxisKind::Depth);
        QCOMPARE(window().exploration().presenterBar()->axis(), AxisKind::Depth);
    }

    void theSliderIsTheOneThatAStateAsksFor()
    {
        open();
        PresenterBar& bar = *window().exploration().presenterBar();
        window().charts().chooseCurvesAxis(AxisKind::Size); // so that the lesson need not turn them
        bar.chooseAxis(AxisKind::Operations);
        beginLesson("one-or-2048");
        QCOMPARE(bar.axis(), AxisKind::Size);
        QTest::keyClick(&window(), Qt::Key_F11);
        goOnTo(LessonSection::Predict);
        bar.chooseAxis(AxisKind::Operations);
        goOnTo(LessonSection::Do); // "the slider of tensor size"
        QCOMPARE(bar.axis(), AxisKind::Size);
        lessons().end(); // the next one only says what its charts are over
        beginLesson("twice-the-threads");
        QCOMPARE(bar.axis(), AxisKind::Operations);
    }

    void aLessonOfTheRooflineShowsIt()
    {
        open();
        beginLesson("passes-in-a-cache");
        QTest::keyClick(&window(), Qt::Key_F11);
        QVERIFY(window().charts().roofline()->isVisible() && !window().charts().curves()->isVisible());
    }

    void theChartOfItsExperimentStandsBesideALessonOnceItIsMeasured_data() { sizesAndThemes(); }
    void theChartOfItsExperimentStandsBesideALessonOnceItIsMeasured()
    {
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        openAs(size, dark);
        beginLesson("six-wrong-ways");
        QTest::keyClick(&window(), Qt::Key_F11);
        giveSize(window(), size);
        const QWidget& roofline = *window().charts().roofline();
        const QWidget& bar = *window().exploration().presenterBar();
        const auto ofExperiment = [this] { return qobject_cast<ExperimentChart*>(window().charts().alone()); };
        goOnTo(LessonSection::Predict);
        QVERIFY(ofExperiment() == nullptr && roofline.isVisible() && bar.isVisible());
        measureIt();
        QVERIFY(ofExperiment() == nullptr && roofline.isVisible());
        for (const LessonSection next :
             {LessonSection::WhatDidYouSee, LessonSection::Why, LessonSection::Limits, LessonSection::Transfer}) {
            goOnTo(next);
            QVERIFY(ofExperiment() != nullptr && ofExperiment()->isVisible() && panel().isVisible());
            QVERIFY(!roofline.isVisible() && !bar.isVisible()); // which tells of other work
            QVERIFY(panel().isAncestorOf(window().focusWidget()));
            everyWordCanBeRead(panel());
        }
        ExperimentChart& chart = *ofExperiment();
        chart.flush();
        QVERIFY(!chart.data().empty());
        QVERIFY(chart.theme().font(0.88).pixelSize() >= leastPresentedPixels(window()));
        QTRY_VERIFY2(chart.width() * 10 > window().width() * 3 && chart.height() * 5 > window().height() * 4,
                     qPrintable(QStringLiteral("%1 x %2").arg(chart.width()).arg(chart.height())));
        for (int i = 0; i < 30 && lessons().section() != LessonSection::Do; ++i)
            QTest::keyClick(&window(), Qt::Key_PageUp);
        QVERIFY(!chart.isVisible() && roofline.isVisible() && bar.isVisible());
        panel().nextButton()->click(); // as with the mouse
        QVERIFY(chart.isVisible() && !roofline.isVisible());
        QTest::keyClick(&window(), Qt::Key_F11);
        QVERIFY(!presenter().active() && !chart.isVisible());
        QTRY_VERIFY(roofline.isVisible());
    }

    void theRooflineIsBackWhereALessonOfAnExperimentEndsInThePresenter()
    {
        open();
        beginLesson("six-wrong-ways");
        QTest::keyClick(&window(), Qt::Key_F11);
        goOnTo(LessonSection::Predict);
        measureIt();
        goOnTo(LessonSection::WhatDidYouSee);
        lessons().end();
        QVERIFY(presenter().active() && window().charts().roofline()->isVisible());
        QVERIFY(window().exploration().presenterBar()->slider()->hasFocus());
        beginLesson("six-wrong-ways"); // known by now, and asked all the same
        QVERIFY(window().charts().alone() == window().charts().roofline());
    }

    void theWindowOfAnExperimentGivesWayToItsLessonAtItsEnd()
    {
        open();
        beginLesson("six-wrong-ways");
        QTest::keyClick(&window(), Qt::Key_F11);
        goOnTo(LessonSection::Predict);
        measureIt();
        goOnTo(LessonSection::WhatDidYouSee);
        ExperimentDialog& dialog = opened(window());
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        for (int i = 0; i < 9 && dialog.isVisible(); ++i)
            QTest::keyClick(&dialog, Qt::Key_PageDown);
        QVERIFY(!dialog.isVisible() && presenter().active());
        QVERIFY(!window().experiments().controller().running());
        QCOMPARE(lessons().section(), LessonSection::WhatDidYouSee);
        window().activateWindow(); // as a window manager does
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        goOnTo(LessonSection::Why);
    }

    void anExperimentFillsTheScreenAndIsRunByOneKey_data() { sizesAndThemes(); }
    void anExperimentFillsTheScreenAndIsRunByOneKey()
    {
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        openAs(size, dark);
        ExperimentDialog& dialog = opened(window());
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        QTest::keyClick(&dialog, Qt::Key_F11);
        QVERIFY(presenter().active() && dialog.isFullScreen());
        QVERIFY(!dialog.choice()->isVisible() && !dialog.form()->isVisible() && dialog.chart()->isVisible());
        giveSize(dialog, size);
        QVERIFY2(dialog.chart()->width() > size.width() * 9 / 10, qPrintable(QString::number(dialog.chart()->width())));
        QVERIFY(dialog.chart()->theme().font(0.88).pixelSize() >= leastPresentedPixels(window()));
        QVERIFY(dialog.guess()->isAsking());
        QVERIFY2(!dialog.chart()->missingWords().contains(dialog.guess()->question()->text()), "it stands below");
        everyWordCanBeRead(dialog);
        for (int i = 0; i < 5 && dialog.guess()->isAsking(); ++i)
            QTest::keyClick(&dialog, Qt::Key_PageDown);
        QVERIFY(window().experiments().controller().running());
        QVERIFY(waitFollowing(window(), [&] { return pointsOf(dialog, Provenance::Measured) == 3; }));
        QTRY_VERIFY_WITH_TIMEOUT(!window().experiments().controller().running(), patienceMs);
        everyWordCanBeRead(dialog);
        for (int i = 0; i < 9; ++i)
            QTest::keyClick(&dialog, Qt::Key_PageDown); // through what was found, and never into another run
        QVERIFY(!window().experiments().controller().running() && dialog.isVisible());
        QTest::keyClick(&dialog, Qt::Key_Escape); // to where it was presented from, as F11 does
        QVERIFY(!presenter().active() && dialog.isVisible());
        QVERIFY(!dialog.isFullScreen() && dialog.choice()->isVisible() && dialog.form()->isVisible());
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.isVisible());
    }

    void escapeClosesAnExperimentThatWasOpenedWhilePresenting()
    {
        open();
        QTest::keyClick(&window(), Qt::Key_F11);
        ExperimentDialog& dialog = opened(window());
        dialog.activateWindow(); // as a window manager does
        QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), &dialog, patienceMs);
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.isVisible() && presenter().active());
        window().activateWindow(); // as a window manager does
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        QTest::keyClick(&window(), Qt::Key_F11);
        QVERIFY(!presenter().active());
        window().experiments().open();
        QVERIFY(dialog.isVisible() && !dialog.isFullScreen() && dialog.choice()->isVisible()
                && dialog.form()->isVisible());
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QTest::keyClick(&dialog, Qt::Key_F11); // which is of this window no more once it is closed
        dialog.reject();
        QVERIFY(presenter().active());
        (void)opened(window());
        dialog.activateWindow();
        QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), &dialog, patienceMs);
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.isVisible() && presenter().active());
    }

    void theChartOfAnExperimentKeepsThreeFifthsOfTheScreen_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1366x768") << QSize(1366, 768);
        QTest::newRow("1920x1080") << QSize(1920, 1080);
    }
    void theChartOfAnExperimentKeepsThreeFifthsOfTheScreen()
    {
        QFETCH(QSize, size);
        openAs(size, false);
        ExperimentDialog& dialog = opened(window());
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        QTest::keyClick(&dialog, Qt::Key_F11);
        giveSize(window(), size); // which type follows
        giveSize(dialog, size);
        const GuessCard& guess = *dialog.guess();
        const auto isNoHigherThanItsLines = [&guess] {
            const int lines = guess.hasHeightForWidth() ? guess.heightForWidth(guess.width())
                                                        : guess.sizeHint().height();
            return !guess.isVisible() || guess.height() <= lines;
        };
        for (const ExperimentDefinition* one : experimentDefinitions()) { // before the guess
            window().experiments().openAt(one->info().id);
            QTRY_VERIFY2(keepsThreeFifths(dialog, size), heightsOf(dialog).constData());
            QTRY_VERIFY2(isNoHigherThanItsLines(), heightsOf(dialog).constData());
            QVERIFY2(dialog.findings()->isVisible() != guess.isAsking(), "no box says that nothing is to be seen");
        }
        window().experiments().openAt("mistakes");
        dialog.guess()->settle(); // skipped: the card is one line then
        QTRY_VERIFY2(keepsThreeFifths(dialog, size) && isNoHigherThanItsLines(), heightsOf(dialog).constData());
        dialog.guess()->againButton()->click();
        QTRY_VERIFY(guess.input() != nullptr && guess.input()->list() != nullptr);
        guess.input()->list()->setCurrentRow(1);
        for (int i = 0; i < 9 && guess.isAsking(); ++i)
            QTest::keyClick(&dialog, Qt::Key_PageDown);
        QVERIFY(waitFollowing(window(), [&] { return pointsOf(dialog, Provenance::Measured) == 3; }));
        QTRY_VERIFY_WITH_TIMEOUT(!window().experiments().controller().running(), patienceMs);
        QTRY_VERIFY2(keepsThreeFifths(dialog, size) && isNoHigherThanItsLines(), heightsOf(dialog).constData());
        QVERIFY(guess.verdict()->isVisible() && dialog.findings()->isVisible());
        QTRY_VERIFY2(isWhole(*dialog.findings()->first(), *dialog.findings()), heightsOf(dialog).constData());
        QTest::keyClick(&dialog, Qt::Key_F11);
        QVERIFY(!presenter().active());
        QCOMPARE(dialog.chart()->minimumHeight(), 0); // a small window keeps its other cards
    }

    void aPressThatWouldScrollLessThanALineGoesOn()
    {
        QScrollArea area;
        auto* panel = new QWidget;
        area.setWidget(panel);
        area.resize(200, 100);
        area.show();
        const int line = panel->fontMetrics().lineSpacing();
        panel->resize(100, area.viewport()->height() + line - 1);
        QTRY_COMPARE(area.verticalScrollBar()->maximum(), line - 1);
        QVERIFY(!scrolledOn(area, 1) && area.verticalScrollBar()->value() == 0);
        panel->resize(100, area.viewport()->height() + line);
        QTRY_COMPARE(area.verticalScrollBar()->maximum(), line);
        QVERIFY(scrolledOn(area, 1) && area.verticalScrollBar()->value() == line);
        QVERIFY(!scrolledOn(area, 1));
        QVERIFY(scrolledOn(area, -1) && area.verticalScrollBar()->value() == 0);
    }

    void anExperimentIsNotRunBeforeTheQuestionOfItsLessonIsAnswered()
    {
        open();
        beginLesson("six-wrong-ways");
        ExperimentDialog& dialog = opened(window());
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        QTest::keyClick(&dialog, Qt::Key_F11);
        QVERIFY(presenter().active() && dialog.guess()->isHeldBack());
        const auto pressUntilClosed = [&dialog](Qt::Key key) {
            for (int i = 0; i < 9 && dialog.isVisible(); ++i)
                QTest::keyClick(&dialog, key);
            return !dialog.isVisible();
        };
        const auto reopen = [&] {
            (void)opened(window());
            return QTest::qWaitForWindowActive(&dialog);
        };
        QVERIFY2(pressUntilClosed(Qt::Key_PageDown), "the lesson would go on unseen");
        QVERIFY(!window().experiments().controller().running());
        QCOMPARE(lessons().section(), LessonSection::Question);
        QVERIFY(reopen() && pressUntilClosed(Qt::Key_PageUp));
        QVERIFY(lessons().step(1) && lessons().step(1));
        const LessonSection section = lessons().section();
        QVERIFY(reopen() && !dialog.guess()->isHeldBack());
        QVERIFY2(pressUntilClosed(Qt::Key_PageUp), "the lesson would go back unseen");
        QCOMPARE(lessons().section(), section);
        QVERIFY(reopen());
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        for (int i = 0; i < 5 && !window().experiments().controller().running(); ++i)
            QTest::keyClick(&dialog, Qt::Key_PageDown);
        QVERIFY(window().experiments().controller().running());
    }

    void anExperimentOpenedWhilePresentingIsPresented()
    {
        open();
        QTest::keyClick(&window(), Qt::Key_F11);
        ExperimentDialog& dialog = opened(window());
        if (dialog.minimumSizeHint().width() > window().screen()->size().width())
            QSKIP("this screen is narrower than the dialog, which fills none then (400 pixels at double density)");
        QVERIFY(dialog.isFullScreen() && !dialog.runButton()->isVisible());
        QTest::keyClick(&dialog, Qt::Key_F11);
        QVERIFY(!presenter().active() && !dialog.isFullScreen() && dialog.runButton()->isVisible());
    }
};

RIDGEPOINT_GUI_TEST(PresentedPartsTest)
#include "presented_parts_test.moc"
