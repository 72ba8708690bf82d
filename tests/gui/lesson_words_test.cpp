// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/guess_words.h"
#include "app/desktop/lessons/lesson_words.h"
#include "tests/gui/lesson_support.h"
#include "tests/support/test_main.h"

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What a lesson says of a prediction, and of what it asks for.
class LessonWordsTest : public Case {
    Q_OBJECT

private slots:
    void aPredictionInsideTheMeasuredIntervalIsRight()
    {
        const LessonPage& page = shippedLessonPages().front();
        const auto lesson = parseLesson(page.text, std::string(page.id));
        QVERIFY(lesson && lesson->asks == LessonAsks::Value);
        LessonAnswers answers;
        answers.unit = "x";
        answers.prediction = 1.5;
        answers.measured = 2.0;
        const Result<LessonMachine> none = Error{ErrorKind::Unavailable, "test.none", "None.", {}};
        const auto words = [&](const std::optional<Interval>& range) {
            return comparisonWords(*lesson, answers, none, Format(QLocale::c()), range);
        };
        QCOMPARE(words({}), QStringLiteral("You predicted 1.50×.\nMeasured: 2.00× (interval not known).\n"
                                           "Your prediction is 1.3 times too low."));
        const auto ofExperiment = [&](const char* id) { // a place may have none
            return comparisonWords(*parseLesson(pageOfLesson(id), id), answers, none, Format(QLocale::c()));
        };
        QVERIFY(ofExperiment("six-wrong-ways").contains("Measured: 2.00× (interval not known).\n"));
        QVERIFY(!ofExperiment("size-of-a-product").contains("interval not known"));
        QVERIFY(!words(Interval{1.6, 2.4}).contains("agrees"));
        const QString wide = words(Interval{1.4, 2.6}); // which can hardly refute anything
        QVERIFY2(wide.contains("too uncertain to tell") && wide.contains("1.4") && wide.contains("2.6"),
                 qPrintable(wide));
        answers.prediction = 1.81;
        QVERIFY(words(Interval{1.8, 2.2}).contains("agrees"));
        answers.prediction = 1.9; // within 15 % anyway
        QVERIFY(words(Interval{1.98, 2.02}).contains("agrees"));
        for (const double prediction : {1.9, 2.0}) { // without an interval nothing could refute it
            answers.prediction = prediction;
            QVERIFY2(words({}).endsWith("\nYour prediction is close."), qPrintable(words({})));
        }
        answers.prediction = 1.65; // nor is a quarter a difference
        QVERIFY2(words({}).endsWith("\nYour prediction is close."), qPrintable(words({})));
        const Interval huge{0.5, 40.0};
        QVERIFY2(words(huge).endsWith("\nYour prediction is close."), qPrintable(words(huge)));
        answers.prediction = 20.0;
        QVERIFY2(words(huge).endsWith("too uncertain to tell whether your prediction is right."),
                 qPrintable(words(huge)));
        answers.prediction = 80.0;
        QVERIFY2(words(huge).endsWith("too high; the measurement is too uncertain to tell by how much."),
                 qPrintable(words(huge)));
    }

    void theAnswerIsSaidInWordsAPersonWouldUse()
    {
        const auto lesson = parseLesson(pageOfLesson("double-the-work"), "double-the-work");
        QVERIFY(lesson.ok());
        LessonAnswers answers;
        answers.unit = "x";
        const auto words = [&](double predicted, double measured, const std::optional<Interval>& range) {
            answers.prediction = predicted;
            answers.measured = measured;
            return comparisonWords(*lesson, answers, LessonMachine(), Format(QLocale(QLocale::English)), range);
        };
        QCOMPARE(words(2048.0, 1.14, Interval{1.1, 1.2}),
                 QStringLiteral("You predicted 2,048×.\nMeasured: 1.14× (1.10× to 1.20×: as long as before).\n"
                                "Your prediction is 1,800 times too high."));
        answers.choice = 4;
        QCOMPARE(words(2.0, 1.01, Interval{0.99, 1.03}),
                 QStringLiteral("You predicted: twice as long.\n"
                                "Measured: 1.01× (0.990× to 1.03×: as long as before).\n"
                                "Your prediction is 2.0 times too high."));
        answers.choice = 2; // which the interval alone holds
        QCOMPARE(words(1.0, 0.815, Interval{0.7, 1.1}),
                 QStringLiteral("You predicted: as long as before.\n"
                                "Measured: 0.815× (0.700× to 1.10×: as long as before).\n"
                                "Your prediction is close."));
        QCOMPARE(words(1.0, 4.0, {}), QStringLiteral("You predicted: as long as before.\n"
                                                     "Measured: 4.00× (interval not known).\n"
                                                     "Your prediction is 4.0 times too low."));
        QCOMPARE(comparisonWords(parseLesson(pageOfLesson("six-wrong-ways"), "six-wrong-ways").value(), answers,
                                 LessonMachine(), Format(QLocale(QLocale::English))),
                 QStringLiteral("You predicted 1.00×.\nMeasured: 4.00× (interval not known).\n"
                                "Your prediction is 4.0 times too low."));
        answers.isByRoofs = true; // which have no interval
        QCOMPARE(words(1.0, 4.0, {}), QStringLiteral("You predicted: as long as before.\n"
                                                     "By the roofs: 4.00×.\n"
                                                     "Your prediction is 4.0 times too low."));
    }

