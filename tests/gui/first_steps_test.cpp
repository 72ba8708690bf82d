// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/compare/compare_commands.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/figure_warnings.h"
#include "app/desktop/explore/first_steps.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/explore/what_if_wiring.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/levers_view.h"
#include "app/desktop/lecture/lecture_commands.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "app/desktop/views/export_dialog.h"
#include "app/desktop/views/file_commands.h"
#include "app/desktop/window/bottom_bar.h"
#include "app/desktop/window/tour.h"
#include "core/model/prediction.h"
#include "tests/gui/lesson_support.h"
#include "tests/gui/measured_window.h"
#include "tests/support/synthetic_device.h"

#include <QPushButton>
#include <QSlider>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The sentences that lead through a first start.
class FirstStepsTest : public MeasuredWindow {
    Q_OBJECT

    void begin() override { FreshFolder::begin(); }

private slots:
    void eachStepFollowedLeadsToTheNext()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        QSignalSpy compare(&steps, &FirstSteps::compareAsked);
        QSignalSpy report(&steps, &FirstSteps::reportAsked);
        steps.begin();
        QVERIFY(strip.text().contains("Drag operations per element"));
        steps.movedTo(Regime::Memory);
        QCOMPARE(steps.step(), FirstSteps::Step::Drag);
        steps.movedTo(Regime::Compute);
        QVERIFY(strip.text().contains("That was the ridge") && strip.text().contains("what would help"));
        QSignalSpy helpable(&steps, &FirstSteps::helpableAsked);
        strip.actionButton()->click();
        QCOMPARE(helpable.size(), 1);
        QVERIFY(strip.text().contains("what would help")); // it stays until something was tried
        steps.tried();
        QVERIFY(strip.actionButton()->text().contains("A100"));
        strip.actionButton()->click();
        QCOMPARE(compare.size(), 1);
        steps.compared();
        QVERIFY(strip.text().contains("PDF"));
        strip.actionButton()->click();
        QCOMPARE(report.size(), 1);
        QVERIFY(strip.text().contains("PDF")); // its dialog may be left without a report
        steps.reported();
        QCOMPARE(steps.step(), FirstSteps::Step::None);
        QVERIFY2(strip.text().contains("lesson") && strip.text().contains("guide"), qPrintable(strip.text()));
        QVERIFY(strip.actionButton()->isHidden() && strip.otherButton()->isHidden());
        strip.closeButton()->click();
        QVERIFY2(strip.text().isEmpty(), qPrintable(strip.text()));
    }
    void aLecturerGoesToAnyStep()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        QSignalSpy levers(&steps, &FirstSteps::leversWanted);
        QSignalSpy curves(&steps, &FirstSteps::curvesWanted);
        steps.beginAt(FirstSteps::Step::Compare);
        QVERIFY(strip.actionButton()->text().contains("A100"));
        QVERIFY(levers.isEmpty());
        steps.movedTo(Regime::Compute); // what lies behind leads nowhere
        QCOMPARE(steps.step(), FirstSteps::Step::Compare);
        steps.compared();
        QCOMPARE(steps.step(), FirstSteps::Step::Report);
        steps.beginAt(FirstSteps::Step::Try);
        QVERIFY(strip.text().contains("what would help"));
        QCOMPARE(levers.size(), 1);
        steps.tried();
        QCOMPARE(steps.step(), FirstSteps::Step::Compare); // again, as at the first time
        curves.clear();
        steps.beginAt(FirstSteps::Step::Drag);
        QVERIFY(strip.text().contains("Drag operations per element"));
        QCOMPARE(curves.size(), 1);
        QVERIFY(curves.front().front().toBool());
    }
    void theRidgeIsWhereTheVerdictSaysSo()
    {
        LiveSession session;
        Cursor cursor(session);
        session.setDevices({syntheticDevice()});
        session.putRoofs(syntheticRoofs(cursor.workload().threads));
        const auto prediction = predict(cursor.workload(), *cursor.roofs(), cursor.deviceInfo().kind);
        QVERIFY(prediction);
        QCOMPARE(regimeAt(cursor.workload(), cursor, nullptr, session),
                 std::optional(prediction->limit)); // nothing is known yet but the roofs
        const Sample sample = syntheticSample(cursor.workload(), 0);
        session.putSample(sample);
        Snapshot snapshot;
        snapshot.device = cursor.deviceInfo();
        snapshot.plan.device = cursor.device();
        snapshot.roofs = *cursor.roofs();
        snapshot.samples = {sample};
        snapshot.points = {PointAnalysis{.shares = Shares{.overhead = 1.0}}};
        for (const std::optional<Regime> verdict :
             {std::optional(Regime::Overhead), std::optional(Regime::Compute), std::optional<Regime>()}) {
            snapshot.points.front().regime = verdict;
            QCOMPARE(regimeAt(cursor.workload(), cursor, std::make_shared<const Snapshot>(snapshot), session), verdict);
        }
    }
    void whatWasDoneBeforeIsNotAskedForAgain()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        steps.begin();
        steps.compared();
        steps.tried();
        QCOMPARE(steps.step(), FirstSteps::Step::Drag); // the ridge is still to be crossed
        QVERIFY(strip.text().contains("Drag operations per element"));
        steps.movedTo(Regime::Compute);
        QVERIFY(strip.text().contains("PDF"));

        FirstSteps late(strip);
        late.movedTo(Regime::Compute); // who does not wait for the hint
        QCOMPARE(late.step(), FirstSteps::Step::None);
        late.begin();
        QCOMPARE(late.step(), FirstSteps::Step::Try);
        QVERIFY(strip.text().contains("That was the ridge"));
    }
    void theyCanBeAskedForAgain()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        steps.begin();
        steps.compared();
        steps.tried();
        strip.closeButton()->click();
        QVERIFY(strip.text().isEmpty());
        steps.beginAgain();
        QCOMPARE(steps.step(), FirstSteps::Step::Drag);
        QVERIFY(!strip.text().contains("tab")); // nobody has turned to one
        steps.movedTo(Regime::Compute);
        QCOMPARE(steps.step(), FirstSteps::Step::Try);
        MainWindow& window = openWindow();
        window.actions_().firstSteps->trigger();
        QVERIFY2(window.strip().text().contains("Drag operations per element"), qPrintable(window.strip().text()));
        QVERIFY2(window.focusWidget() == window.workloadPanel().slider(AxisKind::Operations)->slider(),
                 "the key that the step tells of goes to its slider");
    }
    void onASmallWindowTheRuntimeIsInViewWhileTheyNameIt_data()
    {
        QTest::addColumn<bool>("chooses");
        QTest::newRow("turned back") << false;
        QTest::newRow("a tab that the user chose stays") << true;
    }
    void onASmallWindowTheRuntimeIsInViewWhileTheyNameIt()
    {
        QFETCH(bool, chooses);
        using Page = ChartArea::Page;
        MainWindow& window = openWindow({1366, 740});
        ChartArea& charts = window.charts();
        QCOMPARE(charts.room(), ChartArea::Room::Compact);
        QTRY_COMPARE_WITH_TIMEOUT(window.firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        QCOMPARE(charts.page(), Page::Curves);
        QVERIFY(charts.curves()->isVisible());
        // It turned by itself, and says so.
        QTRY_VERIFY2_WITH_TIMEOUT(window.strip().text().contains("the tab “Sweep curves”"),
                                  qPrintable(window.strip().text()), patienceMs);
        if (chooses)
            charts.showPage(Page::Table);
        window.firstSteps().movedTo(Regime::Compute);
        QCOMPARE(charts.page(), chooses ? Page::Table : Page::Curves);                 // where the rise is seen
        QCOMPARE(window.strip().text().contains("the roofline comes back"), !chooses); // said before it does
        window.firstSteps().tried();
        QCOMPARE(charts.page(), chooses ? Page::Table : Page::Charts);
    }
    void closedTheyGoOnWhereTheyWereLeft()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        QSignalSpy levers(&steps, &FirstSteps::leversWanted);
        QSignalSpy start(&steps, &FirstSteps::startAsked);
        steps.begin();
        steps.movedTo(Regime::Compute);
        strip.closeButton()->click();
        QCOMPARE(steps.step(), FirstSteps::Step::None);
        levers.clear();
        steps.resume();
        QCOMPARE(steps.step(), FirstSteps::Step::Try);
        QVERIFY(strip.text().contains("what would help"));
        QCOMPARE(levers.size(), 1);
        QVERIFY(start.isEmpty());
        strip.closeButton()->click();
        steps.tried();
        steps.compared();
        steps.resume(); // what was done meanwhile is not asked for again
        QCOMPARE(steps.step(), FirstSteps::Step::Report);
        steps.resume(); // while they lead: from the first one on
        QCOMPARE(steps.step(), FirstSteps::Step::Drag);
        QCOMPARE(start.size(), 1);
        steps.beginAt(FirstSteps::Step::Report);
        QVERIFY(!strip.text().contains("both devices")); // nothing was compared
        steps.reported();
        QCOMPARE(steps.step(), FirstSteps::Step::None);
        steps.resume();
        QCOMPARE(steps.step(), FirstSteps::Step::Drag);
    }
    void theNextStartGoesOnWhereTheyWereLeft()
    {
        {
            MessageStrip strip;
            FirstSteps steps(strip);
            steps.takeUp(); // nothing was left
            QCOMPARE(steps.step(), FirstSteps::Step::None);
            steps.begin();
            steps.movedTo(Regime::Compute);
            steps.compared();
        }
        MessageStrip strip;
        FirstSteps steps(strip);
        steps.takeUp();
        QCOMPARE(steps.step(), FirstSteps::Step::Try);
        QVERIFY(strip.text().contains("what would help"));
        steps.takeUp(); // as of a session that is opened meanwhile
        QCOMPARE(steps.step(), FirstSteps::Step::Try);
        steps.tried(); // what was done before the restart stays done
        QCOMPARE(steps.step(), FirstSteps::Step::Report);
        strip.closeButton()->click();
        FirstSteps closed(strip);
        closed.takeUp();
        QCOMPARE(closed.step(), FirstSteps::Step::None);
        QSettings().setValue(QStringLiteral("tour/step"), 17);
        closed.takeUp(); // no step
        QCOMPARE(closed.step(), FirstSteps::Step::None);
    }
    void theWindowTakesThemUpAtItsNextStart()
    {
        openWindow();
        QTRY_COMPARE_WITH_TIMEOUT(window().firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        window().firstSteps().movedTo(Regime::Compute);
        window().close();
        end();
        WindowUnderTest again(m_folder->path());
        again.open();
        QTRY_COMPARE_WITH_TIMEOUT(again.window->firstSteps().step(), FirstSteps::Step::Try, patienceMs);
        QVERIFY2(again.window->strip().text().contains("what would help"), qPrintable(again.window->strip().text()));
    }
    void theRidgeIsCrossedFromTheLeftAlone()
    {
        MainWindow& window = openWindow();
        QTRY_COMPARE_WITH_TIMEOUT(window.firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        Workload beyond = window.engine().cursor.workload();
        for (const Axis& axis : window.engine().cursor.plan().axes)
            if (axis.kind == AxisKind::Operations)
                beyond.operationsPerElement = axis.values.back();
        window.engine().cursor.setWorkload(beyond); // as a click in the map does
        QSlider* slider = window.workloadPanel().slider(AxisKind::Operations)->slider();
        const auto regime = [&] {
            return regimeAt(window.engine().cursor.workload(), window.engine().cursor, window.engine().feed.latest(),
                            window.engine().session);
        };
        QTest::keyClick(slider, Qt::Key_Left);
        QTest::keyClick(slider, Qt::Key_Right); // within the one regime
        QCOMPARE(regime(), std::optional(Regime::Compute));
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::Drag);
        QTest::keyClick(slider, Qt::Key_Home);
        QVERIFY(regime() != Regime::Compute);
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::Drag);
        QTest::keyClick(slider, Qt::Key_End);
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::Try);
    }
    void onASmallWindowTheyWaitWhileAGuessIsAskedFor()
    {
        MainWindow& window = openWindow({900, 600});
        QTRY_COMPARE_WITH_TIMEOUT(window.firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        const MessageStrip& guess = *window.exploration().guessStrip();
        QTest::keyClick(&window, Qt::Key_G, Qt::ControlModifier);
        QVERIFY(guess.isVisible());
        QVERIFY2(!window.strip().isVisible(), qPrintable(window.strip().text()));
        window.firstSteps().movedTo(Regime::Compute); // what is done meanwhile counts
        QVERIFY(!window.strip().isVisible());
        window.strip().tell(Severity::Error, QStringLiteral("A fault.")); // which waits for nothing
        QVERIFY(window.strip().isVisible());
        window.strip().dismiss(QStringLiteral("A fault."));
        QVERIFY(!window.strip().isVisible());
        QTest::keyClick(&window, Qt::Key_Escape);
        QVERIFY(!guess.isVisible() && window.strip().isVisible());
        QVERIFY2(window.strip().text().contains("what would help"), qPrintable(window.strip().text()));
    }
    void theyWaitWhileALessonOrALectureIsUnderWay()
    {
        MainWindow& window = openWindow();
        const auto areTold = [&] { return window.strip().text().contains("Drag operations per element"); };
        QTRY_VERIFY_WITH_TIMEOUT(areTold(), patienceMs);
        beginLessonOf(window, "double-the-work");
        QVERIFY2(!areTold(), qPrintable(window.strip().text()));
        window.findChild<LessonCommands*>()->end();
        QVERIFY2(areTold(), qPrintable(window.strip().text()));
        auto& lectures = *window.findChild<LectureCommands*>();
        lectures.actions()[1]->trigger();
        QVERIFY(lectures.isOpen());
        window.exploration().presenter().leave(); // a pause of it
        QVERIFY2(!areTold(), qPrintable(window.strip().text()));
        lectures.end();
        QVERIFY2(areTold(), qPrintable(window.strip().text()));
    }
    void aReportOnTheWayEndsNothingAndIsNotAskedForAgain()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        steps.begin();
        steps.reported();
        QCOMPARE(steps.step(), FirstSteps::Step::Drag);
        steps.movedTo(Regime::Compute);
        steps.tried();
        QCOMPARE(steps.step(), FirstSteps::Step::Compare);
        steps.compared();
        QCOMPARE(steps.step(), FirstSteps::Step::None);
    }
    void onALowWindowTheyOpenTheSectionThatTheySpeakOf()
    {
        MainWindow& window = openWindow({900, 576});
        QTRY_COMPARE_WITH_TIMEOUT(window.firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        LeversView& levers = *window.inspector().levers();
        QVERIFY(!levers.isVisible());
        window.firstSteps().movedTo(Regime::Compute);
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::Try);
        QTRY_VERIFY_WITH_TIMEOUT(levers.isVisible() && !levers.visibleRegion().isEmpty(), patienceMs);
        // Under the words the chart keeps its height.
        const QWidget& chart = *window.charts().curves();
        QTRY_VERIFY_WITH_TIMEOUT(chart.isVisible() && chart.visibleRegion().boundingRect() == chart.rect(), patienceMs);
    }
    /// Three plots are too flat there to see that a line is.
    void onASmallWindowTheRuntimeOfWhichTheySpeakHasTheRoomOfAllPlots()
    {
        MainWindow& window = openWindow({900, 600});
        QTRY_COMPARE_WITH_TIMEOUT(window.firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        const CurvesChart& curves = *window.charts().curves();
        QTRY_COMPARE_WITH_TIMEOUT(window.charts().room(), ChartArea::Room::Narrow, patienceMs);
        QVERIFY(curves.plotAlone() == CurvesChart::Runtime);
        QTRY_VERIFY2_WITH_TIMEOUT(curves.isVisible() && curves.axisRects().front()->height() >= 120,
                                  qPrintable(QString::number(curves.axisRects().front()->height())), patienceMs);
        window.firstSteps().setWaiting(true); // a lesson may speak of the bandwidth
        QVERIFY(!curves.plotAlone());
        window.firstSteps().setWaiting(false);
        QVERIFY(curves.plotAlone() == CurvesChart::Runtime);
        window.firstSteps().movedTo(Regime::Compute); // the curve that just began to rise stays
        QVERIFY(curves.plotAlone() == CurvesChart::Runtime);
        window.firstSteps().tried();
        QVERIFY(!curves.plotAlone());
    }
    void closingOneEndsThemAll()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        steps.begin();
        strip.closeButton()->click();
        steps.movedTo(Regime::Compute);
        steps.tried();
        QVERIFY(strip.text().isEmpty());
    }
    void aWarningInItsPlaceIsClosedWithoutEndingThem()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        steps.begin();
        strip.tell(Severity::Warning, QStringLiteral("busy"));
        steps.movedTo(Regime::Compute);
        QCOMPARE(strip.text(), QStringLiteral("busy"));
        strip.closeButton()->click();
        QVERIFY(strip.text().contains("what would help"));
    }
    void afterAWarningInItsPlaceWasActedOnOrMendedItComesBack()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        steps.begin();
        bool acted = false;
        const auto warn = [&] {
            strip.tell(Severity::Warning, QStringLiteral("busy"), QStringLiteral("Measure again"),
                       [&acted] { acted = true; });
        };
        warn();
        steps.movedTo(Regime::Compute);
        QCOMPARE(strip.text(), QStringLiteral("busy"));
        strip.actionButton()->click();
        QVERIFY(acted);
        QVERIFY(strip.text().contains("what would help"));
        warn();
        strip.dismiss(QStringLiteral("busy"));
        QVERIFY(strip.text().contains("what would help"));
        warn();
        strip.tell(Severity::Error, QStringLiteral("worse"));
        QCOMPARE(strip.text(), QStringLiteral("worse")); // of two in turn it waits for the last
        strip.closeButton()->click();
        QVERIFY(strip.text().contains("what would help"));
        strip.closeButton()->click();
        warn();
        strip.actionButton()->click();
        QVERIFY(strip.text().isEmpty()); // closed, it is over
    }
    void whatAnActionTellsIsNotPushedAside()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        steps.begin();
        strip.tell(Severity::Warning, QStringLiteral("old"), QStringLiteral("Mend"),
                   [&strip] { strip.tell(Severity::Hint, QStringLiteral("mended")); });
        strip.actionButton()->click();
        QCOMPARE(strip.text(), QStringLiteral("mended"));
        strip.closeButton()->click();
        QVERIFY(strip.text().contains("Drag operations per element"));
    }
    void aWarningMendedBehindAPresentationDoesNotShowItThere()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        steps.begin();
        strip.tell(Severity::Warning, QStringLiteral("busy"));
        strip.setVisible(false);
        strip.dismiss(QStringLiteral("busy"));
        QVERIFY(strip.isHidden() && strip.text().isEmpty());
    }
    void warningsOfTheFiguresWaitUntilTheyAreOver()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        FigureWarnings warnings(steps, strip);
        int measured = 0;
        warnings.tell(FigureWarnings::About::Roofs, QStringLiteral("doubtful"), QStringLiteral("Measure roofs again"),
                      [&measured] { ++measured; });
        QCOMPARE(strip.text(), QStringLiteral("doubtful")); // nothing leads yet
        QVERIFY(warnings.waiting().isEmpty());
        steps.begin();
        QVERIFY(strip.text().contains("Drag operations per element"));
        QCOMPARE(warnings.waiting(), QStringLiteral("doubtful"));
        strip.tell(Severity::Error, QStringLiteral("worse")); // which does not wait
        QCOMPARE(strip.text(), QStringLiteral("worse"));
        strip.closeButton()->click();
        QVERIFY(strip.text().contains("Drag operations per element"));
        strip.closeButton()->click();
        QCOMPARE(strip.text(), QStringLiteral("doubtful"));
        QVERIFY(warnings.waiting().isEmpty());
        strip.actionButton()->click();
        QCOMPARE(measured, 1);
        QVERIFY(strip.text().isEmpty() && warnings.waiting().isEmpty());
        steps.beginAt(FirstSteps::Step::Report);
        steps.reported(); // what was answered is not told again
        QVERIFY(!strip.text().contains("doubtful"));
    }
    void aWarningOfTheFiguresComesAfterAnError()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        FigureWarnings warnings(steps, strip);
        strip.tell(Severity::Error, QStringLiteral("worse"));
        warnings.tell(FigureWarnings::About::Roofs, QStringLiteral("doubtful"), QStringLiteral("Measure roofs again"),
                      {});
        QCOMPARE(strip.text(), QStringLiteral("worse"));
        strip.closeButton()->click();
        QCOMPARE(strip.text(), QStringLiteral("doubtful"));
        warnings.withdraw(FigureWarnings::About::Roofs);
        QVERIFY(strip.text().isEmpty());
    }
    void aFirstStartOnABusyMachineIsLedAllTheSame()
    {
        MainWindow& window = openWindow({1600, 980}, QStringLiteral("--disturbed --rate 20000"));
        QTRY_COMPARE_WITH_TIMEOUT(window.firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        QVERIFY(window.strip().text().contains("Drag operations per element"));
        QVERIFY(window.bottomBar().stateTip().contains("Other programs used the processor"));
        window.strip().closeButton()->click();
        QVERIFY(window.strip().text().contains("Other programs used the processor"));
        QVERIFY(!window.bottomBar().stateTip().contains("Other programs used the processor"));
    }
    void aFirstStartOfTheWindowIsLedThroughIt()
    {
        MainWindow& window = openWindow();
        QTRY_COMPARE_WITH_TIMEOUT(window.firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        QTest::keyClick(window.workloadPanel().slider(AxisKind::Operations)->slider(), Qt::Key_End);
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::Try);
        const std::int64_t large = window.engine().cursor.workload().elements;
        QVERIFY(window.strip().actionButton()->text().contains("small tensor"));
        window.strip().actionButton()->click();
        QVERIFY(window.engine().cursor.workload().elements < large);
        const auto small = predict(window.engine().cursor.workload(), *window.engine().cursor.roofs(),
                                   window.engine().cursor.deviceInfo().kind);
        QVERIFY(small && small->overhead >= std::max(small->compute, small->memory) * 4.0); // no close call
        QVERIFY(window.strip().text().contains("try") && window.strip().actionButton()->isHidden());
        QTRY_VERIFY_WITH_TIMEOUT(!window.inspector().levers()->rows().empty()
                                     && window.inspector().levers()->rows().front()->lever().helps(),
                                 patienceMs);
        for (LeverRow* row : window.inspector().levers()->rows())
            if (row->tryButton()->isVisible()) {
                row->tryButton()->click();
                break;
            }
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::Compare);
        QTRY_VERIFY_WITH_TIMEOUT(window.strip().actionButton()->text().contains("A100"), patienceMs);
        window.strip().actionButton()->click();
        QTRY_COMPARE_WITH_TIMEOUT(window.compare().comparison().overlays().size(), std::size_t{1}, patienceMs);
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::Report);
        QTRY_VERIFY2_WITH_TIMEOUT(window.strip().text().contains("A100 (predicted from published figures")
                                      && window.strip().text().contains("as long"),
                                  qPrintable(window.strip().text()), patienceMs);
        window.files().exportTo(ExportWhat::Roofline, m_folder->filePath("one.svg"), ExportOptions{});
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::Report);
        window.files().exportTo(ExportWhat::Report, m_folder->filePath("home.pdf"), ExportOptions{});
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::None);
        QVERIFY2(window.strip().text().contains("home.pdf"), qPrintable(window.strip().text()));
        window.strip().closeButton()->click();
        QVERIFY2(window.strip().text().contains("That was the tour"), qPrintable(window.strip().text()));
    }

