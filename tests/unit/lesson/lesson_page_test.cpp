// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_result.h"
#include "core/experiment/mistakes/benchmark_mistakes.h"
#include "core/experiment/registry.h"
#include "core/lesson/lesson_prediction.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/mistakes.h"
#include "tests/support/product_backend.h"
#include "tests/support/test_main.h"
#include "tests/unit/lesson/synthetic_lesson.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

const QString goodPage = QStringLiteral("---\n"
                                        "title: Twice the work\n"
                                        "minutes: 6\n"
                                        "prerequisite: none\n"
                                        "devices: cpu\n"
                                        "work: op=fma k=1 N=memory\n"
                                        "measures: two passes\n"
                                        "axes: runtime\n"
                                        "---\n"
                                        "## Question\n"
                                        "How long?\n"
                                        "## Predict\n"
                                        "Say it.\n"
                                        "- as long = 1\n"
                                        "- twice = 2\n"
                                        "answer: T k=2 / T k=1 as x\n"
                                        "## Do\n"
                                        "Measure {T k=2}.\n"
                                        "## What did you see?\n"
                                        "So?\n"
                                        "## Why\n"
                                        "Memory, {roof\n"
                                        "bandwidth.dram}.\n"
                                        "## Where it stops being true\n"
                                        "Far right.\n"
                                        "## Transfer\n"
                                        "And?\n");

/// The page with another question under "Predict".
Result<Lesson> asking(const std::string& question)
{
    QString page = goodPage;
    page.replace(QStringLiteral("- as long = 1\n- twice = 2\nanswer: T k=2 / T k=1 as x\n"),
                 QString::fromStdString(question) + QLatin1Char('\n'));
    page.replace(QStringLiteral("Measure {T k=2}."), QStringLiteral("Measure."));
    return parseLesson(page.toStdString(), "twice");
}

Result<Lesson> lessonOf(const QString& page) { return parseLesson(page.toStdString(), "twice"); }

std::string written(const LessonValue& value) { return quantityText(value.number, value.unit); }

using TimeOf = std::function<std::optional<Seconds>(const Workload&)>;

/// A GPU where the lesson is for one.
LessonMachine machineFor(const Lesson& lesson, TimeOf time, std::shared_ptr<const ExperimentResult> result = nullptr)
{
    DeviceInfo device = syntheticDevice();
    if (!lesson.runsOn(DeviceKind::Cpu))
        device.kind = DeviceKind::Cuda;
    return lessonMachine(lesson, device, syntheticRoofs(syntheticThreads), syntheticThreads, std::move(time),
                         std::move(result))
        .value();
}
/// With every time.
LessonMachine machineFor(const Lesson& lesson, std::shared_ptr<const ExperimentResult> result)
{
    return machineFor(lesson, TimeOf([](const Workload& workload) { return std::optional(syntheticTime(workload)); }),
                      std::move(result));
}
LessonMachine machineFor(const Lesson& lesson) { return machineFor(lesson, std::shared_ptr<const ExperimentResult>()); }

/// The lesson's experiment as it runs on a model of a device, so that the ids are those of a run; of the mistakes,
/// which read the system's clocks, numbers of known answer.
std::shared_ptr<const ExperimentResult> resultFor(const Lesson& lesson)
{
    if (lesson.experiment == nullptr)
        return nullptr;
    const std::string id = lesson.experiment->info().id;
    auto result = std::make_shared<ExperimentResult>();
    FakeClock clock;
    if (id == "mistakes") {
        result->id = id;
        result->points = {{.series = "measured", .label = mistake::right, .y = 50e9}};
        double y = 10e9;
        for (const LabelTerm label : mistake::all)
            result->points.push_back({.series = "measured", .label = label, .y = y *= 2.0});
    } else if (id == "launch-modes") {
        ModelBackend backend(cubeDevice(), clock);
        *result = ranOn(backend, clock, id.c_str(), lesson.parameters.texts(), cubeRoofs(), 1).result;
    } else {
        ProductBackend backend(clock);
        *result = ranOn(backend, clock, id.c_str(), lesson.parameters.texts(), productRoofs(), 2).result;
    }
    return result;
}

/// As measured on an H200, driver 580.159.04.
RoofSet roofsOfAnH200()
{
    RoofSet roofs{.device = "cuda:0", .levels = {{"l2", Bytes(62914560.0), false}, {"dram", Bytes(HUGE_VAL), false}}};
    const auto put = [&](const char* id, RoofKind kind, double value) {
        roofs.put({.id = id, .kind = kind, .value = value, .low = value, .high = value});
    };
    put("bandwidth.l2", RoofKind::Bandwidth, 7.909e12);
    put("bandwidth.dram", RoofKind::Bandwidth, 4.064e12);
    put("compute.fp32.fma", RoofKind::Compute, 65.87e12);
    put("compute.fp32.add", RoofKind::Compute, 32.96e12);
    put("launch.wait_each", RoofKind::Launch, 9.683e-6);
    put("launch.queued", RoofKind::Launch, 4.051e-6);
    put("launch.queued.device", RoofKind::Launch, 1.649e-6);
    put("launch.graph", RoofKind::Launch, 0.9653e-6);
    put("launch.fixed", RoofKind::Launch, 1.355e-6);
    return roofs;
}