    void aDrawnCurveIsJudgedInWordsThatSayWhoDrewWhat()
    {
        const std::vector<CurvePlace> measured{{1, 1.0}, {2, 1.0}, {4, 1.0}, {8, 2.0}, {16, 4.0}};
        const auto words = [&](const std::vector<CurvePlace>& drawn) {
            return curveGuessWords(*judgeCurve(drawn, measured), Format(QLocale::c()));
        };
        const QString rising = words({{1, 0.25}, {2, 0.5}, {4, 1.0}, {8, 2.0}, {16, 4.0}});
        QVERIFY2(rising.contains(" on average, farthest at 1: 4.0× slower than you drew. ")
                     && rising.endsWith("The time begins to rise at 4; you drew it rising from the start."),
                 qPrintable(rising));
        QVERIFY(words({{1, 1.0}, {16, 1.0}}).endsWith("The time begins to rise at 4; you drew no rise."));
        QVERIFY(words({{1, 1.0}, {2, 1.0}, {4, 1.0}, {8, 2.0}, {16, 4.0}})
                    .endsWith("The time begins to rise at 4; you drew that at 4."));
    }

    void aPlaceToTypeIsAskedForInItsOwnWords()
    {
        const Lesson size = parseLesson(pageOfLesson("size-of-a-product"), "size-of-a-product").value();
        QCOMPARE(placeholderWords(size, {}, Format(QLocale::c())), QStringLiteral("a number, such as 500"));
        QCOMPARE(numberOfWords(size), QStringLiteral("Rows n of the matrices"));
        const Lesson fusion = parseLesson(pageOfLesson("fusion-or-passes"), "fusion-or-passes").value();
        QCOMPARE(placeholderWords(fusion, "x", Format(QLocale::c())), QStringLiteral("a factor, such as 2"));
        QVERIFY(numberOfWords(fusion).isEmpty());
    }

    void anotherLessonIsNamedOnlyWhereMeasuringAgainWouldNotHelp()
    {
        const Lesson size = parseLesson(pageOfLesson("size-of-a-product"), "size-of-a-product").value();
        const Error why{ErrorKind::Unavailable, "lesson.value-missing", "the experiment %1 has no answer", {size.id}};
        ExperimentResult result;
        result.unavailable = {{.part = "fp32", .reason = {ErrorKind::Unavailable, "test.none", "none", {}}}};
        const QString reason = QStringLiteral("The experiment size-of-a-product has no answer");
        const QString another = QStringLiteral("This lesson needs a part of the experiment “Matrix products by size” "
                                               "that is not installed or not there on this machine. Choose another "
                                               "lesson.\n")
                              + reason;
        QCOMPARE(noAnswerWords(size, result, why, true), another);
        QCOMPARE(noAnswerWords(size, result, why, false), reason); // which was stopped before it measured the part
        result.unavailable.push_back({.part = "l2", .reason = {ErrorKind::Timeout, "test.late", "late", {}}});
        QCOMPARE(noAnswerWords(size, result, why, true), reason); // measured again it may be there
        result.unavailable.back().isRoof = true;
        QCOMPARE(noAnswerWords(size, result, why, true), another);
        result.unavailable.front().isRoof = true; // without which the parts are measured all the same
        QCOMPARE(noAnswerWords(size, result, why, true), reason);
    }
};

RIDGEPOINT_GUI_TEST(LessonWordsTest)
#include "lesson_words_test.moc"
