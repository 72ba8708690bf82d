// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/lessons/class_dialog.h"
#include "tests/gui/gui_support.h"

#include <QComboBox>
#include <QFile>
#include <QFontInfo>
#include <QLabel>
#include <QLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <vector>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

GatheredAnswers classOfThree()
{
    GatheredAnswers gathered;
    for (const double predicted : {1.0, 2.0, 16.0})
        gathered.answers.push_back({.lesson = "own",
                                    .title = "My own lesson",
                                    .question = "How many times as fast?",
                                    .person = "Ada",
                                    .deviceName = "Some CPU",
                                    .prediction = predicted,
                                    .unit = "x",
                                    .measured = 2.0});
    gathered.answers[1].seen = "It stayed\n  flat.";
    gathered.answers[2].transfer = "The roof of memory.";
    gathered.answers.push_back({.lesson = "one-or-2048", .prediction = 3.0});
    return gathered;
}

/// Of longer sentences, with files that are no answers.
GatheredAnswers wordyClass()
{
    GatheredAnswers gathered = classOfThree();
    gathered.answers[0].question =
        "How many times as fast is one pass that computes all sixteen operations of a chain?";
    gathered.answers[0].seen = "It stayed flat, then it rose, and in the end it was as steep as the one beside it, "
                               "which I would not have thought before.";
    gathered.skipped = {"one.json: no answers", "two.json: no answers"};
    return gathered;
}

} // namespace

/// The window that shows a class its answers.
class ClassWindowTest : public FreshFolder {
    Q_OBJECT

    /// Shows the class, and then large; `usual` is the height of its type before.
    static void present(ClassDialog& dialog, int& usual)
    {
        dialog.setTheme(Theme::light());
        dialog.show(classOfThree(), QStringLiteral("tuesday"));
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        usual = dialog.chart()->theme().fontPixels;
        QTest::keyClick(&dialog, Qt::Key_F11);
    }

private slots:
    void theQuestionStandsAboveAndWhatWasWrittenBelow()
    {
        ClassDialog dialog(nullptr);
        dialog.show(classOfThree(), QStringLiteral("tuesday"));
        dialog.show();
        QCOMPARE(dialog.question()->text(), QStringLiteral("How many times as fast?"));
        QCOMPARE(dialog.written()->toPlainText(),
                 QStringLiteral("What they saw:\n\u2013 It stayed flat.\n\nWhat they answered at the end:\n"
                                "\u2013 The roof of memory."));
        QVERIFY(dialog.written()->isVisible());
        dialog.choice()->setCurrentIndex(
            1 - dialog.choice()->currentIndex()); // a file that was written by hand, of a lesson that ships
        QVERIFY2(dialog.question()->text().startsWith("How many times as long"), qPrintable(dialog.question()->text()));
        QVERIFY(!dialog.written()->isVisible());
    }

    void equalAnswersAreOneLineWithTheirCount()
    {
        GatheredAnswers gathered;
        for (const char* seen : {"It grew.", "No idea.", "It stayed flat.", "  it STAYED\n flat. ", "A step: 100 %1.",
                                 "it grew.", "It stayed flat. ", "A step: 100 %1.", "No step."})
            gathered.answers.push_back(
                {.lesson = "own", .prediction = 1.0, .unit = "x", .measured = 2.0, .seen = seen, .transfer = "Memory"});
        ClassDialog dialog(nullptr);
        dialog.show(gathered, QStringLiteral("tuesday"));
        QCOMPARE(dialog.written()->toPlainText(),
                 QStringLiteral("What they saw:\n\u2013 3 \u00d7 It stayed flat.\n\u2013 2 \u00d7 It grew.\n"
                                "\u2013 2 \u00d7 A step: 100 %1.\n\u2013 No idea.\n\u2013 No step.\n\n"
                                "What they answered at the end:\n\u2013 9 \u00d7 Memory"));
    }

