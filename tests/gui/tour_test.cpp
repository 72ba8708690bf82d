// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/compare/compare_commands.h"
#include "app/desktop/explore/first_steps.h"
#include "app/desktop/explore/workload_panel.h"
#include "tests/gui/measured_window.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The words before and after the first steps, their answer, and the way back through them.
class TourTest : public MeasuredWindow {
    Q_OBJECT

    void begin() override { FreshFolder::begin(); }

private slots:
    void theLastLineWaitsForWhatCameOfTheReportAndGoesWithALesson()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        steps.beginAt(FirstSteps::Step::Report);
        strip.answer(QStringLiteral("Exported to home.pdf."));
        steps.reported();
        QCOMPARE(strip.text(), QStringLiteral("Exported to home.pdf."));
        strip.closeButton()->click();
        QVERIFY2(strip.text().contains("That was the tour"), qPrintable(strip.text()));
        steps.setWaiting(true); // a lesson was begun
        steps.setWaiting(false);
        QVERIFY2(strip.text().isEmpty(), qPrintable(strip.text()));
        steps.beginAt(FirstSteps::Step::Report);
        strip.closeButton()->click(); // who leaves before the end is not sent on
        QVERIFY2(strip.text().isEmpty(), qPrintable(strip.text()));
    }
    void afterALessonTheyComeBackOnceWhatCameOfItIsRead()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        steps.begin();
        steps.setWaiting(true);
        strip.answer(QStringLiteral("Saved to answers.json."));
        steps.setWaiting(false);
        QCOMPARE(strip.text(), QStringLiteral("Saved to answers.json."));
        strip.closeButton()->click();
        QVERIFY2(strip.text().startsWith("1 of 4"), qPrintable(strip.text()));
    }
    void backLeadsToTheStepBeforeWhichIsToBeDoneAgain()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        QSignalSpy start(&steps, &FirstSteps::startAsked);
        QSignalSpy levers(&steps, &FirstSteps::leversWanted);
        steps.begin();
        QVERIFY(strip.otherButton()->isHidden());
        steps.movedTo(Regime::Compute);
        steps.tried();
        steps.compared();
        QCOMPARE(steps.step(), FirstSteps::Step::Report);
        levers.clear();
        strip.otherButton()->click();
        QCOMPARE(steps.step(), FirstSteps::Step::Compare);
        QVERIFY(strip.actionButton()->text().contains("A100"));
        strip.otherButton()->click();
        QCOMPARE(steps.step(), FirstSteps::Step::Try);
        QCOMPARE(levers.size(), 1);
        QVERIFY(start.isEmpty());
        strip.otherButton()->click();
        QCOMPARE(steps.step(), FirstSteps::Step::Drag);
        QCOMPARE(start.size(), 1); // the ridge can be crossed again
        QVERIFY(strip.text().contains("Drag operations per element") && strip.otherButton()->isHidden());
        steps.movedTo(Regime::Compute);
        QCOMPARE(steps.step(), FirstSteps::Step::Try);
        steps.tried();
        QCOMPARE(steps.step(), FirstSteps::Step::Compare);
        steps.compared();
        QCOMPARE(steps.step(), FirstSteps::Step::Report);
        strip.otherButton()->click();
        strip.closeButton()->click(); // which is no answer of that button
        QCOMPARE(steps.step(), FirstSteps::Step::None);
        steps.resume();
        QCOMPARE(steps.step(), FirstSteps::Step::Compare);
    }
    void whatIsToBeGuessedIsNotToldMeanwhile()
    {
        MainWindow& window = openWindow();
        const auto tellsOfRuntime = [&window] { return window.strip().text().contains("stays flat until the ridge"); };
        QTRY_VERIFY2_WITH_TIMEOUT(tellsOfRuntime(), qPrintable(window.strip().text()), patienceMs);
        QVERIFY(window.charts().room() == ChartArea::Room::Wide);
        QTest::keyClick(&window, Qt::Key_G, Qt::ControlModifier);
        QVERIFY2(!tellsOfRuntime(), qPrintable(window.strip().text()));
        QTest::keyClick(&window, Qt::Key_Escape);
        QVERIFY2(tellsOfRuntime(), qPrintable(window.strip().text()));
    }
    void keysLeadBackToo()
    {
        MainWindow& window = openWindow();
        QTRY_COMPARE_WITH_TIMEOUT(window.firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        QPushButton* back = window.strip().otherButton();
        window.firstSteps().beginAt(FirstSteps::Step::Report);
        QTRY_VERIFY(back->isVisible());
        back->setFocus();
        QTest::keyClick(back, Qt::Key_Space);
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::Compare);
        QVERIFY(window.focusWidget() == back); // for the next press
        QTest::keyClick(back, Qt::Key_Space);
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::Try);
        QTest::keyClick(&window, Qt::Key_B, Qt::AltModifier); // wherever the keyboard is
        QTRY_COMPARE(window.firstSteps().step(), FirstSteps::Step::Drag);
        QVERIFY(window.focusWidget() == window.workloadPanel().slider(AxisKind::Operations)->slider());
    }
    void goneBackToTheComparisonItsButtonLeadsOnAndNothingElseDoes()
    {
        MainWindow& window = openWindow();
        QTRY_COMPARE_WITH_TIMEOUT(window.firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        window.firstSteps().beginAt(FirstSteps::Step::Compare);
        window.strip().actionButton()->click();
        QTRY_COMPARE_WITH_TIMEOUT(window.firstSteps().step(), FirstSteps::Step::Report, patienceMs);
        window.strip().otherButton()->click();
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::Compare);
        QTest::keyClick(window.workloadPanel().slider(AxisKind::Operations)->slider(), Qt::Key_Right);
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::Compare); // though what is compared is drawn anew
        window.strip().actionButton()->click();
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::Report);
        QCOMPARE(window.compare().comparison().devices().size(), std::size_t{1});
        window.compare().comparison().addReference("datasheet:h100-sxm5-80gb"); // last in the list
        const auto compared = [&window] { return window.inspector().compared()->text(); };
        QTRY_VERIFY2_WITH_TIMEOUT(compared().contains("A100") && compared().contains("H100"), qPrintable(compared()),
                                  patienceMs);
        QVERIFY2(window.strip().text().contains("A100 (predicted") && !window.strip().text().contains("H100"),
                 qPrintable(window.strip().text()));
    }
    void theLastStepAnswersTheQuestionOfTheOneBefore()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        steps.beginAt(FirstSteps::Step::Compare);
        steps.setAnswer(QStringLiteral("A100: 9 µs here."));
        QVERIFY(!strip.text().contains("9 µs"));
        steps.compared();
        QVERIFY2(strip.text().contains("A100: 9 µs here.") && strip.text().contains("PDF"), qPrintable(strip.text()));
        steps.setAnswer({}); // as at a point that was not measured
        QVERIFY2(strip.text().contains("both devices"), qPrintable(strip.text()));
        strip.setVisible(false); // a presentation
        steps.setAnswer(QStringLiteral("A100: 8 µs here."));
        QVERIFY(strip.isHidden() && strip.text().contains("8 µs"));
        QVERIFY(!strip.otherButton()->text().isEmpty());
    }
    void aFirstStartSaysWhatTheProgramIsForAndWhatTheTourWillDo_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("turns");
        QTest::newRow("curves in a tab") << QSize(900, 600) << true;
        QTest::newRow("curves beside") << QSize(1600, 980) << false;
    }
    void aFirstStartSaysWhatTheProgramIsForAndWhatTheTourWillDo()
    {
        QFETCH(QSize, size);
        QFETCH(bool, turns);
        WindowUnderTest test(m_folder->path(), QStringLiteral("--hang")); // nothing comes
        MainWindow& window = test.openedWindow(size);
        QTRY_VERIFY2_WITH_TIMEOUT(window.strip().text().contains("what a kernel waits for")
                                      && window.strip().text().contains("live probe"),
                                  qPrintable(window.strip().text()), patienceMs);
        QCOMPARE(window.strip().text().contains("Sweep curves"), turns);
        QVERIFY(!window.inspector().headline()->text().isEmpty());
        QTRY_VERIFY(isWhole(*window.inspector().headline(), window)); // it stands over the charts alone
    }
    void whatTheProgramIsForGoesWithTheFirstResult()
    {
        QString atStart;
        WindowUnderTest test(m_folder->path(), QStringLiteral("--endless --rate 200"));
        MainWindow& window = test.openedWindow();
        connect(&window.engine().bench, &BenchProcess::stateChanged, this, [&] {
            if (window.engine().bench.state() == BenchState::Ready)
                atStart = window.strip().text();
        });
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().session.samples().empty(), patienceMs);
        QVERIFY2(atStart.contains("what a kernel waits for"), qPrintable(atStart));
        QVERIFY2(!window.strip().text().contains("what a kernel waits for"), qPrintable(window.strip().text()));
    }
};

RIDGEPOINT_GUI_TEST(TourTest)
#include "tour_test.moc"
