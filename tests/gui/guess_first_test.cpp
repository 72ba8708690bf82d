// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/experiment_data.h"
#include "app/desktop/base/fold_section.h"
#include "app/desktop/calculator/quantity_field.h"
#include "app/desktop/experiments/curve_input.h"
#include "app/desktop/experiments/findings_card.h"
#include "app/desktop/experiments/guess_card.h"
#include "app/desktop/experiments/guess_input.h"
#include "app/desktop/experiments/page_card.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "app/desktop/lessons/lesson_panel.h"
#include "app/desktop/views/export_dialog.h"
#include "app/desktop/views/file_commands.h"
#include "core/experiment/registry.h"
#include "tests/gui/experiment_support.h"
#include "tests/gui/explore_support.h"
#include "tests/gui/lesson_support.h"

#include <QComboBox>
#include <QDateTime>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QTextBrowser>

#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Guess first in the experiments' dialog, and the page that tells no result before.
class ExperimentGuessWindowTest : public FreshFolder {
    Q_OBJECT

    static ExperimentDialog& openedAt(MainWindow& window, const char* id)
    {
        window.experiments().openAt(id);
        ExperimentDialog& dialog = *window.experiments().dialog();
        dialog.chart()->flush();
        return dialog;
    }
    static std::size_t drawn(const ExperimentDialog& dialog)
    {
        dialog.chart()->flush();
        return pointsOf(dialog, Provenance::Predicted) + pointsOf(dialog, Provenance::Measured);
    }
    static void putFusion(MainWindow& window, double gain, const char* created = "")
    {
        ExperimentResult result{.id = "fusion",
                                .device = window.engine().cursor.device(),
                                .threads = window.engine().cursor.workload().threads};
        result.parameters = readParameters(findExperiment("fusion")->info(), {})->texts();
        result.points = {{.series = "fma", .x = 16.0, .y = gain, .low = gain, .high = gain, .plot = 1}};
        result.created = created;
        window.engine().session.putExperiment(result);
    }
    static void putMistakes(MainWindow& window)
    {
        ExperimentResult result{.id = "mistakes",
                                .device = window.engine().cursor.device(),
                                .threads = window.engine().cursor.workload().threads};
        result.parameters = readParameters(findExperiment(result.id)->info(), {})->texts();
        for (const auto& [id, bytes] : {std::pair("right", 50e9), std::pair("no-wait", 400e9)})
            result.points.push_back({.series = "measured", .label = {id, id}, .y = bytes, .low = bytes, .high = bytes});
        window.engine().session.putExperiment(result);
    }
    /// Flat up to 32 operations, then with them.
    static void putIntensity(MainWindow& window)
    {
        ExperimentResult result{.id = "compute-intensity",
                                .device = window.engine().cursor.device(),
                                .threads = window.engine().cursor.workload().threads};
        result.parameters = readParameters(findExperiment(result.id)->info(), {})->texts();
        for (double k = 1; k <= 256; k *= 2) {
            const double time = 1e-3 * std::max(1.0, k / 32.0);
            result.points.push_back({.series = "fma", .x = k, .y = time, .low = time, .high = time});
        }
        window.engine().session.putExperiment(result);
    }
    static const CurveSketch& sketchOf(const ExperimentDialog& dialog)
    {
        return dialog.guess()->input()->curve()->sketch();
    }

private slots:
    void nothingIsDrawnBeforeTheGuessAndTheAnswerStandsBesideIt()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        ExperimentDialog& dialog = openedAt(window, "mistakes");
        GuessCard& card = *dialog.guess();
        QVERIFY(card.isAsking() && card.question()->isVisible());
        QVERIFY(dialog.chart()->missingWords().startsWith(card.question()->text()));
        QCOMPARE(drawn(dialog), std::size_t{0});
        QVERIFY(!dialog.exportButton()->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        // By keys alone: the second option, and Enter keeps it.
        QListWidget& list = *card.input()->list();
        QTRY_VERIFY(list.visualItemRect(list.item(list.count() - 1)).bottom() <= list.viewport()->height());
        list.setFocus();
        QTest::keyClick(&list, Qt::Key_Home);
        QTest::keyClick(&list, Qt::Key_Down);
        const QString chosen = list.currentItem()->text();
        QTest::keyClick(&list, Qt::Key_Return);
        QVERIFY(!card.isAsking() && card.isOpen());
        // A prediction beside it would answer the question before anything is measured.
        QCOMPARE(drawn(dialog), std::size_t{0});
        QVERIFY2(dialog.chart()->missingWords().contains("Press Run"), qPrintable(dialog.chart()->missingWords()));
        QVERIFY(!dialog.exportButton()->isEnabled());
        QVERIFY2(card.verdict()->text().contains(chosen) && card.verdict()->text().contains("Run measures it"),
                 qPrintable(card.verdict()->text()));
        QVERIFY(!window.experiments().controller().running());
        QCOMPARE(dialog.focusWidget(), dialog.runButton());
        QVERIFY(measureThreePoints(window, dialog));
        QTRY_VERIFY_WITH_TIMEOUT(!window.experiments().controller().running(), patienceMs);
        QVERIFY2(card.verdict()->text().contains("\nMeasured: “Clock stopped before the work was done”"),
                 qPrintable(card.verdict()->text()));
        QVERIFY(!card.why().empty() && !card.isOpen());
        // Why it is so is the first of the findings, which are all in one place, and is said once.
        const QString reason = findingWords(card.why().front(), Format());
        const QString found = dialog.findings()->text().remove(QChar(0x2060));
        QVERIFY2(found.startsWith(reason) && found.count(reason) == 1, qPrintable(found));
        QTRY_VERIFY(isWhole(*dialog.findings()->first(), *dialog.findings()));
        QTRY_VERIFY(isWhole(*card.verdict(), card));
    }
    void aStoredResultSaysWhenItWasMeasured()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        putFusion(*test.window, 12.0, "2020-01-15T12:00:00Z");
        ExperimentDialog& dialog = openedAt(*test.window, "fusion");
        const auto told = [&dialog] {
            for (const Card* card : dialog.findChildren<Card*>())
                if (card->isAncestorOf(dialog.chart()))
                    return card->warning();
            return QString();
        };
        QVERIFY2(told().startsWith("measured 15 Jan 2020, "), qPrintable(told()));
        openedAt(*test.window, "ladder"); // of which nothing is stored
        QVERIFY2(told().isEmpty(), qPrintable(told()));
        putFusion(*test.window, 13.0,
                  QDateTime::currentDateTimeUtc().addSecs(1).toString(Qt::ISODate).toUtf8().constData());
        openedAt(*test.window, "fusion");
        QVERIFY2(told().isEmpty(), qPrintable(told()));
    }
    void tabGoesThroughTheDialogAsItIsSeen()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        openedAt(*test.window, "fusion"); // the fields of another one were made later
        ExperimentDialog& dialog = openedAt(*test.window, "ladder");
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        QVERIFY(dialog.guess()->isAsking());
        GuessInput& input = *dialog.guess()->input();
        QTRY_VERIFY_WITH_TIMEOUT(input.list()->isVisible(), patienceMs); // its card has just been laid out
        const QList<QWidget*> wanted{dialog.choice(),
                                     dialog.runButton(),
                                     dialog.form()->field("seconds"),
                                     input.list(),
                                     input.findChildren<QPushButton*>().front(),
                                     input.findChildren<QPushButton*>().back(),
                                     dialog.guess()->guessButton(),
                                     dialog.guess()->skipButton(),
                                     dialog.chart()};
        QList<QWidget*> reached;
        dialog.choice()->setFocus();
        for (int i = 0; i < 30 && reached.size() < wanted.size(); ++i) {
            if (wanted.contains(dialog.focusWidget()))
                reached << dialog.focusWidget();
            QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
        }
        QCOMPARE(reached, wanted);
    }
    void runWithoutAGuessRunsAndSaysNothingOfOne()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = openedAt(*test.window, "mistakes");
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        QVERIFY(measureThreePoints(*test.window, dialog));
        QTRY_VERIFY_WITH_TIMEOUT(!test.window->experiments().controller().running(), patienceMs);
        QVERIFY(!dialog.guess()->isAsking() && dialog.guess()->verdict()->text().isEmpty());
        QVERIFY(!dialog.guess()->question()->isVisible());
    }
    void theQuestionOfALessonTakesThePlaceOfTheExperimentsOwn()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        LessonCommands& lessons = *window.findChild<LessonCommands*>();
        LessonPanel& panel = *window.findChild<LessonPanel*>();
        ExperimentDialog& dialog = openedAt(window, "mistakes");
        const GuessCard& card = *dialog.guess();
        QVERIFY(card.isAsking());
        beginLessonOf(window, "six-wrong-ways"); // also of a dialog that is open already
        const auto isHeldBack = [&] {
            return !card.isVisible() && drawn(dialog) == 0 && !dialog.exportButton()->isEnabled()
                && dialog.chart()->missingWords().contains("Answer the lesson's question first");
        };
        QVERIFY2(isHeldBack(), qPrintable(dialog.chart()->missingWords()));
        openedAt(window, "fusion"); // of which the lesson asks nothing
        QVERIFY(card.isAsking() && card.isVisible());
        openedAt(window, "mistakes");
        QVERIFY2(isHeldBack(), qPrintable(dialog.chart()->missingWords()));
        lessons.end();
        QVERIFY(card.isAsking() && card.isVisible());
        beginLessonOf(window, "six-wrong-ways");
        putMistakes(window); // as measured earlier
        openedAt(window, "mistakes");
        QVERIFY2(isHeldBack(), qPrintable(dialog.chart()->missingWords()));
        QVERIFY2(!dialog.findings()->isVisible() && dialog.findings()->text().isEmpty(),
                 qPrintable(dialog.findings()->text()));
        panel.nextButton()->click();
        panel.number()->setText(QStringLiteral("2"));
        QVERIFY2(isHeldBack(), "a prediction that does not stand yet");
        panel.nextButton()->click();
        QCOMPARE(lessons.section(), LessonSection::Do);
        QVERIFY(drawn(dialog) > 0 && !card.isVisible());
        lessons.end();
        QVERIFY(drawn(dialog) > 0 && !card.isAsking()); // which was seen by now
        QVERIFY(card.isVisible() && card.againButton()->isVisible());
    }
    void nothingIsPredictedAfterTheQuestionOfALessonBeforeItIsMeasured()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        LessonPanel& panel = *window.findChild<LessonPanel*>();
        beginLessonOf(window, "size-of-a-product");
        panel.nextButton()->click();
        panel.number()->setText(QStringLiteral("500"));
        panel.nextButton()->click();
        const ExperimentDialog& dialog = openedAt(window, "matmul");
        QVERIFY(!dialog.guess()->isAsking() && !dialog.guess()->isVisible());
        QCOMPARE(drawn(dialog), std::size_t{0});
        QVERIFY2(dialog.chart()->missingWords().startsWith("Press Measure it in the lesson"),
                 qPrintable(dialog.chart()->missingWords()));
    }
    void whatALessonMeasuresIsNoAnswerToAnotherExperiment()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        LessonPanel& panel = *window.findChild<LessonPanel*>();
        openedAt(window, "fusion").reject(); // without a guess
        beginLessonOf(window, "six-wrong-ways");
        panel.nextButton()->click();
        panel.number()->setText(QStringLiteral("2"));
        panel.nextButton()->click();
        QTRY_VERIFY_WITH_TIMEOUT(panel.measureButton()->isEnabled(), patienceMs);
        panel.measureButton()->click();
        QCOMPARE(window.experiments().dialog()->chosen()->info().id, "mistakes");
        QTRY_VERIFY_WITH_TIMEOUT(panel.nextButton()->isEnabled(), patienceMs);
        const ExperimentDialog& dialog = openedAt(window, "fusion");
        QVERIFY(dialog.guess()->isAsking());
        QCOMPARE(drawn(dialog), std::size_t{0});
    }
    void aStepOfALessonWaitsForAnotherExperiment()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        MainWindow& window = *test.window;
        LessonCommands& lessons = *window.findChild<LessonCommands*>();
        beginLessonOf(window, "six-wrong-ways");
        QVERIFY(lessons.step(1) && lessons.step(1));
        ExperimentDialog& dialog = openedAt(window, "fusion");
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        press(dialog.runButton());
        const ExperimentController& run = window.experiments().controller();
        QVERIFY(run.running() && lessons.step(1));
        QCOMPARE(lessons.section(), LessonSection::Do);
        QCOMPARE(dialog.chosen()->info().id, "fusion"); // whose numbers come in
        QTRY_VERIFY_WITH_TIMEOUT(!run.running(), patienceMs);
        QVERIFY(lessons.step(1));
        QCOMPARE(lessons.section(), LessonSection::Do);
        QCOMPARE(dialog.chosen()->info().id, "mistakes");
        QVERIFY(run.running());
    }
    void returnWithoutAGuessMeasuresNothing()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        for (const char* id : {"mistakes", "ladder", "fusion"}) { // a choice, an order and a number
            ExperimentDialog& dialog = openedAt(*test.window, id);
            QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
            GuessInput& input = *dialog.guess()->input();
            QWidget* typed = input.list() != nullptr ? static_cast<QWidget*>(input.list()) : input.field()->edit();
            typed->setFocus();
            if (input.list() != nullptr)
                QTest::keyClicks(typed, QStringLiteral("50")); // begins no line
            QTest::keyClick(typed, Qt::Key_Return);
            QVERIFY2(!test.window->experiments().controller().running() && dialog.guess()->isAsking(), id);
        }
    }
    void skipShowsThePredictionAndDoesNotAskAgain()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = openedAt(*test.window, "fusion");
        press(dialog.guess()->skipButton());
        QVERIFY(!dialog.guess()->isAsking() && drawn(dialog) > 0);
        openedAt(*test.window, "mistakes");
        QVERIFY(dialog.guess()->isAsking());
        openedAt(*test.window, "fusion");
        QVERIFY(!dialog.guess()->isAsking());
        qobject_cast<QLineEdit*>(dialog.form()->field("chain"))->setText(QStringLiteral("8"));
        QVERIFY(!dialog.guess()->isAsking());
    }
    void aNumberIsReadWithItsUnit()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = openedAt(*test.window, "fusion");
        QVERIFY2(dialog.guess()->question()->text().startsWith("16 multiply-adds"),
                 qPrintable(dialog.guess()->question()->text()));
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        QLineEdit& edit = *dialog.guess()->input()->field()->edit();
        QTest::keyClicks(&edit, QStringLiteral("four"));
        QVERIFY(!dialog.runButton()->isEnabled() && !dialog.guess()->input()->field()->complaint().isEmpty());
        edit.selectAll();
        QTest::keyClick(&edit, Qt::Key_Delete);
        QVERIFY(dialog.runButton()->isEnabled() && dialog.guess()->input()->field()->complaint().isEmpty());
        // What another question has half typed does not stay.
        QTest::keyClicks(&edit, QStringLiteral("4x"));
        press(dialog.guess()->guessButton());
        putFusion(*test.window, 12.0);
        openedAt(*test.window, "fusion");
        QVERIFY2(dialog.guess()->verdict()->text().contains("3.0× too low"),
                 qPrintable(dialog.guess()->verdict()->text()));
        QCOMPARE(dialog.guess()->verdict()->text().count(QLatin1Char('\n')), 2); // guess, measurement, ratio
        // A report says the same.
        const ExperimentResult& measured = test.window->engine().session.frame().experiments.back();
        QCOMPARE(test.window->experiments().guessFor(measured).value_or(Guess{}).number, 4.0);
        const QString path = m_folder->filePath(QStringLiteral("report.html"));
        test.window->files().exportTo(ExportWhat::Report, path, {}, {.experiments = true});
        QFile report(path);
        QVERIFY(report.open(QIODevice::ReadOnly) && report.readAll().contains("You guessed 4"));
        ExperimentResult other = measured;
        other.parameters["chain"] = "8";
        QVERIFY(!test.window->experiments().guessFor(other));
        // Of another question it is no guess.
        qobject_cast<QLineEdit*>(dialog.form()->field("chain"))->setText(QStringLiteral("8"));
        QVERIFY(!dialog.guess()->verdict()->isVisible());
    }
    void aTimeIsNoBareNumber()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = openedAt(*test.window, "launch-modes");
        QuantityField& field = *dialog.guess()->input()->field();
        field.type(QStringLiteral("5"));
        QCOMPARE(field.complaint(), QStringLiteral("5 what? Add ns, µs or ms."));
        press(dialog.guess()->guessButton());
        QVERIFY(dialog.guess()->isAsking() && !dialog.runButton()->isEnabled());
        field.type(QStringLiteral("5 us"));
        press(dialog.guess()->guessButton());
        QVERIFY(!dialog.guess()->isAsking());
    }
    void aPlaceIsClickedInTheChartOrTyped()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = openedAt(*test.window, "tensor-size");
        dialog.resize(1600, 900);
        QCoreApplication::processEvents(); // the layout
        ExperimentChart& chart = *dialog.chart();
        QCOMPARE(drawn(dialog), std::size_t{0});
        QVERIFY(dialog.guess()->isAsking() && chart.input().guess.lines.empty());
        const QCPRange times = chart.axisRect()->axis(QCPAxis::atLeft)->range();
        clickAt(&chart, chart.pixelAt({0, 4096.0, std::sqrt(times.lower * times.upper)}).toPoint());
        const QuantityField& field = *dialog.guess()->input()->field();
        QVERIFY2(field.value() && std::abs(std::log2(*field.value() / 4096.0)) < 0.5, qPrintable(field.shown()));
        const auto marked = [&] { return chart.input().guess.lines; };
        QCOMPARE(marked().size(), std::size_t{1});
        QCOMPARE(marked().front().front().x, *field.value());
        field.edit()->selectAll();
        QTest::keyClicks(field.edit(), QStringLiteral("1 Ki"));
        QCOMPARE(marked().front().front().x, 1024.0);
        press(dialog.guess()->guessButton());
        QVERIFY(!dialog.guess()->isAsking());
        QCOMPARE(marked().front().front().x, 1024.0); // it stays beside what is measured
        chart.flush();
        clickAt(&chart, chart.pixelAt({0, 64.0, std::sqrt(times.lower * times.upper)}).toPoint());
        QCOMPARE(marked().front().front().x, 1024.0);
        openedAt(*test.window, "fusion");
        QVERIFY(marked().empty());
    }
    void aCurveIsDrawnByTheMouseAndStandsBesideTheMeasuredOne()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = openedAt(*test.window, "compute-intensity");
        dialog.resize(1600, 900);
        QCoreApplication::processEvents(); // the layout
        ExperimentChart& chart = *dialog.chart();
        chart.flush();
        QVERIFY(dialog.guess()->isAsking() && sketchOf(dialog).empty());
        QCOMPARE(drawn(dialog), std::size_t{0});
        const auto at = [&chart](double x, double y) { return chart.pixelAt({0, x, y}); };
        // As much longer as it is more operations; the hand leaves the plot at its top and comes back.
        const QPointF above(at(100.0, 1.0).x(), chart.axisRect()->rect().top() - 40.0);
        dragThrough(&chart, {at(1.2, 1.2), at(64.0, 64.0), above, at(250.0, 250.0)});
        QVERIFY(dialog.guess()->isAsking());
        const std::vector<CurvePlace> curve = sketchOf(dialog).curve();
        QCOMPARE(curve.front(), (CurvePlace{1.0, 1.0}));
        QVERIFY(std::abs(std::log2(valueAt(curve, 16.0).value() / 16.0)) < 0.3);
        const double top = chart.axisRect()->axis(QCPAxis::atLeft)->range().upper;
        QVERIFY(std::abs(valueAt(curve, 100.0).value() / top - 1.0) < 0.1);
        // A point behind it, which is taken back.
        clickAt(&chart, at(256.0, 2.0).toPoint());
        QVERIFY(sketchOf(dialog).curve().back().value < 4.0);
        press(dialog.guess()->input()->curve()->undoButton());
        QCOMPARE(sketchOf(dialog).curve(), curve);
        QCOMPARE(chart.input().guess.lines.size(), std::size_t{1});
        press(dialog.guess()->guessButton());
        QVERIFY(!dialog.guess()->isAsking());
        QCOMPARE(drawn(dialog), std::size_t{0});
        QCOMPARE(chart.input().guess.lines.at(0).front(), (PlotPlace{0, 1.0, 1.0})); // as it was drawn
        QVERIFY2(dialog.guess()->verdict()->text().startsWith("You drew "),
                 qPrintable(dialog.guess()->verdict()->text()));
        putIntensity(*test.window);
        openedAt(*test.window, "compute-intensity");
        const QString told = dialog.guess()->verdict()->text();
        QVERIFY2(told.startsWith(
                     "Your curve leaves the measured one at 2 operations per element, where the pass is memory-bound"),
                 qPrintable(told));
        QVERIFY2(told.section(QLatin1Char('\n'), 1, 1).contains("too high"), qPrintable(told));
        QCOMPARE(told.count(QLatin1Char('\n')), 1);
        // Both in the one plot, the guess in its unit and whole.
        const std::vector<PlotPlace> line = chart.input().guess.lines.at(0);
        QCOMPARE(line.front(), (PlotPlace{0, 1.0, 1e-3}));
        QVERIFY(std::abs(line[1].y / (1e-3 * curve[1].value) - 1.0) < 1e-9);
        for (const PlotPlace& place : line)
            QVERIFY(chart.axisRect()->axis(QCPAxis::atLeft)->range().contains(place.y));
        // The mouse draws no more.
        dragThrough(&chart, {at(8.0, 1e-3), at(64.0, 1e-3)});
        QCOMPARE(chart.input().guess.lines.at(0), line);
        openedAt(*test.window, "fusion");
        QVERIFY(chart.input().guess.lines.empty());
    }
    void aCurveIsDrawnByKeys()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = openedAt(*test.window, "compute-intensity");
        ExperimentChart& chart = *dialog.chart();
        QTRY_VERIFY_WITH_TIMEOUT(dialog.runButton()->isEnabled(), patienceMs);
        QCOMPARE(dialog.focusWidget(), &chart); // what is drawn in
        QTest::keyClick(&chart, Qt::Key_Return);
        QVERIFY(dialog.guess()->isAsking() && !test.window->experiments().controller().running());
        QTest::keyClick(&chart, Qt::Key_Left); // a flat curve, the hand at 2
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(&chart, Qt::Key_Right);
        for (int i = 0; i < 7; ++i)
            QTest::keyClick(&chart, Qt::Key_Up);
        QTest::keyClick(&chart, Qt::Key_Backspace);
        QCOMPARE(dialog.guess()->input()->curve()->place()->text(), QStringLiteral("At 32: 2.0×"));
        QCOMPARE(valueAt(sketchOf(dialog).curve(), 16.0).value(), 1.0);
        QVERIFY(std::abs(valueAt(sketchOf(dialog).curve(), 256.0).value() - 2.0) < 1e-9);
        QTest::keyClick(&chart, Qt::Key_Return);
        QVERIFY(!dialog.guess()->isAsking() && !test.window->experiments().controller().running());
        QVERIFY2(dialog.guess()->verdict()->text().startsWith("You drew 2.0× at 256."),
                 qPrintable(dialog.guess()->verdict()->text()));
        QCOMPARE(dialog.focusWidget(), dialog.runButton());
        // Once it shows results a chart keeps the keyboard at the end of a run.
        putIntensity(*test.window);
        openedAt(*test.window, "compute-intensity");
        QVERIFY(drawn(dialog) > 0);
        chart.setFocus();
        dialog.guess()->setRunning(true);
        dialog.guess()->setRunning(false);
        QCOMPARE(dialog.focusWidget(), &chart);
    }
    void theAxesOfACurveTellNothingOfTheAnswer()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = openedAt(*test.window, "compute-intensity");
        ExperimentChart& chart = *dialog.chart();
        const auto range = [&chart](QCPAxis::AxisType type) { return chart.axisRect()->axis(type)->range(); };
        const QCPRange times = range(QCPAxis::atLeft);
        const QCPRange operations = range(QCPAxis::atBottom);
        QCOMPARE(times, QCPRange(0.5, 512.0)); // as many octaves as operations, and one more at either end
        putIntensity(*test.window);
        openedAt(*test.window, "compute-intensity");
        QVERIFY(!dialog.guess()->isAsking() && !(range(QCPAxis::atLeft) == times));
        press(dialog.guess()->againButton());
        chart.flush();
        QVERIFY(dialog.guess()->isAsking());
        QVERIFY(range(QCPAxis::atLeft) == times && range(QCPAxis::atBottom) == operations);
        qobject_cast<QLineEdit*>(dialog.form()->field("most"))->setText(QStringLiteral("64"));
        chart.flush();
        QCOMPARE(range(QCPAxis::atLeft), QCPRange(0.5, 128.0));
    }
    void anOrderIsPutByKeys()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = openedAt(*test.window, "ladder");
        QListWidget& list = *dialog.guess()->input()->list();
        QVERIFY(!dialog.guess()->input()->guess(false)); // nobody put them in this order
        const QString first = list.item(0)->text();
        list.setCurrentRow(0);
        QTest::keyClick(&list, Qt::Key_Down, Qt::AltModifier);
        QTest::keyClick(&list, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(list.item(2)->text(), first);
        QCOMPARE(list.currentRow(), 2);
        QTest::keyClick(&list, Qt::Key_Return);
        QVERIFY2(dialog.guess()->verdict()->text().contains("3. " + first),
                 qPrintable(dialog.guess()->verdict()->text()));
    }
    void aKnownResultIsShownUnlessSomebodyWantsToGuess()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        putFusion(*test.window, 12.0);
        ExperimentDialog& dialog = openedAt(*test.window, "fusion");
        QVERIFY(!dialog.guess()->isAsking() && drawn(dialog) > 0);
        press(dialog.guess()->againButton());
        QVERIFY(dialog.guess()->isAsking());
        QCOMPARE(drawn(dialog), std::size_t{0});
        QTest::keyClicks(dialog.guess()->input()->field()->edit(), QStringLiteral("12"));
        press(dialog.guess()->guessButton());
        QVERIFY(drawn(dialog) > 0);
        QVERIFY2(dialog.guess()->verdict()->text().contains("close"), qPrintable(dialog.guess()->verdict()->text()));
    }
    void nothingIsAskedWhereItCannotBeMeasured()
    {
        WindowUnderTest test(m_folder->path(), QStringLiteral("--without-library"));
        test.open();
        ExperimentDialog& dialog = openedAt(*test.window, "matmul");
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.guess()->isAsking(), patienceMs);
        QVERIFY(!dialog.guess()->isVisible());
    }
    void moreIsClosedAtFirstWhileAGuessIsOpenAndElseAsItWasLeft()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ExperimentDialog& dialog = openedAt(*test.window, "fusion");
        FoldSection& more = *dialog.page()->more();
        QVERIFY(more.folded());
        more.head()->click(); // nobody is kept from it, but it is not left open for the next
        QVERIFY(!more.folded());
        openedAt(*test.window, "mistakes");
        QVERIFY(more.folded());
        press(dialog.guess()->skipButton());
        QVERIFY(more.folded());
        more.head()->click();
        openedAt(*test.window, "fusion");
        QVERIFY(more.folded());
        press(dialog.guess()->skipButton());
        QVERIFY(!dialog.guess()->isAsking());
        QVERIFY(!more.folded());
        QVERIFY(dialog.page()->text()->isVisibleTo(dialog.page())); // a small screen shows the page itself on request
    }
    void everyPageBeginsWithAFormulaAndThreeSentencesAtMost()
    {
        for (const ExperimentDefinition* one : experimentDefinitions()) {
            const ExperimentPage page = experimentPage(one->info().id);
            const char* id = one->info().id.c_str();
            QVERIFY2(page.formula.contains(QLatin1Char('=')) && page.formula.size() < 60, id);
            static const QRegularExpression sentenceEnd(QStringLiteral("[.!?](\\s|$)"));
            const auto sentences = page.sentences.count(sentenceEnd);
            QVERIFY2(sentences >= 1 && sentences <= 3 && page.sentences.endsWith(QLatin1Char('.')), id);
            // What was measured or published is under More, as are their sources.
            static const QRegularExpression told(
                QStringLiteral("http|[12][0-9]{3}|[0-9] ?(×|%|GB|TB|[GT]FLOP|[nµm]s\\b)|measured [0-9]|published"));
            QVERIFY2(!page.sentences.contains(told), id);
            QVERIFY2(page.more.size() > 400, id);
        }
    }
};

RIDGEPOINT_GUI_TEST(ExperimentGuessWindowTest)
#include "guess_first_test.moc"