/// What the lesson's experiment comes to by roofs, as if it had been measured; null where it has none.
std::shared_ptr<const ExperimentResult> resultByRoofs(const Lesson& lesson, const RoofSet& roofs,
                                                      const DeviceInfo& device)
{
    if (lesson.experiment == nullptr)
        return nullptr;
    ExperimentParameters parameters = lesson.parameters;
    parameters.settle(lesson.experiment->info(), std::int64_t{1} << 26);
    auto result = std::make_shared<ExperimentResult>();
    result->id = lesson.experiment->info().id;
    result->points = lesson.experiment->predict(parameters, roofs, device);
    for (ExperimentPoint& point : result->points)
        point.provenance = Provenance::Measured;
    return result;
}

} // namespace

class LessonPageTest : public Case {
    Q_OBJECT
private slots:
    void theAnswerHasAnIntervalFromThoseOfItsTimes()
    {
        const auto lesson = lessonOf(goodPage);
        QVERIFY(lesson.ok());
        const auto timeOf = [](const Workload& workload) {
            return std::optional(Seconds(workload.operationsPerElement == 2 ? 4e-3 : 2e-3));
        };
        const LessonMachine machine = machineFor(*lesson, TimeOf(timeOf));
        QCOMPARE(answerOf(*lesson, machine)->number, 2.0);
        QVERIFY(!answerInterval(*lesson, machine, [](const Workload&) { return std::optional<Interval>(); }));
        QVERIFY(!answerInterval(*lesson, machine, [](const Workload& workload) { // of one alone it would be too narrow
            return workload.operationsPerElement == 2 ? std::optional(Interval{3.6e-3, 4.4e-3}) : std::nullopt;
        }));
        // A tenth to either side of one time is a tenth of the ratio.
        const auto ofOne = answerInterval(*lesson, machine, [](const Workload& workload) {
            return std::optional(workload.operationsPerElement == 2 ? Interval{3.6e-3, 4.4e-3} : Interval{2e-3, 2e-3});
        });
        QVERIFY(ofOne && std::abs(ofOne->low - 1.8) < 1e-9 && std::abs(ofOne->high - 2.2) < 1e-9);
        // Two independent ones differ by less than their sum.
        const auto ofBoth = answerInterval(*lesson, machine, [&](const Workload& workload) {
            const double time = timeOf(workload)->value();
            return std::optional(Interval{time * 0.9, time * 1.1});
        });
        QVERIFY(ofBoth && ofBoth->low < ofOne->low && ofBoth->high > ofOne->high);
        QVERIFY(ofBoth->low > 1.6 && ofBoth->high < 2.44);
        const LessonMachine unmeasured = machineFor(*lesson,
                                                    TimeOf([](const Workload&) { return std::optional<Seconds>(); }));
        QVERIFY(!answerInterval(*lesson, unmeasured, [](const Workload&) {
            return std::optional(Interval{1.0, 2.0});
        }));
    }

    void theAnswerHasAnIntervalFromThoseOfItsReadings()
    {
        const auto none = [](const Workload&) { return std::optional<Interval>(); };
        const auto intervalOf = [&](const QString& experiment, const QString& answer, const ExperimentResult& result) {
            const auto lesson = lessonOf(
                QString(goodPage)
                    .replace(QStringLiteral("measures:"), QStringLiteral("experiment: %1\nmeasures:").arg(experiment))
                    .replace(QStringLiteral("- as long = 1\n- twice = 2\n"), QString())
                    .replace(QStringLiteral("T k=2 / T k=1 as x"), answer));
            return lesson ? answerInterval(*lesson, machineFor(*lesson, std::make_shared<ExperimentResult>(result)),
                                           none, &result)
                          : std::nullopt;
        };
        ExperimentResult mistakes{.id = "mistakes"};
        mistakes.points = {
            {.series = "measured", .label = mistake::right, .y = 10e9, .low = 10e9, .high = 10e9},
            {.series = "measured", .label = mistake::noWait, .y = 40e9, .low = 36e9, .high = 44e9},
        };
        const QString ratio = QStringLiteral("most measured / value right as x");
        QVERIFY(!intervalOf("mistakes", ratio, mistakes)); // one of them claims none
        QVERIFY(intervalOf("mistakes", "value no-wait", mistakes));
        mistakes.points.front().low = 9.9e9;
        mistakes.points.front().high = 10.1e9;
        const auto range = intervalOf("mistakes", ratio, mistakes);
        QVERIFY(range && range->low > 3.5 && range->low < 3.6 && range->high > 4.4 && range->high < 4.5);
        mistakes.points.push_back(
            {.series = "measured", .label = mistake::cached, .y = 35e9, .low = 35e9, .high = 35e9});
        QVERIFY(intervalOf("mistakes", ratio, mistakes)); // which is not the largest in any case
        mistakes.points.back().openAbove = OpenAbove::Interval;
        QVERIFY(!intervalOf("mistakes", ratio, mistakes));

        ExperimentResult products{.id = "matmul"};
        for (const auto& [x, y] : std::initializer_list<std::pair<double, double>>{{64, 1e9}, {128, 3e9}, {256, 4e9}})
            products.points.push_back(
                {.series = "fp32, vector unit", .x = x, .y = y, .low = y * 0.99, .high = y * 1.01});
        const QString reach = QStringLiteral("reach \"fp32, vector unit\" (2GFLOP / 1s)");
        const auto between = intervalOf("matmul", reach, products);
        QVERIFY(between && between->low == 64.0 && between->high == 128.0);
        products.points[1].low = 1.9e9; // so that it may not come so far yet
        const auto further = intervalOf("matmul", reach, products);
        QVERIFY(further && further->low == 64.0 && further->high == 256.0);
    }

