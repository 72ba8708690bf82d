// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/curves_chart.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/first_steps.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "app/desktop/lessons/lesson_panel.h"
#include "tests/gui/lesson_support.h"
#include "tests/gui/measured_window.h"
#include "tests/support/synthetic_device.h"

#include <QAbstractButton>
#include <QAction>
#include <QButtonGroup>
#include <QFile>
#include <QImage>
#include <QKeySequence>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>
#include <cstdint>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What a person answers in a lesson: how it is given, judged, and not lost.
class LessonGivenTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] LessonCommands& lessons() const { return *window().findChild<LessonCommands*>(); }
    [[nodiscard]] LessonPanel& panel() const { return *window().findChild<LessonPanel*>(); }
    void beginLesson(const char* id) const { beginLessonOf(window(), id); }
    /// From the question to the end of measuring, with this number predicted.
    void goToMeasured(const char* prediction) const
    {
        panel().nextButton()->click();
        panel().number()->setText(QString::fromLatin1(prediction));
        panel().nextButton()->click();
        QCOMPARE(lessons().section(), LessonSection::Do);
        measureIfNeeded(panel());
        QTRY_VERIFY2_WITH_TIMEOUT(panel().nextButton()->isEnabled(), qPrintable(panel().status()->text()), patienceMs);
    }
    /// A choice, words and a name in the first lesson.
    void answerFirst() const
    {
        beginLesson("double-the-work");
        panel().nextButton()->click();
        panel().choices()->button(2)->click();
        panel().nextButton()->click();
        panel().seen()->setPlainText(QStringLiteral("flat"));
        panel().person()->setText(QStringLiteral("Ada"));
    }

    void goToDo() const
    {
        panel().nextButton()->click();
        panel().choices()->button(2)->click();
        panel().nextButton()->click();
        QCOMPARE(lessons().section(), LessonSection::Do);
    }

