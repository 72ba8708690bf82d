// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/answer_doubt.h"
#include "core/lesson/lesson_prediction.h"
#include "core/model/prediction.h"
#include "tests/support/test_main.h"
#include "tests/unit/lesson/synthetic_lesson.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

Lesson shippedLesson(std::string_view id)
{
    const auto pages = shippedLessonPages();
    const auto page = std::ranges::find(pages, id, &LessonPage::id);
    return page != pages.end() ? parseLesson(page->text, std::string(id)).value() : Lesson{};
}

/// Of one and of two operations on each number: so many times as long as the roofs predict.
struct Twice {
    double one = 1.0;
    double two = 1.0;
    FlagSet flags{};      ///< of the time of two
    FlagSet otherFlags{}; ///< of a time that is not in the answer
};

std::optional<AnswerDoubt> doubtOf(const Twice& measured, const std::optional<Interval>& range)
{
    const Lesson lesson = shippedLesson("double-the-work");
    const RoofSet roofs = syntheticRoofs(syntheticThreads);
    const auto timeOf = [=](const Workload& workload) -> std::optional<Seconds> {
        const auto prediction = predict(workload, roofs, DeviceKind::Cpu);
        return prediction
                 ? std::optional(prediction->time * (workload.operationsPerElement == 2 ? measured.two : measured.one))
                 : std::nullopt;
    };
    const auto machine = lessonMachine(lesson, syntheticDevice(), roofs, syntheticThreads, timeOf);
    if (!machine)
        return std::nullopt;
    std::vector<Sample> samples;
    for (const int operations : {1, 2, 64}) {
        Sample sample{.workload = machine->base};
        sample.workload.operationsPerElement = operations;
        sample.time = timeOf(sample.workload).value_or(Seconds());
        sample.low = sample.time * 0.99;
        sample.high = sample.time * 1.01;
        sample.rounds = 8;
        sample.flags = operations == 2 ? measured.flags : operations == 64 ? measured.otherFlags : FlagSet{};
        samples.push_back(sample);
    }
    return answerDoubt(lesson, *machine, samples, range);
}

/// A batch of eight rows beside one row, which the roofs predict to take hardly longer.
std::optional<AnswerDoubt> doubtOfBatch(double times, int busyPlot)
{
    const Lesson lesson = shippedLesson("batch-for-weights");
    auto result = std::make_shared<ExperimentResult>(ExperimentResult{.id = "tensor-size", .device = "cpu"});
    for (const Provenance provenance : {Provenance::Predicted, Provenance::Measured})
        for (const double rows : {1.0, 8.0}) {
            const double y = rows == 1.0 ? 1e-3 : provenance == Provenance::Measured ? times * 1e-3 : 1.01e-3;
            result->points.push_back(
                {.series = "weights", .x = rows, .y = y, .low = y, .high = y, .provenance = provenance, .plot = 2});
        }
    result->points.push_back({.series = "fma", .x = 8.0, .y = 1.0, .low = 1.0, .high = 1.0});
    for (ExperimentPoint& point : result->points)
        if (point.plot == busyPlot && point.provenance == Provenance::Measured)
            point.flags = Flag::MachineBusy;
    const auto machine = lessonMachine(
        lesson, syntheticDevice(), syntheticRoofs(syntheticThreads), syntheticThreads,
        [](const Workload&) { return std::optional<Seconds>(); }, result);
    return machine ? answerDoubt(lesson, *machine, {}, std::nullopt, result.get()) : std::nullopt;
}

/// Where a runtime begins to rise on a busy machine, so many times as far as the roofs predict.
std::optional<AnswerDoubt> doubtOfRise(std::int64_t farther)
{
    const Lesson lesson = shippedLesson("one-kernel-two-regimes");
    const RoofSet roofs = syntheticRoofs(syntheticThreads);
    const auto timeOf = [=](const Workload& workload) -> std::optional<Seconds> {
        const std::int64_t operations = coordinate(workload, AxisKind::Operations);
        const auto prediction = predict(
            moved(workload, AxisKind::Operations, std::max<std::int64_t>(1, operations / farther)), roofs,
            DeviceKind::Cpu);
        return prediction ? std::optional(prediction->time) : std::nullopt;
    };
    const auto machine = lessonMachine(lesson, syntheticDevice(), roofs, syntheticThreads, timeOf);
    if (!machine || !answerOf(lesson, *machine))
        return AnswerDoubt{AnswerDoubt::Cause::Unknown, {}}; // which no test expects
    std::vector<Sample> samples;
    for (const Workload& workload : stretchWorkloads(lesson, *machine)) {
        samples.push_back({.workload = workload});
        samples.back().flags = Flag::MachineBusy;
    }
    return answerDoubt(lesson, *machine, samples, std::nullopt);
}