    void aPlaceLiesBetweenItsNeighboursAsFarAsItsTimesTell()
    {
        const auto lesson = asking("place: k from 1 to 300\nanswer: rise").value();
        const LessonMachine machine = machineFor(lesson);
        const auto within = [&](double share) {
            return answerInterval(lesson, machine, [=](const Workload& workload) {
                const double time = syntheticTime(workload).value();
                return std::optional(Interval{time * (1.0 - share), time * (1.0 + share)});
            });
        };
        const auto sharp = within(0.01); // it rises from 32 on
        QVERIFY(sharp && sharp->low == 16.0 && sharp->high == 64.0);
        const auto blurred = within(0.1); // 32 to 64 may be less than half a slope
        QVERIFY(blurred && blurred->low == 16.0 && blurred->high == 128.0);
        QVERIFY(!within(0.5)); // it need not rise at all
        QVERIFY(!answerInterval(lesson, machine, [](const Workload& workload) {
            const double time = syntheticTime(workload).value();
            return workload.operationsPerElement == 8 ? std::nullopt : std::optional(Interval{time, time * 1.01});
        }));
    }

    void aPageIsRead()
    {
        const auto lesson = lessonOf(goodPage);
        QVERIFY2(lesson.ok(), lesson ? "" : lesson.error().message().c_str());
        QCOMPARE(lesson->id, "twice");
        QCOMPARE(lesson->title, "Twice the work");
        QCOMPARE(lesson->minutes, 6);
        QVERIFY(lesson->prerequisite.empty());
        QVERIFY(lesson->runsOn(DeviceKind::Cpu));
        QVERIFY(!lesson->runsOn(DeviceKind::Cuda));
        QCOMPARE(lesson->section(LessonSection::Question).text, "How long?\n");
        QCOMPARE(lesson->section(LessonSection::Why).line, 22);
        QCOMPARE(lesson->answer, "T k=2 / T k=1 as x");
        QCOMPARE(lesson->choices.size(), std::size_t{2});
        QCOMPARE(lesson->choices[1].words, "twice");
        QCOMPARE(lesson->choices[1].value, "2");
        QVERIFY(lessonOf(QString(goodPage).replace(QLatin1Char('\n'), QStringLiteral("\r\n"))).ok());
        for (const char* axes : {"axes: roofline", "axes: runtime over tensor size; roofline, moved by its slider"}) {
            const auto other = lessonOf(
                QString(goodPage).replace(QStringLiteral("axes: runtime"), QString::fromLatin1(axes)));
            QVERIFY2(other.ok(), other ? "" : other.error().message().c_str());
        }
    }

