// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson.h"
#include "core/lesson/lesson_answers.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/bench_rig.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <cmath>
#include <optional>
#include <set>
#include <string>

using namespace ridgepoint;
using test::BenchRig;
using test::Ran;

namespace {

std::string fileWith(const BenchRig& rig, const QString& name, const std::string& text)
{
    QFile file(rig.path(name));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(text.data(), static_cast<qint64>(text.size()));
    return file.fileName().toStdString();
}

std::string_view pageOf(std::string_view id)
{
    for (const LessonPage& page : shippedLessonPages())
        if (page.id == id)
            return page.text;
    return {};
}

std::string answersOf(const BenchRig& rig, const std::string& lesson, const std::string& prediction)
{
    return fileWith(rig, QStringLiteral("answers.json"),
                    R"({"lesson":")" + lesson + R"(","prediction":)" + prediction + "}");
}

} // namespace

class LessonCommandTest : public test::Case {
    Q_OBJECT
private slots:
    void listsEveryLesson()
    {
        BenchRig rig;
        const Ran list = rig.run({"lesson", "--list"});
        QCOMPARE(list.code, 0);
        for (const LessonPage& page : shippedLessonPages())
            QVERIFY2(list.out.contains(QString::fromStdString(std::string(page.id))), qPrintable(list.out));
    }

    void asksBeforeItMeasures()
    {
        BenchRig rig;
        int batches = 0;
        rig.devices.onBatch = [&](int) { ++batches; };
        const Ran asked = rig.run({"lesson", "double-the-work"});
        QCOMPARE(asked.code, 0);
        QVERIFY2(asked.out.contains("What happens to its runtime?"), qPrintable(asked.out));
        QVERIFY2(asked.out.contains("as long as before"), qPrintable(asked.out));
        QVERIFY(!asked.out.contains("The numbers have to come from memory")); // the explanation
        QCOMPARE(batches, 0);
    }

    void showsTheAnswerBesideThePredictionAndSavesBoth()
    {
        BenchRig rig;
        const std::string results = rig.path(QStringLiteral("results.json")).toStdString();
        const Ran ran = rig.run(
            {"lesson", "fusion-or-passes", "--answers", answersOf(rig, "fusion-or-passes", "8"), "-o", results});
        QCOMPARE(ran.err, QString());
        QCOMPARE(ran.code, 0);
        const QRegularExpression told(
            QStringLiteral("Predicted  8\\.00×\nMeasured   (1[56]\\.[0-9])× \\(1[56]\\.[0-9]× to 1[56]\\.[0-9]×\\)\n"
                           "Your prediction is ([0-9.]+) times too low\\.\n"));
        const QRegularExpressionMatch match = told.match(ran.out);
        QVERIFY2(match.hasMatch(), qPrintable(ran.out));
        QVERIFY2(std::abs(match.captured(2).toDouble() - match.captured(1).toDouble() / 8.0)
                     < 0.0125, // as both are cut
                 qPrintable(ran.out));
        QVERIFY2(ran.out.contains("Fusion saves no operation"), qPrintable(ran.out));
        QVERIFY2(!ran.out.contains(QStringLiteral("\u2013")), qPrintable(ran.out)); // no value is missing
        const auto saved = answersFromJson(readSmallFile(results).value());
        QVERIFY(saved.ok());
        QCOMPARE(saved->prediction, std::optional(8.0));
        QCOMPARE(saved->unit, "x");
        QVERIFY(std::abs(saved->measured.value() / 15.95 - 1.0) < 0.02);
        QCOMPARE(saved->device, "cpu");
        QCOMPARE(saved->threads, test::syntheticThreads);
        QVERIFY(!saved->created.empty());
        QVERIFY(saved->person.empty());
    }