private slots:
    void anAnswerOfAnOpenedSessionSaysSo()
    {
        const auto lesson = parseLesson(pageOfLesson("double-the-work"), "double-the-work");
        QVERIFY(lesson.ok());
        QVERIFY(lessons().begin(*lesson).isEmpty());
        goToDo();
        measureIfNeeded(panel());
        QTRY_VERIFY_WITH_TIMEOUT(panel().nextButton()->isEnabled(), patienceMs);
        QVERIFY2(!panel().status()->text().contains("session of"), qPrintable(panel().status()->text()));
        Session stored = window().engine().session.content().toSession();
        stored.created = "2020-01-15T12:00:00Z";
        window().engine().session.replace(std::move(stored)); // the lesson ends with it
        QVERIFY(!lessons().isActive() && lessons().begin(*lesson).isEmpty());
        goToDo();
        const QString told = QStringLiteral("From the session of 15 Jan 2020, ");
        QVERIFY2(panel().status()->text().startsWith(told), qPrintable(panel().status()->text()));
        panel().nextButton()->click(); // also beside the answer
        QCOMPARE(lessons().section(), LessonSection::WhatDidYouSee);
        QVERIFY2(panel().status()->isVisible() && panel().status()->text().startsWith(told),
                 qPrintable(panel().status()->text()));
    }

    void init() { openAtRest(); }

    void whatANumberIsOfStandsAboveItsFieldWhichHoldsNoMoreThanItShows()
    {
        window().resize(1366, 768);
        const auto label = [this] {
            const auto labels = panel().findChildren<QLabel*>();
            const auto found = std::ranges::find(labels, panel().number(), &QLabel::buddy);
            return found != labels.end() && (*found)->isVisible() ? (*found)->text() : QString();
        };
        beginLesson("size-of-a-product");
        QCOMPARE(label(), QString());
        panel().nextButton()->click();
        QCOMPARE(label(), QStringLiteral("Rows n of the matrices"));
        const QLineEdit& number = *panel().number();
        QTRY_VERIFY(number.fontMetrics().horizontalAdvance(number.placeholderText()) < number.contentsRect().width());
        beginLesson("fusion-or-passes"); // whose factor is of nothing
        panel().nextButton()->click();
        QCOMPARE(label(), QString());
    }

    void everyButtonHasALetterOfItsOwn()
    {
        QStringList letters;
        const auto add = [&](const QAbstractButton* button) {
            if (const QKeySequence letter = QKeySequence::mnemonic(button->text()); !letter.isEmpty())
                letters << letter.toString();
        };
        for (const QAction* action : window().menuBar()->actions())
            letters << QKeySequence::mnemonic(action->text()).toString();
        beginLesson("fusion-or-passes");
        add(panel().nextButton());
        goToMeasured("8");
        while (lessons().section() != LessonSection::Transfer)
            panel().nextButton()->click();
        for (const QAbstractButton* button : panel().findChildren<QAbstractButton*>())
            add(button);
        QVERIFY2(letters.size() >= 14, qPrintable(letters.join(' '))); // eight menus, five buttons and “Next”
        QCOMPARE(letters.removeDuplicates(), qsizetype{0});
    }

    void roofsThatAMeasuredTimeContradictsAreDoubtedBeforeTheyExplain()
    {
        const auto explained = [&] {
            while (lessons().section() != LessonSection::WhatDidYouSee)
                (lessons().section() < LessonSection::WhatDidYouSee ? panel().nextButton() : panel().backButton())
                    ->click();
            panel().nextButton()->click();
            return panel().text()->text();
        };
        beginLesson("fusion-or-passes");
        goToMeasured("8");
        QVERIFY2(explained().startsWith("Fusion saves no operation"), qPrintable(panel().text()->text()));
        QVERIFY(!lessons().answers().contradictsRoofs);
        RoofSet roofs = *window().engine().cursor.roofs();
        for (Roof& roof : roofs.roofs)
            if (roof.kind == RoofKind::Bandwidth)
                roof.value *= 0.1;
        window().engine().session.putRoofs(roofs);
        emit window().engine().controller.roofsMeasured();
        QVERIFY2(explained().startsWith("Fusion"), "what the answer is made of is held");
        lessons().end();
        QVERIFY(lessons().begin(parseLesson(pageOfLesson("fusion-or-passes"), "fusion-or-passes").value()).isEmpty());
        panel().nextButton()->click();
        panel().number()->setText(QStringLiteral("8"));
        panel().nextButton()->click();
        QTRY_VERIFY_WITH_TIMEOUT(panel().nextButton()->isEnabled(), patienceMs);
        const QString warned = explained();
        QVERIFY2(warned.startsWith("The roofs look out of date: measure them again.\n\nFusion"), qPrintable(warned));
        QVERIFY(lessons().answers().contradictsRoofs);
    }

    void answersInNoFileAreAskedForBeforeALessonEnds()
    {
        beginLesson("fusion-or-passes");
        {
            Answering answering(QStringLiteral("Cancel"));
            panel().closeButton()->click();
            QVERIFY(answering.asked().isEmpty() && !lessons().isActive()); // nothing was answered
            beginLesson("fusion-or-passes");
            goToMeasured("8");
            panel().closeButton()->click();
            QCOMPARE(answering.asked(), QStringLiteral("Save your answers first?"));
            QVERIFY(lessons().isActive());
        }
        const QString path = folder().filePath(QStringLiteral("handout.pdf"));
        {
            Answering answering(QStringLiteral("Save handout…")); // and no place for it
            panel().closeButton()->click();
            QVERIFY(!answering.asked().isEmpty() && lessons().isActive());
        }
        {
            Answering answering(QStringLiteral("Save handout…"), path);
            panel().closeButton()->click();
            QVERIFY2(QFile::exists(path) && !lessons().isActive(), qPrintable(window().strip().text()));
        }
        beginLesson("fusion-or-passes");
        window().strip().actionButton()->click();
        QCOMPARE(lessons().answers().prediction.value_or(0.0), 8.0);
        Answering answering(QStringLiteral("Cancel"));
        panel().closeButton()->click();
        QVERIFY(answering.asked().isEmpty() && !lessons().isActive()); // they are in the file
    }

    void theFileThatAClassIsGatheredFromIsOfferedFirstAndTheTourWaitsUntilItIsRead()
    {
        beginLesson("fusion-or-passes");
        goToMeasured("8");
        FirstSteps& steps = window().firstSteps();
        steps.beginAt(FirstSteps::Step::Compare);
        const QString path = folder().filePath(QStringLiteral("answers.json"));
        Answering answering(QStringLiteral("Save answers…"), path);
        panel().closeButton()->click();
        QCOMPARE(answering.usual(), QStringLiteral("Save answers…"));
        QVERIFY(QFile::exists(path) && !lessons().isActive());
        QCOMPARE(window().strip().text(), QStringLiteral("Saved to %1.").arg(path));
        QCOMPARE(window().strip().actionButton()->text(), QStringLiteral("Show in folder"));
        window().strip().closeButton()->click();
        QVERIFY2(window().strip().text().startsWith("3 of 4"), qPrintable(window().strip().text()));
    }

    void onAFullScreenOfOnesOwnTheyAreAskedForToo()
    {
        beginLesson("fusion-or-passes");
        goToMeasured("8");
        window().actions_().fullScreen->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window().isFullScreen(), patienceMs);
        Answering answering(QStringLiteral("Cancel"));
        panel().closeButton()->click();
        QCOMPARE(answering.asked(), QStringLiteral("Save your answers first?"));
        QVERIFY(lessons().isActive() && window().isFullScreen());
    }

    void inFrontOfAClassNobodyIsAskedButBeforeTheWindowCloses()
    {
        beginLesson("fusion-or-passes");
        goToMeasured("8");
        PresenterMode& presenter = window().exploration().presenter();
        presenter.enter();
        {
            Answering answering(QStringLiteral("Cancel"));
            QVERIFY(lessons().mayEnd());
            QVERIFY2(answering.asked().isEmpty(), qPrintable(answering.asked()));
            QVERIFY(!window().close());
            QCOMPARE(answering.asked(), QStringLiteral("Save your answers first?"));
            QVERIFY(window().isVisible() && lessons().isActive() && !presenter.active());
        }
        Answering answering(QStringLiteral("Close without saving"));
        QVERIFY(window().close());
        QCOMPARE(answering.asked(), QStringLiteral("Save your answers first?")); // and nothing after it
    }

    void answersOfALessonThatEndedUnaskedAreAskedForBeforeTheWindowCloses()
    {
        PresenterMode& presenter = window().exploration().presenter();
        presenter.enter();
        for (const char* id : {"fusion-or-passes", "one-or-2048"}) { // the second takes the first one's place
            beginLesson(id);
            panel().nextButton()->click();
            panel().number()->setText(QStringLiteral("8"));
            panel().nextButton()->click();
        }
        const QString title = QString::fromStdString(lessons().answers().title);
        {
            Answering answering(QStringLiteral("Cancel"));
            panel().closeButton()->click();
            QVERIFY2(answering.asked().isEmpty() && !lessons().isActive(), qPrintable(answering.asked()));
            presenter.leave();
            QVERIFY(!window().close());
            QVERIFY2(answering.asked().startsWith("Your answers to “")
                         && answering.asked().contains(QStringLiteral("”, “%1” are in no file. ").arg(title)),
                     qPrintable(answering.asked()));
            QVERIFY(window().isVisible());
        }
        { // one of them is taken up again, and given up
            Answering answering(QStringLiteral("Go on there"));
            beginLesson("one-or-2048");
        }
        QCOMPARE(lessons().answers().prediction.value_or(0.0), 8.0);
        {
            Answering answering(QStringLiteral("Finish without saving"));
            panel().closeButton()->click();
            QCOMPARE(answering.asked(), QStringLiteral("Save your answers first?"));
            QVERIFY(!lessons().isActive());
        }
        Answering answering(QStringLiteral("Discard"));
        QVERIFY(window().close());
        QVERIFY2(answering.asked().startsWith("Your answers to “") && !answering.asked().contains(title)
                     && answering.asked().contains("” are in no file. "),
                 qPrintable(answering.asked()));
    }

    void answersInAFileStayThereWhereALessonIsTakenUpAgain()
    {
        beginLesson("fusion-or-passes");
        goToMeasured("8");
        {
            Answering answering(QString(), folder().filePath(QStringLiteral("handout.pdf")));
            panel().handoutButton()->click();
        }
        const auto lesson = parseLesson(pageOfLesson("fusion-or-passes"), "fusion-or-passes");
        QVERIFY(lesson.ok());
        const LessonAnswers given = lessons().answers();
        lessons().end(); // as a lecture does, and back
        QCOMPARE(lessons().resume(*lesson, given, LessonSection::Transfer), QString());
        lessons().end();
        Answering answering(QStringLiteral("Cancel"));
        QVERIFY(window().close());
        QVERIFY2(answering.asked().isEmpty(), qPrintable(answering.asked()));
    }

    void answersOfAnotherSessionAreNotLostAndGoOnWithoutItsMeasurements()
    {
        beginLesson("one-or-2048");
        window().engine().controller.setIdleTaken(true); // or it would measure them by itself
        goToMeasured("8");
        panel().nextButton()->click();
        QVERIFY(lessons().answers().measured.has_value());
        Session other = window().engine().session.content().toSession();
        other.samples.clear();
        window().engine().session.replace(std::move(other));
        QVERIFY(!lessons().isActive());
        QVERIFY(!lessons().given(parseLesson(pageOfLesson("one-or-2048"), "one-or-2048").value()));
        {
            Answering answering(QStringLiteral("Cancel"));
            QVERIFY(!window().close());
            QVERIFY2(answering.asked().startsWith("Your answers to “"), qPrintable(answering.asked()));
        }
        Answering answering(QStringLiteral("Go on there"));
        beginLesson("one-or-2048");
        QCOMPARE(lessons().section(), LessonSection::Do);
        QCOMPARE(lessons().answers().prediction.value_or(0.0), 8.0);
        QVERIFY2(!lessons().answers().measured, "it was measured in a session that is gone");
    }

    void aWindowClosesUnaskedWhereAnswersAreInAFileOrThereAreNone_data()
    {
        QTest::addColumn<bool>("isAnswered");
        QTest::newRow("none") << false;
        QTest::newRow("in a file") << true;
    }
    void aWindowClosesUnaskedWhereAnswersAreInAFileOrThereAreNone()
    {
        QFETCH(bool, isAnswered);
        beginLesson("fusion-or-passes");
        const QString path = folder().filePath(QStringLiteral("handout.pdf"));
        if (isAnswered) {
            goToMeasured("8");
            Answering answering(QString(), path);
            panel().handoutButton()->click();
            QVERIFY2(QFile::exists(path), qPrintable(window().strip().text()));
        }
        Answering answering(QStringLiteral("Cancel"));
        QVERIFY(window().close());
        QVERIFY2(answering.asked().isEmpty(), qPrintable(answering.asked()));
    }

    void whoeverOpensALessonAgainCanGoOnWithTheAnswers()
    {
        answerFirst();
        const LessonAnswers given = lessons().answers();
        beginLesson("one-or-2048"); // in its place
        QVERIFY2(!window().strip().text().contains("answered"), qPrintable(window().strip().text()));
        {
            Answering answering(QStringLiteral("Cancel"));
            beginLesson("double-the-work");
            QCOMPARE(answering.asked(), QStringLiteral("You have answered this lesson before."));
        }
        QCOMPARE(lessons().answers().lesson, "one-or-2048"); // as it was
        {
            Answering answering(QStringLiteral("Go on there"));
            beginLesson("double-the-work");
        }
        QCOMPARE(lessons().section(), LessonSection::Do);
        QCOMPARE(panel().choice(), std::optional<std::size_t>(2));
        QVERIFY(!panel().choices()->button(2)->isEnabled());
        QCOMPARE(lessons().answers().prediction, given.prediction);
        QCOMPARE(lessons().answers().seen, "flat");
        QCOMPARE(lessons().answers().person, "Ada");
    }

    void whoeverBeginsALessonAnewIsAskedOnceWhereAnswersAreInNoFile_data()
    {
        QTest::addColumn<bool>("isEnded");
        QTest::newRow("while it is under way") << false;
        QTest::newRow("after it has ended") << true;
    }
    void whoeverBeginsALessonAnewIsAskedOnceWhereAnswersAreInNoFile()
    {
        QFETCH(bool, isEnded);
        answerFirst();
        if (isEnded)
            lessons().end();
        {
            Answering answering(QStringLiteral("Begin anew"));
            beginLesson("double-the-work");
            QCOMPARE(answering.asked(), QStringLiteral("You have answered this lesson before."));
        }
        QVERIFY(lessons().section() == LessonSection::Question && !panel().choice());
        QVERIFY2(!window().strip().text().contains("answered"), qPrintable(window().strip().text()));
        Answering answering(QStringLiteral("Cancel"));
        beginLesson("double-the-work"); // nothing new was answered
        QCOMPARE(window().strip().text(), QStringLiteral("You have answered this lesson before."));
        panel().nextButton()->click();
        panel().choices()->button(0)->click();
        panel().nextButton()->click();
        QVERIFY(!window().strip().text().contains("answered")); // another prediction stands
        QVERIFY2(answering.asked().isEmpty(), qPrintable(answering.asked()));
    }

    void beforeAClassALessonGoesOnWhereItWasUnasked()
    {
        answerFirst();
        const LessonAnswers given = lessons().answers();
        window().exploration().presenter().enter();
        Answering answering(QStringLiteral("Cancel"));
        beginLesson("double-the-work"); // which is under way
        QCOMPARE(lessons().section(), LessonSection::Do);
        lessons().end();
        beginLesson("double-the-work");
        QCOMPARE(lessons().section(), LessonSection::Do);
        QCOMPARE(lessons().answers().choice, given.choice);
        QVERIFY2(answering.asked().isEmpty(), qPrintable(answering.asked()));
    }

    void timesOfDifferentStatesOfTheMachineCanBeMeasuredAgain()
    {
        beginLesson("double-the-work");
        panel().nextButton()->click();
        panel().choices()->button(1)->click();
        panel().nextButton()->click();
        QCOMPARE(lessons().section(), LessonSection::Do);
        const Workload work = window().engine().cursor.workload();
        const RoofSet* roofs = window().engine().session.roofs("cpu", work.threads);
        QVERIFY(roofs != nullptr && roofs->find("bandwidth.dram") != nullptr);
        const double bandwidth = roofs->find("bandwidth.dram")->value;
        const auto put = [&](std::int64_t operations, double control, FlagSet flags) {
            Sample sample = syntheticSample(moved(work, AxisKind::Operations, operations), 1);
            sample.controls.bandwidth = control;
            sample.flags = flags;
            window().engine().session.putSample(sample);
        };
        put(1, bandwidth, {});
        put(2, bandwidth, {});
        QTRY_VERIFY2_WITH_TIMEOUT(panel().status()->text().startsWith("Measured. "),
                                  qPrintable(panel().status()->text()), patienceMs);
        QCOMPARE(panel().measureButton()->text(), QStringLiteral("Measure i&t again"));
        put(2, bandwidth / 2.0, Flag::MachineBusy);
        QTRY_VERIFY2_WITH_TIMEOUT(panel().status()->text().contains("different states"),
                                  qPrintable(panel().status()->text()), patienceMs);
        QVERIFY(panel().measureButton()->isEnabled() && panel().nextButton()->isEnabled());
        QCOMPARE(panel().measureButton()->text(), QStringLiteral("Measure i&t"));
        panel().measureButton()->click();
        QTRY_VERIFY2_WITH_TIMEOUT(panel().status()->text().startsWith("Measured. "),
                                  qPrintable(panel().status()->text()), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(panel().measureButton()->isEnabled(), patienceMs);
        QCOMPARE(panel().measureButton()->text(), QStringLiteral("Measure i&t again")); // before a class
        panel().measureButton()->click();
        QVERIFY2(panel().status()->text().startsWith("Measuring: "), qPrintable(panel().status()->text()));
        QVERIFY(!panel().measureButton()->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(panel().measureButton()->isEnabled() && panel().nextButton()->isEnabled(), patienceMs);
    }

    void anAnswerThatTheRoofsDoNotAllowIsNotHeldAgainstThePrediction()
    {
        beginLesson("double-the-work");
        panel().nextButton()->click();
        panel().choices()->button(1)->click();
        panel().nextButton()->click();
        window().engine().controller.setIdleTaken(true); // or it would measure them by itself
        for (const std::int64_t operations : {1, 2}) {
            Sample sample = syntheticSample(
                moved(window().engine().cursor.workload(), AxisKind::Operations, operations), 1);
            if (operations == 1) {
                sample.flags = Flag::MachineBusy;
                for (Seconds* time : {&sample.time, &sample.median, &sample.low, &sample.high})
                    *time = *time * 1.25;
            }
            window().engine().session.putSample(sample);
        }
        const QString doubt = QStringLiteral(
            "Other programs were running; by the roofs it would be 1.00×. Measure again.");
        QTRY_COMPARE_WITH_TIMEOUT(panel().doubt()->text(), doubt, patienceMs);
        QVERIFY(panel().doubt()->isVisible());
        QVERIFY(panel().measureButton()->isEnabled() && panel().nextButton()->isEnabled());
        panel().nextButton()->click();
        QCOMPARE(panel().doubt()->text(), doubt);
        const QString compared = panel().comparison()->text();
        QVERIFY2(compared.contains("Measured: 0.8") && !compared.contains("our prediction"), qPrintable(compared));
        QVERIFY2(lessons().handout().headline.startsWith(doubt), qPrintable(lessons().handout().headline));
        panel().backButton()->click();
        panel().measureButton()->click();
        QTRY_VERIFY2_WITH_TIMEOUT(panel().status()->text().startsWith("Measured. "),
                                  qPrintable(panel().status()->text()), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(panel().doubt()->isHidden() && panel().nextButton()->isEnabled(), patienceMs);
        panel().nextButton()->click();
        QVERIFY2(panel().comparison()->text().endsWith("That agrees with your prediction."),
                 qPrintable(panel().comparison()->text()));
    }

    void anAnswerIsOfOneRoundWhereAQuieterSampleOfAnotherStateStays()
    {
        beginLesson("double-the-work");
        panel().nextButton()->click();
        panel().choices()->button(1)->click();
        panel().nextButton()->click();
        LiveSession& session = window().engine().session;
        const Workload work = window().engine().cursor.workload();
        const RoofSet* roofs = session.roofs("cpu", work.threads);
        QVERIFY(roofs != nullptr && roofs->find("bandwidth.dram") != nullptr);
        Sample older = syntheticSample(moved(work, AxisKind::Operations, 1), 1);
        older.controls.bandwidth = roofs->find("bandwidth.dram")->value / 2.0;
        for (Seconds* time : {&older.time, &older.median, &older.low, &older.high})
            *time = *time * 3.0;
        const auto keepOlder = [&](int row) { // as where what comes is of a busy machine
            const Sample& came = *session.samples()[static_cast<std::size_t>(row)];
            if (came.workload == older.workload && came.time != older.time)
                session.putSample(older);
        };
        connect(&session, &LiveSession::sampleAdded, this, keepOlder);
        connect(&session, &LiveSession::sampleReplaced, this, keepOlder);
        session.putSample(older);
        // What was measured before may hold until then.
        QTRY_VERIFY_WITH_TIMEOUT(!panel().status()->text().startsWith("Measured. "), patienceMs);
        QVERIFY(panel().measureButton()->isEnabled());
        panel().measureButton()->click();
        QTRY_VERIFY2_WITH_TIMEOUT(panel().status()->text().startsWith("Measured. "),
                                  qPrintable(panel().status()->text()), patienceMs);
        QCOMPARE(session.find("cpu", older.workload)->time, older.time);
        QVERIFY2(lessons().answers().measured && *lessons().answers().measured > 0.8, // a third beside the older one
                 std::to_string(lessons().answers().measured.value_or(0.0)).c_str());
        panel().nextButton()->click();
        QVERIFY2(panel().comparison()->text().contains("× to "), qPrintable(panel().comparison()->text()));
        disconnect(&session, nullptr, this, nullptr);
    }

    void whatDoesNotHoldIsMeasuredAgainByItself_data()
    {
        QTest::addColumn<bool>("isAlways");
        QTest::newRow("until it holds") << false;
        QTest::newRow("a few times") << true;
    }
    void whatDoesNotHoldIsMeasuredAgainByItself()
    {
        QFETCH(const bool, isAlways);
        beginLesson("one-or-2048");
        panel().nextButton()->click();
        panel().number()->setText(QStringLiteral("2"));
        panel().nextButton()->click();
        window().engine().controller.setIdleTaken(true); // or it would sharpen the few readings
        LiveSession& session = window().engine().session;
        Sample loose = syntheticSample(moved(window().engine().cursor.workload(), AxisKind::Size, 2048), 1);
        loose.rounds = 1;
        loose.flags = Flag::FewReadings;
        int rounds = 0;
        const auto disturb = [&] { // what comes is as from a busy machine
            const SamplePointer came = session.find(loose.device, loose.workload);
            if (!came || came->flags.has(Flag::FewReadings) || (++rounds > 1 && !isAlways))
                return;
            session.putSample(loose);
        };
        connect(&session, &LiveSession::sampleAdded, this, disturb);
        connect(&session, &LiveSession::sampleReplaced, this, disturb);
        panel().measureButton()->click();
        const QString words = isAlways
                                ? QStringLiteral("Other programs disturb the measurement; the interval is not known.")
                                : QStringLiteral("Measured. ");
        QTRY_VERIFY2_WITH_TIMEOUT(rounds > 1 && panel().status()->text().startsWith(words),
                                  qPrintable(panel().status()->text()), patienceMs);
        QVERIFY(panel().nextButton()->isEnabled());
        if (isAlways) {
            panel().nextButton()->click();
            QVERIFY2(panel().comparison()->text().contains("(too few readings for an interval)"),
                     qPrintable(panel().comparison()->text()));
        }
        disconnect(&session, nullptr, this, nullptr);
    }

    void anAnswerThatWasShownStaysWhateverIsMeasuredLater()
    {
        beginLesson("one-or-2048");
        goToMeasured("2");
        panel().nextButton()->click();
        const QString shown = panel().comparison()->text();
        const QString why = panel().text()->text();
        const LessonAnswers answers = lessons().answers();
        QVERIFY(answers.measured && shown.contains("Measured: "));
        Sample slower = syntheticSample(moved(window().engine().cursor.workload(), AxisKind::Size, 2048), 1);
        slower.time = slower.time * 3.0;
        slower.low = slower.time;
        slower.high = slower.time;
        QSignalSpy changed(&window().engine().session, &LiveSession::changed);
        window().engine().session.putSample(slower);
        QTRY_VERIFY_WITH_TIMEOUT(!changed.isEmpty(), patienceMs);
        panel().nextButton()->click(); // each state is shown anew
        panel().backButton()->click();
        QCOMPARE(panel().comparison()->text(), shown);
        QCOMPARE(panel().text()->text(), why);
        QCOMPARE(lessons().answers().measured, answers.measured);
        QCOMPARE(lessons().handout().headline, QString(shown).replace(QLatin1Char('\n'), QLatin1Char(' ')));
        lessons().resume(parseLesson(pageOfLesson("one-or-2048"), "one-or-2048").value(), answers, LessonSection::Why);
        QCOMPARE(lessons().answers().measured, answers.measured); // also where it was left and taken up again
    }

    void theChartOfAHandoutIsOfWhatItsNumbersAreMadeOf()
    {
        beginLesson("one-or-2048");
        window().engine().controller.setIdleTaken(true); // or it would sharpen what is held
        goToMeasured("2");
        panel().nextButton()->click();
        const Workload work = moved(window().engine().cursor.workload(), AxisKind::Size, 2048);
        LiveSession& session = window().engine().session;
        const auto drawn = [&](const ChartWidget* chart) {
            const auto& points = qobject_cast<const CurvesChart*>(chart)->data().series.front().points;
            const auto point = std::ranges::find(points, work, &ChartPoint::workload);
            return point == points.end() ? Seconds() : point->time;
        };
        const auto roof = [](const ChartWidget* chart) {
            return qobject_cast<const CurvesChart*>(chart)->data().bandwidthRoof->roof.value;
        };
        CurvesChart& shown = *window().charts().curves();
        const Seconds held = session.find("cpu", work)->time;
        const auto isShown = [&](Seconds time) {
            shown.flush();
            return drawn(&shown) == time;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isShown(held), patienceMs);
        const double heldRoof = roof(&shown);
        Sample slower = syntheticSample(work, 1);
        slower.time = slower.time * 3.0;
        session.putSample(slower);
        RoofSet roofs = *window().engine().cursor.roofs();
        for (Roof& each : roofs.roofs)
            each.value *= 2.0;
        session.putRoofs(roofs);
        emit window().engine().controller.roofsMeasured();
        QTRY_VERIFY_WITH_TIMEOUT(isShown(slower.time) && roof(&shown) != heldRoof, patienceMs);
        const auto chart = lessons().handoutChart();
        QVERIFY(chart != nullptr);
        QCOMPARE(drawn(chart.get()), held);
        QCOMPARE(roof(chart.get()), heldRoof);
        QCOMPARE(drawn(&shown), slower.time); // which the window goes on to show
    }

    void aPresentedLessonThatNobodyAnsweredIsNotOfferedAgain()
    {
        beginLesson("one-or-2048");
        for (int i = 0; i < 2; ++i)
            QVERIFY(lessons().step(1)); // what was predicted was said aloud
        QVERIFY(lessons().wereResultsShown());
        Answering answering(QStringLiteral("Cancel"));
        panel().closeButton()->click();
        QVERIFY(answering.asked().isEmpty() && !lessons().isActive());
        beginLesson("one-or-2048");
        QVERIFY2(!window().strip().text().contains("answered"), qPrintable(window().strip().text()));
    }

    void aClickSetsOnePlaceOfTheCurveAndIsTakenBack()
    {
        beginLesson("one-kernel-two-regimes"); // of which a curve is drawn, from 1 operation to 256
        CurvesChart& curves = *window().charts().curves();
        panel().nextButton()->click();
        curves.flush();
        const double low = curves.yAxis->range().lower * 1.5;
        const auto at = [&](double x, double y) { return curves.pixelAt({0, x, y}).toPoint(); };
        const auto drawn = [this] { return lessons().answers().curve; };
        const QPoint margin(curves.axisRects().at(0)->rect().left() - 6, at(1.0, low).y());
        QVERIFY(!curves.placeAt(margin));
        clickAt(&curves, margin); // a first place, to be seen though it is no line yet
        QVERIFY(curves.input().guess.place && !panel().nextButton()->isEnabled());
        clickAt(&curves, at(180.0, low * 4.0));
        QVERIFY(panel().nextButton()->isEnabled() && !curves.input().guess.place);
        const std::vector<CurvePlace> curve = drawn();
        QCOMPARE(curve.size(), std::size_t{8}); // up to 128
        QCOMPARE(curve.front().x, 1.0);
        // A third place bends it; one in another plot would be of another quantity.
        clickAt(&curves, at(32.0, low * 5.0));
        QVERIFY(drawn().size() == curve.size() && drawn() != curve);
        const std::vector<CurvePlace> bent = drawn();
        clickAt(&curves, curves.axisRects().at(1)->rect().center());
        QCOMPARE(drawn(), bent);
        QTest::keyClick(&curves, Qt::Key_Backspace);
        QCOMPARE(drawn(), curve);
        const int steps = window().actions_().undo->index();
        QTest::keyClick(&curves, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(drawn().empty() && !panel().nextButton()->isEnabled());
        QCOMPARE(window().actions_().undo->index(), steps);
    }

    void aCurveThatNobodyDrewIsNoPredictionWhereItsLessonComesBack()
    {
        const char* id = "one-kernel-two-regimes";
        const Lesson lesson = parseLesson(pageOfLesson(id), id).value();
        QVERIFY(lesson.asks == LessonAsks::Curve);
        QCOMPARE(lessons().resume(lesson, LessonAnswers{}, LessonSection::Why), QString());
        QVERIFY(lessons().wereResultsShown());
        lessons().end();
        const auto given = lessons().given(lesson);
        QVERIFY(given && given->lesson.empty()); // else the window would ask for it before it closes
    }

    void aPercentageThatNobodyPredictedIsNoPredictionOf0()
    {
        std::string page(pageOfLesson("one-or-2048"));
        page.replace(page.find(" as x"), 5, " as %"); // of which 0 could be predicted
        const auto lesson = parseLesson(page, "one-or-2048");
        QVERIFY(lesson.ok());
        QCOMPARE(lessons().begin(*lesson), QString());
        for (int i = 0; i < 2; ++i)
            QVERIFY(lessons().step(1)); // what was predicted was said aloud
        QCOMPARE(lessons().section(), LessonSection::Do);
        measureIfNeeded(panel());
        QTRY_VERIFY_WITH_TIMEOUT(panel().nextButton()->isEnabled(), patienceMs);
        panel().nextButton()->click();
        panel().seen()->setPlainText(QStringLiteral("flat")); // which is an answer
        const QString compared = panel().comparison()->text();
        QVERIFY2(compared.startsWith("Measured: "), qPrintable(compared));
        lessons().end();
        const auto given = lessons().given(*lesson);
        QVERIFY(given.has_value());
        QCOMPARE(lessons().resume(*lesson, *given, LessonSection::WhatDidYouSee), QString());
        QCOMPARE(lessons().answers().seen, "flat");
        QCOMPARE(panel().comparison()->text(), compared);
    }

    void anAnswerIsChosenByArrowsAndEnterGoesOn()
    {
        beginLesson("double-the-work");
        panel().nextButton()->click();
        const auto press = [&](Qt::Key key) { QTest::keyClick(window().focusWidget(), key); };
        const auto choices = panel().choices()->buttons();
        QVERIFY(choices.front()->hasFocus() && !panel().choice());
        press(Qt::Key_Return); // nothing is answered yet
        QCOMPARE(lessons().section(), LessonSection::Predict);
        press(Qt::Key_Up); // none is above
        QCOMPARE(panel().choice(), std::optional<std::size_t>(0));
        press(Qt::Key_Down);
        QVERIFY(choices[1]->hasFocus());
        QCOMPARE(panel().choice(), std::optional<std::size_t>(1));
        beginLesson("double-the-work"); // and from one that is not chosen
        panel().nextButton()->click();
        press(Qt::Key_Down);
        QCOMPARE(panel().choice(), std::optional<std::size_t>(1));
        press(Qt::Key_Return);
        QCOMPARE(lessons().section(), LessonSection::Do); // and by one state only, with nothing pressed there
        QVERIFY2(!panel().status()->text().startsWith("Measuring"), qPrintable(panel().status()->text()));
    }

    void theWholeRowOfTheAnswerThatHasTheKeyboardIsRinged()
    {
        beginLesson("double-the-work");
        panel().nextButton()->click();
        QAbstractButton& first = *panel().choices()->buttons().front();
        const auto rightEdge = [&] {
            const QImage picture = first.grab().toImage();
            return picture.pixelColor(picture.width() - 1, picture.height() / 2);
        };
        QVERIFY(first.hasFocus());
        const QColor ringed = rightEdge();
        panel().backButton()->setFocus();
        QVERIFY(!first.hasFocus());
        QVERIFY2(rightEdge() != ringed, qPrintable(ringed.name()));
    }
};

RIDGEPOINT_GUI_TEST(LessonGivenTest)
#include "lesson_given_test.moc"