    void aMistakeIsAnErrorWithItsLine_data()
    {
        beginMistakes();
        const auto row = addMistake;
        row("no fields", "---\ntitle", "title", "Line 1: expected \"---\", which opens the lesson's fields");
        row("no end of the fields", "axes: runtime\n---\n## Question\n", "axes: runtime\n## Question\n",
            "Line 9: expected a field such as \"title: \u2026\", or \"---\" after the last one");
        row("a field that is not known", "axes:", "axis:",
            "Line 8: did you mean axes? Expected title, minutes, prerequisite, devices, work, experiment, measures or "
            "axes, not \"axis\"");
        row("a field that is like none", "axes:", "colour:",
            "Line 8: expected title, minutes, prerequisite, devices, work, experiment, measures or axes, not "
            "\"colour\"");
        row("a field that is missing", "axes: runtime\n", "",
            "Line 8: expected the field \"axes: \u2026\" before \"---\"");
        row("an empty field", "axes: runtime", "axes:", "Line 8: expected a value after \"axes:\"");
        row("a chart that is none", "axes: runtime", "axes: time over everything",
            "Line 8: column 1 of \"time over everything\": expected runtime, performance or bandwidth, not \"time\"");
        row("an axis that is none", "axes: runtime", "axes: runtime over everything",
            "Line 8: column 14 of \"runtime over everything\": expected operations per element, fusion depth, tensor "
            "size or arithmetic intensity, not \"everything\"");
        row("a second chart that is none", "axes: runtime", "axes: runtime over tensor size; bandwith over tensor size",
            "Line 8: column 27 of \"runtime over tensor size; bandwith over tensor size\": did you mean bandwidth? "
            "Expected runtime, performance or bandwidth, not \"bandwith\"");
        row("a chart without an axis that is none", "axes: runtime", "axes: rooflines",
            "Line 8: column 1 of \"rooflines\": did you mean roofline? Expected runtime, performance, bandwidth or "
            "roofline, not \"rooflines\"");
        row("a roofline over an axis", "axes: runtime", "axes: runtime; roofline over tensor size",
            "Line 8: column 10 of \"runtime; roofline over tensor size\": expected runtime, performance or bandwidth, "
            "not \"roofline\"");
        row("minutes in words", "minutes: 6", "minutes: six",
            "Line 3: expected whole minutes from 1 to 120, not \"six\"");
        row("a device that is none", "devices: cpu", "devices: cpu, tpu",
            "Line 5: expected cpu, gpu or both with a comma, not \"tpu\"");
        row("work that is none", "k=1 N", "q=1 N",
            "Line 6: column 8 of \"op=fma q=1 N=memory\": expected op=, precision=, launch=, k=, n=, d=, N= or "
            "threads=, not \"q=1\"");
        row("an experiment that is none", "measures:", "experiment: mistake\nmeasures:",
            "Line 7: there is no experiment 'mistake'; the experiments are: ");
        row("a parameter without a value", "measures:", "experiment: mistakes size\nmeasures:",
            "Line 7: expected a parameter such as size=1Mi, not \"size\"");
        row("a parameter that it has not", "measures:", "experiment: mistakes rows=8\nmeasures:", "Line 7: ");
        row("a value of an experiment that is not named", "{T k=2}", "{value right}",
            "Line 18: column 1 of \"value right\": expected the field \"experiment: \u2026\" in the lesson, which "
            "\"value\" reads");
        row("a section that is missing", "## Do\nMeasure {T k=2}.\n", "",
            "Line 17: expected \"## Do\", not \"## What did you see?\"");
        row("the last section is missing", "## Transfer\nAnd?\n", "",
            "Line 25: expected \"## Transfer\" before the end");
        row("one section too many", "And?\n", "And?\n## More\n",
            "Line 28: expected no further heading, not \"## More\"");
        row("text before the sections", "---\n## Question", "---\nHello\n## Question",
            "Line 10: expected \"## Question\"");
        row("an empty section", "So?\n", "\n", "Line 20: expected a text under \"## What did you see?\"");
        row("no answer", "answer: T k=2 / T k=1 as x\n", "",
            "Line 13: expected \"answer: EXPRESSION\" under \"## "
            "Predict\"");
        row("two answers", "answer: T k=2 / T k=1 as x", "answer: 1\nanswer: 2",
            "Line 17: expected one answer; there is one already");
        row("a choice without a value", "- twice = 2", "- twice",
            "Line 15: expected a choice such as \"- twice as long = 2\"");
        row("one choice", "- twice = 2\n", "",
            "Line 14: expected two choices or more, or none where a number is asked");
        row("choices beside a place", "answer: T k=2 / T k=1 as x", "place: k from 1 to 512\nanswer: rise",
            "Line 14: expected no choices beside \"place:\" or \"curve:\"");
        row("an answer beside a curve", "- as long = 1\n- twice = 2\n", "curve: k from 1 to 512\n",
            "Line 15: expected no answer beside \"curve:\", which is compared with the times that are measured along "
            "it");
        row("a place without an answer", "- as long = 1\n- twice = 2\nanswer: T k=2 / T k=1 as x\n",
            "place: k from 1 to 512\n", "Line 13: expected \"answer: EXPRESSION\" under \"## Predict\"");
        row("two places", "- as long = 1\n- twice = 2", "place: k from 1 to 512\nplace: N from 1 to 4Ki",
            "Line 15: expected one \"place:\" or \"curve:\"; there is one already");
        row("an axis that is none", "- as long = 1\n- twice = 2", "place: x from 1 to 512",
            "Line 14: expected k, d or N and its ends, such as \"k from 1 to 512\", not \"x from 1 to 512\"");
        row("a place without ends", "- as long = 1\n- twice = 2", "place: k",
            "Line 14: expected k, d or N and its ends, such as \"k from 1 to 512\", not \"k\"");
        row("an end that is none", "- as long = 1\n- twice = 2", "place: k from 1 to 2Q",
            "Line 14: column 1 of \"2Q\": expected a number such as 8, 32Mi, 64B, 2FLOP or 1.5us, not \"2Q\"");
        row("an expression in a text", "{T k=2}", "{T k=}",
            "Line 18: column 5 of \"T k=\": expected a number, roof, ridge, level, T, model, flop, bytes, memory, "
            "cache, all, value, most, reach, guess, min, max or \"(\", not the end");
        row("an expression over two lines", "bandwidth.dram}", "dram}",
            "Line 22: column 6 of \"roof\ndram\": expected the id of a roof: bandwidth.dram (or l1, l2, l3; each also "
            ".read, .write, .copy), compute.fp32.fma (or another precision and operation, or matrix), latency.dram, "
            "launch.wait_each, launch.queued, launch.graph or launch.fixed, not \"dram\"");
        row("a roof that is mistyped", "bandwidth.dram}", "bandwidth.drma}",
            "Line 22: column 6 of \"roof\nbandwidth.drma\": did you mean bandwidth.dram? Expected the id of a roof: ");
        row("an end with a unit", "- as long = 1\n- twice = 2\nanswer: T k=2 / T k=1 as x",
            "place: k from 1us to 512\nanswer: rise",
            "Line 14: expected a number without a unit, which has a place on the axis k, not \"1us\", which is in s");
        row("a place with a unit", "- as long = 1\n- twice = 2\nanswer: T k=2 / T k=1 as x",
            "place: N from 1 to memory\nanswer: level l2",
            "Line 15: expected a number without a unit, which has a place on the axis N, not \"level l2\", which is in "
            "B");
        row("an expression in a later line", "Far right.", "Far\nright {T x=1}.",
            "Line 26: column 3 of \"T x=1\": expected op=, precision=, launch=, k=, n=, d=, N= or threads=, not "
            "\"x=1\"");
        row("a brace that is open", "dram}.\n", "dram.\n", "Line 22: expected \"}\" after \"{\"");
        row("the answer", "answer: T k=2", "answer: U k=2",
            "Line 16: column 1 of \"U k=2 / T k=1 as x\": expected a number, roof, ridge, level, T, model, flop, "
            "bytes, memory, cache, all, value, most, reach, guess, min, max or \"(\", not \"U\"");
        row("a choice's value", "twice = 2", "twice = two",
            "Line 15: column 1 of \"two\": expected a number, roof, ridge, level, T, model, flop, bytes, memory, "
            "cache, all, value, most, reach, guess, min, max or \"(\", not \"two\"");
    }
    void aMistakeIsAnErrorWithItsLine()
    {
        const QString page = withMistake(goodPage);
        const QString message = messageOfMistake();
        QVERIFY(!page.isNull());
        const auto lesson = lessonOf(page);
        QVERIFY(!lesson);
        const QString said = QString::fromStdString(lesson.error().message());
        QVERIFY2(message.endsWith(QLatin1Char(' ')) ? said.startsWith(message) && said != message : said == message,
                 qPrintable(said));
    }