    void aPredictionThatIsTooHighAndOneThatAgreesAreToldSo()
    {
        BenchRig rig;
        const auto predicting = [&](const std::string& factor) {
            return rig.run({"lesson", "fusion-or-passes", "--answers", answersOf(rig, "fusion-or-passes", factor)}).out;
        };
        const QString high = predicting("64");
        QVERIFY2(high.contains("\nYour prediction is 4.0") && high.contains(" times too high.\n"), qPrintable(high));
        const QString right = predicting("17");
        QVERIFY2(right.contains("\nThat agrees with your prediction.\n"), qPrintable(right));
    }

    /// As the window does, before it argues with them.
    void timesThatContradictTheRoofsAreSaidBeforeTheExplanation_data()
    {
        QTest::addColumn<double>("slowdown");
        QTest::newRow("roofs of now") << 1.0;
        QTest::newRow("roofs of a slower moment") << 2.0;
    }
    void timesThatContradictTheRoofsAreSaidBeforeTheExplanation()
    {
        QFETCH(double, slowdown);
        BenchRig rig;
        rig.devices.roofSlowdown = slowdown;
        const bool isDoubted = slowdown > 1.0;
        const auto ran = [&](const std::vector<std::string>& more) {
            std::vector<std::string> words{"lesson", "double-the-work", "--answers",
                                           answersOf(rig, "double-the-work", "2")};
            words.insert(words.end(), more.begin(), more.end());
            return rig.run(words);
        };
        const Ran text = ran({});
        QCOMPARE(text.err, QString());
        QCOMPARE(text.out.contains("\nWhy\nWhat was measured contradicts the roofs. Run the lesson again.\n\nThe "
                                   "numbers have to come from "
                                   "memory"),
                 isDoubted);
        QCOMPARE(text.out.contains("\nWhy\nThe numbers have to come from memory"), !isDoubted);
        const Ran json = ran({"--json"});
        QCOMPARE(answersFromJson(json.out.toStdString()).value().contradictsRoofs, isDoubted);
        QCOMPARE(json.out.contains("contradicts_roofs"), isDoubted); // left out where nothing is wrong
    }

    void anAnswerThatTheRoofsDoNotAllowIsNotHeldAgainstThePrediction()
    {
        BenchRig rig;
        const auto ran = [&] {
            return rig.run({"lesson", "passes-in-a-cache", "--answers", answersOf(rig, "passes-in-a-cache", "40")}).out;
        };
        const QString allowed = ran();
        QVERIFY2(allowed.contains("\nYour prediction is ") && !allowed.contains("Run the lesson again"),
                 qPrintable(allowed));
        rig.devices.roofSlowdown = 2.0; // roofs of a slower moment
        const QString doubted = ran();
        QVERIFY2(doubted.contains("Above the roof\n\nWhat was measured contradicts the roofs, by which it would be "),
                 qPrintable(doubted));
        QCOMPARE(doubted.count("Run the lesson again."), 1);
        QVERIFY2(doubted.contains("\nMeasured   ") && !doubted.contains("\nYour prediction is "), qPrintable(doubted));
    }

    void onlyTheRoofsThatItNeedsAreMeasured()
    {
        BenchRig rig;
        rig.devices.besides = {{.id = "compute.fp32.fma.sustained", .kind = RoofKind::Compute, .value = 90e9},
                               {.id = "compute.int32.mad", .kind = RoofKind::Compute, .value = 50e9}};
        const std::set<std::string> needed{"bandwidth.l1",   "bandwidth.l2",     "bandwidth.l3",
                                           "bandwidth.dram", "compute.fp32.fma", "launch.wait_each"};
        const Ran ran = rig.run({"lesson", "fusion-or-passes", "--answers", answersOf(rig, "fusion-or-passes", "8")});
        QCOMPARE(ran.code, 0);
        QCOMPARE(rig.devices.askedRoofs, needed);
        // What a page names besides: a sustained rate, a ridge point's operation, work that is predicted.
        rig.devices.askedRoofs.clear();
        const std::string page = QByteArray::fromStdString(std::string(pageOf("fusion-or-passes")))
                                     .replace("One: {T d=16}",
                                              "One: {T d=16} {roof compute.fp32.fma.sustained} {ridge fp64 mul} "
                                              "{model op=cos launch=graph}")
                                     .toStdString();
        const Ran named = rig.run(
            {"lesson", fileWith(rig, QStringLiteral("mine.md"), page), "--answers", answersOf(rig, "mine", "8")});
        QCOMPARE(named.err, QString());
        QCOMPARE(named.code, 0);
        QVERIFY2(!named.out.contains(QStringLiteral("\u2013")), qPrintable(named.out)); // no value is missing
        std::set<std::string> more = needed;
        more.insert({"compute.fp32.fma.sustained", "compute.fp64.mul", "compute.fp32.cos", "launch.graph",
                     "launch.fixed"}); // which a graph costs, and passes that are waited for do not
        QCOMPARE(rig.devices.askedRoofs, more);
    }