private:
    static bool hasTry(MainWindow& window)
    {
        const auto rows = window.inspector().levers()->rows();
        return std::any_of(rows.begin(), rows.end(), [](const LeverRow* row) { return !row->tryButton()->isHidden(); });
    }
    static bool asksForTry(const MessageStrip& strip) { return strip.text().contains(QStringLiteral("Press “try”")); }

private slots:
    void theTryIsAskedForOnlyWhileOneCanBePressed()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        QSignalSpy helpable(&steps, &FirstSteps::helpableAsked);
        steps.begin();
        steps.setTryOffered(true); // not its turn yet
        QVERIFY(strip.text().contains("Drag operations"));
        steps.setTryOffered(false);
        steps.movedTo(Regime::Compute);
        QVERIFY(!asksForTry(strip) && strip.actionButton()->text().contains("small tensor"));
        strip.actionButton()->click();
        QCOMPARE(helpable.size(), 1);
        steps.setTryOffered(true);
        QVERIFY(asksForTry(strip) && strip.actionButton()->isHidden());
        steps.setTryOffered(false); // the point with the button was left
        QVERIFY2(!asksForTry(strip) && !strip.actionButton()->isHidden(), qPrintable(strip.text()));
        strip.actionButton()->click();
        QCOMPARE(helpable.size(), 2); // and leads back to one
        QVERIFY(strip.text().contains("what would help"));
        strip.setVisible(false); // a presentation
        steps.setTryOffered(true);
        QVERIFY(strip.isHidden() && asksForTry(strip));
        strip.setVisible(true);
        strip.tell(Severity::Warning, QStringLiteral("doubtful"));
        steps.setTryOffered(false);
        QCOMPARE(strip.text(), QStringLiteral("doubtful"));
        strip.closeButton()->click();
        QVERIFY(strip.text().contains("what would help") && !asksForTry(strip));
        steps.tried();
        steps.setTryOffered(true);
        QVERIFY(strip.actionButton()->text().contains("A100"));
    }

    void theHintOfTheWindowFollowsTheButtons()
    {
        MainWindow& window = openWindow();
        QTRY_COMPARE_WITH_TIMEOUT(window.firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        QTest::keyClick(window.workloadPanel().slider(AxisKind::Operations)->slider(), Qt::Key_End);
        QCOMPARE(window.firstSteps().step(), FirstSteps::Step::Try);
        clickAt(window.strip().actionButton(), window.strip().actionButton()->rect().center());
        QTRY_VERIFY_WITH_TIMEOUT(hasTry(window) && asksForTry(window.strip()), patienceMs);
        window.whatIf().control().set("bandwidth.dram", 2.0); // with which nothing can be tried
        QTRY_VERIFY_WITH_TIMEOUT(!hasTry(window), patienceMs);
        QVERIFY2(!asksForTry(window.strip()) && window.strip().text().contains("what would help"),
                 qPrintable(window.strip().text()));
        window.whatIf().control().reset();
        QTRY_VERIFY_WITH_TIMEOUT(hasTry(window) && asksForTry(window.strip()), patienceMs);
    }

    void aWarningThatComesBehindADialogIsToldAfterIt()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        FigureWarnings warnings(steps, strip);
        warnings.setCovered(true);
        warnings.tell(FigureWarnings::About::Roofs, QStringLiteral("doubtful"), QStringLiteral("Measure roofs again"),
                      {});
        QVERIFY(strip.text().isEmpty());
        QCOMPARE(warnings.waiting(), QStringLiteral("doubtful"));
        strip.tell(Severity::Hint, QStringLiteral("Exported to home.pdf."));
        warnings.setCovered(false);
        QCOMPARE(strip.text(), QStringLiteral("Exported to home.pdf.")); // what came of the dialog is read first
        strip.closeButton()->click();
        QCOMPARE(strip.text(), QStringLiteral("doubtful"));
        warnings.setCovered(true);
        QVERIFY(strip.text().isEmpty()); // else there were no room for what comes of the dialog
        QCOMPARE(warnings.waiting(), QStringLiteral("doubtful"));
        strip.tell(Severity::Hint, QStringLiteral("Exported to home.pdf."));
        warnings.setCovered(false);
        QCOMPARE(strip.text(), QStringLiteral("Exported to home.pdf."));
        strip.closeButton()->click();
        QCOMPARE(strip.text(), QStringLiteral("doubtful"));
        warnings.withdraw(FigureWarnings::About::Roofs);
        warnings.tell(FigureWarnings::About::Roofs, QStringLiteral("doubtful"), QStringLiteral("Measure roofs again"),
                      {});
        QCOMPARE(strip.text(), QStringLiteral("doubtful")); // at once again
    }

    void whatCameOfACommandIsToldOverAWarningThatComesBack()
    {
        MessageStrip strip;
        strip.answer(QStringLiteral("Exported to a.pdf."));
        QCOMPARE(strip.text(), QStringLiteral("Exported to a.pdf."));
        strip.tell(Severity::Warning, QStringLiteral("busy"));
        strip.tell(Severity::Hint, QStringLiteral("a hint"));
        QCOMPARE(strip.text(), QStringLiteral("busy"));
        strip.answer(QStringLiteral("Exported to home.pdf."));
        QCOMPARE(strip.text(), QStringLiteral("Exported to home.pdf."));
        QVERIFY(!strip.isHidden() && strip.holds(QStringLiteral("busy")));
        strip.answer(QStringLiteral("Saved to home.ridge.")); // of two answers the later one is read
        strip.closeButton()->click();
        QCOMPARE(strip.text(), QStringLiteral("busy"));
        QVERIFY(!strip.isHidden());
        strip.closeButton()->click();
        QVERIFY(strip.text().isEmpty() && strip.isHidden());
    }

    void aWarningThatComesBehindAPresentationWaitsForNoHintAfterIt()
    {
        MessageStrip strip;
        FirstSteps steps(strip);
        FigureWarnings warnings(steps, strip);
        warnings.setPresented(true);
        warnings.tell(FigureWarnings::About::Roofs, QStringLiteral("doubtful"), QStringLiteral("Measure roofs again"),
                      {});
        QVERIFY(strip.text().isEmpty());
        strip.tell(Severity::Hint, QStringLiteral("a hint"));
        warnings.setPresented(false);
        QCOMPARE(strip.text(), QStringLiteral("doubtful"));
    }

    void whatIsToldBrieflyGoesByItselfAndGivesItsPlaceBack()
    {
        MessageStrip strip;
        auto* timer = strip.findChild<QTimer*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(timer != nullptr && timer->isSingleShot() && !timer->isActive());
        QCOMPARE(timer->interval(), 4000);
        timer->setInterval(0);
        strip.tell(Severity::Hint, QStringLiteral("a hint"), QStringLiteral("Do it"), [] {});
        strip.answerBriefly(QStringLiteral("Roofline copied."));
        QCOMPARE(strip.text(), QStringLiteral("Roofline copied."));
        QVERIFY(strip.actionButton()->isHidden() && strip.holds(QStringLiteral("a hint")));
        strip.answerBriefly(QStringLiteral("Map copied."));
        strip.reword(QStringLiteral("a hint"), QStringLiteral("another hint"), QStringLiteral("Do that"), [] {});
        QCOMPARE(strip.text(), QStringLiteral("Map copied."));
        QTRY_COMPARE(strip.text(), QStringLiteral("another hint"));
        QVERIFY(!strip.isHidden() && !strip.actionButton()->isHidden());
        // A newer message of the same weight takes the place of both, and stays.
        strip.answerBriefly(QStringLiteral("Map copied."));
        strip.tell(Severity::Hint, QStringLiteral("newer"));
        QVERIFY(!timer->isActive());
        strip.closeButton()->click();
        QVERIFY2(strip.text().isEmpty() && strip.isHidden(), qPrintable(strip.text()));
        // What weighs more than a hint is not pushed aside by one meanwhile.
        strip.tell(Severity::Warning, QStringLiteral("busy"));
        strip.answerBriefly(QStringLiteral("Map copied."));
        strip.tell(Severity::Hint, QStringLiteral("a hint"));
        QTRY_COMPARE(strip.text(), QStringLiteral("busy"));
        // Nor does it come up over a presentation that has begun since.
        strip.answerBriefly(QStringLiteral("Map copied."));
        strip.setVisible(false);
        QTRY_COMPARE(strip.text(), QStringLiteral("busy"));
        QVERIFY(strip.isHidden());
    }

    void roofsThatBecomeDoubtfulBehindTheReportsDialogAreToldAfterIt()
    {
        MainWindow& window = openWindow();
        QTRY_VERIFY_WITH_TIMEOUT(!window.strip().text().isEmpty(), patienceMs);
        clickAt(window.strip().closeButton(),
                window.strip().closeButton()->rect().center()); // what leads through a first start
        bool isBehind = true;
        bool isHinted = false;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
            RoofSet roofs = *window.engine().cursor.roofs();
            for (Roof& roof : roofs.roofs)
                roof.flags = Flag::IntervalNotReached;
            window.engine().session.putRoofs(roofs);
            emit window.engine().controller.roofsMeasured();
            isBehind = dialog == nullptr || !window.strip().text().isEmpty();
            isHinted = window.bottomBar().stateText().contains("measured while disturbed");
            if (QWidget* modal = QApplication::activeModalWidget())
                QTest::keyClick(modal, Qt::Key_Escape);
        });
        QTest::keyClick(&window, Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!isBehind);
        QVERIFY2(isHinted, "what waits is hinted at in the bar at the bottom");
        QVERIFY2(!window.bottomBar().stateText().contains("disturbed"), qPrintable(window.bottomBar().stateText()));
        QVERIFY2(window.strip().text().contains("vary widely"), qPrintable(window.strip().text()));
    }
};

RIDGEPOINT_GUI_TEST(FirstStepsTest)
#include "first_steps_test.moc"