    void itsExperimentIsTheResultThatItReads()
    {
        const Lesson lesson = lessonOf(QString(goodPage)
                                           .replace(QStringLiteral("measures:"),
                                                    QStringLiteral("experiment: mistakes rounds=6\nmeasures:"))
                                           .replace(QStringLiteral("{T k=2}"),
                                                    QStringLiteral("{value right * T k=3 * T k=4 / 1s}"))
                                           .replace(QStringLiteral("So?"), QStringLiteral("{value rihgt}")))
                                  .value();
        QCOMPARE(lesson.experiment->info().id, "mistakes");
        QCOMPARE(lesson.parameters.number("rounds"), std::int64_t{6});
        ExperimentResult result{
            .id = "mistakes", .device = "cpu", .threads = syntheticThreads, .parameters = lesson.parameters.texts()};
        result.points = {{.series = "measured", .label = mistake::right, .y = 1.0}};
        QVERIFY(isItsResult(lesson, result, "cpu", syntheticThreads));
        QVERIFY(!isItsResult(lesson, result, "cuda:0", syntheticThreads) && !isItsResult(lesson, result, "cpu", 1));
        result.parameters["rounds"] = "7";
        QVERIFY(!isItsResult(lesson, result, "cpu", syntheticThreads));
        QVERIFY(!isItsResult(lessonOf(goodPage).value(), result, "cpu", syntheticThreads));
        // What is timed besides is asked for before the experiment has run, too.
        QCOMPARE(measuredWorkloads(lesson, machineFor(lesson)).size(), std::size_t{4});
        QVERIFY(!mistakeOf(lesson, machineFor(lesson)));
        const auto mistaken = mistakeOf(lesson, machineFor(lesson, std::make_shared<ExperimentResult>(result)));
        QVERIFY(mistaken);
        QCOMPARE(mistaken->message(), "Line 21: the experiment mistakes has no \"rihgt\" in plot 1; expected one of "
                                      "\"measured\", \"right\"");
    }

    void aSectionHasAtMostSixtyWordsAndAnExpressionIsOne()
    {
        const auto withWords = [](int words) {
            QString text = QStringLiteral("{bytes k=1 / roof bandwidth.dram}, ");
            for (int i = 1; i < words; ++i)
                text += QStringLiteral("word ");
            return lessonOf(QString(goodPage).replace(QStringLiteral("So?"), text));
        };
        QVERIFY(withWords(60).ok());
        const auto tooLong = withWords(61);
        QVERIFY(!tooLong);
        QCOMPARE(QString::fromStdString(tooLong.error().message()),
                 QStringLiteral("Line 20: expected at most 60 words under \"## What did you see?\", not 61"));
    }

