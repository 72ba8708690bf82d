// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/fold_section.h"
#include "app/desktop/experiments/experiment_commands.h"
#include "app/desktop/experiments/findings_card.h"
#include "app/desktop/experiments/guess_card.h"
#include "app/desktop/experiments/guess_input.h"
#include "app/desktop/experiments/page_card.h"
#include "app/desktop/session/cursor.h"
#include "core/experiment/envelope/envelope.h"
#include "core/experiment/frame/experiment_runner.h"
#include "core/experiment/registry.h"
#include "core/session/session.h"
#include "tests/gui/experiment_support.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QProgressBar>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTextBrowser>

#include <algorithm>
#include <utility>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The Experiments menu and its dialog, by mouse and by keyboard.
class ExperimentsTest : public FreshFolder {
    Q_OBJECT

    static bool hasHeading(const ExperimentDialog& dialog)
    {
        const auto labels = dialog.findChildren<QLabel*>();
        return std::ranges::any_of(
            labels, [](const QLabel* label) { return label->text().startsWith("Findings") && label->isVisible(); });
    }

private slots:
    void everyExperimentIsInTheMenuWithItsPage()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        MainWindow& window = *test.window;
        const auto menus = window.menuBar()->actions();
        QVERIFY(std::any_of(menus.begin(), menus.end(), [](const QAction* menu) {
            return menu->text().remove(QLatin1Char('&')) == QStringLiteral("Experiments");
        }));
        QVERIFY(!window.experiments().actions().empty());
        QVERIFY(!window.experiments().openAction()->shortcut().isEmpty());
        for (QAction* action : window.experiments().actions()) {
            action->trigger();
            ExperimentDialog& dialog = *window.experiments().dialog();
            QVERIFY(dialog.isVisible() && !dialog.isModal());
            QCOMPARE(dialog.choice()->currentText(), action->text());
            QVERIFY2(dialog.page()->text()->toPlainText().size() > 400, qPrintable(action->text()));
            QVERIFY(!action->toolTip().isEmpty());
            QVERIFY(!dialog.chart()->accessibleName().isEmpty());
        }
    }
    void whatNeedsAMissingLibraryIsGreyedWithTheReason()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--without-library"));
        test.open();
        MainWindow& window = *test.window;
        const auto actionOf = [&](const char* id) {
            const auto& all = experimentDefinitions();
            const auto found = std::find_if(all.begin(), all.end(),
                                            [&](const ExperimentDefinition* one) { return one->info().id == id; });
            return window.experiments().actions()[static_cast<std::size_t>(found - all.begin())];
        };
        QVERIFY(actionOf("matmul")->isEnabled()); // before the measuring program has said
        QTRY_VERIFY_WITH_TIMEOUT(!actionOf("matmul")->isEnabled(), patienceMs);
        QVERIFY2(actionOf("matmul")->toolTip().contains("libfake.so not found"),
                 qPrintable(actionOf("matmul")->toolTip()));
        // These have operators and tiles of our own.
        for (const char* id : {"transformer-layer", "operator-gallery", "matmul-waves", "mistakes"})
            QVERIFY2(actionOf(id)->isEnabled() && !actionOf(id)->toolTip().contains("libfake"), id);
        // Its page and what theory says are there nevertheless.
        window.experiments().openAt("matmul");
        ExperimentDialog& dialog = *window.experiments().dialog();
        QVERIFY(dialog.page()->text()->toPlainText().size() > 400);
        QVERIFY(!dialog.runButton()->isEnabled());
        QVERIFY2(dialog.message()->text().contains("libfake.so not found"), qPrintable(dialog.message()->text()));
    }
    void theListOfAGuessShowsThatItHasTheKeyboard()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        test.window->experiments().openAt("ladder"); // which asks for an order
        ExperimentDialog& dialog = *test.window->experiments().dialog();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QVERIFY(dialog.guess()->input() != nullptr);
        QListWidget* list = dialog.guess()->input()->list();
        QVERIFY(list != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(list->isVisible() && list->isEnabled(), patienceMs);
        const auto edge = [list] { return list->grab().toImage().pixel(0, list->height() / 2); };
        dialog.choice()->setFocus();
        const QRgb without = edge();
        dialog.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        list->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY_WITH_TIMEOUT(list->hasFocus(), patienceMs);
        QVERIFY(edge() != without);
    }
    void predictsBeforeItMeasures()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = opened(*test.window);
        press(dialog.guess()->skipButton());
        QTRY_VERIFY_WITH_TIMEOUT(pointsOf(dialog, Provenance::Predicted) > 0, patienceMs);
        QCOMPARE(pointsOf(dialog, Provenance::Measured), std::size_t{0});
        QVERIFY(dialog.findings()->text().contains("Nothing measured yet"));
        QVERIFY(!hasHeading(dialog));
        // Nor is there an empty line in the heading's place.
        const QLabel& first = *dialog.findings()->first();
        const int margin = dialog.findings()->layout()->contentsMargins().top();
        QTRY_VERIFY2_WITH_TIMEOUT(first.y() < margin + first.fontMetrics().height() / 2,
                                  qPrintable(QString::number(first.y())), patienceMs);
        // The menu's keys work in the dialog too, and type nothing into its fields.
        QVERIFY(std::ranges::any_of(dialog.actions(), [](const QAction* action) {
            return action->shortcut() == QKeySequence(QStringLiteral("Ctrl+Alt+Shift+3"));
        }));
    }
    /// Also one of published figures, which is there before anything is measured.
    void everyFindingHasAHeading()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        const Cursor& cursor = window.engine().cursor;
        QVERIFY(cursor.roofs() != nullptr);
        QStringList headed;
        for (const ExperimentDefinition* experiment : experimentDefinitions()) {
            const std::string& id = experiment->info().id;
            window.experiments().openAt(id);
            ExperimentDialog& dialog = *window.experiments().dialog();
            if (dialog.guess()->isAsking())
                dialog.guess()->skipButton()->click();
            const auto parameters = dialog.parameters();
            QVERIFY2(parameters.ok(), id.c_str());
            ExperimentParameters settled = *parameters;
            settleSizes(settled, experiment->info(), *cursor.roofs(), cursor.workload().threads, cursor.deviceInfo());
            auto result = std::make_shared<ExperimentResult>();
            result->id = id;
            result->points = experiment->predict(settled, *cursor.roofs(), cursor.deviceInfo());
            dialog.show(result);
            const QString told = dialog.findings()->text();
            const bool isFinding = !told.startsWith("Nothing ") && !told.startsWith("Only published ");
            QVERIFY2(hasHeading(dialog) == isFinding, qPrintable(told));
            QVERIFY2(!dialog.findings()->areMeasured(), id.c_str());
            if (hasHeading(dialog))
                headed << QString::fromStdString(id);
        }
        QVERIFY2(headed.contains("what-would-help"), qPrintable(headed.join(' '))); // the memory gap
        QVERIFY2(!headed.contains("mistakes"), qPrintable(headed.join(' ')));
    }
    void whatIsPredictedBeforeARunIsOfTheSizeThatTheRunChooses()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        window.experiments().openAt("envelope");
        ExperimentDialog& dialog = *window.experiments().dialog();
        press(dialog.guess()->skipButton());
        const Cursor& cursor = window.engine().cursor;
        QVERIFY(cursor.roofs() != nullptr);
        const auto typed = dialog.parameters();
        QVERIFY(typed.ok());
        ExperimentParameters settled = *typed;
        settleSizes(settled, dialog.chosen()->info(), *cursor.roofs(), cursor.workload().threads, cursor.deviceInfo());
        QVERIFY(settled.number("size") != typed->number("size")); // or both predictions were the same
        double wanted = 0.0;
        for (const ExperimentPoint& point :
             dialog.chosen()->predict(settled, asLastMeasured(*cursor.roofs()), cursor.deviceInfo()))
            wanted = point.plot == envelope::passPlot ? std::max(wanted, point.y) : wanted;
        QVERIFY(wanted > 0.0);
        const auto longest = [&dialog] {
            double most = 0.0;
            const auto& plots = dialog.chart()->data().plots;
            if (plots.size() <= envelope::passPlot)
                return most; // the page draws in a moment
            for (const ExperimentSeries& series : plots[envelope::passPlot].series)
                if (series.provenance == Provenance::Predicted)
                    for (const ExperimentPoint& point : series.points)
                        most = std::max(most, point.y);
            return most;
        };
        QTRY_COMPARE_WITH_TIMEOUT(longest(), wanted, patienceMs);
    }
    void whatIsDrawnOfADeviceWithoutAMeasurementIsSaid()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        ExperimentDialog& dialog = opened(*test.window);
        const auto saidOf = [&dialog](std::initializer_list<Provenance> all) {
            auto result = std::make_shared<ExperimentResult>();
            result->id = "mistakes";
            for (const Provenance provenance : all)
                result->points.push_back({.series = "a series", .y = 1.0, .provenance = provenance});
            dialog.show(result);
            return dialog.findings()->text();
        };
        using Runnable = ExperimentDialog::Runnable;
        dialog.tell(QStringLiteral("It is known only from its datasheet."), Runnable::Never);
        QCOMPARE(saidOf({Provenance::Published}),
                 QStringLiteral("Only published results are shown; choose a device that can be measured."));
        QVERIFY(saidOf({Provenance::Published, Provenance::Predicted}).contains("dashed lines"));
        QVERIFY(!saidOf({Provenance::Published, Provenance::Predicted}).contains("yet"));
        QVERIFY(!saidOf({}).contains("dashed lines") && !saidOf({}).contains("ublished"));
        dialog.tell({}, Runnable::Yes);
        dialog.guess()->skipButton()->click();
        QCOMPARE(saidOf({Provenance::Published}),
                 QStringLiteral("Nothing measured yet; only published results are shown."));
        QCOMPARE(saidOf({Provenance::Predicted}),
                 QStringLiteral("Nothing measured yet; the dashed lines are the prediction."));
    }
    void runsToItsEndByMouseAndKeepsTheResult()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        ExperimentDialog& dialog = opened(window);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        press(dialog.runButton());
        QVERIFY(window.experiments().controller().running());
        QTRY_VERIFY_WITH_TIMEOUT(!window.experiments().controller().running(), patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(pointsOf(dialog, Provenance::Measured), std::size_t{3}, patienceMs);
        QVERIFY2(dialog.findings()->text().contains("200"), qPrintable(dialog.findings()->text()));
        QVERIFY(hasHeading(dialog));
        // A line that ends within a unit reads as another.
        QVERIFY(dialog.findings()->text().contains(QStringLiteral("GB/\u2060s")));
        QVERIFY(!dialog.findings()->text().contains(QStringLiteral("B/s")));
        // What could not be measured is told in its place.
        QVERIFY2(dialog.findings()->first()->text().contains("its library is not installed"),
                 qPrintable(dialog.findings()->text()));
        QCOMPARE(window.engine().session.frame().experiments.size(), std::size_t{1});
        QCOMPARE(window.engine().session.frame().experiments[0].id, std::string("mistakes"));
        // Running it again with the same parameters takes the place of the first.
        QTest::keyClick(dialog.runButton(), Qt::Key_Space);
        QTRY_VERIFY_WITH_TIMEOUT(window.experiments().controller().running(), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!window.experiments().controller().running(), patienceMs);
        QCOMPARE(window.engine().session.frame().experiments.size(), std::size_t{1});
    }
    void stopsAndKeepsWhatWasMeasured()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 20000 --endless"));
        test.open();
        MainWindow& window = *test.window;
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().bench.state() == BenchState::Ready, patienceMs);
        ExperimentDialog& dialog = opened(window);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        QVERIFY(measureThreePoints(window, dialog));
        QVERIFY(window.experiments().controller().running());
        QVERIFY(dialog.runButton()->text().contains("Stop"));
        QVERIFY(!dialog.form()->field("size")->isEnabled());
        press(dialog.runButton());
        QTRY_VERIFY_WITH_TIMEOUT(!window.experiments().controller().running(), patienceMs);
        QVERIFY(dialog.message()->text().contains("the results so far are kept"));
        QVERIFY(!window.experiments().controller().wasWhole());
        QCOMPARE(window.engine().session.frame().experiments.size(), std::size_t{1});
        QVERIFY(dialog.form()->field("size")->isEnabled());
    }
    void nothingOfTheParametersMovesWhenARunBegins()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 20000 --endless"));
        test.open();
        MainWindow& window = *test.window;
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().bench.state() == BenchState::Ready, patienceMs);
        ExperimentDialog& dialog = opened(window);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        dialog.guess()->input()->list()->setCurrentRow(0);
        press(dialog.guess()->guessButton());
        QVERIFY(dialog.guess()->verdict()->isVisible());
        const auto placeOf = [&](const QWidget* widget) {
            return QRect(widget->mapTo(&dialog, QPoint()), widget->size());
        };
        QCoreApplication::processEvents(); // the layout
        const QRect rounds = placeOf(dialog.form()->field("rounds"));
        const QPoint guess = placeOf(dialog.guess()).topLeft();
        QVERIFY(measureThreePoints(window, dialog));
        const auto* progress = dialog.findChild<QProgressBar*>();
        QVERIFY(progress->isVisible());
        QCOMPARE(placeOf(dialog.form()->field("rounds")), rounds);
        QCOMPARE(placeOf(dialog.guess()).topLeft(), guess);
        press(dialog.runButton());
        QTRY_VERIFY_WITH_TIMEOUT(!window.experiments().controller().running(), patienceMs);
        QVERIFY(!progress->isVisible());
        QCOMPARE(placeOf(dialog.form()->field("rounds")), rounds);
        // Nor where the column becomes too long for its height.
        QScrollBar* bar = nullptr;
        for (const auto* area : dialog.findChildren<QScrollArea*>())
            if (area->isAncestorOf(dialog.form()))
                bar = area->verticalScrollBar();
        QVERIFY(bar != nullptr);
        dialog.resize(900, 2000); // so narrow that the findings stand in it too
        QTRY_VERIFY(!bar->isVisible());
        const int width = dialog.form()->width();
        dialog.findings()->say(QStringLiteral("word ").repeated(4000));
        QTRY_VERIFY(bar->isVisible());
        QCOMPARE(dialog.form()->width(), width);
    }
    void aRunEndsWithItsSessionWhichKeepsWhatItMeasured()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 20000 --endless"));
        test.open();
        MainWindow& window = *test.window;
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().bench.state() == BenchState::Ready, patienceMs);
        ExperimentDialog& dialog = opened(window);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        QVERIFY(measureThreePoints(window, dialog));
        const QString left = window.engine().store.autosavePath();
        window.engine().store.startNew();
        dialog.chart()->flush();
        QCOMPARE(pointsOf(dialog, Provenance::Measured), std::size_t{0});
        QTRY_VERIFY_WITH_TIMEOUT(!window.experiments().controller().running(), patienceMs);
        QVERIFY(window.engine().session.frame().experiments.empty());
        dialog.chart()->flush();
        QCOMPARE(pointsOf(dialog, Provenance::Measured), std::size_t{0});
        QVERIFY(!dialog.message()->text().contains("the results so far are kept"));
        QVERIFY(window.engine().store.flush());
        const auto kept = readSession(left.toStdString());
        QVERIFY(kept.ok());
        QCOMPARE(kept->experiments.size(), std::size_t{1});
        QVERIFY(kept->experiments[0].points.size() > 2);
    }
    void whatRunsOnBehindAClosedDialogIsToldAndShownAgain()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 20000 --endless"));
        test.open();
        MainWindow& window = *test.window;
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().bench.state() == BenchState::Ready, patienceMs);
        ExperimentDialog& dialog = opened(window);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        QVERIFY(measureThreePoints(window, dialog));
        dialog.close();
        QVERIFY2(window.strip().text().contains("still running"), qPrintable(window.strip().text()));
        window.strip().actionButton()->click();
        QVERIFY(dialog.isVisible());
        QVERIFY(!window.strip().text().contains("still running"));
        dialog.close();
        // The live probe, put on and off meanwhile, gives no time away that the experiment still takes.
        window.engine().probe.setOn(true);
        QVERIFY(window.engine().probe.isOn());
        window.engine().probe.setOn(false);
        QVERIFY(window.engine().controller.isIdleTaken());
        window.experiments().controller().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!window.experiments().controller().running(), patienceMs);
        QVERIFY(!window.engine().controller.isIdleTaken());
        QVERIFY(!window.strip().isVisible() || !window.strip().text().contains("still running"));
    }
    void thePageGivesWayToTheChartWhereThereIsNoRoomForBoth()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        ExperimentDialog& dialog = opened(*test.window);
        dialog.resize(1320, 740);
        QVERIFY(dialog.page()->isVisible() && dialog.chart()->isVisible() && !dialog.aboutButton()->isVisible());
        dialog.resize(900, 640);
        QVERIFY(!dialog.page()->isVisible() && dialog.chart()->isVisible() && dialog.aboutButton()->isVisible());
        QTRY_VERIFY2(dialog.chart()->width() >= 400,
                     qPrintable(QString::number(dialog.chart()->width()))); // laid out a turn later
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QTest::keyClick(&dialog, Qt::Key_B, Qt::AltModifier);
        QTRY_VERIFY(dialog.page()->isVisible()
                    && !dialog.chart()->isVisible()); // a button pressed by its key is down for a moment
        dialog.resize(1320, 740);
        QVERIFY(dialog.page()->isVisible() && dialog.chart()->isVisible());
        // Larger text needs more room.
        dialog.setTheme(Theme::light().withTextScaled(1.5));
        QVERIFY(dialog.aboutButton()->isVisible());
    }
    void findingsStandBelowThePageWhereItIsBesideTheChart()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = opened(*test.window);
        dialog.resize(1320, 740);
        const auto placeOf = [&](const QWidget* widget) { return widget->mapTo(&dialog, QPoint()); };
        QVERIFY(dialog.guess()->isAsking() && !dialog.findings()->isVisible()); // no box without words
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        QVERIFY(measureThreePoints(*test.window, dialog));
        QTRY_VERIFY_WITH_TIMEOUT(!test.window->experiments().controller().running(), patienceMs);
        QTRY_COMPARE(placeOf(dialog.findings()).x(), placeOf(dialog.page()).x());
        QVERIFY(dialog.findings()->isVisible());
        QTRY_VERIFY(placeOf(dialog.findings()).y() >= placeOf(dialog.page()).y() + dialog.page()->height());
        // The folded page leaves the height to them.
        QTRY_VERIFY2(dialog.findings()->height() > dialog.page()->height(),
                     qPrintable(QString::number(dialog.page()->height())));
        // Without room for the page they are beside the chart all the same.
        dialog.resize(900, 640);
        QTRY_COMPARE(placeOf(dialog.findings()).x(), placeOf(dialog.guess()).x());
        QTRY_VERIFY(dialog.findings()->isVisible() && !dialog.page()->isVisible());
    }
    void atMostThreeFindingsAreShownAtOnce()
    {
        FindingsCard card(nullptr);
        const QStringList all{"One.", "Two.", "Three.", "Four.", "Five."};
        card.setFindings(all.mid(0, 3), true);
        QVERIFY(card.more()->isHidden());
        QCOMPARE(card.first()->text(), QStringLiteral("One.\n\nTwo.\n\nThree."));
        card.setFindings(all, true);
        QVERIFY(!card.more()->isHidden() && card.more()->folded());
        QCOMPARE(card.first()->text(), QStringLiteral("One.\n\nTwo.\n\nThree."));
        const auto labels = card.more()->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(
            labels, [](const QLabel* label) { return label->text() == QStringLiteral("Four.\n\nFive."); }));
        QCOMPARE(card.text(), all.join(QStringLiteral("\n\n")));
        // In a hall nobody presses More.
        card.setPresented(true);
        QVERIFY(card.more()->isHidden());
        QCOMPARE(card.first()->text(), card.text());
    }
    void runBeginsThoughTheChildHadToBeStartedAnewForIt()
    {
        // Its roofs are asked for and never come, and roofs cannot be broken off.
        WindowUnderTest test(m_folder->path(), QStringLiteral("--hang"));
        test.open();
        MainWindow& window = *test.window;
        QTRY_VERIFY_WITH_TIMEOUT(
            window.engine().bench.state() == BenchState::Ready && window.engine().controller.running(), patienceMs);
        ExperimentDialog& dialog = opened(window);
        const qint64 before = window.engine().bench.processId();
        press(dialog.runButton());
        QVERIFY(dialog.runButton()->text().contains("Stop"));
        QVERIFY2(dialog.message()->text().contains("restarts, because"), qPrintable(dialog.message()->text()));
        QTRY_VERIFY_WITH_TIMEOUT(window.experiments().controller().running(), patienceMs);
        QVERIFY(window.engine().bench.processId() != before);
    }
    void whatWaitsForTheChildCanBeStopped()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--hang"));
        test.open();
        MainWindow& window = *test.window;
        QTRY_VERIFY_WITH_TIMEOUT(
            window.engine().bench.state() == BenchState::Ready && window.engine().controller.running(), patienceMs);
        ExperimentDialog& dialog = opened(window);
        press(dialog.runButton());
        press(dialog.runButton());
        QVERIFY(dialog.runButton()->text().contains("Run"));
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().bench.state() == BenchState::Ready, patienceMs);
        QVERIFY(!window.experiments().controller().running());
    }
    void whatIsAskedForWhileAnotherRunsBeginsAndIsShownAfterIt()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 20000 --endless"));
        test.open();
        MainWindow& window = *test.window;
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().bench.state() == BenchState::Ready, patienceMs);
        ExperimentDialog& dialog = opened(window);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        QVERIFY(measureThreePoints(window, dialog));
        const ExperimentDefinition& other = *findExperiment("fusion");
        window.experiments().measure(other, readParameters(other.info(), {}).value(),
                                     window.engine().cursor.workload().threads);
        QCOMPARE(dialog.chosen()->info().id, "mistakes"); // whose numbers come in
        QCOMPARE(pointsOf(dialog, Provenance::Measured), std::size_t{3});
        QVERIFY2(!dialog.message()->text().contains("restarts"), qPrintable(dialog.message()->text()));
        ExperimentController& run = window.experiments().controller();
        run.stop();
        QTRY_COMPARE_WITH_TIMEOUT(dialog.chosen()->info().id, std::string("fusion"), patienceMs);
        QVERIFY(run.running() && run.result()->id == "fusion");
        QVERIFY2(dialog.message()->text().isEmpty(), qPrintable(dialog.message()->text()));
        QCOMPARE(window.engine().session.frame().experiments.size(), std::size_t{1}); // that of the first
    }
    void showsTheLatestResultOfTheWindowsThreads()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        ExperimentDialog& dialog = opened(window);
        const auto parameters = dialog.parameters();
        QVERIFY(parameters.ok());
        const int threads = window.engine().cursor.workload().threads;
        const auto put = [&](int itsThreads, double value) {
            ExperimentResult result;
            result.id = "mistakes";
            result.device = window.engine().cursor.device();
            result.threads = itsThreads;
            result.parameters = parameters->texts();
            result.points = {
                {.series = "measured", .label = {"right", "The right way"}, .y = value, .low = value, .high = value}};
            window.engine().session.putExperiment(result);
        };
        const auto shown = [&]() -> double {
            for (const ExperimentSeries& series : dialog.chart()->data().plots.at(0).series)
                if (series.provenance == Provenance::Measured)
                    return series.points.front().y;
            return 0.0;
        };
        const auto showAgain = [&] {
            window.experiments().openAt("mistakes");
            dialog.chart()->flush();
        };
        put(threads + 5, 1e9);
        showAgain();
        QCOMPARE(shown(), 1e9); // better another number of threads, which is told, than nothing
        put(threads, 2e9);
        put(threads + 7, 3e9);
        showAgain();
        QCOMPARE(shown(), 2e9);
    }
    void opensOnWhatTheSessionHolds()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        window.experiments().openAction()->trigger();
        ExperimentDialog& dialog = *window.experiments().dialog();
        QCOMPARE(dialog.chosen()->info().id, experimentDefinitions().front()->info().id);
        const auto put = [&](const char* id, const std::string& device) {
            ExperimentResult result;
            result.id = id;
            result.device = device;
            result.points = {
                {.series = "measured", .label = {"right", "The right way"}, .y = 1.0, .low = 1.0, .high = 1.0}};
            window.engine().session.putExperiment(result);
        };
        // Another session's latest result of this device; what another device has is not shown here.
        window.engine().store.startNew();
        put("recompute", window.engine().cursor.device());
        put("mistakes", window.engine().cursor.device());
        put("fusion", "another");
        dialog.close();
        window.experiments().openAction()->trigger();
        QCOMPARE(dialog.chosen()->info().id, std::string("mistakes"));
        // What somebody chose since stays.
        window.experiments().openAt("recompute");
        dialog.close();
        window.experiments().openAction()->trigger();
        QCOMPARE(dialog.chosen()->info().id, std::string("recompute"));
    }
    void impossibleParametersAreToldAndCannotRun()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = opened(*test.window);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        auto* field = qobject_cast<QLineEdit*>(dialog.form()->field("rounds"));
        QVERIFY(field != nullptr);
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("9999"));
        QVERIFY(!dialog.runButton()->isEnabled());
        QVERIFY2(dialog.form()->warning()->isVisible() && dialog.form()->warning()->text().contains("40"),
                 qPrintable(dialog.form()->warning()->text()));
        // By what stands beside the field, and with the reason that holds.
        auto* size = qobject_cast<QLineEdit*>(dialog.form()->field("size"));
        QVERIFY(size != nullptr);
        size->setText(QStringLiteral("51#2"));
        QVERIFY2(dialog.form()->warning()->text().startsWith("Tensor size (floats): '51#2' is not a whole number"),
                 qPrintable(dialog.form()->warning()->text()));
        size->setText(QStringLiteral("1Mi"));
        QVERIFY2(dialog.form()->warning()->text().startsWith("Rounds: 9999 is out of range"),
                 qPrintable(dialog.form()->warning()->text()));
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("10"));
        QVERIFY(dialog.runButton()->isEnabled());
        QVERIFY(!dialog.form()->warning()->isVisible());
    }
    void aChildThatDiesLeavesWhatWasMeasured()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 20000 --endless"));
        test.open();
        MainWindow& window = *test.window;
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().bench.state() == BenchState::Ready, patienceMs);
        ExperimentDialog& dialog = opened(window);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        QVERIFY(measureThreePoints(window, dialog));
        window.engine().bench.kill();
        QTRY_VERIFY_WITH_TIMEOUT(!window.experiments().controller().running(), patienceMs);
        QCOMPARE(pointsOf(dialog, Provenance::Measured), std::size_t{3});
        QCOMPARE(window.engine().session.frame().experiments.size(), std::size_t{1});
        QVERIFY(!dialog.runButton()->isEnabled());
        QVERIFY(dialog.message()->text().contains("Restart the measuring program"));
    }
    void exportsPictureAndNumbers()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = opened(*test.window);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        press(dialog.runButton());
        QTRY_COMPARE_WITH_TIMEOUT(test.window->engine().session.frame().experiments.size(), std::size_t{1}, patienceMs);
        for (const char* ending : {"pdf", "svg", "png", "csv"}) {
            const QString path = m_folder->filePath(QStringLiteral("mistakes.") + QLatin1String(ending));
            const auto written = dialog.exportTo(path);
            QVERIFY2(written.ok(), written.ok() ? "" : written.error().message().c_str());
            QVERIFY(QFile(path).size() > 200);
        }
        QVERIFY(!dialog.exportTo(QStringLiteral("/no/such/folder/x.csv")).ok());
        const auto trace = dialog.exportTo(m_folder->filePath("mistakes.json"));
        QVERIFY(!trace.ok() && trace.error().id == "trace.nothing"); // it records no timeline
    }
    void aTimelineIsExportedAsATraceWithItsLanes()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        test.window->experiments().openAt("launch-modes");
        ExperimentDialog& dialog = *test.window->experiments().dialog();
        auto result = std::make_shared<ExperimentResult>();
        result->id = "launch-modes";
        result->lanes = {
            {.group = "graph", .name = "thread 1", .spans = {{SpanKind::Work, "kernel", 0.0, 1e-6}}, .plot = 1}};
        dialog.show(result);
        QVERIFY(dialog.exportButton()->isEnabled());
        const QString path = m_folder->filePath("launches.json");
        QVERIFY(dialog.exportTo(path).ok());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("\"thread 1\""));
    }

    void escapeStopsIt_data()
    {
        QTest::addColumn<bool>("isOpen");
        QTest::newRow("in its dialog") << true;
        QTest::newRow("in the window, behind a closed dialog") << false;
    }
    void escapeStopsIt()
    {
        QFETCH(const bool, isOpen);
        WindowUnderTest test(m_folder->path(), QStringLiteral("--rate 20000 --endless"));
        test.open();
        MainWindow& window = *test.window;
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().bench.state() == BenchState::Ready, patienceMs);
        ExperimentDialog& dialog = opened(window);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        QVERIFY(measureThreePoints(window, dialog));
        if (!isOpen)
            dialog.close();
        QTest::keyClick(isOpen ? static_cast<QWidget*>(&dialog) : &window, Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(!window.experiments().controller().running(), patienceMs);
        QCOMPARE(dialog.isVisible(), isOpen);
        QCOMPARE(window.engine().session.frame().experiments.size(), std::size_t{1});
        if (isOpen)
            QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY2(!dialog.isVisible(), "where nothing runs it closes the dialog");
    }
};

RIDGEPOINT_GUI_TEST(ExperimentsTest)
#include "experiments_window_test.moc"
