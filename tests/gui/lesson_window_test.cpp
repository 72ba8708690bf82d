// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/render/report_files.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/compare/compare_commands.h"
#include "app/desktop/experiments/experiment_dialog.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/predict_mode.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "app/desktop/lessons/lesson_panel.h"
#include "app/desktop/window/tool_bar.h"
#include "core/experiment/registry.h"
#include "core/lesson/lesson_prediction.h"
#include "tests/gui/explore_support.h"
#include "tests/gui/lesson_support.h"
#include "tests/gui/measured_window.h"
#include "tests/support/synthetic_device.h"

#include <QAbstractButton>
#include <QAction>
#include <QButtonGroup>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// A lesson in the window, from its question to its answers.
class LessonWindowTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] LessonCommands& lessons() const { return *window().findChild<LessonCommands*>(); }
    [[nodiscard]] LessonPanel& panel() const { return *window().findChild<LessonPanel*>(); }
    [[nodiscard]] bool hidden() const
    {
        const auto charts = window().charts().charts();
        return std::all_of(charts.begin(), charts.end(),
                           [](const ChartWidget* chart) { return chart->input().concealed == Concealed::Everything; });
    }
    void beginLesson(const char* id) const { beginLessonOf(window(), id); }
    /// A lesson of one's own, the first one with another question.
    void beginAsking(const char* question) const
    {
        QByteArray page = QByteArray::fromStdString(std::string(shippedLessonPages().front().text));
        const auto begin = page.indexOf("- half as long");
        page.replace(begin, page.indexOf("## Do") - begin, QByteArray(question) + "\n\n");
        lessons().openFile(fileWith(QStringLiteral("asking.md"), page));
        QVERIFY2(lessons().isActive(), qPrintable(window().strip().text()));
    }
    /// A key for whatever has the focus.
    void press(Qt::Key key) const { QTest::keyClick(window().focusWidget(), key); }
    /// A mnemonic clicks its button after a moment, so that the press can be seen.
    void goOnByKey(LessonSection next) const
    {
        QTest::keyClick(&window(), Qt::Key_N, Qt::AltModifier);
        QTRY_COMPARE_WITH_TIMEOUT(lessons().section(), next, patienceMs);
    }
    void type(const char* text) const
    {
        panel().number()->clear();
        QTest::keyClicks(panel().number(), QString::fromLatin1(text));
    }
    /// From the question to the end of measuring, with this number predicted.
    void goToMeasured(const char* prediction) const
    {
        panel().nextButton()->click();
        type(prediction);
        panel().nextButton()->click();
        QCOMPARE(lessons().section(), LessonSection::Do);
        measureIfNeeded(panel());
        QTRY_VERIFY_WITH_TIMEOUT(panel().nextButton()->isEnabled(), patienceMs);
    }