    void aPlaceIsWhereTheMeasuredRuntimeBeginsToRise()
    {
        const auto lesson = asking("place: k from 1 to 300\nanswer: rise");
        QVERIFY2(lesson.ok(), lesson ? "" : lesson.error().message().c_str());
        QCOMPARE(lesson->asks, LessonAsks::Place);
        QCOMPARE(lesson->section(LessonSection::Predict).text, "Say it.\n\n\n");
        const LessonMachine machine = machineFor(*lesson);
        const std::vector<Workload> along = stretchWorkloads(*lesson, machine);
        QCOMPARE(along.size(), std::size_t{10}); // 1, 2, 4 … 256 and 300
        QCOMPARE(along.back(), moved(machine.base, AxisKind::Operations, 300));
        QCOMPARE(measuredWorkloads(*lesson, machine).size(), std::size_t{10});
        // Its ridge point is at 40 operations, and the first octave with half the slope begins at 32.
        QCOMPARE(answerOf(*lesson, machine).value(), (LessonValue{32.0, {}}));
        LessonAnswers answers{.lesson = "twice", .prediction = 64.0};
        addMeasured(answers, *lesson, machine);
        QCOMPARE(answers.axis, "k");
        QCOMPARE(answers.measured, std::optional(32.0));
        const auto judged = judgePrediction(*lesson, answers, Interval{16.0, 48.0});
        QVERIFY(judged && judged->verdict == NumberVerdict::TooHigh && judged->factor == 2.0);
        const auto before = asking("place: k from 1 to 16\nanswer: rise").value();
        QCOMPARE(answerOf(before, machineFor(before)).error().message(),
                 "The measured runtime does not begin to rise between 1 and 16 operations per element.");
        const auto partly = machineFor(*lesson, [](const Workload& workload) {
            return workload.operationsPerElement < 64 ? std::optional(syntheticTime(workload)) : std::nullopt;
        });
        QCOMPARE(answerOf(*lesson, partly).error().kind, ErrorKind::Unavailable);
    }

    void aPlaceMayBeWhatAnExpressionComesTo()
    {
        const auto lesson = asking("place: N from 1 to memory\nanswer: cache").value();
        const LessonMachine machine = machineFor(lesson);
        QCOMPARE(answerOf(lesson, machine)->number, evaluate("cache", machine)->number);
        const auto depths = asking("place: d from 1 to 12\nanswer: rise").value();
        LessonMachine chain = machineFor(depths);
        chain.base.chainLength = 12;
        std::vector<int> at;
        for (const Workload& workload : stretchWorkloads(depths, chain))
            at.push_back(workload.fusionDepth);
        QCOMPARE(at, (std::vector<int>{1, 2, 4, 12})); // those that divide it
        for (const char* stretch : {"k from 8 to 2", "k from 4 to 4", "N from 1 to 1e15", "N from (1/4) to 8"}) {
            const auto none = asking("place: " + std::string(stretch) + "\nanswer: rise").value();
            QVERIFY2(stretchWorkloads(none, machineFor(none)).empty(), stretch);
            QVERIFY2(mistakeOf(none, machineFor(none)), stretch);
        }
        const auto reversed = asking("place: k from 8 to 2\nanswer: rise").value();
        QCOMPARE(
            mistakeOf(reversed, machineFor(reversed))->message(),
            "Line 14: expected two ends of the axis k from 1 on, the lower one first, with at most 30 powers of two "
            "between them, not 8 and 2");
        QVERIFY(!mistakeOf(lesson, machine));
    }

    void whatIsNoPredictionIsRefused()
    {
        const Lesson factor = lessonOf(goodPage).value();
        QVERIFY(checkPrediction(factor, 0.5).ok());
        for (const double number : {0.0, -2.0})
            QVERIFY2(checkPrediction(factor, number).error().message().starts_with("A factor is above 0: "),
                     std::to_string(number).c_str());
        const Lesson time = asking("answer: T k=2").value();
        QVERIFY(checkPrediction(time, 1e-3).ok() && !checkPrediction(time, 0.0).ok());
        QVERIFY(checkPrediction(asking("answer: T k=2 / T k=1 as %").value(), 0.0).ok());
        const Lesson place = asking("place: k from 1 to 512\nanswer: rise").value();
        QVERIFY(checkPrediction(place, 1.0).ok());
        QCOMPARE(checkPrediction(place, 0.5).error().message(),
                 "A place on the axis of operations per element is 1 or more; predict one, such as 16.");
    }

    void whatOnlyTheMachineTellsIsAMistakeBeforeAnythingIsMeasured()
    {
        const auto mistakeIn = [](const char* expression) {
            const Lesson lesson =
                lessonOf(QString(goodPage).replace(QStringLiteral("{T k=2}"), QLatin1String(expression))).value();
            const auto mistake = mistakeOf(lesson, machineFor(lesson, TimeOf()));
            return mistake ? QString::fromStdString(mistake->message()) : QString();
        };
        QCOMPARE(mistakeIn("{T d=4 n=16}"), QString()); // in any order
        QCOMPARE(
            mistakeIn("{T n=4 d=16}"),
            QStringLiteral("Line 18: column 2 of \"T n=4 d=16\": expected a workload that exists: The fusion depth "
                           "is 16; give a whole number from 1 to 4."));
        QVERIFY(mistakeIn("{T n=32Mi}")
                    .startsWith(QStringLiteral("Line 18: column 5 of \"T n=32Mi\": expected a number "
                                               "from 1 to ")));
        QCOMPARE(mistakeIn("{1s / (T k=2 - T k=4)}"), QString()); // no two times are alike
        QCOMPARE(mistakeIn("{roof bandwidth.l4}"), QString());    // which this device has not
    }

