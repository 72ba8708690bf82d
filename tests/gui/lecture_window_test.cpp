// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/reference_device.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/presenter_bar.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/lecture/lecture_commands.h"
#include "app/desktop/lecture/lecture_notes.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "app/desktop/lessons/lesson_panel.h"
#include "tests/gui/experiment_support.h"
#include "tests/gui/lesson_support.h"
#include "tests/gui/measured_window.h"

#include <QAction>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QTextBrowser>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

const QByteArray smallLecture = "---\n"
                                "title: A small one\n"
                                "minutes: 10\n"
                                "---\n"
                                "## slice curves over size op=mul k=4 N=2048\n"
                                "Look at **this**.\n"
                                "## lesson one-or-2048\n"
                                "Ask.\n"
                                "## slice map\n";

} // namespace

/// A lecture from its first item to its last and back, with the keys that a remote has.
class LectureWindowTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] LectureCommands& lectures() const { return *window().findChild<LectureCommands*>(); }
    [[nodiscard]] LessonCommands& lessons() const { return *window().findChild<LessonCommands*>(); }
    [[nodiscard]] LessonPanel& panel() const { return *window().findChild<LessonPanel*>(); }
    [[nodiscard]] LectureNotes& notes() const { return *lectures().notes(); }
    [[nodiscard]] PresenterMode& presenter() const { return window().exploration().presenter(); }
    [[nodiscard]] Cursor& cursor() const { return window().engine().cursor; }
    [[nodiscard]] ExperimentDialog* dialog() const
    {
        ExperimentDialog* dialog = window().experiments().dialog();
        return dialog != nullptr && dialog->isVisible() ? dialog : nullptr;
    }
    void openWith(const QByteArray& text) const { lectures().openFile(fileWith(QStringLiteral("my.md"), text)); }
    void openSmall() const
    {
        openWith(smallLecture);
        QVERIFY2(lectures().isOpen(), qPrintable(window().strip().text()));
    }
    /// The small lecture at the beginning of its lesson, to which it came back.
    void showResultsOfSmall(bool isAnswered) const
    {
        openSmall();
        goOn();
        goOn();
        QCOMPARE(lessons().section(), LessonSection::Predict);
        if (isAnswered)
            QTest::keyClicks(panel().number(), QStringLiteral("3"));
        goOn();
        QCOMPARE(lessons().section(), LessonSection::Do);
        for (int i = 0; i < 3; ++i)
            goBack();
        QCOMPARE(place(), std::make_pair(0, -1));
        goOn();
        QCOMPARE(place(), std::make_pair(1, 0));
        QVERIFY(lessons().wereResultsShown());
        QCOMPARE(lessons().answers().prediction.value_or(0.0), isAnswered ? 3.0 : 0.0);
    }
    /// A key for the window in front.
    void press(Qt::Key key) const
    {
        QWidget* front = dialog() != nullptr ? static_cast<QWidget*>(dialog()) : &window();
        front->activateWindow(); // as a window manager does when another was closed
        QVERIFY(QTest::qWaitForWindowActive(front));
        QTest::keyClick(front, key);
    }
    /// "item 1, state 2", of what is on show.
    [[nodiscard]] std::pair<int, int> place() const
    {
        return {static_cast<int>(lectures().item()), lessons().isActive() ? static_cast<int>(lessons().section()) : -1};
    }
    /// Once on, however often what is beside the chart has to be scrolled, and something measured, first.
    void goOn() const
    {
        const auto before = place();
        for (int i = 0; i < 40 && place() == before; ++i) {
            press(Qt::Key_PageDown);
            QTRY_VERIFY_WITH_TIMEOUT((dialog() == nullptr || dialog()->runButton()->accessibleName() == "Run")
                                         && !window().experiments().controller().running()
                                         && !panel().status()->text().startsWith("Measuring"),
                                     patienceMs);
        }
    }
    void goBack() const
    {
        const auto before = place();
        for (int i = 0; i < 40 && place() == before; ++i)
            press(Qt::Key_PageUp);
    }