    void equalAnswersMayEndAndBeEncodedInOtherWays()
    {
        GatheredAnswers gathered;
        for (const char* seen : {"Flat.", "flat", "FLAT !", "\uff26lat\u2026", "Flat?", "50 %", "50", "\u00e9gal",
                                 "E\u0301gal.", "...", "!"})
            gathered.answers.push_back(
                {.lesson = "own", .prediction = 1.0, .unit = "x", .measured = 2.0, .seen = seen});
        ClassDialog dialog(nullptr);
        dialog.show(gathered, QStringLiteral("tuesday"));
        QCOMPARE(dialog.written()->toPlainText(),
                 QStringLiteral("What they saw:\n\u2013 4 \u00d7 Flat.\n\u2013 2 \u00d7 \u00e9gal\n\u2013 Flat?\n"
                                "\u2013 50 %\n\u2013 50\n\u2013 ...\n\u2013 !"));
    }

    void theListOfSkippedFilesIsAsHighAsItsLines()
    {
        ClassDialog dialog(nullptr);
        const auto heightOf = [&dialog](std::vector<std::string> skipped) {
            GatheredAnswers gathered = classOfThree();
            gathered.skipped = std::move(skipped);
            dialog.show(gathered, QStringLiteral("tuesday"));
            dialog.show();
            return dialog.skipped()->maximumHeight();
        };
        const std::string file = "one.json: no answers";
        const int one = heightOf({file});
        const int line = dialog.skipped()->fontMetrics().lineSpacing();
        QCOMPARE(heightOf({file, file}), one + line);
        QCOMPARE(heightOf(std::vector<std::string>(20, file)), one + 2 * line);
        std::string wrapped = file;
        for (int i = 0; i < 60; ++i)
            wrapped += " more words";
        QVERIFY(heightOf({wrapped}) > one);
        heightOf({});
        QCOMPARE(heightOf({file}), one); // shown after it was hidden
    }