    void aCurveIsComparedWithTheTimesAlongIt()
    {
        const auto lesson = asking("curve: k from 1 to 128");
        QVERIFY2(lesson.ok(), lesson ? "" : lesson.error().message().c_str());
        const LessonMachine machine = machineFor(*lesson);
        LessonAnswers answers{.lesson = "twice", .curve = {{1.0, 1e-3}, {128.0, 1e-1}}};
        addMeasured(answers, *lesson, machine);
        QCOMPARE(answers.measuredCurve.size(), std::size_t{8});
        QCOMPARE(answers.measuredCurve.front(), (CurvePlace{1.0, syntheticTime(machine.base).value()}));
        QVERIFY(!answers.measured && !judgePrediction(*lesson, answers, {}));
        QCOMPARE(answers.measuredNumber(), std::optional(32.0));
    }

    void aPageThatIsCutOffAnywhereIsAnError()
    {
        for (qsizetype length = 0; length < goodPage.size() - 6; ++length)
            QVERIFY2(!lessonOf(goodPage.left(length)), qPrintable(QString::number(length)));
        QVERIFY(!parseLesson(std::string(100000, 'x'), "large"));
    }

    void itsWorkIsThatOfTheMachine()
    {
        const Lesson lesson = lessonOf(QString(goodPage).replace(QStringLiteral("k=1 N=memory"),
                                                                 QStringLiteral("k=3 N=memory precision=fp64")))
                                  .value();
        const LessonMachine machine = machineFor(lesson);
        QCOMPARE(machine.base.operationsPerElement, std::int64_t{3});
        QCOMPARE(machine.base.threads, syntheticThreads);
        QCOMPARE(evaluate("T N=memory", machine)->number, evaluate("T", machine)->number); // the same numbers of fp64
        DeviceInfo gpu = syntheticDevice();
        gpu.kind = DeviceKind::Cuda;
        const auto onGpu = lessonMachine(lesson, gpu, {}, 0, {});
        QVERIFY(!onGpu);
        QCOMPARE(QString::fromStdString(onGpu.error().message()),
                 QStringLiteral("The lesson \"Twice the work\" is for a processor; choose it in the list of devices."));
    }

    void itNamesWhatItNeedsMeasuredOnce()
    {
        const Lesson lesson = lessonOf(goodPage).value();
        const LessonMachine machine = machineFor(lesson);
        const std::vector<Workload> needed = measuredWorkloads(lesson, machine);
        QCOMPARE(needed.size(), std::size_t{2});
        QCOMPARE(needed[0].operationsPerElement, std::int64_t{2}); // in the order of the page: the answer comes first
        QCOMPARE(needed[1], machine.base);
    }

    void unknownValuesAreDashes()
    {
        const Lesson lesson = lessonOf(goodPage).value();
        const LessonMachine unmeasured = machineFor(lesson, TimeOf());
        QCOMPARE(filledText(lesson.section(LessonSection::Do).text, unmeasured, written), "Measure \u2013.\n");
        QCOMPARE(filledText(lesson.section(LessonSection::Why).text, unmeasured, written), "Memory, 40.0 GB/s.\n");
        QCOMPARE(filledText("a {b", unmeasured, written), "a {b");
    }

    void anAnswerToChooseIsRightForNumbersNearIt()
    {
        const auto lesson = lessonOf(goodPage);
        QVERIFY2(lesson.ok(), lesson ? "" : lesson.error().message().c_str());
        const LessonMachine machine = machineFor(*lesson);
        QCOMPARE(choiceFor(0.984, *lesson, machine), std::string("as long"));
        QCOMPARE(choiceFor(1.9, *lesson, machine), std::string("twice"));
        QCOMPARE(choiceFor(1.4, *lesson, machine), std::string());
        QCOMPARE(choiceFor(0.815, *lesson, machine, Interval{0.7, 1.1}), std::string("as long"));
        QCOMPARE(choiceFor(1.4, *lesson, machine, Interval{0.9, 2.1}), std::string()); // either may be
        QCOMPARE(choiceFor(1.9, *lesson, machine, Interval{0.9, 2.1}), std::string("twice"));
    }
    void theFolderHasTheShippedLessonsAndNoOthers() { QCOMPARE(filesIn("lessons/en"), filesOf(shippedLessonPages())); }