/// An answer to the products by size, of which a busy machine measured others than the roofs predict.
std::optional<AnswerDoubt> doubtOfProducts(std::string_view answer)
{
    Lesson lesson = shippedLesson("size-of-a-product");
    lesson.answer = answer;
    auto result = std::make_shared<ExperimentResult>(ExperimentResult{.id = "matmul", .device = "cpu"});
    const auto put = [&](double x, double y, Provenance provenance) {
        result->points.push_back(
            {.series = "fp32, vector unit", .x = x, .y = y, .low = y, .high = y, .provenance = provenance});
        if (provenance == Provenance::Measured)
            result->points.back().flags = Flag::MachineBusy;
    };
    for (const double x : {64.0, 128.0, 256.0}) {
        put(x, 8e9, Provenance::Predicted);
        put(x, x == 256.0 ? 8e9 : 1e9, Provenance::Measured);
    }
    const auto machine = lessonMachine(
        lesson, syntheticDevice(), syntheticRoofs(syntheticThreads), syntheticThreads,
        [](const Workload&) { return std::optional<Seconds>(); }, result);
    if (!machine || !answerOf(lesson, *machine))
        return AnswerDoubt{AnswerDoubt::Cause::Unknown, {}}; // which no test expects
    return answerDoubt(lesson, *machine, {}, std::nullopt, result.get());
}

/// A predicted factor held against the measured one.
std::optional<NumberJudgement> judged(const Lesson& lesson, double predicted, double measured,
                                      const std::optional<Interval>& range)
{
    return judgePrediction(lesson, {.lesson = lesson.id, .prediction = predicted, .unit = "x", .measured = measured},
                           range);
}

} // namespace

class AnswerDoubtTest : public Case {
    Q_OBJECT
private slots:
    void aNumberIsFarOutsideItsIntervalAndByAFactor()
    {
        QVERIFY(isFarFromRoofs(0.832, Interval{0.727, 0.933}, 1.0, likeRoofs));
        QVERIFY(!isFarFromRoofs(0.832, Interval{0.65, 1.05}, 1.0, likeRoofs)); // the interval says that it may be
        QVERIFY(!isFarFromRoofs(0.95, Interval{0.94, 0.96}, 1.0, likeRoofs));  // roofs are no more certain
        QVERIFY(isFarFromRoofs(17.7, {}, 1.01, withoutOverlap));
        QVERIFY(!isFarFromRoofs(1.9, {}, 1.0, withoutOverlap));
        QVERIFY(!isFarFromRoofs(0.0, {}, 1.0, likeRoofs) && !isFarFromRoofs(1.0, {}, 0.0, likeRoofs));
    }

    void aDisturbedAnswerThatTheRoofsDoNotAllowIsDoubted()
    {
        const Interval range{0.727, 0.933};
        const auto doubt = doubtOf({.two = 0.832, .flags = Flag::MachineBusy}, range);
        QVERIFY(doubt && doubt->cause == AnswerDoubt::Cause::OtherPrograms);
        QCOMPARE(doubt->byRoofs.unit, "x");
        QVERIFY(std::abs(doubt->byRoofs.number - 1.0) < 0.01);
        QVERIFY(!doubtOf({.two = 1.04, .flags = Flag::MachineBusy}, Interval{1.02, 1.06})); // as the roofs say
        QVERIFY(!doubtOf({.two = 1.3}, Interval{1.2, 1.4}));                                // on a quiet machine
        QVERIFY(!doubtOf({.two = 1.3, .otherFlags = Flag::MachineBusy}, Interval{1.2, 1.4}));
    }

