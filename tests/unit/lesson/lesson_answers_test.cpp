// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/class_answers.h"
#include "core/lesson/lesson_answers.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QTemporaryDir>

#include <cmath>
#include <fstream>
#include <numeric>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

LessonAnswers someAnswers()
{
    return {.lesson = "double-the-work",
            .title = "Double the work",
            .person = {},
            .created = "2026-11-26T00:10:00Z",
            .device = "cpu",
            .deviceName = "Made up \"processor\"",
            .threads = 4,
            .prediction = 2.0,
            .unit = "x",
            .measured = 1.04,
            .seen = "It stayed\nflat.",
            .transfer = "Fewer \"passes\"."};
}

LessonAnswers answer(double prediction, std::optional<double> measured, const char* device = "some")
{
    return {.lesson = "double-the-work",
            .title = "Double the work",
            .deviceName = device,
            .prediction = prediction,
            .unit = "x",
            .measured = measured};
}

} // namespace

class LessonAnswersTest : public Case {
    Q_OBJECT
private slots:
    void answersAreReadAsWritten()
    {
        LessonAnswers answers = someAnswers();
        QCOMPARE(answersFromJson(toJson(answers)).value(), answers);
        answers.isByRoofs = true;
        QCOMPARE(answersFromJson(toJson(answers)).value(), answers);
        answers.contradictsRoofs = true;
        QCOMPARE(answersFromJson(toJson(answers)).value(), answers);
        answers.isDoubted = true;
        QCOMPARE(answersFromJson(toJson(answers)).value(), answers);
        answers.person = "Ada";
        answers.measured.reset();
        QCOMPARE(answersFromJson(toJson(answers)).value(), answers);
        answers.offered = {{"half as \"long\"", 0.5}, {"as long", 1.0}};
        QCOMPARE(answersFromJson(toJson(answers)).value(), answers);
    }

    void placesAndCurvesAreReadAsWritten()
    {
        LessonAnswers answers = someAnswers();
        answers.axis = "k";
        QCOMPARE(answersFromJson(toJson(answers)).value(), answers);
        answers.prediction.reset();
        answers.unit = "s";
        answers.measured.reset();
        answers.curve = {{1.0, 1e-3}, {64.0, 2e-3}};
        QCOMPARE(answersFromJson(toJson(answers)).value(), answers);
        answers.measuredCurve = {{1.0, 1.1e-3}, {2.0, 1.1e-3}};
        QCOMPARE(answersFromJson(toJson(answers)).value(), answers);
        answers.curve.clear(); // who had the results shown drew none
        QCOMPARE(answersFromJson(toJson(answers)).value(), answers);
        QVERIFY(answers.isOfCurve() && !answers.measuredNumber());
        const auto byHand = answersFromJson(R"({"lesson":"a","prediction":[[1,1e-3],[2,2e-3],[4,4e-3]]})");
        QVERIFY2(byHand.ok(), byHand ? "" : byHand.error().message().c_str());
        QCOMPARE(byHand->curve.back(), (CurvePlace{4.0, 4e-3}));
        QVERIFY(!byHand->predictedNumber()); // it rises from the first place on
    }

    void aNameIsWrittenOnlyWhereItWasTyped() { QVERIFY(toJson(someAnswers()).find("\"name\"") == std::string::npos); }

    void whoPredictedNothingHasNoPrediction()
    {
        LessonAnswers answers = someAnswers();
        answers.prediction.reset();
        QVERIFY(toJson(answers).find("prediction") == std::string::npos);
        QCOMPARE(answersFromJson(toJson(answers)).value(), answers);
        answers.measured.reset();
        QCOMPARE(answersFromJson(toJson(answers)).value(), answers);
        // Files of before have a 0.
        for (const char* rest : {R"("unit":"x","measured":1.5)", R"("unit":"","axis":"k","measured":null)",
                                 R"("unit":"s","axis":"k","measured":[[1,1],[2,2]])"}) {
            const auto old = answersFromJson(R"({"lesson":"a","prediction":0,)" + std::string(rest) + "}");
            QVERIFY2(old.ok() && !old->isPredicted(), rest);
        }
        QCOMPARE(answersFromJson(R"({"lesson":"a","prediction":0,"unit":"%","measured":3})")->prediction,
                 std::optional(0.0));
        QCOMPARE(answersFromJson(R"({"lesson":"a","prediction":0})")->prediction, std::optional(0.0)); // a mistake
    }