    void aShippedLessonIsRightOnTheMadeUpDevice_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("answer");
        // By the roofs: 400 GFLOP/s, 200 GB/s from L3, 40 GB/s from memory, launches of 1 us; with the corner rounded.
        const std::map<std::string_view, double> answers{{"double-the-work", 1.0},
                                                         {"fusion-or-passes", 15.9},
                                                         {"one-or-2048", 1.007},
                                                         {"twice-the-threads", 2.0},
                                                         {"which-bandwidth", 4.99},
                                                         {"one-kernel-two-regimes", 8.0},
                                                         {"passes-in-a-cache", 14.10},
                                                         {"a-faster-chip", 80.0},
                                                         // Products at half of 400 GFLOP/s, whatever their size.
                                                         {"bounds-of-a-product", 2.0},
                                                         {"size-of-a-product", 64.0},
                                                         {"batch-for-weights", 8.0},
                                                         {"zeros-or-noise", 1.0},
                                                         {"six-wrong-ways", 12.8},
                                                         {"who-waits", 1.0}};
        for (const LessonPage& page : shippedLessonPages())
            QTest::newRow(std::string(page.id).c_str())
                << QByteArray(page.id.data(), static_cast<qsizetype>(page.id.size()))
                << QByteArray(page.text.data(), static_cast<qsizetype>(page.text.size()))
                << (answers.contains(page.id) ? answers.at(page.id) : 0.0);
    }
    void aShippedLessonIsRightOnTheMadeUpDevice()
    {
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, text);
        QFETCH(double, answer);
        const auto lesson = parseLesson(text.toStdString(), id.toStdString());
        QVERIFY2(lesson.ok(), lesson ? "" : lesson.error().message().c_str());
        QVERIFY(lesson->minutes <= 8);
        const auto isShipped = [&](const LessonPage& page) { return page.id == lesson->prerequisite; };
        QVERIFY(lesson->prerequisite.empty() || std::ranges::any_of(shippedLessonPages(), isShipped));
        const LessonMachine machine = machineFor(*lesson, resultFor(*lesson));
        for (const LessonExpression& expression : expressionsOf(*lesson)) {
            const auto value = evaluate(expression.text, machine);
            QVERIFY2(value.ok(), value ? "" : value.error().message().c_str());
            QVERIFY(value->number > 0.0);
        }
        const LessonValue value = answerOf(*lesson, machine).value();
        QVERIFY2(std::abs(value.number / answer - 1.0) < 0.02, std::to_string(value.number).c_str());
        LessonAnswers answers;
        addMeasured(answers, *lesson, machine);
        QCOMPARE(answers.offered.size(), lesson->choices.size());
        QCOMPARE(answers.isByRoofs, id == "a-faster-chip"); // the chip is not there to be measured
        QVERIFY(lesson->experiment != nullptr || measuredWorkloads(*lesson, machine).size() >= 2);
        // Nothing of a section before the measurement may need it.
        const LessonMachine before = machineFor(*lesson, TimeOf());
        for (const LessonSection section : {LessonSection::Question, LessonSection::Predict, LessonSection::Do})
            QVERIFY(!QString::fromStdString(filledText(lesson->section(section).text, before, written))
                         .contains(QChar(0x2013)));
    }
    /// Where each pass is waited for, as long as the pass itself takes, a cache of a GPU looks slower than its memory:
    /// "passes-in-a-cache" came to 0.75 on an H200, the cached data of "six-wrong-ways" to 0.78.
    void aCacheIsFasterThanMemoryOnAGpuToo_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("ratio");
        QTest::newRow("bandwidth") << QByteArray("which-bandwidth") << QByteArray();
        QTest::newRow("passes") << QByteArray("passes-in-a-cache") << QByteArray();
        QTest::newRow("regimes") << QByteArray("one-kernel-two-regimes")
                                 << QByteArray("(flop k=8 / T k=8) / (flop k=8 N=memory / T k=8 N=memory)");
        QTest::newRow("ways to time") << QByteArray("six-wrong-ways") << QByteArray("value cached / value right");
    }
    void aCacheIsFasterThanMemoryOnAGpuToo()
    {
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, ratio);
        const auto page = std::ranges::find(shippedLessonPages(), std::string_view(id.constData()), &LessonPage::id);
        QVERIFY(page != shippedLessonPages().end());
        const auto lesson = parseLesson(std::string(page->text), std::string(page->id));
        QVERIFY2(lesson.ok() && lesson->runsOn(DeviceKind::Cuda), lesson ? "" : lesson.error().message().c_str());
        DeviceInfo device = syntheticDevice();
        device.kind = DeviceKind::Cuda;
        const RoofSet roofs = roofsOfAnH200();
        const auto timeOf = [&](const Workload& workload) {
            const auto prediction = predict(workload, roofs, DeviceKind::Cuda);
            return prediction ? std::optional(prediction->time) : std::nullopt;
        };
        const LessonMachine machine =
            lessonMachine(*lesson, device, roofs, 0, timeOf, resultByRoofs(*lesson, roofs, device)).value();
        const auto value = ratio.isEmpty() ? answerOf(*lesson, machine) : evaluate(ratio.toStdString(), machine);
        QVERIFY2(value.ok(), value ? "" : value.error().message().c_str());
        QVERIFY2(value->number > 1.2, std::to_string(value->number).c_str());
    }
};

RIDGEPOINT_TEST(LessonPageTest)
#include "lesson_page_test.moc"