    void anAnswerThatNoOverlapExplainsIsDoubtedOnAQuietMachineToo()
    {
        const auto doubt = doubtOf({.two = 2.5}, Interval{2.4, 2.6});
        QVERIFY(doubt && doubt->cause == AnswerDoubt::Cause::Unknown);
        const auto faster = doubtOf({.one = 0.8, .two = 0.5}, Interval{0.61, 0.64}); // than memory's roof allows
        QVERIFY(faster && faster->cause == AnswerDoubt::Cause::Roofs);
        QVERIFY(!doubtOf({.one = 0.8, .two = 0.8}, Interval{0.98, 1.02}));
    }

    void whatAnExperimentMeasuredIsDoubtedWhereItsOwnPointsAreDisturbed()
    {
        const auto doubt = doubtOfBatch(17.7, 2);
        QVERIFY(doubt && doubt->cause == AnswerDoubt::Cause::OtherPrograms);
        QVERIFY(std::abs(doubt->byRoofs.number - 1.01) < 1e-9);
        QVERIFY(!doubtOfBatch(17.7, 0)); // another plot was disturbed
        QVERIFY(!doubtOfBatch(1.05, 2));
    }

    void aPlaceMayBeTheNextMeasuredOne()
    {
        QVERIFY(!doubtOfRise(1));
        QVERIFY(!doubtOfRise(2));
        const auto doubt = doubtOfRise(4);
        QVERIFY(doubt && doubt->cause == AnswerDoubt::Cause::OtherPrograms);
        QVERIFY(doubt->byRoofs.number > 1.0);
    }

    void whereACurveReachesAValueAndAQuestionOfAnExperimentAreNotDoubted()
    {
        const auto doubt = doubtOfProducts("value \"fp32, vector unit\" x=64");
        QVERIFY(doubt && doubt->cause == AnswerDoubt::Cause::OtherPrograms);
        QVERIFY(!doubtOfProducts("reach \"fp32, vector unit\" (most \"fp32, vector unit\" / 2)"));
        QVERIFY(!doubtOfProducts("guess"));
    }

    void theGroundsOfAnAnswerAreThoseOfItsTimes()
    {
        const Lesson lesson = shippedLesson("double-the-work");
        const RoofSet roofs = syntheticRoofs(syntheticThreads);
        const auto grounds = [&](double times, FlagSet ofTwo, bool areOfOneState = true) {
            const auto timeOf = [&](const Workload& workload) {
                const auto prediction = predict(workload, roofs, DeviceKind::Cpu);
                return prediction ? std::optional(prediction->time * times) : std::nullopt;
            };
            const auto machine = lessonMachine(lesson, syntheticDevice(), roofs, syntheticThreads, timeOf).value();
            std::vector<Sample> samples;
            for (const Workload& workload : measuredWorkloads(lesson, machine)) {
                Sample sample{.workload = workload};
                sample.time = timeOf(workload).value_or(Seconds());
                sample.low = sample.time * 0.99;
                sample.high = sample.time * 1.01;
                sample.rounds = 8;
                sample.flags = workload.operationsPerElement == 2 ? ofTwo : FlagSet{};
                samples.push_back(sample);
            }
            return answerGrounds(lesson, machine, samples, nullptr, areOfOneState);
        };
        const AnswerGrounds usual = grounds(1.0, {});
        QVERIFY(usual.range && usual.range->low < 1.0 && usual.range->high > 1.0);
        QVERIFY(!usual.doubt && !usual.contradictsRoofs);
        QVERIFY(!grounds(1.0, Flag::FewReadings).range); // that of the others would be too narrow
        QVERIFY(!grounds(1.0, {}, false).range);
        const AnswerGrounds faster = grounds(0.5, {}); // than any roof allows, and in the same proportion
        QVERIFY(faster.contradictsRoofs && !faster.doubt);
    }

    void withoutAnIntervalAPredictionIsCloseAtBest()
    {
        const Lesson factor = shippedLesson("double-the-work");
        for (const double predicted : {1.9, 2.0}) {
            QCOMPARE(judged(factor, predicted, 2.0, Interval{1.95, 2.05})->verdict, NumberVerdict::Right);
            QCOMPARE(judged(factor, predicted, 2.0, Interval{1.0, 4.0})->verdict, NumberVerdict::Close);
            QCOMPARE(judged(factor, predicted, 2.0, {})->verdict, NumberVerdict::Close);
        }
        // What follows from roofs alone was not measured, and has none.
        const LessonAnswers byRoofs{.lesson = "x", .prediction = 38.0, .measured = 40.0, .isByRoofs = true};
        QCOMPARE(judgePrediction(shippedLesson("a-faster-chip"), byRoofs, {})->verdict, NumberVerdict::Right);
    }