    void aFileByHandNeedsALessonAndAPrediction()
    {
        const auto answers = answersFromJson(R"({"lesson":"one-or-2048","prediction":1.5})");
        QVERIFY(answers.ok());
        QCOMPARE(answers->prediction, std::optional(1.5));
        QVERIFY(!answers->measured);
    }

    void wrongFilesNameTheField_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("part");
        QTest::newRow("no JSON") << "{"
                                 << "byte";
        QTest::newRow("no prediction") << R"({"lesson":"a"})"
                                       << "prediction";
        QTest::newRow("no lesson") << R"({"prediction":1})"
                                   << "lesson";
        QTest::newRow("a prediction in words") << R"({"lesson":"a","prediction":"two"})"
                                               << "prediction";
        QTest::newRow("measured is no number") << R"({"lesson":"a","prediction":2,"measured":[]})"
                                               << "measured";
        QTest::newRow("a curve of single numbers") << R"({"lesson":"a","prediction":[1,2]})"
                                                   << "pairs of a place and seconds";
        QTest::newRow("a curve that goes back") << R"({"lesson":"a","prediction":[[2,1],[1,1]]})"
                                                << "ascending";
        QTest::newRow("a curve of nothing") << R"({"lesson":"a","prediction":[]})"
                                            << "prediction";
        QTest::newRow("a time of nothing") << R"({"lesson":"a","prediction":[[1,0],[2,1]]})"
                                           << "prediction";
        QTest::newRow("a number measured for a curve") << R"({"lesson":"a","prediction":[[1,1]],"measured":"1"})"
                                                       << "measured";
        QTest::newRow("an offered answer without its value")
            << R"({"lesson":"a","prediction":2,"offered":[{"answer":"twice"}]})"
            << "offered[0].value";
        QTest::newRow("another format") << R"({"format":"ridgepoint","lesson":"a","prediction":2})"
                                        << "format";
        QTest::newRow("a later version") << R"({"version":2,"lesson":"a","prediction":2})"
                                         << "newer version";
        QTest::newRow("no object") << "[]"
                                   << "";
    }
    void wrongFilesNameTheField()
    {
        QFETCH(QString, text);
        QFETCH(QString, part);
        const auto answers = answersFromJson(text.toStdString());
        QVERIFY(!answers);
        const QString message = QString::fromStdString(answers.error().message());
        QVERIFY2(message.contains(part), qPrintable(message));
    }

    void smallFilesAreReadWholeAndLargeOnesRefused()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath(QStringLiteral("a.md")).toStdString();
        const auto kindOfFailure = [](const std::filesystem::path& of) {
            const auto text = readSmallFile(of);
            return text ? std::nullopt : std::optional(text.error().kind);
        };
        QCOMPARE(kindOfFailure(path), ErrorKind::Unavailable);
        std::ofstream(path) << "text\n";
        QCOMPARE(readSmallFile(path).value(), "text\n");
        std::ofstream(path) << std::string(65536, 'x');
        QCOMPARE(readSmallFile(path)->size(), std::size_t{65536});
        std::ofstream(path) << std::string(65537, 'x');
        QCOMPARE(kindOfFailure(path), ErrorKind::InvalidInput);
        QCOMPARE(kindOfFailure(folder.path().toStdString()), ErrorKind::Unavailable);
    }
    void filesOfAFolderAreReadAndOthersNamed()
    {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        std::ofstream(root / "b.json") << toJson(answer(2.0, 1.0));
        std::ofstream(root / "a.json") << toJson(answer(4.0, std::nullopt));
        std::ofstream(root / "c.json") << R"({"lesson":"x"})";
        std::ofstream(root / "notes.txt") << "no answers";
        std::filesystem::create_directories(root / "d.json");
        const auto gathered = gatherAnswers(root);
        QVERIFY(gathered.ok());
        QCOMPARE(gathered->answers.size(), std::size_t{2});
        QCOMPARE(gathered->answers[0].prediction, std::optional(4.0));
        QCOMPARE(gathered->skipped.size(), std::size_t{1});
        QVERIFY(gathered->skipped[0].starts_with("c.json: "));
        const auto gone = gatherAnswers(root / "gone");
        QVERIFY(!gone);
        QCOMPARE(gone.error().kind, ErrorKind::Unavailable);
    }

    void aChoiceThatWasNotMeasuredIsNamedAndNotCounted()
    {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        std::ofstream(root / "answers.json") << R"({"lesson": "double-the-work", "choice": 1})";
        std::ofstream(root / "results.json") << toJson(answer(2.0, 1.0));
        const auto gathered = gatherAnswers(root);
        QVERIFY(gathered.ok());
        QCOMPARE(gathered->answers.size(), std::size_t{1});
        QCOMPARE(gathered->skipped.size(), std::size_t{1});
        QVERIFY2(gathered->skipped[0].starts_with("answers.json: a choice that was not measured; "),
                 gathered->skipped[0].c_str());
        QCOMPARE(classesOf(gathered->answers).front().leftOut, 0);
    }

    void aFolderWithoutAnswersSaysWhatItHas()
    {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        QCOMPARE(noAnswersIn(root, gatherAnswers(root).value()).message(),
                 "There are no answers in " + root.string()
                     + "; choose a folder with the .json files that lessons save.");
        std::ofstream(root / "c.json") << R"({"lesson":"x"})";
        std::ofstream(root / "d.json") << "{";
        const std::string words = noAnswersIn(root, gatherAnswers(root).value()).message();
        QVERIFY2(words.starts_with("None of the 2 .json files in " + root.string())
                     && words.ends_with("prediction is missing")
                     && words.find("The first, c.json: ") != std::string::npos,
                 words.c_str());
    }

    void aClassOfSixtyIsCounted()
    {
        std::vector<LessonAnswers> answers;
        for (int i = 0; i < 60; ++i)
            answers.push_back(answer(i < 20 ? 1.0 : 2.0, 1.0 + 0.001 * i, i % 2 == 0 ? "one" : "other"));
        answers.push_back({.lesson = "one-or-2048", .prediction = 1.0});
        const std::vector<LessonClass> classes = classesOf(answers);
        QCOMPARE(classes.size(), std::size_t{2});
        const LessonClass& group = classes.front();
        QCOMPARE(group.lesson, "double-the-work");
        QCOMPARE(group.title, "Double the work");
        QCOMPARE(group.unit, "x");
        QCOMPARE(group.predictions, 60);
        QCOMPARE(group.near, 20);
        QCOMPARE(group.leftOut, 0);
        QCOMPARE(group.bins.size(), std::size_t{3}); // 1, 1.41 and 2
        QCOMPARE(group.bins[0].centre, 1.0);
        QCOMPARE(group.bins[0].predictions, 20);
        QCOMPARE(group.bins[0].measurements, 60);
        QCOMPARE(group.bins[0].byDevice, (std::map<std::string, int>{{"one", 10}, {"other", 10}}));
        QCOMPARE(group.bins[1].predictions, 0);
        QCOMPARE(group.bins[2].predictions, 40);
        QCOMPARE(group.measured.size(), std::size_t{2});
        QCOMPARE(group.measured.at("one").size(), std::size_t{30});
        QVERIFY(std::is_sorted(group.measured.at("one").begin(), group.measured.at("one").end()));
    }

    /// Measured a hair above and below 1, one and a half times was within a factor of 1.5 for some and not for others.
    void whoChoseTheNearestAnswerIsCounted()
    {
        std::vector<LessonAnswers> answers;
        for (int i = 0; i < 32; ++i)
            answers.push_back(answer(i < 21 ? 1.0 : 1.5, i % 2 == 0 ? 0.97 : 1.02));
        LessonClass group = classesOf(answers).front(); // of a lesson that ships
        QCOMPARE(group.near, 21);
        QCOMPARE(group.offered.size(), std::size_t{4});
        QCOMPARE(nearWords(group), "the offered answer nearest to what was measured");
        QCOMPARE(group.bins.front().choice, "as long as before");
        QCOMPARE(group.bins.back().choice, "one and a half times as long");
        for (LessonAnswers& one : answers)
            one.lesson = "own";
        group = classesOf(answers).front(); // a number was asked for, as far as is known
        QCOMPARE(group.near, 21 + 6);
        QCOMPARE(nearWords(group), "within a factor of 1.5 of what was measured");
        QCOMPARE(group.bins.back().choice, "");
        answers.back().offered = {{"as long", 1.0}, {"longer", 1.5}};
        group = classesOf(answers).front(); // one file does not make it a question with choices
        QCOMPARE(group.near, 21 + 6);
        QVERIFY(group.offered.empty());
        for (std::size_t i = 0; i < 17; ++i)
            answers[i].offered = answers.back().offered;
        group = classesOf(answers).front(); // which most of the files have, and the others are of the same machine
        QCOMPARE(group.near, 21);
        QCOMPARE(group.bins.back().choice, "longer");
        answers.back().isByRoofs = true;
        QCOMPARE(nearWords(classesOf(answers).front()), "the offered answer nearest to what the roofs say");
    }

    void aPageOfOnesOwnUnderTheIdOfALessonThatShipsOffersNothingOfThat()
    {
        std::vector<LessonAnswers> answers(3, answer(1.0, 1.02));
        for (const char* shipped : {"", "Double the work"}) {
            for (LessonAnswers& one : answers)
                one.title = shipped;
            QCOMPARE(classesOf(answers).front().offered.size(), std::size_t{4});
            QVERIFY(!classesOf(answers).front().question.empty());
        }
        for (LessonAnswers& one : answers)
            one.title = "Half the work";
        const LessonClass group = classesOf(answers).front();
        QVERIFY(group.offered.empty() && group.question.empty());
        QCOMPARE(group.bins.front().choice, "");
    }

    /// The same answer is another number on another machine.
    void offeredAnswersAreHeldAgainstTheMachineThatTheyWereOfferedOn()
    {
        std::vector<LessonAnswers> answers{answer(2.0, 2.2, "one"), answer(8.0, 8.2, "other")};
        answers[0].offered = {{"the cache", 2.0}, {"memory", 4.0}};
        answers[1].offered = {{"the cache", 8.0}, {"memory", 16.0}};
        for (LessonAnswers& one : answers)
            one.lesson = "own";
        const LessonClass group = classesOf(answers).front();
        QCOMPARE(group.near, 2);
        QCOMPARE(group.bins.front().choice, "the cache");
        QCOMPARE(group.bins.back().choice, "the cache");
    }

    /// Files of before the offered answers were written.
    void aFileWithoutOfferedAnswersGetsThoseOfItsMachineAndOfNoOther()
    {
        std::vector<LessonAnswers> answers{answer(2.0, 2.2, "one"), answer(2.0, 2.2, "one"), answer(8.0, 8.2, "other"),
                                           answer(2.0, 2.2, "one"), answer(64.0, 8.2, "third")};
        for (LessonAnswers& one : answers)
            one.lesson = "own";
        for (const std::size_t i : {0U, 1U})
            answers[i].offered = {{"the cache", 2.0}, {"memory", 4.0}};
        answers[2].offered = {{"the cache", 8.0}, {"memory", 16.0}};
        const LessonClass group = classesOf(answers).front();
        QCOMPARE(group.near, 4); // 64 and 8.2 would both be nearest to another machine's memory
        QCOMPARE(group.bins.front().choice, "the cache");
        QCOMPARE(group.bins.back().choice, "");
        answers.front().offered.clear();
        answers[1].offered.clear(); // one of five is not most of them
        QVERIFY(classesOf(answers).front().offered.empty());
    }

    void whatTheRoofsDoNotAllowIsNotCountedAsMeasured()
    {
        std::vector<LessonAnswers> answers{answer(2.0, 2.0), answer(2.0, 2.0, "other")};
        answers[1].isDoubted = true;
        const LessonClass group = classesOf(answers).front();
        QCOMPARE(group.predictions, 2);
        QCOMPARE(group.near, 1);
        QCOMPARE(group.doubted, 1);
        QCOMPARE(group.leftOut, 0);
        QCOMPARE(group.measured, (std::map<std::string, std::vector<double>>{{"some", {2.0}}}));
    }

    void aClassHasItsQuestionAndWhatWasWritten()
    {
        std::vector<LessonAnswers> answers{answer(1.0, 1.0), answer(2.0, 1.0)};
        answers[0].seen = " It\n stayed  flat. ";
        answers[0].person = "Ada";
        answers[1].transfer = "Memory.";
        LessonClass group = classesOf(answers).front();
        QVERIFY2(group.question.starts_with("How many times as long does the pass take"), group.question.c_str());
        QCOMPARE(group.seen, std::vector<std::string>{"It stayed flat."});
        QCOMPARE(group.transfer, std::vector<std::string>{"Memory."});
        answers[1].question = "How long?"; // as it was asked there
        group = classesOf(answers).front();
        QCOMPARE(group.question, "How long?");
        QCOMPARE(answersFromJson(toJson(answers[1])).value().question, "How long?");
        answers.resize(1);
        answers[0].lesson = "somebody's own";
        QCOMPARE(classesOf(answers).front().question, "");
    }

    void whoPredictedNothingIsNotCountedAsAPrediction()
    {
        std::vector<LessonAnswers> answers(3, answer(1.0, 1.0));
        answers[1].prediction.reset();
        answers[2].curve = {{1.0, 1.0}, {16.0, 1.0}}; // which is none of this question
        const LessonClass group = classesOf(answers).front();
        QCOMPARE(group.unpredicted, 1);
        QCOMPARE(group.predictions, 1);
        QCOMPARE(group.near, 1);
        QCOMPARE(group.measured.at("some").size(), std::size_t{2});
        QCOMPARE(group.leftOut, 2);
    }

    void equalAnswersAreCountedTogether()
    {
        const std::vector<std::string> written{"It grew.", "Égal", "It stayed flat.", "it STAYED flat \u2026",
                                               "égal!",    "...",  "Flat?",           "It stayed flat",
                                               "3 × 2",    "!"};
        std::vector<std::string> told;
        for (const CountedAnswer& one : countedAnswers(written))
            told.push_back(std::to_string(one.people) + " " + one.words);
        QCOMPARE(told, (std::vector<std::string>{"3 It stayed flat.", "2 Égal", "1 It grew.", "1 ...", "1 Flat?",
                                                 "1 3 × 2", "1 !"}));
        QCOMPARE(withoutCapitals("ÀÖØÞ × ß Z[@"), "àöøþ × ß z[@");
        QVERIFY(countedAnswers({}).empty());
    }

    void whatCannotBeDrawnIsLeftOutAndCounted()
    {
        const std::vector<LessonAnswers> answers{answer(0.0, 1.0), answer(-1.0, -2.0), answer(1.0, std::nullopt)};
        const std::vector<LessonClass> classes = classesOf(answers);
        const LessonClass& group = classes.front();
        QCOMPARE(group.leftOut, 3);
        QCOMPARE(group.predictions, 1);
        QCOMPARE(group.near, 0);
        QVERIFY(classesOf({}).empty());
    }

    void anotherUnitIsNotMixedInWhereverItComes()
    {
        std::vector<LessonAnswers> answers{answer(2.0, 1.0), answer(2.0, 1.0)};
        answers[0].unit.clear(); // as a file that was written by hand
        answers.push_back(answer(2e-3, 1e-3));
        answers.back().unit = "s";
        const std::vector<LessonClass> classes = classesOf(answers);
        QCOMPARE(classes.front().unit, "x");
        QCOMPARE(classes.front().predictions, 2);
        QCOMPARE(classes.front().near, 0);
        QCOMPARE(classes.front().leftOut, 2);
    }

    void placesAreCountedOnTheirAxis()
    {
        std::vector<LessonAnswers> answers(3, answer(16.0, 32.0));
        for (LessonAnswers& one : answers) {
            one.unit.clear();
            one.axis = "k";
        }
        answers[1].axis.clear(); // by hand
        answers[2].axis = "N";
        const std::vector<LessonClass> classes = classesOf(answers);
        QCOMPARE(classes.front().axis, "k");
        QVERIFY(!classes.front().isCurves);
        QCOMPARE(classes.front().predictions, 2);
        QCOMPARE(classes.front().leftOut, 2);
    }

    void curvesAreCountedWhereTheyBeginToRise()
    {
        LessonAnswers one{.lesson = "curves", .deviceName = "some", .unit = "s", .axis = "k"};
        one.curve = {{1.0, 1.0}, {8.0, 1.0}, {16.0, 2.0}};
        one.measuredCurve = {{1.0, 1.0}, {2.0, 1.0}, {4.0, 1.0}, {8.0, 1.9}, {16.0, 4.0}};
        LessonAnswers flat = one;
        flat.curve = {{1.0, 1.0}, {16.0, 1.0}};
        LessonAnswers number = answer(8.0, 4.0);
        number.lesson = one.lesson;
        const std::vector<LessonClass> classes = classesOf(std::vector{number, one, flat});
        const LessonClass& group = classes.front();
        QVERIFY(group.isCurves && group.unit.empty());
        QCOMPARE(group.predictions, 1);
        QCOMPARE(group.measured.at("some"), (std::vector<double>{4.0, 4.0}));
        QCOMPARE(group.bins.front().centre, 4.0);
        QCOMPARE(group.bins.back().centre, 8.0);
        QCOMPARE(group.leftOut, 3); // the flat one, and the number with its measurement
        const std::vector<LessonClass> numbers = classesOf(std::vector{one, number, number});
        QVERIFY(!numbers.front().isCurves && !numbers.front().unit.empty());
        QCOMPARE(numbers.front().predictions, 2);
    }

    void jokersDoNotMakeTheBinsEndless()
    {
        std::vector<LessonAnswers> answers(40, answer(2.0, 1.0));
        answers.push_back(answer(100.0, 1.0));
        answers.push_back(answer(1e-12, 1.0));
        answers.push_back(answer(1e24, 1.0));
        answers.push_back(answer(1e7, 1.0)); // six octaves and more from 100
        const std::vector<LessonClass> classes = classesOf(answers);
        const LessonClass& group = classes.front();
        QCOMPARE(group.bins.size(), std::size_t{14}); // 1 to 90.5
        QCOMPARE(group.predictions, 41);
        QCOMPARE(group.leftOut, 3);
        const int measured = std::accumulate(
            group.bins.begin(), group.bins.end(), 0,
            [](int sum, const LessonClass::Bin& bin) { return sum + bin.measurements; });
        QCOMPARE(measured, 44);
    }

    void aClassThatIsSpreadOutHasNoMoreThan64Bins()
    {
        std::vector<LessonAnswers> answers;
        for (int i = -40; i <= 40; ++i)
            answers.push_back(answer(std::exp2(i), std::nullopt));
        const std::vector<LessonClass> classes = classesOf(answers);
        QCOMPARE(classes.front().bins.size(), std::size_t{64});
        QCOMPARE(classes.front().predictions + classes.front().leftOut, 81);
        QVERIFY(classes.front().predictions >= 32);
    }
};

RIDGEPOINT_TEST(LessonAnswersTest)
#include "lesson_answers_test.moc"