    void anExperimentIsRunForIt()
    {
        BenchRig rig;
        const std::string page = QByteArray::fromStdString(std::string(pageOf("six-wrong-ways")))
                                     .replace("experiment: mistakes", "experiment: mistakes size=1Mi rounds=6")
                                     .replace("answer: most measured", "answer: value counted")
                                     .toStdString();
        const std::string file = fileWith(rig, QStringLiteral("mine.md"), page);
        const Ran ran = rig.run({"lesson", file, "--answers", answersOf(rig, "mine", "2")});
        QCOMPARE(ran.err, QString());
        QCOMPARE(ran.code, 0);
        // With its interval, as of times.
        const QRegularExpression told(
            QStringLiteral("Predicted  2\\.00×\nMeasured   [0-9.]+× \\([0-9.]+× to [0-9.]+×\\)\n"));
        QVERIFY2(ran.out.contains(told), qPrintable(ran.out));
        QVERIFY2(!ran.out.contains(QStringLiteral("\u2013")), qPrintable(ran.out)); // no value is missing
        // Nothing bounds a ratio that is always the same.
        const std::string same =
            QByteArray::fromStdString(page).replace("answer: value counted", "answer: value right").toStdString();
        const Ran without = rig.run(
            {"lesson", fileWith(rig, QStringLiteral("mine.md"), same), "--answers", answersOf(rig, "mine", "2")});
        QVERIFY2(without.out.contains(QStringLiteral("\nMeasured   1.00× (interval not known)\n")),
                 qPrintable(without.out));
        const std::string wrong =
            QByteArray::fromStdString(page).replace("{value right}", "{value rihgt}").toStdString();
        const Ran refused = rig.run(
            {"lesson", fileWith(rig, QStringLiteral("mine.md"), wrong), "--answers", answersOf(rig, "mine", "2")});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("Line 26: the experiment mistakes has no \"rihgt\" in plot 1; expected one of "),
                 qPrintable(refused.err));
    }

    void aLibraryThatIsMissingIsSaidBeforeAnythingIsMeasured()
    {
        BenchRig rig;
        int batches = 0;
        rig.devices.onBatch = [&](int) { ++batches; };
        rig.devices.cpuLibraryLack = Error{ErrorKind::Unavailable, "x", "libdnnl.so not found", {}};
        const Ran ran = rig.run(
            {"lesson", "size-of-a-product", "--answers", answersOf(rig, "size-of-a-product", "64")});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("libdnnl.so not found"), qPrintable(ran.err));
        QCOMPARE(batches, 0);
    }

    void anAnswerOfThePageIsChosenByItsNumber()
    {
        BenchRig rig;
        const auto choosing = [&](const std::string& lesson, const std::string& choice) {
            return rig.run({"lesson", lesson, "--answers",
                            fileWith(rig, QStringLiteral("answers.json"),
                                     R"({"lesson":")" + lesson + R"(","choice":)" + choice + "}")});
        };
        const Ran asked = rig.run({"lesson", "bounds-of-a-product"});
        QVERIFY2(asked.out.contains("\n  2  the arithmetic at the compute roof\n"), qPrintable(asked.out));
        QVERIFY2(asked.out.contains("\"choice\": 1}'"), qPrintable(asked.out));
        const Ran ran = choosing("double-the-work", "4");
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("Predicted  twice as long (2.00")
                     && ran.out.contains("\nMeasured   as long as before ("),
                 qPrintable(ran.out));
        const Ran beyond = choosing("double-the-work", "5");
        QCOMPARE(beyond.code, 2);
        QVERIFY2(beyond.err.contains("\"choice\" must be from 1 to 4"), qPrintable(beyond.err));
        QVERIFY2(choosing("one-or-2048", "1").err.contains("this lesson asks for a number"), "a number");
        QCOMPARE(choosing("double-the-work", "0").code, 2);
    }

    void aPlaceIsPredictedAndMeasured()
    {
        BenchRig rig;
        const Ran asked = rig.run({"lesson", "a-faster-chip"});
        QVERIFY2(asked.out.contains("Answer in operations per element, from 1 to 512.\n")
                     && asked.out.contains("\"prediction\": 16}'"),
                 qPrintable(asked.out));
        const std::string results = rig.path(QStringLiteral("results.json")).toStdString();
        const Ran ran = rig.run(
            {"lesson", "a-faster-chip", "--answers", answersOf(rig, "a-faster-chip", "64"), "-o", results});
        QCOMPARE(ran.err, QString());
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("Predicted  64 operations per element\nBy roofs   "), qPrintable(ran.out));
        QVERIFY2(!ran.out.contains(QStringLiteral("\u2013")), qPrintable(ran.out)); // no value is missing
        const auto saved = answersFromJson(readSmallFile(results).value());
        QVERIFY(saved.ok());
        QCOMPARE(saved->axis, "k");
        QVERIFY(saved->isByRoofs); // no such chip was measured
        QVERIFY2(saved->measured && std::abs(*saved->measured / 80.0 - 1.0) < 0.05,
                 std::to_string(saved->measured.value_or(0.0)).c_str());
        const Ran below = rig.run({"lesson", "a-faster-chip", "--answers", answersOf(rig, "a-faster-chip", "0")});
        QCOMPARE(below.code, 2);
        QVERIFY2(below.err.contains("A place on the axis of operations per element is 1 or more"),
                 qPrintable(below.err));
    }

    void aCurveIsPredictedAndMeasured()
    {
        BenchRig rig;
        const std::string lesson = "one-kernel-two-regimes";
        const Ran asked = rig.run({"lesson", lesson});
        QVERIFY2(asked.out.contains("Answer with pairs of operations per element and seconds, from 1 to 256.\n")
                     && asked.out.contains("\"prediction\": [[1, 0.001], [512, 0.1]]}'"),
                 qPrintable(asked.out));
        const std::string results = rig.path(QStringLiteral("results.json")).toStdString();
        const Ran ran = rig.run({"lesson", lesson, "--answers",
                                 answersOf(rig, lesson, "[[1, 1e-4], [32, 1e-4], [64, 2e-4], [128, 4e-4]]"), "-o",
                                 results});
        QCOMPARE(ran.err, QString());
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("measured / predicted\n") && ran.out.contains("\nbegins to rise at "),
                 qPrintable(ran.out));
        const auto saved = answersFromJson(readSmallFile(results).value());
        QVERIFY(saved.ok());
        QCOMPARE(saved->measuredCurve.size(), std::size_t{9}); // 1, 2, 4 … 256
        QCOMPARE(saved->predictedNumber(), std::optional(32.0));
        QVERIFY2(saved->measuredNumber() && *saved->measuredNumber() < 32.0, "in the cache it bends earlier");
        const Ran steep = rig.run({"lesson", lesson, "--answers", answersOf(rig, lesson, "[[1, 1e-5], [512, 1e-3]]")});
        QVERIFY2(steep.out.contains("\nbegins to rise at           the start     "), qPrintable(steep.out));
        const Ran number = rig.run({"lesson", lesson, "--answers", answersOf(rig, lesson, "2")});
        QCOMPARE(number.code, 2);
        QVERIFY2(number.err.contains("this lesson asks for pairs of a place and seconds, such as "),
                 qPrintable(number.err));
        const Ran curve = rig.run(
            {"lesson", "one-or-2048", "--answers", answersOf(rig, "one-or-2048", "[[1, 1e-4], [2, 1e-4]]")});
        QVERIFY2(curve.err.contains("this lesson asks for a number, such as "), qPrintable(curve.err));
    }

    void aFactorOfNothingIsNoPrediction()
    {
        BenchRig rig;
        int batches = 0;
        rig.devices.onBatch = [&](int) { ++batches; };
        for (const char* prediction : {"0", "-2"}) {
            const Ran ran = rig.run({"lesson", "one-or-2048", "--answers", answersOf(rig, "one-or-2048", prediction)});
            QCOMPARE(ran.code, 2);
            QVERIFY2(ran.err.contains("A factor is above 0"), qPrintable(ran.err));
        }
        const std::string none = fileWith(rig, QStringLiteral("none.json"), toJson({.lesson = "one-or-2048"}));
        const Ran ran = rig.run({"lesson", "one-or-2048", "--answers", none}); // of who predicted nothing
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("this lesson asks for a number, such as"), qPrintable(ran.err));
        QCOMPARE(batches, 0);
    }

    void aWorkloadThatCannotBeIsNamedWithItsLine()
    {
        BenchRig rig;
        const std::string page = QByteArray::fromStdString(std::string(pageOf("fusion-or-passes")))
                                     .replace("One: {T d=16}", "One: {T n=4 d=16}")
                                     .toStdString();
        const Ran ran = rig.run(
            {"lesson", fileWith(rig, QStringLiteral("mine.md"), page), "--answers", answersOf(rig, "mine", "2")});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("Line 23: column 2 of \"T n=4 d=16\": expected a workload that exists: "),
                 qPrintable(ran.err));
    }

    void aLessonForGpusIsNoneForTheProcessor()
    {
        BenchRig rig;
        for (const char* id : {"who-waits", "zeros-or-noise"}) {
            const Ran ran = rig.run({"lesson", id, "--answers", answersOf(rig, id, "2")});
            QCOMPARE(ran.code, 2);
            QVERIFY2(ran.err.contains("is for a GPU; choose one in the list of devices."), qPrintable(ran.err));
        }
    }

    void aPageInAFileIsALessonToo()
    {
        BenchRig rig;
        const std::string page(shippedLessonPages().front().text);
        const std::string file = fileWith(rig, QStringLiteral("mine.md"), page);
        const Ran asked = rig.run({"lesson", file}); // the command that it proposes works
        QVERIFY2(asked.out.contains(QString::fromStdString("ridgepoint-bench lesson " + file + " --answers ")),
                 qPrintable(asked.out));
        QCOMPARE(rig.run({"lesson", file, "--answers", answersOf(rig, "mine", "2")}).code, 0);
        const Ran wrong = rig.run({"lesson", fileWith(rig, QStringLiteral("wrong.md"), "---\ntitel: x\n---\n")});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("wrong.md\": Line 2: expected title,"), qPrintable(wrong.err));
        QVERIFY2(!wrong.err.contains("ID: "), qPrintable(wrong.err)); // its file is named
    }

    void whatCannotBeIsRefused_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("message");
        QTest::newRow("no lesson") << QStringList{} << "ID: missing";
        QTest::newRow("no such lesson") << QStringList{"double-the-wrok"} << "did you mean double-the-work?";
        QTest::newRow("no such file") << QStringList{"gone.md"} << "cannot read gone.md";
        QTest::newRow("no prediction to save") << QStringList{"double-the-work", "-o", "x.json"} << "-o: needs";
        QTest::newRow("answers to another") << QStringList{"one-or-2048", "--answers", "ANSWERS"}
                                            << "these are of the lesson \"double-the-work\", not of \"one-or-2048\"";
        QTest::newRow("a device that is not there")
            << QStringList{"double-the-work", "--device", "cuda:0"} << "built without CUDA";
    }
    void whatCannotBeIsRefused()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, message);
        BenchRig rig;
        const std::string answers = answersOf(rig, "double-the-work", "2");
        std::vector<std::string> line{"lesson"};
        for (const QString& word : words)
            line.push_back(word == "ANSWERS" ? answers : word.toStdString());
        const Ran ran = rig.run(line);
        QVERIFY(ran.code == 2 || ran.code == 3);
        QVERIFY2(ran.err.contains(message), qPrintable(ran.err));
        QCOMPARE(ran.err.count('\n'), 1);
        QCOMPARE(ran.out, QString());
    }

    void gathersAClass()
    {
        BenchRig rig;
        const std::string folder = QFileInfo(rig.path(QStringLiteral("x"))).path().toStdString();
        for (int i = 0; i < 120; ++i)
            fileWith(rig, QStringLiteral("%1.json").arg(i),
                     toJson({.lesson = "one-or-2048",
                             .title = "One number or 2048",
                             .deviceName = "A CPU",
                             .prediction = i < 20  ? 1.0
                                         : i < 119 ? 2.0
                                                   : 5.0,
                             .unit = "x",
                             .measured = 1.01,
                             .seen = i == 7 ? "Both took\nas long."
                                   : i < 10 ? "No idea."
                                            : "",
                             .transfer = i == 8 ? "The launch." : ""}));
        fileWith(rig, QStringLiteral("other.json"), "{}");
        fileWith(rig, QStringLiteral("none.json"),
                 toJson({.lesson = "one-or-2048", .title = "One number or 2048", .deviceName = "A CPU", .unit = "x"}));
        fileWith(rig, QStringLiteral("curve.json"),
                 toJson({.lesson = "curves", .axis = "k", .curve = {{1.0, 1.0}, {8.0, 1.0}, {16.0, 2.0}}}));
        const Ran ran = rig.run({"lesson", "--gather", folder});
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains(
                     "One number or 2048: 120 predictions, 20 of them within a factor of 1.5 of what was measured\n"),
                 qPrintable(ran.out));
        QVERIFY2(ran.out.contains("measured\n  How many times as long does the tensor of 2048 numbers take?\n"),
                 qPrintable(ran.out));
        QVERIFY2(
            ran.out.contains(
                "  What they saw:\n  - 9 \u00d7 No idea.\n  - Both took as long.\n  What they answered at the end:\n"
                "  - The launch.\n"),
            qPrintable(ran.out));
        QVERIFY2(ran.out.contains("  1.00\u00d7       " + QString(11, '#') + " 20  <- measured by 120\n"),
                 qPrintable(ran.out));
        QVERIFY2(ran.out.contains("  2.00\u00d7       " + QString(50, '#') + " 99\n"), qPrintable(ran.out));
        // At its own number, and not at the middle of its half octave, 5.66.
        QVERIFY2(ran.out.contains("  5.00\u00d7       # 1\n"), qPrintable(ran.out));
        QVERIFY2(ran.out.contains("A CPU: 1.01\u00d7 to 1.01\u00d7 on 120\n"), qPrintable(ran.out));
        QVERIFY2(ran.out.contains("on 120\n  no prediction: 1\n"), qPrintable(ran.out));
        QVERIFY2(ran.out.contains("skipped other.json: "), qPrintable(ran.out));
        QVERIFY2(
            ran.out.contains(
                "curves: 1 prediction\n  where curves begin to rise, in operations per element\n  8           # 1\n"),
            qPrintable(ran.out));
    }

    void anInterruptedLessonSavesNothing()
    {
        BenchRig rig;
        const std::string results = rig.path(QStringLiteral("results.json")).toStdString();
        rig.devices.onBatch = [&](int) { rig.interruption.request(); };
        const Ran ran = rig.run(
            {"lesson", "one-or-2048", "--answers", answersOf(rig, "one-or-2048", "2"), "-o", results});
        QCOMPARE(ran.code, 4);
        QVERIFY(!QFile::exists(QString::fromStdString(results)));
    }
};

RIDGEPOINT_TEST(LessonCommandTest)
#include "lesson_command_test.moc"
