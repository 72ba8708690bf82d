// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_answers.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

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
        answers.person = "Ada";
        answers.measured.reset();
        QCOMPARE(answersFromJson(toJson(answers)).value(), answers);
    }

    void placesAndCurvesAreReadAsWritten()
    {
        LessonAnswers answers = someAnswers();
        answers.axis = "k";
        QCOMPARE(answersFromJson(toJson(answers)).value(), answers);
        answers.prediction = 0.0;
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

    void aFileByHandNeedsALessonAndAPrediction()
    {
        const auto answers = answersFromJson(R"({"lesson":"one-or-2048","prediction":1.5})");
        QVERIFY(answers.ok());
        QCOMPARE(answers->prediction, 1.5);
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

    void theRatioIsOfWhatWasMeasuredToWhatWasPredicted()
    {
        LessonAnswers answers = someAnswers();
        QCOMPARE(answers.ratio().value(), 0.52);
        answers.prediction = 0.0;
        QVERIFY(!answers.ratio());
        answers = someAnswers();
        answers.measured.reset();
        QVERIFY(!answers.ratio());
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
};

RIDGEPOINT_TEST(LessonAnswersTest)
#include "lesson_answers_test.moc"
