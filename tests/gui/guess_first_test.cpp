// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/fold_section.h"
#include "app/desktop/calculator/quantity_field.h"
#include "app/desktop/experiments/guess_card.h"
#include "app/desktop/experiments/guess_input.h"
#include "app/desktop/experiments/page_card.h"
#include "core/experiment/registry.h"
#include "tests/gui/experiment_support.h"

#include <QComboBox>
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
    static void putFusion(MainWindow& window, double gain)
    {
        ExperimentResult result{.id = "fusion",
                                .device = window.engine().cursor.device(),
                                .threads = window.engine().cursor.workload().threads};
        result.parameters = readParameters(findExperiment("fusion")->info(), {})->texts();
        result.points = {{.series = "fma", .x = 16.0, .y = gain, .low = gain, .high = gain, .plot = 1}};
        window.engine().session.putExperiment(result);
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
        QVERIFY(drawn(dialog) > 0);
        QVERIFY2(card.verdict()->text().contains(chosen) && card.verdict()->text().contains("Run measures it"),
                 qPrintable(card.verdict()->text()));
        QVERIFY(!window.experiments().controller().running());
        QCOMPARE(dialog.focusWidget(), dialog.runButton());
        QVERIFY(measureThreePoints(window, dialog));
        QTRY_VERIFY_WITH_TIMEOUT(!window.experiments().controller().running(), patienceMs);
        QVERIFY2(card.verdict()->text().contains("\nMeasured: “Clock stopped before the work was done”"),
                 qPrintable(card.verdict()->text()));
        QVERIFY(!card.reasons()->text().isEmpty() && !card.isOpen());
        // What stands beside the guess is not said twice.
        const QString reason = card.reasons()->text().section(QStringLiteral("\n\n"), 0, 0);
        QVERIFY2(!dialog.findings()->text().contains(reason), qPrintable(reason));
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
        // Of another question it is no guess.
        qobject_cast<QLineEdit*>(dialog.form()->field("chain"))->setText(QStringLiteral("8"));
        QVERIFY(!dialog.guess()->verdict()->isVisible());
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
