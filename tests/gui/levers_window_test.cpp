// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/inspect/lever_facts.h"
#include "app/desktop/inspect/levers_view.h"
#include "tests/gui/measure_counter.h"
#include "tests/gui/window_support.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/synthetic_snapshot.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QUndoStack>

#include <algorithm>
#include <array>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What would help a point, and that trying it out brings a measurement beside the prediction.
class LeversTest : public FreshFolder {
    Q_OBJECT

    static LeverRow* rowOf(MainWindow& window, LeverKind kind)
    {
        for (LeverRow* row : window.inspector().levers()->rows())
            if (row->lever().kind == kind)
                return row;
        return nullptr;
    }
    static QString widest(const QWidget& panel)
    {
        QString words;
        int most = 0;
        for (const QWidget* each : panel.findChildren<QWidget*>())
            if (each->isVisible() && each->layout() == nullptr && each->minimumSizeHint().width() > most) {
                most = each->minimumSizeHint().width();
                words = QStringLiteral("%1 \"%2\" needs %3")
                            .arg(QLatin1String(each->metaObject()->className()), each->property("text").toString())
                            .arg(most);
            }
        return words;
    }
    /// A chain of launches over a small tensor: overhead-bound, so that other launch modes help.
    static Workload smallChain(MainWindow& window)
    {
        Workload workload = window.engine().cursor.workload();
        workload.elements = 1024;
        workload.operationsPerElement = 1;
        workload.chainLength = 16;
        workload.fusionDepth = 1;
        return workload;
    }

private slots:
    void showsTheBestLeverFirstAndALinkOnlyWhereThereIsAKnob()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        auto rows = test.window->inspector().levers()->rows();
        QVERIFY(!rows.empty());
        QVERIFY(rows.front()->lever().kind == LeverKind::NearerLevel); // 8 fma in DRAM
        QVERIFY(rows.front()->tryButton()->isHidden() && rowOf(*test.window, LeverKind::DoubleBandwidth) != nullptr);
        test.window->engine().cursor.setWorkload(smallChain(*test.window));
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(*test.window, LeverKind::FuseDeeper) != nullptr, patienceMs);
        rows = test.window->inspector().levers()->rows();
        QVERIFY(rows.size() >= 4); // deeper, queued, as a graph, a bigger tensor
        for (std::size_t i = 1; i < rows.size(); ++i)
            QVERIFY(rows[i - 1]->lever().speedup >= rows[i]->lever().speedup);
        for (const LeverRow* row : rows) {
            QVERIFY(row->lever().helps());
            QCOMPARE(!row->tryButton()->isHidden(), row->lever().workload.has_value());
            QVERIFY(row->accessibleName().contains(QStringLiteral("×")));
            QCOMPARE(row->toolTip().contains("cannot be tried here"), !row->lever().workload.has_value());
        }
    }

    /// A panel that needs more than its column is drawn under its scroll bar: its words lose their ends.
    void nothingInTheInspectorNeedsMoreThanTheNarrowColumnBesideItsScrollBar()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.resize(1366, 560); // short: the column scrolls
        const std::array points{window.engine().cursor.workload(), smallChain(window)};
        for (const Workload& point : points) {
            window.engine().cursor.setWorkload(point);
            for (FoldSection* section : window.inspector().findChildren<FoldSection*>())
                section->setFolded(false);
            QScrollArea* area = nullptr;
            for (QWidget* each = &window.inspector(); each != nullptr && area == nullptr; each = each->parentWidget())
                area = qobject_cast<QScrollArea*>(each);
            QVERIFY(area != nullptr);
            QTRY_VERIFY(area->verticalScrollBar()->isVisible());
            QVERIFY(area->viewport()->width() < area->width());
            QTRY_VERIFY2(window.inspector().width() <= area->viewport()->width(),
                         qPrintable(QStringLiteral("the panel is %1 wide in %2: %3")
                                        .arg(window.inspector().width())
                                        .arg(area->viewport()->width())
                                        .arg(widest(window.inspector()))));
        }
    }

    void aClickOnTryMovesTheSlidersAndMeasuresWhatWasPredicted()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        const Workload from = smallChain(window);
        window.engine().cursor.setWorkload(from);
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(window, LeverKind::QueueLaunches) != nullptr, patienceMs);
        QVERIFY(!window.engine().session.find("cpu", from));
        const Lever lever = rowOf(window, LeverKind::QueueLaunches)->lever();
        QVERIFY(lever.helps());
        QPushButton* button = rowOf(window, LeverKind::QueueLaunches)->tryButton();
        clickAt(button, button->rect().center());
        QVERIFY(window.engine().cursor.workload() == *lever.workload);
        const QLabel* words = window.inspector().levers()->triedLabel();
        QVERIFY2(words->text().contains("measuring"), qPrintable(words->text()));
        QTRY_VERIFY_WITH_TIMEOUT(words->isVisible() && words->text().contains("measured"), patienceMs);
        QVERIFY(words->text().contains(Format().factor(lever.speedup)));
        const auto measured = measuredSpeedup(window.engine().session.lookup("cpu"), from, *lever.workload);
        QVERIFY(measured && measured->factor > 1.0);
        QVERIFY2(words->text().contains(Format().factor(measured->factor)), qPrintable(words->text()));
        QVERIFY2(words->text().contains(
                     QStringLiteral("(%1 to %2)")
                         .arg(Format().factor(measured->range.low), Format().factor(measured->range.high))),
                 qPrintable(words->text()));
        QTRY_VERIFY2_WITH_TIMEOUT(!window.engine().controller.running()
                                      && isMeasured(window, window.engine().cursor.plan()),
                                  "the map that a trial leads to is measured, too", patienceMs);
        // Back where it came from, the row itself says it, and going elsewhere ends the trial.
        QPushButton* back = window.inspector().levers()->backButton();
        clickAt(back, back->rect().center());
        QVERIFY(window.engine().cursor.workload() == from);
        QVERIFY(rowOf(window, LeverKind::QueueLaunches)->words().contains("measured"));
        window.engine().cursor.setCoordinate(AxisKind::Operations, 64);
        QVERIFY(words->isHidden() || words->parentWidget()->isHidden());
    }

    void aTriedLeverAndTheWayBackAreOneUndoStepEach()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        Cursor& cursor = window.engine().cursor;
        const LeverTrial& trial = window.engine().trial;
        const Workload from = smallChain(window);
        cursor.setWorkload(from);
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(window, LeverKind::QueueLaunches) != nullptr, patienceMs);
        QUndoStack& undo = *window.actions_().undo;
        QCOMPARE(undo.count(), 0);
        const Workload queued = *rowOf(window, LeverKind::QueueLaunches)->lever().workload;
        QPushButton* button = rowOf(window, LeverKind::QueueLaunches)->tryButton();
        clickAt(button, button->rect().center());
        QCOMPARE(cursor.workload(), queued);
        QCOMPARE(undo.count(), 1);
        QVERIFY2(undo.undoText().contains("Queue the launches"), qPrintable(undo.undoText()));
        undo.undo();
        QCOMPARE(cursor.workload(), from);
        undo.redo();
        QCOMPARE(cursor.workload(), queued);
        QVERIFY(trial.tried());
        // What moved meanwhile by something else stays; at an end of the trial the trial is on again.
        cursor.setCoordinate(AxisKind::Operations, 64);
        const Workload elsewhere = cursor.workload();
        QVERIFY(!trial.tried());
        undo.undo();
        Workload taken = elsewhere;
        taken.launchMode = from.launchMode;
        QCOMPARE(cursor.workload(), taken);
        QVERIFY(!trial.tried());
        cursor.setWorkload(from);
        undo.redo();
        QCOMPARE(cursor.workload(), queued);
        QVERIFY(trial.tried() && trial.tried()->from == from);
        QPushButton* back = window.inspector().levers()->backButton();
        QTRY_VERIFY_WITH_TIMEOUT(back->isVisible(), patienceMs);
        clickAt(back, back->rect().center());
        QCOMPARE(cursor.workload(), from);
        QCOMPARE(undo.count(), 2);
        undo.undo();
        QCOMPARE(cursor.workload(), queued);
        undo.undo();
        QCOMPARE(cursor.workload(), from);
    }

    /// What was said of a trial stays said: another state of the machine shows in the point itself.
    void whatCameOfATrialStaysWhateverItsEndsReadLater()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        const Workload from = smallChain(window);
        window.engine().cursor.setWorkload(from);
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(window, LeverKind::QueueLaunches) != nullptr, patienceMs);
        const Lever lever = rowOf(window, LeverKind::QueueLaunches)->lever();
        QPushButton* button = rowOf(window, LeverKind::QueueLaunches)->tryButton();
        clickAt(button, button->rect().center());
        const QLabel* words = window.inspector().levers()->triedLabel();
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running() && words->text().contains("measured"),
                                 patienceMs);
        const QString said = words->text();
        Sample faster = *window.engine().session.find("cpu", from);
        QVERIFY2(said.contains(QStringLiteral("From %1 to ").arg(Format().time(faster.time))), qPrintable(said));
        for (Seconds* time : {&faster.time, &faster.median, &faster.low, &faster.high})
            *time = *time * 0.3;
        window.engine().session.putSample(faster);
        const auto now = measuredSpeedup(window.engine().session.lookup("cpu"), from, *lever.workload);
        const auto tried = window.engine().trial.tried();
        QVERIFY(now && tried && tried->measured && now->factor < tried->measured->factor * 0.5);
        QCOMPARE(triedWords(*tried, Format()), said);
    }

    void whatCameOfATrialThatIsRedoneStaysToo()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        Cursor& cursor = window.engine().cursor;
        const LeverTrial& trial = window.engine().trial;
        const Workload from = smallChain(window);
        cursor.setWorkload(from);
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(window, LeverKind::QueueLaunches) != nullptr, patienceMs);
        QPushButton* button = rowOf(window, LeverKind::QueueLaunches)->tryButton();
        clickAt(button, button->rect().center());
        const auto isAtRest = [&] { return !window.engine().controller.running(); };
        QTRY_VERIFY_WITH_TIMEOUT(isAtRest() && trial.tried()->measured, patienceMs);
        window.actions_().undo->undo();
        cursor.setCoordinate(AxisKind::Operations, 64);
        QVERIFY(!trial.tried());
        cursor.setWorkload(from);
        QTRY_VERIFY_WITH_TIMEOUT(isAtRest(), patienceMs);
        window.actions_().undo->redo();
        const auto tried = trial.tried();
        QVERIFY(tried && tried->measured);
        Sample faster = *window.engine().session.find("cpu", from);
        for (Seconds* time : {&faster.time, &faster.median, &faster.low, &faster.high})
            *time = *time * 0.3;
        window.engine().session.putSample(faster);
        QCOMPARE(trial.tried()->measured->factor, tried->measured->factor);
    }

    void anEndKnownTooVaguelyIsMeasuredAnewForATrial()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        const Workload from = smallChain(window);
        Sample vague = *window.engine().session.find("cpu", window.engine().cursor.workload());
        vague.workload = from; // of two states of the machine
        vague.low = vague.time * 0.5;
        vague.high = vague.time * 4.0;
        vague.flags = Flag::IntervalNotReached;
        vague.rounds = 12;
        window.engine().session.putSample(vague);
        window.engine().cursor.setWorkload(from);
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(window, LeverKind::QueueLaunches) != nullptr, patienceMs);
        QPushButton* button = rowOf(window, LeverKind::QueueLaunches)->tryButton();
        clickAt(button, button->rect().center());
        const auto known = [&] { return window.engine().session.find("cpu", from); };
        QTRY_VERIFY_WITH_TIMEOUT(known()->high < known()->low * 1.5, patienceMs);
    }

    void triesALeverByTheKeyboardAlone()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.engine().cursor.setWorkload(smallChain(window));
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(window, LeverKind::FuseDeeper) != nullptr, patienceMs);
        QPushButton* button = rowOf(window, LeverKind::FuseDeeper)->tryButton();
        const Workload deeper = *rowOf(window, LeverKind::FuseDeeper)->lever().workload;
        button->setFocus(Qt::TabFocusReason);
        QVERIFY(button->hasFocus());
        QTest::keyClick(button, Qt::Key_Space);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.find("cpu", deeper), patienceMs);
        QVERIFY(window.engine().cursor.workload() == deeper);
    }

    /// The pressed button goes with its row; the keyboard must not be thrown to the other end of the window.
    void keepsTheKeyboardInTheInspectorAndTheHeadlineInSightAfterATry()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow({1366, 768});
        const Workload from = smallChain(window);
        window.engine().cursor.setWorkload(from);
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(window, LeverKind::QueueLaunches) != nullptr, patienceMs);
        for (FoldSection* section : window.inspector().findChildren<FoldSection*>())
            section->setFolded(false);
        QScrollArea* area = nullptr;
        for (QWidget* each = &window.inspector(); each != nullptr && area == nullptr; each = each->parentWidget())
            area = qobject_cast<QScrollArea*>(each);
        QVERIFY(area != nullptr);
        QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
        QPushButton* button = rowOf(window, LeverKind::QueueLaunches)->tryButton();
        button->setFocus(Qt::TabFocusReason);
        area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
        const Workload queued = *rowOf(window, LeverKind::QueueLaunches)->lever().workload;
        QTest::keyClick(button, Qt::Key_Space);
        const QPushButton* back = window.inspector().levers()->backButton();
        const auto isSeen = [area](const QWidget* widget) {
            const QRect there(widget->mapTo(area->viewport(), QPoint(0, 0)), widget->size());
            return widget->isVisible() && area->viewport()->rect().contains(there);
        };
        QCOMPARE(window.focusWidget(), back);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.find("cpu", queued)
                                     && window.engine().session.find("cpu", from)
                                     && !window.engine().controller.running(),
                                 patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(window.inspector().levers()->triedLabel()->text().contains("measured"), patienceMs);
        QCOMPARE(window.focusWidget(), back);
        QVERIFY(isSeen(window.inspector().headline()));
        QVERIFY(isSeen(back));
        // Back: the way back goes, and the keyboard is on the lever's own place again.
        QTest::keyClick(window.focusWidget(), Qt::Key_Space);
        QVERIFY(window.engine().cursor.workload() == from);
        QCOMPARE(window.focusWidget(), rowOf(window, LeverKind::QueueLaunches)->tryButton());
    }

    void theTabKeyGoesThroughTheLeversInTheirOrder()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.engine().cursor.setWorkload(smallChain(window));
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(window, LeverKind::FuseDeeper) != nullptr, patienceMs);
        std::vector<QWidget*> buttons;
        for (const LeverRow* row : window.inspector().levers()->rows())
            if (!row->tryButton()->isHidden())
                buttons.push_back(row->tryButton());
        QVERIFY(buttons.size() >= 3);
        buttons.front()->setFocus(Qt::TabFocusReason);
        for (std::size_t i = 1; i < buttons.size(); ++i) {
            QTest::keyClick(window.focusWidget(), Qt::Key_Tab);
            QCOMPARE(window.focusWidget(), buttons[i]);
        }
        QTest::keyClick(window.focusWidget(), Qt::Key_Tab);
        QVERIFY(window.inspector().isAncestorOf(window.focusWidget())); // its next section
    }

    void goesOnWithTheMapThatWasInterrupted()
    {
        WindowUnderTest test(m_folder->path(), "--rate 400");
        MainWindow& window = test.openedWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.samples().size() > 5, patienceMs);
        Workload point = window.engine().cursor.workload();
        point.elements = 12345;
        window.engine().controller.measurePoints({point});
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.find("cpu", point), patienceMs);
        QVERIFY(window.engine().controller.running());
        QTRY_COMPARE_WITH_TIMEOUT(window.engine().controller.progress().what, MeasureProgress::What::Map, patienceMs);
    }

    void measuresTwiceTheSizeWhereItIsMissing()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        const Workload place = smallChain(window);
        window.engine().cursor.setWorkload(place);
        QPushButton* link = window.inspector().doubling()->measureButton();
        QTRY_VERIFY_WITH_TIMEOUT(link->isVisible(), patienceMs);
        link->setFocus();
        QTest::keyClick(link, Qt::Key_Space);
        const QLabel* words = window.inspector().doubling()->words();
        QTRY_VERIFY_WITH_TIMEOUT(words->text().contains("Twice the size takes"), patienceMs);
        QVERIFY2(words->text().contains("the size hardly matters"), qPrintable(words->text()));
        QVERIFY(window.engine().cursor.workload() == place);
        QVERIFY(!link->isVisible());
    }

    void saysNothingOfMeasurementsThatAreNotThere()
    {
        const SnapshotPointer snapshot = syntheticSnapshotPointer();
        LiveSession session;
        PointFacts point = factsOf(syntheticCursor(), snapshot, session.lookup("cpu"));
        LeverFacts facts = leverFactsOf(point, session.lookup("cpu"));
        QVERIFY(!facts.levers.empty());
        QVERIFY(std::none_of(facts.levers.begin(), facts.levers.end(),
                             [](const LeverFact& fact) { return fact.measured.has_value(); }));
        QVERIFY(!facts.doubling && facts.doublingLacks.size() == 2);
        session.putSample(syntheticSample(point.workload, 0));
        facts = leverFactsOf(factsOf(syntheticCursor(), snapshot, session.lookup("cpu")), session.lookup("cpu"));
        QCOMPARE(facts.doublingLacks.size(), std::size_t{1});
        QVERIFY(leverFactsOf(PointFacts{}, session.lookup("cpu")).levers.empty());
    }

    void givesARowToWhatHelpsOnly()
    {
        const Workload here = syntheticCursor();
        Workload larger = here;
        larger.elements *= 4;
        Workload graph = here;
        graph.launchMode = LaunchMode::Graph;
        Workload queued = here;
        queued.launchMode = LaunchMode::Queued;
        const auto measured = [](double factor) {
            return std::optional(MeasuredSpeedup{factor, {factor * 0.95, factor * 1.05}, true});
        };
        LeverFacts facts;
        facts.workload = here;
        facts.levers = {
            {{.kind = LeverKind::QueueLaunches, .speedup = 2.0, .workload = queued}, std::nullopt},
            {{.kind = LeverKind::GraphLaunches, .speedup = 1.0, .workload = graph}, measured(1.4)},   // helps after all
            {{.kind = LeverKind::BiggerTensor, .speedup = 1.0, .workload = larger}, measured(1.08)}}; // or by chance
        LeversView view;
        view.show(facts, Regime::Memory, false);
        QCOMPARE(view.rows().size(), std::size_t{2});
        for (const LeverRow* row : view.rows())
            QVERIFY2(!row->words().section(QLatin1Char(','), 0, 0).endsWith(QStringLiteral(" 1.0×")),
                     qPrintable(row->words()));
        facts.tried = TriedLever{here, facts.levers.back().lever, facts.levers.back().measured};
        view.show(facts, Regime::Memory, false);
        QCOMPARE(view.rows().size(), std::size_t{2}); // what came of it is said above
        QVERIFY(view.noneLabel()->isHidden() && !view.triedBox()->isHidden());
        facts.tried.reset();
        facts.levers = {{{.kind = LeverKind::BiggerTensor, .speedup = 0.55, .workload = larger}, measured(1.0)}};
        view.show(facts, Regime::Memory, false);
        QVERIFY(view.rows().empty() && !view.noneLabel()->isHidden());
        QCOMPARE(view.noneLabel()->text(), QStringLiteral("No change is predicted to make this point faster."));
    }

    void foldsItsRemarksUntilTheyAreOpened()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        InspectorPanel& inspector = test.window->inspector();
        PointFacts facts;
        facts.snapshot = syntheticSnapshotPointer();
        facts.workload = syntheticCursor();
        auto sample = std::make_shared<Sample>(syntheticSample(facts.workload, 8));
        sample->flags = FlagSet(Flag::MachineBusy) | Flag::Preempted | Flag::FewReadings;
        facts.sample = sample;
        inspector.setWindowHeight(1080);
        inspector.show(facts);
        QVERIFY(!inspector.remarks()->isHidden() && inspector.remarks()->folded());
        QVERIFY2(inspector.remarks()->head()->text().contains("Remarks: 3"),
                 qPrintable(inspector.remarks()->head()->text()));
        QTest::keyClick(inspector.remarks()->head(), Qt::Key_Space);
        inspector.show(facts); // new readings of the point leave it as the user has it
        QVERIFY(!inspector.remarks()->folded());
        sample = std::make_shared<Sample>(*sample);
        sample->flags = FlagSet();
        facts.sample = sample;
        inspector.show(facts);
        QVERIFY(inspector.remarks()->isHidden());
    }

    void measuresWhatTellsWhyNoRoofLimitsAPoint()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.engine().cursor.setWorkload(smallChain(window));
        CausesView& causes = *window.inspector().causes();
        QVERIFY(causes.lines().empty() && causes.isHidden()); // a roof limits it
        Workload larger = window.engine().cursor.point();
        larger.elements *= 4;
        QVERIFY(!window.engine().session.find("cpu", larger));
        LeverFacts facts;
        facts.workload = window.engine().cursor.point();
        facts.causes = {{{Cause::Latency, larger}, std::nullopt}};
        causes.showShortfall(QStringLiteral("It takes 6.6× the time that the roofs allow."));
        QVERIFY(!causes.isHidden());
        window.inspector().showLevers(facts);
        QVERIFY(causes.lines().size() == 1 && causes.measureButton(0)->isHidden()); // nothing can be measured
        facts.canMeasure = true;
        window.inspector().showLevers(facts);
        QVERIFY(!causes.measureButton(0)->isHidden());
        causes.measureButton(0)->click();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.find("cpu", larger), patienceMs);
        QCOMPARE(window.engine().cursor.point().elements, larger.elements / 4); // the sliders stay
    }

    void comparesPerElementWhatWasMeasured()
    {
        LiveSession session;
        Workload small = syntheticCursor();
        small.elements = 1000;
        Workload large = small;
        large.elements = 4000;
        Sample sample = syntheticSample(small, 0);
        sample.time = Seconds(1e-6);
        session.putSample(sample);
        QVERIFY(!measuredSpeedup(session.lookup("cpu"), small, large));
        sample = syntheticSample(large, 0);
        sample.time = Seconds(2e-6);
        session.putSample(sample);
        const auto measured = measuredSpeedup(session.lookup("cpu"), small, large);
        QVERIFY(measured);
        QCOMPARE(measured->factor, 2.0);
        QVERIFY(measured->range.low <= 2.0 && measured->range.high >= 2.0);
    }
};

RIDGEPOINT_GUI_TEST(LeversTest)
#include "levers_window_test.moc"