    void aFileHasTheWholeClassWhateverTheZoom()
    {
        ClassDialog dialog(nullptr);
        dialog.show(classOfThree(), QStringLiteral("tuesday"));
        dialog.show();
        const QTemporaryDir folder;
        const auto picture = [&](const QString& name) {
            const QString path = folder.filePath(name);
            if (!dialog.exportTo(path).ok())
                return QByteArray();
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QByteArray whole = picture(QStringLiteral("whole.svg"));
        QVERIFY(!whole.isEmpty());
        const QCPRange shown = dialog.chart()->xAxis->range();
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(dialog.chart(), Qt::Key_Plus);
        QVERIFY(dialog.chart()->xAxis->range() != shown);
        QVERIFY(picture(QStringLiteral("zoomed.svg")) == whole);
    }

    void theKeysForTextAreThoseOfTheMainWindow()
    {
        ClassDialog dialog(nullptr);
        dialog.show(classOfThree(), QStringLiteral("tuesday"));
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        const QSignalSpy steps(&dialog, &ClassDialog::textStepAsked);
        const QCPRange shown = dialog.chart()->xAxis->range();
        dialog.chart()->setFocus();
        QTest::keyClick(dialog.chart(), Qt::Key_Plus, Qt::ControlModifier);
        QTest::keyClick(dialog.chart(), Qt::Key_Minus, Qt::ControlModifier);
        QTest::keyClick(dialog.chart(), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(steps.count(), 3);
        QCOMPARE(steps[0].front().toInt(), 1);
        QCOMPARE(steps[1].front().toInt(), -1);
        QCOMPARE(steps[2].front().toInt(), 0);
        QCOMPARE(dialog.chart()->xAxis->range(), shown);
    }

    void aPresentedClassIsLargeAndEscapeLeavesThatFirst()
    {
        ClassDialog dialog(nullptr);
        int usual = 0;
        present(dialog, usual);
        QVERIFY(dialog.isFullScreen());
        QVERIFY(dialog.chart()->theme().fontPixels > usual);
        dialog.setTheme(Theme::darkTheme()); // stays as large
        QVERIFY(dialog.chart()->theme().fontPixels > usual && dialog.chart()->theme().dark);
        const int large = dialog.chart()->theme().fontPixels;
        QTest::keyClick(&dialog, Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY(dialog.chart()->theme().fontPixels > large);
        QTest::keyClick(&dialog, Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(dialog.chart()->theme().fontPixels, large);
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(dialog.isVisible() && !dialog.isFullScreen());
        QCOMPARE(dialog.chart()->theme().fontPixels, usual);
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.isVisible());
    }

    /// The screen of a test has 800 lines, and so the type is larger than at 1366x768 and the window narrower.
    void presentedWordsAndButtonsGrowWithTheChartAndNoneIsCut()
    {
        ClassDialog dialog(nullptr);
        const std::vector<QWidget*> words{dialog.choice(), dialog.folderButton(), dialog.exportButton(),
                                          dialog.written(), dialog.skipped()};
        const auto sizes = [&words] {
            std::vector<int> pixels;
            for (const QWidget* each : words)
                pixels.push_back(QFontInfo(each->font()).pixelSize());
            return pixels;
        };
        const std::vector<int> before = sizes();
        int usual = 0;
        present(dialog, usual);
        dialog.show(wordyClass(), QStringLiteral("tuesday"));
        dialog.tell(QStringLiteral("There are no answers in the folder of Wednesday; choose one with the files."));
        QTRY_COMPARE(dialog.size(), dialog.screen()->size());
        dialog.layout()->activate();
        QVERIFY(dialog.layout()->totalMinimumSize().width() <= dialog.width());
        QVERIFY(dialog.layout()->totalMinimumHeightForWidth(dialog.width()) <= 768);
        const int least = dialog.chart()->theme().leastFontPixels; // 20 from 1080 lines on
        for (const int pixels : sizes())
            QVERIFY2(pixels >= least, qPrintable(QString::number(pixels)));
        for (const QPushButton* button : {dialog.folderButton(), dialog.exportButton()})
            QVERIFY(button->width() >= button->sizeHint().width() && dialog.rect().contains(button->geometry()));
        QVERIFY(dialog.choice()->width() >= dialog.choice()->sizeHint().width());
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            if (label->isVisible()) {
                QVERIFY2(QFontInfo(label->font()).pixelSize() >= least, qPrintable(label->text()));
                QVERIFY2(label->wordWrap() ? label->height() >= label->heightForWidth(label->width())
                                           : label->width() >= label->sizeHint().width(),
                         qPrintable(label->text()));
            }
        QCOMPARE(dialog.written()->horizontalScrollBar()->maximum(), 0); // wrapped
        const std::vector<int> large = sizes();
        QTest::keyClick(&dialog, Qt::Key_Plus, Qt::ControlModifier);
        for (std::size_t i = 0; i < words.size(); ++i)
            QVERIFY(sizes()[i] > large[i]);
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.isFullScreen());
        QVERIFY(sizes() == before);
    }

    void pageKeysScrollTheAnswersWhateverHasTheFocus()
    {
        ClassDialog dialog(nullptr);
        int usual = 0;
        present(dialog, usual);
        GatheredAnswers gathered = classOfThree();
        for (int i = 0; i < 200; ++i)
            gathered.answers.push_back({.lesson = "own", .prediction = 2.0, .seen = "Answer " + std::to_string(i)});
        dialog.show(gathered, QStringLiteral("tuesday"));
        const QScrollBar* bar = dialog.written()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 5 * bar->pageStep());
        const int lesson = dialog.choice()->currentIndex();
        for (QWidget* focused : std::initializer_list<QWidget*>{dialog.chart(), dialog.choice(), dialog.folderButton(),
                                                                dialog.written()}) {
            focused->setFocus();
            const int before = bar->value();
            QTest::keyClick(focused, Qt::Key_PageDown);
            QVERIFY(bar->value() > before);
        }
        QCOMPARE(dialog.choice()->currentIndex(), lesson);
        dialog.chart()->setFocus();
        const int before = bar->value();
        QTest::keyClick(dialog.chart(), Qt::Key_PageUp);
        QVERIFY(bar->value() < before);
    }

    void aPresentedClassMayBeLeftWithoutItsKeys()
    {
        ClassDialog dialog(nullptr);
        int usual = 0;
        present(dialog, usual);
        QVERIFY(dialog.chart()->theme().fontPixels > usual);
        dialog.setWindowState(Qt::WindowNoState); // as by the window manager
        QCOMPARE(dialog.chart()->theme().fontPixels, usual);
        QTest::keyClick(&dialog, Qt::Key_F11);
        QVERIFY(dialog.isFullScreen());
        dialog.close();
        QVERIFY(!dialog.isVisible());
    }
};

RIDGEPOINT_GUI_TEST(ClassWindowTest)
#include "class_window_test.moc"