    void whoSaysThatNothingDiffersIsNotRightAboutADifference()
    {
        const Lesson lesson = shippedLesson("zeros-or-noise");
        const auto verdict = [&](double predicted, double measured) {
            return judged(lesson, predicted, measured, Interval{measured * 0.99, measured * 1.01})->verdict;
        };
        QCOMPARE(verdict(1.0, 1.1), NumberVerdict::Close);
        QCOMPARE(verdict(1.06, 1.1), NumberVerdict::Right);
        QCOMPARE(verdict(1.2, 1.1), NumberVerdict::Close); // twice the difference
        QCOMPARE(verdict(1.0, 0.9), NumberVerdict::Close);
        QCOMPARE(verdict(1.1, 1.0), NumberVerdict::Close); // and who says that something does, where nothing does
        QCOMPARE(verdict(1.0, 1.04), NumberVerdict::Right);
        QCOMPARE(verdict(1.8, 2.0), NumberVerdict::Right); // far from 1 a factor is as any other number
        QCOMPARE(judged(lesson, 1.0, 1.1, Interval{0.98, 1.2})->verdict, NumberVerdict::Right); // it may be
        // Among answers to choose there is none that is nearer.
        QCOMPARE(judged(shippedLesson("double-the-work"), 1.0, 1.1, Interval{1.09, 1.11})->verdict,
                 NumberVerdict::Right);
    }

    void aPredictionIsJudgedByOneRule()
    {
        const Lesson factor = shippedLesson("double-the-work");
        QCOMPARE(judged(factor, 1.9, 2.0, Interval{1.8, 2.2})->verdict, NumberVerdict::Right);
        QCOMPARE(judged(factor, 1.9, 2.0, Interval{1.0, 4.0})->verdict, NumberVerdict::Close);
        QCOMPARE(judged(factor, 1.65, 2.0, {})->verdict, NumberVerdict::Close);
        QCOMPARE(judged(factor, 3.0, 2.0, Interval{1.0, 4.0})->verdict, NumberVerdict::Undecided);
        QCOMPARE(judged(factor, 1.0, 2.0, {})->verdict, NumberVerdict::TooLow);
        QCOMPARE(judged(factor, 8.0, 2.0, {})->factor, 4.0);
        QVERIFY(!judgePrediction(factor, {.lesson = "x", .prediction = 1.0}, {})); // was not measured
        QVERIFY(!judged(factor, 0.0, 2.0, {}));
        // Of a place the interval is the distance of those that were measured, and no noise.
        const Lesson place = shippedLesson("size-of-a-product");
        QCOMPARE(judged(place, 300.0, 256.0, Interval{128.0, 384.0})->verdict, NumberVerdict::Right);
        QCOMPARE(judged(factor, 300.0, 200.0, Interval{128.0, 384.0})->verdict, NumberVerdict::Undecided);
    }

    void anAnswerOfRoofsAloneIsNotDoubted()
    {
        const Lesson lesson = shippedLesson("a-faster-chip");
        const auto machine = lessonMachine(lesson, syntheticDevice(), syntheticRoofs(syntheticThreads),
                                           syntheticThreads, {});
        QVERIFY(machine.ok());
        QVERIFY(answerByRoofs(lesson, *machine).ok());
        QVERIFY(!answerDoubt(lesson, *machine, {}, {}));
    }

    void ofOtherThreadsTheRoofsSayNothing()
    {
        const Lesson lesson = shippedLesson("twice-the-threads");
        const auto machine = lessonMachine(lesson, syntheticDevice(), syntheticRoofs(syntheticThreads),
                                           syntheticThreads,
                                           [](const Workload&) { return std::optional(Seconds(1.0)); });
        QVERIFY(machine && answerOf(lesson, *machine).ok());
        QVERIFY(!answerByRoofs(lesson, *machine).ok());
    }
};

RIDGEPOINT_TEST(AnswerDoubtTest)
#include "answer_doubt_test.moc"