private slots:
    void init() { openAtRest(); }

    void isWalkedWithTheKeyboardAlone()
    {
        QTest::keyClick(&window(), Qt::Key_1, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(panel().isVisible() && !window().inspector().isVisible());
        QVERIFY(panel().text()->text().contains("What happens to its runtime?"));
        QCOMPARE(panel().heading()->text(), QStringLiteral("1 of 7: Question"));
        press(Qt::Key_Return);
        QCOMPARE(lessons().section(), LessonSection::Predict);
        QVERIFY(!panel().nextButton()->isEnabled());
        press(Qt::Key_Space);
        press(Qt::Key_Down);
        QCOMPARE(panel().choice(), std::optional<std::size_t>(1));
        QVERIFY(panel().nextButton()->isEnabled());
        goOnByKey(LessonSection::Do);
        if (window().focusWidget() == panel().measureButton())
            press(Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(panel().nextButton()->isEnabled(), patienceMs);
        goOnByKey(LessonSection::WhatDidYouSee);
        const QString compared = panel().comparison()->text();
        QVERIFY2(compared.startsWith("You predicted: as long as before.\nMeasured: ") && compared.contains("× to ")
                     && compared.contains("×: as long as before).\n"),
                 qPrintable(compared));
        QTest::keyClicks(window().focusWidget(), QStringLiteral("flat"));
        QCOMPARE(panel().seen()->toPlainText(), QStringLiteral("flat"));
        for (const LessonSection next : {LessonSection::Why, LessonSection::Limits, LessonSection::Transfer})
            goOnByKey(next);
        QVERIFY(panel().saveButton()->isVisible());
        QTest::keyClicks(window().focusWidget(), QStringLiteral("fewer passes"));
        QCOMPARE(lessons().answers().transfer, "fewer passes");
        const QKeySequence finish = QKeySequence::mnemonic(panel().nextButton()->text());
        QCOMPARE(finish, QKeySequence(Qt::ALT | Qt::Key_I)); // Alt+N once too often is no end
        Answering answering(QStringLiteral("Finish without saving"));
        QTest::keyClick(&window(), Qt::Key_I, Qt::AltModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!lessons().isActive(), patienceMs);
        QCOMPARE(answering.asked(), QStringLiteral("Save your answers first?"));
        QVERIFY(!panel().isVisible() && window().inspector().isVisible());
    }

    void keysStayInThePanel()
    {
        const Workload work = [&] {
            beginLesson("double-the-work");
            return window().engine().cursor.workload();
        }();
        const std::string device = window().engine().cursor.device();
        press(Qt::Key_Return);
        QCOMPARE(lessons().section(), LessonSection::Predict);
        QVERIFY(panel().choices()->buttons().front()->hasFocus());
        press(Qt::Key_Tab); // over the other answers, and over the step on, which needs one
        QVERIFY(panel().backButton()->hasFocus());
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Right, Qt::Key_Up, Qt::Key_Left}) {
            press(key);
            QVERIFY(panel().backButton()->hasFocus());
        }
        press(Qt::Key_Backtab);
        QVERIFY(panel().choices()->buttons().front()->hasFocus());
        press(Qt::Key_Down);
        QVERIFY(panel().choices()->buttons()[1]->hasFocus());
        QCOMPARE(window().engine().cursor.workload(), work);
        QCOMPARE(window().engine().cursor.device(), device);
        beginLesson("one-or-2048"); // where a number is asked for
        press(Qt::Key_Return);
        QVERIFY(panel().number()->hasFocus());
        press(Qt::Key_Down);
        QVERIFY(panel().number()->hasFocus());
    }

    void allOfALongAnswerIsReadInASmallWindow()
    {
        window().resize(900, 576);
        beginAsking("- half as long = 0.5\n"
                    "- moving both operands of every multiply-add from the L2 cache = 1.5\n"
                    "- twice as long = 2\n"
                    "\n"
                    "answer: T k=2 / T k=1 as x");
        panel().nextButton()->click();
        QCOMPARE(lessons().section(), LessonSection::Predict);
        const QAbstractButton& wordy = *panel().choices()->buttons()[1];
        QVERIFY(wordy.accessibleName().startsWith("moving both operands"));
        QTRY_VERIFY_WITH_TIMEOUT(wordy.text().contains('\n') && wordy.width() >= wordy.sizeHint().width(), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(wordy.height() >= wordy.sizeHint().height(), patienceMs);
        QVERIFY(wordy.mapTo(&panel(), QPoint(wordy.width(), 0)).x() <= panel().width());
        QCOMPARE(lessons().side()->horizontalScrollBar()->maximum(), 0);
        QString words = wordy.text();
        QCOMPARE(words.replace('\n', ' '), wordy.accessibleName()); // none is lost
    }

    void nothingIsShownBeforeAPredictionStands()
    {
        beginLesson("fusion-or-passes");
        QVERIFY(hidden());
        clickAt(window().charts().roofline(), window().charts().roofline()->rect().center()); // is no guess
        QVERIFY(hidden());
        panel().nextButton()->click();
        QVERIFY(hidden() && panel().comparison()->isHidden());
        type("16");
        QVERIFY(hidden());
        panel().nextButton()->click();
        QVERIFY(!hidden());
        QCOMPARE(window().exploration().predict().state(), PredictMode::State::Off);
    }

    void theCursorIsAtTheLessonsWork()
    {
        beginLesson("fusion-or-passes");
        const Workload& work = window().engine().cursor.workload();
        QCOMPARE(work.chainLength, 16);
        QCOMPARE(work.fusionDepth, 1);
        QCOMPARE(work.operation, Operation::Fma);
        QCOMPARE(window().charts().curves()->sharedAxis(), AxisKind::Depth);
    }

    void theCurvesHaveTheAxisThatThePageNames()
    {
        const CurvesChart& curves = *window().charts().curves();
        for (const auto& [id, axis] :
             std::initializer_list<std::pair<const char*, AxisKind>>{{"one-or-2048", AxisKind::Size},
                                                                     {"twice-the-threads", AxisKind::Operations},
                                                                     {"which-bandwidth", AxisKind::Size},
                                                                     {"double-the-work", AxisKind::Operations}}) {
            beginLesson("fusion-or-passes"); // which leaves them along the depths
            QCOMPARE(curves.sharedAxis(), AxisKind::Depth);
            beginLesson(id);
            QCOMPARE(curves.sharedAxis(), axis);
        }
        lessons().end();
        Workload work = window().engine().cursor.workload();
        work.chainLength = 4;
        window().engine().cursor.setWorkload(work);
        window().charts().chooseCurvesAxis(AxisKind::Depth);
        work.chainLength = 1;
        window().engine().cursor.setWorkload(work);
        QCOMPARE(curves.sharedAxis(), AxisKind::Operations); // one depth is no axis
    }

    void theAnswerStandsBesideThePredictionAsARatio()
    {
        beginLesson("fusion-or-passes");
        goToMeasured("8");
        panel().nextButton()->click();
        const LessonAnswers answers = lessons().answers();
        QCOMPARE(answers.lesson, "fusion-or-passes");
        QCOMPARE(answers.prediction.value_or(0.0), 8.0);
        QVERIFY2(answers.measured && std::abs(*answers.measured / 16.0 - 1.0) < 0.1,
                 std::to_string(answers.measured.value_or(0.0)).c_str());
        QCOMPARE(answers.unit, "x");
        QVERIFY(!answers.deviceName.empty() && answers.threads > 0 && answers.person.empty());
        const QString words = panel().comparison()->text();
        const auto lesson = parseLesson(pageOfLesson("fusion-or-passes"), "fusion-or-passes");
        const auto judged = judgePrediction(lesson.value(), answers, std::nullopt);
        QVERIFY(judged && judged->verdict == NumberVerdict::TooLow);
        QVERIFY2(words.contains("You predicted 8.00×.\nMeasured: ")
                     && words.endsWith(QStringLiteral("Your prediction is %1 times too low.")
                                           .arg(Format().factor(judged->factor).chopped(1)))
                     && words.contains("× to "),
                 qPrintable(words));
        QVERIFY2(!panel().text()->text().contains(QChar(0x2013)), qPrintable(panel().text()->text()));
        QVERIFY(!words.contains("wrong"));
    }

    void aHandoutHasQuestionPredictionAnswerAndCurves()
    {
        beginLesson("fusion-or-passes");
        goToMeasured("8");
        panel().seen()->setPlainText(QStringLiteral("It got\nmuch faster."));
        panel().person()->setText(QStringLiteral("Ada"));
        const LabReport page = lessons().handout();
        QCOMPARE(page.title, QStringLiteral("Sixteen passes or one"));
        QVERIFY2(page.subtitle.endsWith("Ada") && page.nameLine.isEmpty(), qPrintable(page.subtitle));
        QVERIFY2(page.headline.contains("You predicted 8.00×. Measured: "), qPrintable(page.headline));
        const QString words = page.findings.join(QLatin1Char('\n'));
        for (const char* part : {"Question: Sixteen multiply-adds", "You saw: It got much faster.", "Why: Fusion saves",
                                 "Where it stops being true: ", "Transfer: "})
            QVERIFY2(words.contains(part), qPrintable(words));
        QVERIFY2(!words.contains(QChar(0x2013)), qPrintable(words)); // no value is missing
        const CurvesChart& curves = *window().charts().curves();
        const QByteArray pdf = reportPdf(page, {{&curves, QStringLiteral("Sweep"), QString()}}, ThemeName::Print);
        QCOMPARE(pdf.count("/Type /Page\n"), 1);
    }

    void theTitleOfHiddenCurvesNamesTheLessonsOwnTensor()
    {
        beginLesson("fusion-or-passes");
        const Workload& asked = window().engine().cursor.workload();
        const QString tensor = QStringLiteral("%1 %2").arg(Format().count(static_cast<double>(asked.elements)),
                                                           elementWord(asked.precision, asked.elements));
        const auto hasTitle = [&] {
            return std::ranges::any_of(window().charts().findChildren<QLabel*>(), [&](const QLabel* label) {
                return label->property("role").toString() == QLatin1String("title") && label->text().contains(tensor);
            });
        };
        QTRY_VERIFY2(hasTitle(), qPrintable(tensor));
    }

    void aHandoutHasLinesForWhatWasNotTyped()
    {
        beginLesson("fusion-or-passes");
        goToMeasured("8");
        const LabReport empty = lessons().handout();
        QCOMPARE(empty.blanks.size(), std::size_t{2});
        QVERIFY(empty.findings[empty.blanks[0]].startsWith("What did you see?"));
        QVERIFY(empty.findings[empty.blanks[1]].startsWith("Transfer: "));
        const auto pictureOf = [&](const LabReport& page) {
            return reportPicture(page, {{window().charts().curves(), QString(), QString()}}, ThemeName::Print,
                                 QSize(600, 900), 1.0);
        };
        LabReport unruled = empty;
        unruled.blanks.clear();
        QVERIFY(pictureOf(empty) != pictureOf(unruled));
        QCOMPARE(empty.nameLine, QStringLiteral("Name:"));
        LabReport nameless = empty;
        nameless.nameLine.clear();
        QVERIFY(pictureOf(empty) != pictureOf(nameless));
        QCOMPARE(reportPages(empty, {{window().charts().curves(), QString(), QString()}}, ThemeName::Print), 1);
        // A page that is just full without them goes on to a second one.
        const std::vector<ReportChart> charts{{window().charts().curves(), QString(), QString()}};
        LabReport fuller = unruled;
        while (reportPages(fuller, charts, ThemeName::Print) == 1 && fuller.findings.size() < 100)
            fuller.findings << QStringLiteral("One more.");
        fuller.findings.removeLast();
        QCOMPARE(reportPages(fuller, charts, ThemeName::Print), 1);
        fuller.blanks = empty.blanks;
        QCOMPARE(reportPages(fuller, charts, ThemeName::Print), 2);
        panel().seen()->setPlainText(QStringLiteral("It fell."));
        panel().transfer()->setPlainText(QStringLiteral("At most\nfive times."));
        const LabReport full = lessons().handout();
        QVERIFY(full.blanks.empty());
        QCOMPARE(full.findings.back(), QStringLiteral("You answered: At most five times."));
    }

    void enterInTheNumberGoesOnByOneState()
    {
        beginLesson("fusion-or-passes");
        panel().nextButton()->click();
        type("16");
        press(Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(lessons().section(), LessonSection::Do, patienceMs);
        QVERIFY2(!panel().status()->text().startsWith("Measuring"), qPrintable(panel().status()->text()));
    }

    void fewReadingsAreSaidAndCanBeMeasuredMore()
    {
        beginLesson("one-or-2048");
        panel().nextButton()->click();
        type("1");
        panel().nextButton()->click();
        const Workload& work = window().engine().cursor.workload();
        for (const std::int64_t elements : {1, 2048}) {
            Workload workload = work;
            workload.elements = elements;
            Sample sample = syntheticSample(workload, 1);
            sample.rounds = 1;
            sample.flags = Flag::FewReadings;
            window().engine().session.putSample(sample);
        }
        QTRY_VERIFY2_WITH_TIMEOUT(panel().status()->text().contains("few readings"),
                                  qPrintable(panel().status()->text()), patienceMs);
        QVERIFY(panel().measureButton()->isEnabled() && panel().nextButton()->isEnabled());
        panel().measureButton()->click();
        QTRY_VERIFY_WITH_TIMEOUT(panel().status()->text().startsWith("Measured. "), patienceMs);
        QVERIFY(panel().nextButton()->isEnabled());
    }

    void goesBackAtAnyTimeButAPredictionStands()
    {
        beginLesson("fusion-or-passes");
        QVERIFY(!panel().backButton()->isEnabled());
        panel().nextButton()->click();
        type("4");
        panel().backButton()->click();
        QCOMPARE(lessons().section(), LessonSection::Question);
        panel().nextButton()->click();
        QCOMPARE(panel().number()->text(), QStringLiteral("4"));
        QVERIFY(panel().number()->isEnabled());
        panel().nextButton()->click();
        panel().backButton()->click();
        QCOMPARE(lessons().section(), LessonSection::Predict);
        QVERIFY(!panel().number()->isEnabled());
        QVERIFY2(panel().status()->text().contains("stands"), qPrintable(panel().status()->text()));
        QCOMPARE(lessons().answers().prediction.value_or(0.0), 4.0);
    }

    void aTypedPredictionIsReadOrComplainedOf_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<double>("number"); // 0: refused
        QTest::newRow("a number") << "2" << 2.0;
        QTest::newRow("a factor") << "1.5x" << 1.5;
        QTest::newRow("in words") << "3 times" << 3.0;
        QTest::newRow("with a unit") << "3 ms" << 0.0;
        QTest::newRow("no number") << "fast" << 0.0;
        QTest::newRow("nothing") << "0" << 0.0;
        QTest::newRow("less than nothing") << "-2" << 0.0;
    }
    void aTypedPredictionIsReadOrComplainedOf()
    {
        QFETCH(QString, typed);
        QFETCH(double, number);
        beginLesson("one-or-2048");
        panel().nextButton()->click();
        type(qPrintable(typed));
        QCOMPARE(panel().nextButton()->isEnabled(), number > 0.0);
        QCOMPARE(lessons().answers().prediction.value_or(0.0), number);
        QCOMPARE(panel().complaint()->isVisible(), !(number > 0.0));
        QVERIFY2(typed != "0" || panel().complaint()->text().startsWith("A factor is above 0: "),
                 qPrintable(panel().complaint()->text()));
        type("");
        QVERIFY(!panel().complaint()->isVisible() && !panel().nextButton()->isEnabled());
    }

    void aTimeThatIsNoneIsComplainedOfByTheUnitsOfTimes()
    {
        beginAsking("answer: T k=1");
        panel().nextButton()->click();
        type("51#2");
        QVERIFY2(panel().complaint()->text().startsWith("\"#2\" is not valid; the unit is ns, "),
                 qPrintable(panel().complaint()->text()));
        type("51 us");
        QCOMPARE(lessons().answers().prediction.value_or(0.0), 51e-6);
    }

    void escapeShowsTheResultsAndTheLessonGoesOn()
    {
        beginLesson("one-or-2048");
        QTest::keyClick(&window(), Qt::Key_Escape);
        QVERIFY(!hidden());
        QVERIFY(lessons().isActive());
        panel().closeButton()->click();
        QVERIFY(!lessons().isActive() && window().inspector().isVisible());
    }

    void aNewSessionEndsIt()
    {
        beginLesson("one-or-2048");
        window().engine().session.clear();
        QVERIFY(!lessons().isActive());
        QVERIFY(!hidden());
    }

    void anExperimentIsMeasuredForIt()
    {
        beginLesson("six-wrong-ways");
        panel().nextButton()->click();
        type("2");
        panel().nextButton()->click();
        QVERIFY(panel().measureButton()->isEnabled() && !panel().nextButton()->isEnabled());
        panel().measureButton()->click();
        QTRY_VERIFY_WITH_TIMEOUT(panel().status()->text().startsWith("Measuring: "), patienceMs);
        QVERIFY(!panel().measureButton()->isEnabled() && !panel().nextButton()->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(panel().nextButton()->isEnabled(), patienceMs);
        QVERIFY2(panel().status()->text().contains("How to benchmark honestly"), qPrintable(panel().status()->text()));
        panel().measureButton()->click(); // once more, should it have been disturbed
        QTRY_VERIFY_WITH_TIMEOUT(panel().status()->text().startsWith("Measuring: "), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(panel().nextButton()->isEnabled(), patienceMs);
        panel().nextButton()->click();
        // The made-up bench has three of the seven ways.
        QCOMPARE(lessons().answers().measured, std::optional(200.0));
        QVERIFY2(panel().comparison()->text().contains("You predicted 2.00×.\nMeasured: 200"),
                 qPrintable(panel().comparison()->text()));
        QVERIFY2(panel().text()->text().contains("Right: 50.0 GB/s. Clock stopped early: 200"),
                 qPrintable(panel().text()->text()));
        QCOMPARE(window().engine().session.frame().experiments.size(), std::size_t{1});
        const ExperimentResult& result = window().engine().session.frame().experiments.front();
        const auto chart = chartOf(
            {.info = &findExperiment(result.id)->info(), .result = std::make_shared<const ExperimentResult>(result)});
        const QByteArray pdf = reportPdf(lessons().handout(), {{chart.get(), QString(), QString()}}, ThemeName::Print);
        QCOMPARE(pdf.count("/Type /Page\n"), 1);
        lessons().end();
        beginLesson("size-of-a-product"); // whose experiment is another one
        QVERIFY2(lessons().isActive(), qPrintable(window().strip().text()));
        lessons().end();
        Answering answering(QStringLiteral("Begin anew"));
        beginLesson("six-wrong-ways"); // a second time it is known
        panel().nextButton()->click();
        type("3");
        panel().nextButton()->click();
        QVERIFY(panel().nextButton()->isEnabled() && panel().measureButton()->isEnabled());
        const auto buttons = panel().findChildren<QPushButton*>();
        const auto chartButton = std::ranges::find(buttons, QStringLiteral("Show the &chart"), &QPushButton::text);
        QVERIFY(chartButton != buttons.end() && (*chartButton)->isVisible());
        (*chartButton)->click();
        auto* dialog = window().findChild<ExperimentDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QCOMPARE(dialog->chosen()->info().id, "mistakes");
        dialog->reject();
    }

    void anotherOperationAndPrecisionAreMeasuredToo()
    {
        QByteArray own = QByteArray::fromStdString(std::string(pageOfLesson("one-or-2048")));
        QVERIFY(own.contains("answer: T N=2048 / T N=1 as x"));
        lessons().openFile(
            fileWith(QStringLiteral("own.md"), own.replace("answer: T N=2048 / T N=1 as x",
                                                           "answer: T op=exp N=2048 / T precision=fp64 N=1 as x")));
        goToMeasured("2");
        QVERIFY2(lessons().answers().measured, qPrintable(panel().status()->text()));
    }

    void theCurvesAreLeftOutWhileAllThatIsMeasuredIsAnExperiment()
    {
        ChartArea& charts = window().charts();
        const auto hasCurves = [&] { return charts.curves()->isVisible(); };
        charts.chooseCurvesAxis(AxisKind::Size);
        beginLesson("six-wrong-ways");
        QVERIFY(!hasCurves() && charts.roofline()->isVisible() && charts.map()->isVisible());
        QVERIFY(lessons().chart() == charts.roofline()); // that the presenter shows
        lessons().end();                                 // early
        QVERIFY(hasCurves() && charts.roofline()->isVisible() && charts.map()->isVisible());
        QCOMPARE(charts.curves()->sharedAxis(), AxisKind::Size);
        beginLesson("one-or-2048"); // which is measured in them
        QVERIFY(hasCurves());
        lessons().end();
        window().resize(1366, 740);
        QTRY_COMPARE_WITH_TIMEOUT(charts.room(), ChartArea::Room::Compact, patienceMs);
        charts.showPage(ChartArea::Page::Curves);
        beginLesson("size-of-a-product");
        QVERIFY(!hasCurves() && charts.roofline()->isVisible());
        panel().nextButton()->click();
        type("500");
        panel().nextButton()->click();
        QCOMPARE(lessons().section(), LessonSection::Do);
        QVERIFY(!hasCurves() && charts.roofline()->isVisible());
        QVERIFY(charts.page() == ChartArea::Page::Curves); // the tab that was chosen
        window().engine().session.clear();                 // ends it
        QVERIFY(!lessons().isActive() && hasCurves() && !charts.roofline()->isVisible());
    }

    void whyAnExperimentGaveNoAnswerIsSaid()
    {
        QByteArray own = QByteArray::fromStdString(std::string(pageOfLesson("six-wrong-ways")));
        lessons().openFile(
            fileWith(QStringLiteral("own.md"), own.replace("answer: most measured", "answer: value cached")));
        panel().nextButton()->click();
        type("2");
        panel().nextButton()->click();
        panel().measureButton()->click();
        const auto told = [this] { return panel().status()->text(); };
        QTRY_VERIFY2_WITH_TIMEOUT(told().contains("\nThe experiment mistakes has no \"cached\" in plot 1 on this"),
                                  qPrintable(told()), patienceMs);
        QVERIFY2(told().startsWith("This lesson needs a part of the experiment “How to "), qPrintable(told()));
        QVERIFY(panel().measureButton()->isEnabled() && panel().nextButton()->isEnabled());
    }

    void theMenuHasTheLessonsForTheDevice()
    {
        const auto isOffered = [&](std::string_view id) {
            const auto pages = shippedLessonPages();
            const auto page = std::find_if(pages.begin(), pages.end(),
                                           [&](const LessonPage& one) { return one.id == id; });
            return page != pages.end()
                && lessons().actions()[static_cast<std::size_t>(page - pages.begin())]->isVisible();
        };
        QVERIFY(isOffered("twice-the-threads") && isOffered("six-wrong-ways"));
        QVERIFY(!isOffered("who-waits") && !isOffered("zeros-or-noise"));
        DeviceInfo gpu;
        gpu.id = "cuda:0";
        gpu.kind = DeviceKind::Cuda;
        gpu.name = "NVIDIA H200";
        gpu.available = true;
        gpu.memory = Bytes(1.5e11);
        window().engine().session.setDevices({syntheticDevice(), gpu});
        window().engine().cursor.setDevice("cuda:0");
        QVERIFY(!isOffered("twice-the-threads") && isOffered("six-wrong-ways"));
        QVERIFY(isOffered("who-waits") && isOffered("zeros-or-noise"));
    }

    void aPlaceIsClickedInTheCurvesOrTyped()
    {
        beginAsking("place: k from 1 to 256\nanswer: rise");
        CurvesChart& curves = *window().charts().curves();
        panel().nextButton()->click();
        QVERIFY(hidden() && panel().number()->isVisible() && !panel().nextButton()->isEnabled());
        const QComboBox* devices = window().findChild<ToolBar*>()->devices();
        QVERIFY(!devices->isEnabled()); // the question quotes one device
        const auto marked = [&] { return curves.input().guess.lines; };
        QVERIFY(marked().empty());
        curves.flush();
        const QCPRange times = curves.yAxis->range();
        const double middle = std::sqrt(times.lower * times.upper);
        clickAt(&curves, curves.pixelAt({0, 64.0, middle}).toPoint());
        QVERIFY(std::abs(panel().number()->text().toDouble() / 64.0 - 1.0) < 0.1);
        QCOMPARE(marked().size(), std::size_t{3}); // in every plot
        QVERIFY(hidden());
        type("16");
        QCOMPARE(marked().front().front().x, 16.0);
        QTest::keyClick(&curves, Qt::Key_Right);
        QCOMPARE(panel().number()->text(), QStringLiteral("23"));
        QTest::keyClick(&curves, Qt::Key_Return);
        QCOMPARE(lessons().section(), LessonSection::Do);
        QVERIFY(!hidden());
        QCOMPARE(marked().front().front().x, 23.0); // beside what is measured
        measureIfNeeded(panel());
        QTRY_VERIFY_WITH_TIMEOUT(panel().nextButton()->isEnabled(), patienceMs);
        panel().nextButton()->click();
        const LessonAnswers answers = lessons().answers();
        QCOMPARE(answers.axis, "k");
        QCOMPARE(answers.prediction.value_or(0.0), 23.0);
        QVERIFY2(answers.measured && *answers.measured >= 16.0 && *answers.measured <= 64.0,
                 std::to_string(answers.measured.value_or(0.0)).c_str());
        const QString words = panel().comparison()->text();
        QCOMPARE(words, QStringLiteral("You predicted 23 operations per element.\n"
                                       "Measured: %1 operations per element (between %2 and %3).\n"
                                       "That agrees with your prediction.")
                            .arg(*answers.measured)
                            .arg(*answers.measured / 2.0)
                            .arg(*answers.measured * 2.0));
        QVERIFY2(lessons().handout().headline.startsWith("You predicted 23 operations per element. Measured: "),
                 qPrintable(lessons().handout().headline));
        Answering answering(QStringLiteral("Finish without saving"));
        panel().closeButton()->click();
        QVERIFY(marked().empty() && devices->isEnabled());
    }

    void aCurveIsDrawnByMouseOrKeys()
    {
        beginAsking("curve: k from 1 to 256");
        CurvesChart& curves = *window().charts().curves();
        panel().nextButton()->click();
        QVERIFY(hidden() && !panel().number()->isVisible() && !panel().nextButton()->isEnabled());
        QVERIFY(curves.hasFocus());
        QTest::keyClick(&curves, Qt::Key_Up);
        QVERIFY(panel().nextButton()->isEnabled());
        QTest::keyClick(&curves, Qt::Key_Backspace);
        QVERIFY(!panel().nextButton()->isEnabled() && lessons().answers().curve.empty());
        curves.flush();
        // Flat up to 32 operations, then with them.
        const double low = curves.yAxis->range().lower * 1.5;
        const auto at = [&](double x, double y) { return curves.pixelAt({0, x, y}); };
        dragThrough(&curves, {at(1.5, low), at(32.0, low), at(180.0, low * 180.0 / 32.0)});
        QVERIFY(hidden());
        const std::vector<CurvePlace> drawn = lessons().answers().curve;
        QVERIFY2(drawn.size() >= 7, std::to_string(drawn.size()).c_str());
        for (const CurvePlace& place : drawn)
            QVERIFY2(std::abs(std::log(place.value / (low * std::max(1.0, place.x / 32.0)))) < 0.2,
                     std::to_string(place.x).c_str());
        // A curve on another axis is none, and not drawn over this one either.
        window().charts().chooseCurvesAxis(AxisKind::Size);
        QTest::keyClick(&curves, Qt::Key_Up);
        QCOMPARE(curves.sharedAxis(), AxisKind::Operations);
        QVERIFY(curves.input().guess.lines.empty() && lessons().answers().curve.empty());
        QVERIFY(!panel().nextButton()->isEnabled());
        dragThrough(&curves, {at(1.5, low), at(32.0, low), at(180.0, low * 180.0 / 32.0)});
        QCOMPARE(lessons().answers().curve, drawn);
        panel().nextButton()->click();
        QCOMPARE(curves.input().guess.lines.size(), std::size_t{3});
        const Workload base = window().engine().cursor.workload();
        window().engine().cursor.setWorkload(moved(base, AxisKind::Size, base.elements / 2)); // another line
        QVERIFY(curves.input().guess.lines.empty());
        window().engine().cursor.setWorkload(moved(base, AxisKind::Operations, 16));
        QCOMPARE(curves.input().guess.lines.size(), std::size_t{3});
        measureIfNeeded(panel());
        QTRY_VERIFY_WITH_TIMEOUT(panel().nextButton()->isEnabled(), patienceMs);
        panel().nextButton()->click();
        QCOMPARE(lessons().answers().measuredCurve.size(), std::size_t{9});
        QVERIFY2(panel().comparison()->text().contains("our curve is "), qPrintable(panel().comparison()->text()));
        QCOMPARE(lessons().handout().headline, panel().comparison()->text());
        const LessonAnswers answers = lessons().answers();
        QCOMPARE(answersFromJson(toJson(answers)).value(), answers);
    }

    void whatIsPointedAtOnAnotherAxisIsNoAnswer()
    {
        beginLesson("a-faster-chip");
        CurvesChart& curves = *window().charts().curves();
        QCOMPARE(curves.sharedAxis(), AxisKind::Operations);
        panel().nextButton()->click();
        window().charts().chooseCurvesAxis(AxisKind::Size);
        QTest::keyClick(&curves, Qt::Key_Right);
        QCOMPARE(panel().number()->text(), QString());
        QCOMPARE(curves.sharedAxis(), AxisKind::Operations);
        QTest::keyClick(&curves, Qt::Key_Right);
        QVERIFY(panel().number()->text().toInt() > 1 && panel().nextButton()->isEnabled());
    }

    void theRooflineIsInViewWhereItsRoofsAreToBeDragged()
    {
        window().resize(1366, 740);
        QTRY_COMPARE_WITH_TIMEOUT(window().charts().room(), ChartArea::Room::Compact, patienceMs);
        beginLesson("a-faster-chip");
        const QString told = window().exploration().predict().sentence();
        QVERIFY2(told.contains("“Predict”, click the place"), qPrintable(told));
        panel().nextButton()->click();
        QVERIFY(window().charts().page() == ChartArea::Page::Curves); // in which the place is clicked
        type("16");
        panel().nextButton()->click();
        QCOMPARE(lessons().section(), LessonSection::Do);
        QVERIFY(window().charts().page() == ChartArea::Page::Charts);
        QVERIFY(lessons().chart() == window().charts().roofline()); // that the presenter shows
    }

    void whatIsComparedIsNoPartOfALesson()
    {
        CompareCommands& compare = window().compare();
        compare.comparison().addReference("published:a100-rrze");
        const auto drawn = [&] { return window().charts().curves()->input().overlays.size(); };
        QTRY_COMPARE_WITH_TIMEOUT(drawn(), std::size_t{1}, patienceMs);
        beginLesson("a-faster-chip");
        QCOMPARE(drawn(), std::size_t{0});
        QVERIFY(!compare.compare->isEnabled());
        lessons().end();
        QCOMPARE(drawn(), std::size_t{1});
        QVERIFY(compare.compare->isEnabled());
    }

    void whoeverLooksFirstGoesOnWithoutACurve()
    {
        beginAsking("curve: k from 1 to 256");
        panel().nextButton()->click();
        QVERIFY(!panel().nextButton()->isEnabled());
        QTest::keyClick(&window(), Qt::Key_Escape);
        QVERIFY(!hidden());
        panel().nextButton()->click();
        QCOMPARE(lessons().section(), LessonSection::Do);
    }

    void aPageOfOnesOwnIsALesson()
    {
        const std::string page(shippedLessonPages().front().text);
        QByteArray own = QByteArray::fromStdString(page).replace("title: Double the work", "title: My own question");
        lessons().openFile(fileWith(QStringLiteral("own.md"), own));
        QVERIFY(lessons().isActive());
        QCOMPARE(lessons().answers().title, "My own question");
        lessons().end();
        lessons().openFile(fileWith(QStringLiteral("bad.md"), own.replace("T k=2 /", "T q=2 /")));
        QVERIFY(!lessons().isActive());
        QVERIFY2(window().strip().text().startsWith("bad.md is not a lesson yet. Line ")
                     && window().strip().text().contains("expected op=, precision="),
                 qPrintable(window().strip().text()));
        lessons().openFile(fileWith(QStringLiteral("bad.md"), QByteArray::fromStdString(page).replace(
                                                                  "roof bandwidth.dram", "roof bandwidth.drma")));
        QVERIFY(!lessons().isActive());
        QVERIFY2(window().strip().text().startsWith("bad.md is not a lesson yet. Line ")
                     && window().strip().text().contains("\": did you mean bandwidth.dram? Expected the id of a roof"),
                 qPrintable(window().strip().text()));
        const QString refusal = window().strip().text();
        beginLesson("one-or-2048"); // it was not about this one
        QVERIFY2(lessons().isActive() && !window().strip().holds(refusal), qPrintable(window().strip().text()));
        lessons().end();
        // What only this machine tells: a fusion depth that is no part of the chain would be a dash.
        lessons().openFile(
            fileWith(QStringLiteral("bad.md"), QByteArray::fromStdString(page).replace("{T k=1}", "{T n=1 d=16}")));
        QVERIFY(!lessons().isActive());
        QVERIFY2(window().strip().text().contains("column 2 of \"T n=1 d=16\": expected a workload that exists"),
                 qPrintable(window().strip().text()));
        lessons().openFile(folder().filePath(QStringLiteral("gone.md")));
        QVERIFY2(window().strip().text().startsWith("Cannot read "), qPrintable(window().strip().text()));
    }

    void aLessonIsInViewBesideItsChartAlsoInTheLargestText()
    {
        window().resize(1366, 768);
        for (int i = 0; i < 9; ++i)
            window().actions_().largerText->trigger();
        QTRY_VERIFY(!window().workloadPanel().isVisible());
        beginLesson("double-the-work");
        QVERIFY(panel().isVisible() && window().charts().isVisible());
        window().resize(900, 600); // where it leaves the chart too little
        QTRY_COMPARE(window().size(), QSize(900, 600));
        QVERIFY(panel().isVisible() && window().charts().isVisible());
        lessons().end();
        QVERIFY(!window().inspector().isVisible());
        for (int i = 0; i < 9; ++i)
            window().actions_().smallerText->trigger(); // which the next start would have
    }
};

RIDGEPOINT_GUI_TEST(LessonWindowTest)
#include "lesson_window_test.moc"