private slots:
    void init() { openAtRest(); }

    void theShippedOneIsWalkedFromFirstToLastAndBack()
    {
        lectures().actions()[1]->trigger();
        QVERIFY(lectures().isOpen() && presenter().active());
        QCOMPARE(place(), std::make_pair(0, -1));
        QCOMPARE(presenter().caption(), QStringLiteral("1 of 8"));
        QVERIFY(window().charts().roofline()->isVisible() && !window().inspector().isVisible());
        QCOMPARE(cursor().workload().operationsPerElement, std::int64_t{8});
        std::vector<std::pair<int, int>> walked{place()};
        bool hadExperiment = false;
        for (int i = 0; i < 60; ++i) {
            goOn();
            if (place() == walked.back())
                break;
            hadExperiment = hadExperiment || dialog() != nullptr;
            walked.push_back(place());
        }
        QCOMPARE(place(), std::make_pair(7, -1));
        QCOMPARE(walked.size(), std::size_t{5 + 3 * 7}); // slices, experiment, and the states of three lessons
        QVERIFY(std::is_sorted(walked.begin(), walked.end()) && hadExperiment && dialog() == nullptr);
        QVERIFY(window().charts().roofline()->isVisible() && presenter().active());
        QCOMPARE(notes().next()->text(), QStringLiteral("This is the last."));
        std::vector<std::pair<int, int>> back{place()};
        for (int i = 0; i < 60; ++i) {
            goBack();
            if (place() == back.back())
                break;
            back.push_back(place());
        }
        std::reverse(back.begin(), back.end());
        QVERIFY(back == walked);
        QCOMPARE(place(), std::make_pair(0, -1));
    }

    void leavingThePresenterPausesItAndItsEndIsTheWindowAsBefore()
    {
        openSmall();
        goOn();
        QCOMPARE(place(), std::make_pair(1, 0));
        QVERIFY(panel().isVisible());
        QTest::keyClick(&window(), Qt::Key_F11);
        QVERIFY(!presenter().active() && lectures().isOpen() && panel().isVisible());
        press(Qt::Key_PageDown); // belongs to lists and tables now
        QCOMPARE(place(), std::make_pair(1, 0));
        QTest::keyClick(&window(), Qt::Key_F11);
        goOn();
        QCOMPARE(place(), std::make_pair(1, 1));
        lectures().actions().back()->trigger();
        QVERIFY(!lectures().isOpen() && !presenter().active() && !lessons().isActive());
        QVERIFY(window().inspector().isVisible() && !notes().isVisible());
        QVERIFY(showsResults(window().charts().curves()->input().concealed));
    }

    void aSliceIsAChartWithTheSlidersAtItsWork()
    {
        openSmall();
        QVERIFY(window().charts().curves()->isVisible());
        QCOMPARE(window().charts().curves()->sharedAxis(), AxisKind::Size);
        const Workload& work = cursor().workload();
        QCOMPARE(work.operation, Operation::Mul);
        QCOMPARE(work.operationsPerElement, std::int64_t{4});
        QCOMPARE(work.elements, std::int64_t{2048});
        QTest::keyClick(window().focusWidget(), Qt::Key_Right); // the slider is free, and is that of the curves' axis
        QVERIFY(cursor().workload().elements > 2048);
    }

    void theSliderIsThatOfTheSlice()
    {
        PresenterBar& bar = *window().exploration().presenterBar();
        window().charts().chooseCurvesAxis(AxisKind::Size); // so that the slice need not turn them
        bar.chooseAxis(AxisKind::Operations);
        openSmall();
        QCOMPARE(bar.axis(), AxisKind::Size);
        QCOMPARE(cursor().workload().chainLength, 1); // which has nothing to fuse yet
        openWith(QByteArray(smallLecture).replace("over size op=mul k=4 N=2048", "over depth n=16 d=2 N=2048"));
        QVERIFY2(lectures().isOpen(), qPrintable(window().strip().text()));
        QCOMPARE(cursor().workload().chainLength, 16);
        QCOMPARE(bar.axis(), AxisKind::Depth);
    }

    void aPredictionComesBackWithItsLesson()
    {
        openSmall();
        goOn();
        goOn();
        QTest::keyClicks(panel().number(), QStringLiteral("3"));
        for (int i = 0; i < 20 && lectures().item() == 1; ++i)
            goOn();
        QCOMPARE(place(), std::make_pair(2, -1));
        QVERIFY(window().charts().map()->isVisible() && !panel().isVisible());
        goBack();
        QCOMPARE(place(), std::make_pair(1, 6));
        QVERIFY2(panel().comparison()->text().startsWith("You predicted 3.00"),
                 qPrintable(panel().comparison()->text()));
        QVERIFY(showsResults(window().charts().curves()->input().concealed));
        QCOMPARE(lessons().answers().prediction.value_or(0.0), 3.0);
    }

    void anAnsweredLessonIsShownAsItWasLeftAlsoByTheNextLecture()
    {
        beginLessonOf(window(), "one-or-2048");
        panel().nextButton()->click();
        panel().number()->setText(QStringLiteral("3"));
        panel().nextButton()->click();
        measureIfNeeded(panel());
        QTRY_VERIFY_WITH_TIMEOUT(panel().nextButton()->isEnabled(), patienceMs);
        panel().nextButton()->click();
        panel().seen()->setPlainText(QStringLiteral("flat"));
        const LessonAnswers left = lessons().answers();
        const QString compared = panel().comparison()->text();
        QVERIFY(left.measured && !compared.isEmpty());
        for (int i = 0; i < 2; ++i) { // answered before the lecture, and in the lecture before
            Answering answering(QStringLiteral("Go on with the answers"));
            openSmall();
            QCOMPARE(answering.asked(), QStringLiteral("You have answered lessons of this lecture before."));
            goOn();
            QCOMPARE(place(), std::make_pair(1, 0));
            QVERIFY(showsResults(window().charts().curves()->input().concealed));
            QCOMPARE(lessons().answers().prediction.value_or(0.0), 3.0);
            QCOMPARE(lessons().answers().seen, "flat");
            QCOMPARE(lessons().answers().measured, left.measured);
            for (int states = 0; states < 3; ++states)
                goOn();
            QCOMPARE(lessons().section(), LessonSection::WhatDidYouSee);
            QCOMPARE(panel().comparison()->text(), compared);
            lectures().end();
        }
        // Whoever wants it alone anew chooses it in the menu, which asks.
        Answering answering(QStringLiteral("Begin anew"));
        beginLessonOf(window(), "one-or-2048");
        QCOMPARE(answering.asked(), QStringLiteral("You have answered this lesson before."));
        openSmall();
        QCOMPARE(answering.asked(), QStringLiteral("You have answered this lesson before."));
        goOn();
        QCOMPARE(place(), std::make_pair(1, 0));
        QVERIFY(!showsResults(window().charts().curves()->input().concealed));
        QVERIFY(lessons().answers().seen.empty());
    }

    void aLectureThatWasRehearsedIsTaughtAnew()
    {
        showResultsOfSmall(true);
        lectures().end();
        {
            Answering answering(QStringLiteral("Cancel"));
            openWith(smallLecture);
            QCOMPARE(answering.asked(), QStringLiteral("You have answered lessons of this lecture before."));
            QCOMPARE(answering.told(),
                     QStringLiteral("Your answers are in no file yet, and new ones take their place."));
            QCOMPARE(answering.usual(), QStringLiteral("Begin anew"));
            QVERIFY(!lectures().isOpen() && !presenter().active());
        }
        {
            Answering answering(QStringLiteral("Begin anew"));
            openSmall();
            QVERIFY(!answering.asked().isEmpty());
        }
        Answering answering(QStringLiteral("Cancel"));
        goOn();
        QCOMPARE(place(), std::make_pair(1, 0));
        QVERIFY(!lessons().wereResultsShown());
        QVERIFY(!lessons().answers().prediction);
        goOn();
        QTest::keyClicks(panel().number(), QStringLiteral("4"));
        goOn();
        openSmall(); // in front of the class, which is not asked
        QCOMPARE(place(), std::make_pair(0, -1));
        QVERIFY2(answering.asked().isEmpty(), qPrintable(answering.asked()));
        goOn();
        QCOMPARE(lessons().answers().prediction.value_or(0.0), 4.0);
    }

    void aLectureOfAnswersInAFileSaysNothingOfLosingThem()
    {
        showResultsOfSmall(true);
        lectures().end();
        {
            Answering answering(QStringLiteral("Go on there"));
            beginLessonOf(window(), "one-or-2048");
        }
        {
            Answering answering(QString(), folder().filePath(QStringLiteral("answers.json")));
            panel().saveButton()->click();
            QVERIFY2(QFile::exists(folder().filePath(QStringLiteral("answers.json"))),
                     qPrintable(window().strip().text()));
        }
        Answering answering(QStringLiteral("Begin anew"));
        openSmall();
        QCOMPARE(answering.asked(), QStringLiteral("You have answered lessons of this lecture before."));
        QCOMPARE(answering.told(), QString());
    }

    void aLessonWhoseResultsWereShownIsHiddenOnceItWasBegunAnew_data()
    {
        QTest::addColumn<bool>("isAnswered");
        QTest::newRow("predicted aloud") << false;
        QTest::newRow("predicted") << true;
    }
    void aLessonWhoseResultsWereShownIsHiddenOnceItWasBegunAnew()
    {
        QFETCH(bool, isAnswered);
        showResultsOfSmall(isAnswered);
        presenter().leave();
        {
            Answering answering(QStringLiteral("Begin anew"));
            beginLessonOf(window(), "one-or-2048");
            QCOMPARE(!answering.asked().isEmpty(), isAnswered);
        }
        beginLessonOf(window(), "double-the-work"); // before another prediction
        presenter().enter();
        goBack();
        QCOMPARE(place(), std::make_pair(0, -1));
        goOn();
        QCOMPARE(place(), std::make_pair(1, 0));
        QVERIFY(!lessons().wereResultsShown());
        QVERIFY(!showsResults(window().charts().curves()->input().concealed));
    }

    void aLessonWhoseResultsWereShownIsHiddenInAnotherSession_data()
    {
        aLessonWhoseResultsWereShownIsHiddenOnceItWasBegunAnew_data();
    }
    void aLessonWhoseResultsWereShownIsHiddenInAnotherSession()
    {
        QFETCH(bool, isAnswered);
        showResultsOfSmall(isAnswered);
        LiveSession& session = window().engine().session;
        session.replace(session.content().toSession()); // of a machine whose processor is "cpu" too
        QVERIFY(lectures().isOpen() && !lessons().isActive());
        goBack();
        QCOMPARE(place(), std::make_pair(0, -1));
        goOn();
        QCOMPARE(place(), std::make_pair(1, 0));
        QVERIFY(!lessons().wereResultsShown());
        QVERIFY(!lessons().answers().prediction);
    }

    void aLessonSaysWhichItemOfTheLectureItIs()
    {
        const auto says = [this](const QString& words) {
            return std::ranges::any_of(panel().findChildren<QLabel*>(), [&](const QLabel* label) {
                return label->isVisible() && label->text() == words;
            });
        };
        openSmall();
        goOn();
        QVERIFY(lessons().isActive() && says(QStringLiteral("2 of 3")));
        QTest::keyClick(&window(), Qt::Key_F11); // which pauses it
        beginLessonOf(window(), "which-bandwidth");
        QVERIFY(lectures().isOpen() && lessons().isActive() && !says(QStringLiteral("2 of 3")));
        lectures().end();
        beginLessonOf(window(), "double-the-work");
        QVERIFY(lessons().isActive() && !says(QStringLiteral("2 of 3")));
    }

    void anExperimentAsksAgainInEachLectureAndIsThenAsItWasLeft()
    {
        const QByteArray lecture = QByteArray(smallLecture).replace("lesson one-or-2048", "experiment mistakes");
        const auto isMeasured = [this] { return pointsOf(*dialog(), Provenance::Measured) == 3; };
        for (int i = 0; i < 2; ++i) { // the second time its result is known
            openWith(lecture);
            QVERIFY2(lectures().isOpen(), qPrintable(window().strip().text()));
            goOn();
            QVERIFY(dialog() != nullptr && dialog()->guess()->isAsking());
            dialog()->chart()->flush();
            QVERIFY(!isMeasured());
            for (int presses = 0; presses < 9 && dialog()->guess()->isAsking(); ++presses)
                press(Qt::Key_PageDown);
            QVERIFY(waitFollowing(window(), isMeasured));
            QTRY_VERIFY_WITH_TIMEOUT(!window().experiments().controller().running(), patienceMs);
            goBack();
            QCOMPARE(lectures().item(), std::size_t{0});
            goOn();
            QVERIFY(dialog() != nullptr && !dialog()->guess()->isAsking());
            dialog()->chart()->flush();
            QVERIFY(isMeasured());
            lectures().end();
        }
    }

    void anExperimentOfARehearsalAsksAgainWhereItsLectureBeginsAnew_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<bool>("asks");
        QTest::newRow("gone on with") << QStringLiteral("Go on with the answers") << false;
        QTest::newRow("begun anew") << QStringLiteral("Begin anew") << true;
    }
    void anExperimentOfARehearsalAsksAgainWhereItsLectureBeginsAnew()
    {
        QFETCH(QString, answer);
        QFETCH(bool, asks);
        beginLessonOf(window(), "one-or-2048");
        panel().nextButton()->click();
        panel().number()->setText(QStringLiteral("3"));
        panel().nextButton()->click();
        ExperimentDialog& rehearsed = opened(window());
        QTRY_VERIFY_WITH_TIMEOUT(rehearsed.runButton()->isEnabled(), patienceMs);
        QVERIFY(measureThreePoints(window(), rehearsed));
        QTRY_VERIFY_WITH_TIMEOUT(!window().experiments().controller().running(), patienceMs);
        rehearsed.reject();
        Answering answering(answer);
        openWith(QByteArray(smallLecture).replace("slice map", "experiment mistakes"));
        QCOMPARE(answering.asked(), QStringLiteral("You have answered lessons of this lecture before."));
        for (int i = 0; i < 20 && dialog() == nullptr; ++i)
            goOn();
        QVERIFY(dialog() != nullptr);
        QCOMPARE(dialog()->guess()->isAsking(), asks);
    }

    void aLessonThatWasOpenEndsWhereALectureBegins()
    {
        lessons().actions().front()->trigger();
        QVERIFY(lessons().isActive());
        openSmall();
        QVERIFY(!lessons().isActive() && !panel().isVisible());
        QCOMPARE(place(), std::make_pair(0, -1));
        goOn();
        QCOMPARE(place(), std::make_pair(1, 0));
    }

    void theSpeakerHasNotesTheNextTitleAndTheTime()
    {
        openSmall();
        const bool hasSecondScreen = QGuiApplication::screens().size() > 1;
        QCOMPARE(notes().isVisible(), hasSecondScreen); // otherwise only if asked
        QAction* want = lectures().actions()[lectures().actions().size() - 2];
        QCOMPARE(want->isChecked(), hasSecondScreen);
        if (hasSecondScreen)
            QVERIFY(notes().screen() != window().screen());
        else
            want->trigger();
        QVERIFY(notes().isVisible() && want->isChecked());
        QVERIFY(presenter().active());
        QCOMPARE(notes().place()->text(),
                 QStringLiteral("1 of 3 · Sweep curves, op=mul, 4 operations per element, N=2048"));
        QCOMPARE(notes().notes()->toPlainText(), QStringLiteral("Look at this."));
        QCOMPARE(notes().next()->text(), QStringLiteral("Next: One number or 2048"));
        QVERIFY2(notes().elapsed()->text().endsWith(" of 10 min"), qPrintable(notes().elapsed()->text()));
        notes().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(notes().window()));
        QTest::keyClick(&notes(), Qt::Key_PageDown); // the remote works wherever the keyboard is
        QCOMPARE(place(), std::make_pair(1, 0));
        QCOMPARE(notes().place()->text(), QStringLiteral("2 of 3 · One number or 2048"));
        QCOMPARE(notes().next()->text(), QStringLiteral("Next: Regime map"));
        notes().close();
        QVERIFY(!want->isChecked() && lectures().isOpen());
        lectures().end();
        QVERIFY(!want->isEnabled());
    }

    void onOneScreenTheNotesAreAStripBelowTheSlide()
    {
        if (QGuiApplication::screens().size() > 1)
            QSKIP("there they are on the other screen");
        openSmall();
        QVERIFY(!notes().isVisible());
        QAction* want = lectures().actions()[lectures().actions().size() - 2];
        want->trigger();
        QVERIFY(notes().isVisible() && !notes().isWindow());
        const auto placeOf = [&](const QWidget& widget) {
            return QRect(widget.mapTo(&window(), QPoint()), widget.size());
        };
        const QWidget& bar = *window().exploration().presenterBar();
        QTRY_VERIFY(placeOf(notes()).top() > placeOf(bar).bottom());
        QTRY_VERIFY(!placeOf(notes()).intersects(placeOf(*window().charts().curves())));
        QVERIFY2(notes().height() * 3 < window().height(), qPrintable(QString::number(notes().height())));
        press(Qt::Key_PageDown);
        QCOMPARE(place(), std::make_pair(1, 0));
        QCOMPARE(notes().notes()->toPlainText(), QStringLiteral("Ask."));
        want->trigger();
        QVERIFY(!notes().isVisible() && !want->isChecked());
    }

    void theStripLeavesWithThePresenterAndIsBackWithIt()
    {
        if (QGuiApplication::screens().size() > 1)
            QSKIP("there they are on the other screen");
        openSmall();
        QAction* want = lectures().actions()[lectures().actions().size() - 2];
        want->trigger();
        presenter().leave();
        QVERIFY(!notes().isVisible() && want->isChecked() && lectures().isOpen());
        presenter().enter();
        QVERIFY(notes().isVisible() && !notes().isWindow());
        presenter().leave();
        want->trigger(); // no longer
        presenter().enter();
        QVERIFY(!notes().isVisible() && !want->isChecked());
        presenter().leave();
        want->trigger(); // from now on, when there is a slide
        QVERIFY(!notes().isVisible() && want->isChecked());
        presenter().enter();
        QVERIFY(notes().isVisible());
        presenter().leave();
        lectures().end();
        QVERIFY(!want->isChecked());
    }

    void theStripGoesWithTheAudienceToAnExperimentAndBack()
    {
        if (QGuiApplication::screens().size() > 1)
            QSKIP("there they are on the other screen");
        openWith("---\ntitle: One of each\nminutes: 10\n---\n## slice map\nLook.\n## experiment fusion\nAsk.\n"
                 "## slice map\nThe end.\n");
        QVERIFY2(lectures().isOpen(), qPrintable(window().strip().text()));
        QAction* want = lectures().actions()[lectures().actions().size() - 2];
        want->trigger();
        goOn();
        QVERIFY(dialog() != nullptr);
        QVERIFY(notes().isVisible() && notes().window() == dialog() && want->isChecked());
        QVERIFY2(notes().place()->text().startsWith("2 of 3"), qPrintable(notes().place()->text()));
        QCOMPARE(notes().notes()->toPlainText(), QStringLiteral("Ask."));
        QTRY_VERIFY(notes().mapTo(dialog(), QPoint()).y() >= dialog()->height() / 2);
        QTRY_VERIFY2(notes().height() * 3 < dialog()->height(),
                     qPrintable(QStringLiteral("%1 of %2").arg(notes().height()).arg(dialog()->height())));
        QVERIFY(dialog()->actions().contains(want)); // so that its keys work in that window
        want->trigger();
        QVERIFY(!notes().isVisible() && !want->isChecked());
        want->trigger();
        QVERIFY(notes().isVisible() && notes().window() == dialog());
        goBack();
        QVERIFY(dialog() == nullptr && notes().isVisible() && want->isChecked());
        QCOMPARE(notes().window(), &window());
        QCOMPARE(notes().notes()->toPlainText(), QStringLiteral("Look."));
        lectures().end();
        QVERIFY(!notes().isVisible() && !want->isChecked());
    }

    void theStripHasAFifthOfTheHeightOrThreeLines()
    {
        if (QGuiApplication::screens().size() > 1)
            QSKIP("there they are on the other screen");
        openSmall();
        lectures().actions()[lectures().actions().size() - 2]->trigger();
        const QTextBrowser& words = *notes().notes();
        const auto heights = [&] {
            return QStringLiteral("strip %1, notes %2, line %3")
                .arg(notes().height())
                .arg(words.viewport()->height())
                .arg(words.fontMetrics().lineSpacing());
        };
        const auto fits = [&](QSize size, int mostPercent) {
            return window().size() == size && words.viewport()->height() >= 3 * words.fontMetrics().lineSpacing()
                && notes().height() * 100 <= size.height() * mostPercent
                && notes().mapTo(&window(), QPoint(0, notes().height())).y() <= size.height();
        };
        for (const auto& each :
             {std::pair(QSize(900, 600), 33), std::pair(QSize(1920, 1080), 22), std::pair(QSize(900, 600), 33)}) {
            window().setWindowState(Qt::WindowNoState);
            window().resize(each.first);
            QTRY_VERIFY2(fits(each.first, each.second), qPrintable(heights()));
        }
        const int before = notes().height();
        notes().show({.place = QStringLiteral("2 of 3"),
                      .title = QStringLiteral("A lesson"),
                      .notes = QStringLiteral("Ask."),
                      .next = {},
                      .doubt = QStringLiteral("This device cannot be measured; choose another. ").repeated(4)});
        // A doubt takes no line of the notes.
        QTRY_VERIFY2(notes().height() > before && fits(QSize(900, 600), 40), qPrintable(heights()));
    }

    void theChartOfAnExperimentKeepsThreeFifthsBesideTheNotes_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1366x768") << QSize(1366, 768);
        QTest::newRow("1920x1080") << QSize(1920, 1080);
    }
    void theChartOfAnExperimentKeepsThreeFifthsBesideTheNotes()
    {
        QFETCH(QSize, size);
        if (QGuiApplication::screens().size() > 1)
            QSKIP("there they are on the other screen");
        openWith(QByteArray(smallLecture)
                     .replace("lesson one-or-2048", "experiment fusion")
                     .replace("slice map", "experiment mistakes"));
        QVERIFY2(lectures().isOpen(), qPrintable(window().strip().text()));
        lectures().actions()[lectures().actions().size() - 2]->trigger();
        const auto giveSize = [&] { // the window's is what type follows
            for (QWidget* each : std::initializer_list<QWidget*>{&window(), dialog()}) {
                each->setWindowState(Qt::WindowNoState);
                each->resize(size);
            }
        };
        const auto hasNotes = [&] {
            const QTextBrowser& words = *notes().notes();
            return notes().isVisible() && words.viewport()->height() >= words.fontMetrics().lineSpacing();
        };
        const auto fits = [&] { return keepsThreeFifths(*dialog(), size) && hasNotes(); };
        goOn();
        QVERIFY(dialog() != nullptr && notes().window() == dialog());
        giveSize();
        QTRY_VERIFY2(fits(), heightsOf(*dialog()).constData());
        // A number's question is seen whole, with its buttons.
        const GuessCard& guess = *dialog()->guess();
        QVERIFY(guess.isAsking());
        QTRY_COMPARE(guess.visibleRegion().boundingRect().height(), guess.height());
        press(Qt::Key_PageDown); // settles it, and measures
        QVERIFY(!guess.isAsking());
        QTRY_VERIFY2(fits(), heightsOf(*dialog()).constData());
        (void)window().experiments().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!window().experiments().controller().running(), patienceMs);
        goOn();
        QCOMPARE(lectures().item(), std::size_t{2});
        giveSize();
        QTRY_VERIFY2(fits(), heightsOf(*dialog()).constData());
        for (int i = 0; i < 9 && !window().experiments().controller().running(); ++i)
            press(Qt::Key_PageDown);
        QVERIFY(waitFollowing(window(), [&] { return pointsOf(*dialog(), Provenance::Measured) == 3; }));
        QTRY_VERIFY_WITH_TIMEOUT(!window().experiments().controller().running(), patienceMs);
        QVERIFY(dialog()->findings()->isVisible());
        QTRY_VERIFY2(fits(), heightsOf(*dialog()).constData());
        const int below = notes().height();
        goBack();
        goBack(); // to the slice, where the strip has its lines again
        QVERIFY(dialog() == nullptr && notes().window() == &window());
        QVERIFY2(notes().maximumHeight() > below, "it is not kept as low as beside the experiment");
    }

    void aClockSaysMinutesAndHours_data()
    {
        QTest::addColumn<int>("seconds");
        QTest::addColumn<QString>("words");
        QTest::newRow("the beginning") << 0 << "0:00";
        QTest::newRow("minutes") << 754 << "12:34";
        QTest::newRow("hours") << 3605 << "1:00:05";
    }
    void aClockSaysMinutesAndHours()
    {
        QFETCH(int, seconds);
        QFETCH(QString, words);
        QCOMPARE(clockWords(seconds), words);
    }

    void aWrongFileIsSaidWithLineAndExpectation_data()
    {
        QTest::addColumn<QByteArray>("old");
        QTest::addColumn<QByteArray>("now");
        QTest::addColumn<QString>("message");
        QTest::newRow("a chart that is none")
            << QByteArray("slice map") << QByteArray("slice pie") << "Line 9: expected roofline, map or curves";
        QTest::newRow("a lesson that is missing")
            << QByteArray("lesson one-or-2048") << QByteArray("lesson two-or-2048")
            << "Line 7: expected a lesson (double-the-work, ";
        QTest::newRow("an experiment that is missing")
            << QByteArray("slice map") << QByteArray("experiment fission") << "Line 9: expected an experiment (";
    }
    void aWrongFileIsSaidWithLineAndExpectation()
    {
        QFETCH(QByteArray, old);
        QFETCH(QByteArray, now);
        QFETCH(QString, message);
        openWith(QByteArray(smallLecture).replace(old, now));
        QVERIFY(!lectures().isOpen() && !presenter().active());
        QVERIFY2(window().strip().text().startsWith(QStringLiteral("my.md is not a lecture yet. ") + message),
                 qPrintable(window().strip().text()));
        lectures().openFile(folder().filePath(QStringLiteral("gone.md")));
        QVERIFY2(window().strip().text().startsWith("Cannot read "), qPrintable(window().strip().text()));
        openSmall(); // mended
        openWith("---\n");
        QVERIFY(lectures().isOpen()); // what is on show is not lost to a mistake
    }

    void aLessonOfOnesOwnLiesBesideTheLecture()
    {
        const QByteArray page = QByteArray::fromStdString(std::string(shippedLessonPages().front().text))
                                    .replace("title: Double the work", "title: My own question");
        const QByteArray lecture = QByteArray(smallLecture).replace("one-or-2048", "own");
        (void)fileWith(QStringLiteral("own.md"), QByteArray(page).replace("## Why", "## Because"));
        openWith(lecture);
        QVERIFY(!lectures().isOpen());
        QVERIFY2(window().strip().text().contains("Line 7: expected a lesson in the file own.md. Line ")
                     && window().strip().text().contains("expected \"## Why\""),
                 qPrintable(window().strip().text()));
        (void)fileWith(QStringLiteral("own.md"), page);
        openWith(lecture);
        QVERIFY2(lectures().isOpen(), qPrintable(window().strip().text()));
        QCOMPARE(notes().next()->text(), QStringLiteral("Next: My own question"));
        goOn();
        QCOMPARE(lessons().answers().title, "My own question");
    }

    void anotherDeviceInTheMiddleTakesTheSliceAndRefusesTheLesson()
    {
        openWith(QByteArray(smallLecture).replace("slice curves over size op=mul k=4 N=2048", "slice roofline k=4"));
        const std::int64_t here = cursor().workload().elements;
        cursor().setDevice(std::string(offeredDevice));
        QVERIFY(cursor().workload().elements > here); // what no cache holds is more there
        QCOMPARE(cursor().workload().operationsPerElement, std::int64_t{4});
        press(Qt::Key_PageDown);
        QCOMPARE(lectures().item(), std::size_t{1});
        QVERIFY(!lessons().isActive());
        QVERIFY2(window().strip().isVisible() && window().strip().text().contains("cannot be measured"),
                 qPrintable(window().strip().text()));
        QCOMPARE(notes().doubt()->text(), window().strip().text());
        press(Qt::Key_PageDown); // and the lecture goes on
        QCOMPARE(lectures().item(), std::size_t{2});
        QVERIFY(window().charts().map()->isVisible());
        QVERIFY2(!window().strip().text().contains("cannot be measured"), qPrintable(window().strip().text()));
        cursor().setDevice("cpu");
        press(Qt::Key_PageUp);
        QCOMPARE(place(), std::make_pair(1, 0));
        QVERIFY(notes().doubt()->text().isEmpty());
    }

    void anotherDeviceDuringALessonLeavesItToItsOwn()
    {
        openSmall();
        goOn();
        cursor().setDevice(std::string(offeredDevice));
        goOn();
        QCOMPARE(place(), std::make_pair(1, 1));
        QCOMPARE(lessons().answers().device, "cpu");
    }
};

RIDGEPOINT_GUI_TEST(LectureWindowTest)
#include "lecture_window_test.moc"
