// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_prediction.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// A count on an axis; nothing for what is none.
std::optional<std::int64_t> countOf(const std::string& expression, const LessonMachine& machine)
{
    const auto value = evaluate(expression, machine);
    if (!value || !value->unit.empty() || !(value->number >= 1.0) || value->number > 1e15)
        return std::nullopt;
    return std::llround(value->number);
}

std::optional<Interval> riseInterval(const Lesson& lesson, const LessonMachine& machine,
                                     const std::function<std::optional<Interval>(const Workload&)>& intervalOf)
{
    std::vector<CurvePlace> lows;
    std::vector<CurvePlace> highs;
    for (const Workload& workload : stretchWorkloads(lesson, machine)) {
        const auto interval = intervalOf(workload);
        if (!interval)
            return std::nullopt;
        const auto x = static_cast<double>(coordinate(workload, lesson.stretch->axis));
        lows.push_back({x, interval->low});
        highs.push_back({x, interval->high});
    }
    return kneeRange(lows, highs);
}

/// By which factor a prediction may be off what was measured, a positive number, and be right.
double allowanceOf(const Lesson& lesson, const LessonAnswers& answers)
{
    if (answers.unit != "x" || !lesson.choices.empty()) // which lie far apart, and are chosen by rightWithin
        return rightWithin;
    const double halfWayToOne = std::sqrt(std::max(*answers.measured, 1.0 / *answers.measured));
    return std::clamp(halfWayToOne, sameAsOne, rightWithin);
}

} // namespace

std::string_view letterOf(AxisKind axis)
{
    switch (axis) {
    case AxisKind::Operations: return "k";
    case AxisKind::Depth: return "d";
    case AxisKind::Size: return "N";
    }
    return {};
}

std::string_view axisWords(std::string_view letter)
{
    return letter == "k" ? "operations per element"
         : letter == "d" ? "fusion depth"
         : letter == "N" ? "numbers"
                         : letter;
}

std::vector<Workload> stretchWorkloads(const Lesson& lesson, const LessonMachine& machine)
{
    if (!lesson.stretch)
        return {};
    const auto low = countOf(lesson.stretch->from, machine);
    const auto high = countOf(lesson.stretch->to, machine);
    if (!low || !high || *low >= *high)
        return {};
    std::vector<std::int64_t> places{*low};
    for (std::int64_t power = 1; power < *high && places.size() <= mostStretchWorkloads; power *= 2)
        if (power > *low)
            places.push_back(power);
    places.push_back(*high);
    if (places.size() > mostStretchWorkloads)
        return {};
    std::vector<Workload> all;
    for (const std::int64_t place : places) {
        if (lesson.stretch->axis == AxisKind::Depth && machine.base.chainLength % place != 0)
            continue;
        const Workload workload = moved(machine.base, lesson.stretch->axis, place);
        if (validate(workload))
            all.push_back(workload);
    }
    return all;
}

std::vector<CurvePlace> measuredCurve(const Lesson& lesson, const LessonMachine& machine)
{
    std::vector<CurvePlace> curve;
    for (const Workload& workload : stretchWorkloads(lesson, machine))
        if (const auto time = machine.time ? machine.time(workload) : std::nullopt)
            curve.push_back({static_cast<double>(coordinate(workload, lesson.stretch->axis)), time->value()});
    return curve;
}

Result<void> checkPrediction(const Lesson& lesson, double number)
{
    if (lesson.asks == LessonAsks::Place)
        return number >= 1.0 ? Result<void>()
                             : Error{ErrorKind::InvalidInput,
                                     "lesson.place-below-1",
                                     "A place on the axis of %1 is 1 or more; predict one, such as 16.",
                                     {std::string(axisWords(letterOf(lesson.stretch->axis)))}};
    const auto unit = checkExpression(lesson.answer,
                                      lesson.experiment != nullptr ? &lesson.experiment->info() : nullptr);
    if (number > 0.0 || lesson.asks == LessonAsks::Curve || (unit && *unit == "%"))
        return {};
    if (unit && *unit == "x")
        return Error{ErrorKind::InvalidInput,
                     "lesson.factor-not-positive",
                     "A factor is above 0: 2 means twice as much, 1 the same and 0.5 half as much. Predict one.",
                     {}};
    return Error{ErrorKind::InvalidInput,
                 "lesson.prediction-not-positive",
                 "What is measured here is above 0; predict a number above 0.",
                 {}};
}

Result<LessonValue> answerOf(const Lesson& lesson, const LessonMachine& machine)
{
    if (!lesson.asksWhereItRises())
        return evaluate(lesson.answer, machine);
    const std::vector<CurvePlace> curve = measuredCurve(lesson, machine);
    if (curve.size() < 2 || curve.size() < stretchWorkloads(lesson, machine).size())
        return Error{
            ErrorKind::Unavailable, "lesson.not-measured-along", "The runtimes along the axis are not measured.", {}};
    if (const auto knee = kneeOf(curve))
        return LessonValue{*knee, {}};
    return Error{ErrorKind::Unavailable,
                 "lesson.no-rise",
                 "The measured runtime does not begin to rise between %1 and %2 %3.",
                 {std::to_string(std::llround(curve.front().x)), std::to_string(std::llround(curve.back().x)),
                  std::string(axisWords(letterOf(lesson.stretch->axis)))}};
}

std::optional<Interval> answerInterval(const Lesson& lesson, const LessonMachine& machine,
                                       const std::function<std::optional<Interval>(const Workload&)>& intervalOf,
                                       const ExperimentResult* result)
{
    if (lesson.asksWhereItRises())
        return riseInterval(lesson, machine, intervalOf);
    std::vector<Workload> times;
    std::vector<ResultReading> readings;
    LessonMachine noting = machine;
    if (machine.time)
        noting.time = [&](const Workload& workload) {
            if (std::ranges::find(times, workload) == times.end())
                times.push_back(workload);
            return machine.time(workload);
        };
    if (machine.result)
        noting.result = [&](const ResultReading& reading) {
            if (std::ranges::find(readings, reading) == readings.end())
                readings.push_back(reading);
            return machine.result(reading);
        };
    const auto answer = evaluate(lesson.answer, noting);
    if (!answer)
        return std::nullopt;
    double below = 0.0; // squares of differences
    double above = 0.0;
    bool isWhole = true;
    const auto add = [&](const Interval& interval, const auto& machineAt) {
        double low = answer->number;
        double high = answer->number;
        for (const double end : {interval.low, interval.high}) {
            const auto value = evaluate(lesson.answer, machineAt(end));
            isWhole = isWhole && value.ok();
            low = std::min(low, value ? value->number : low);
            high = std::max(high, value ? value->number : high);
        }
        below += (answer->number - low) * (answer->number - low);
        above += (high - answer->number) * (high - answer->number);
    };
    for (const Workload& workload : times) {
        const auto interval = intervalOf(workload);
        if (!interval)
            return std::nullopt;
        add(*interval, [&](double end) {
            LessonMachine there = machine;
            there.time = [&machine, &workload, end](const Workload& any) {
                return any == workload ? std::optional(Seconds(end)) : machine.time(any);
            };
            return there;
        });
    }
    for (const ResultReading& reading : readings) {
        const auto interval = result != nullptr ? readInterval(*result, lesson.experiment->info(), reading)
                                                : std::nullopt;
        if (!interval)
            return std::nullopt;
        add(*interval, [&](double end) {
            LessonMachine there = machine;
            there.result = [&machine, &reading, end](const ResultReading& any) {
                return any == reading ? Result<double>(end) : machine.result(any);
            };
            return there;
        });
    }
    if (!isWhole || !(below + above > 0.0))
        return std::nullopt;
    return Interval{answer->number - std::sqrt(below), answer->number + std::sqrt(above)};
}

std::optional<NumberJudgement> judgePrediction(const Lesson& lesson, const LessonAnswers& answers,
                                               const std::optional<Interval>& range)
{
    if (!answers.prediction || !answers.measured || answers.isOfCurve())
        return std::nullopt;
    auto judged = lesson.answersWithAPlace() ? judgePlace(*answers.prediction, *answers.measured, range)
                                             : judgeNumber(*answers.prediction, *answers.measured, range);
    const bool isKnownWell = judged && !judged->isUncertain && (range || answers.isByRoofs);
    if (isKnownWell && judged->verdict == NumberVerdict::Close && judged->factor <= allowanceOf(lesson, answers))
        judged->verdict = NumberVerdict::Right;
    return judged;
}

std::string choiceFor(double number, const Lesson& lesson, const LessonMachine& machine,
                      const std::optional<Interval>& range)
{
    std::string words;
    std::vector<std::string> inRange;
    double least = rightWithin;
    for (const LessonChoice& choice : lesson.choices) {
        const auto value = evaluate(choice.value, machine);
        if (!value || !(value->number > 0.0) || !(number > 0.0))
            continue;
        if (const double factor = std::max(number / value->number, value->number / number); factor <= least) {
            least = factor;
            words = choice.words;
        }
        if (range && value->number >= range->low && value->number <= range->high)
            inRange.push_back(choice.words);
    }
    return words.empty() && inRange.size() == 1 ? inRange.front() : words;
}

std::vector<OfferedAnswer> offeredAnswers(const Lesson& lesson, const LessonMachine& machine)
{
    std::vector<OfferedAnswer> offered;
    for (const LessonChoice& choice : lesson.choices)
        if (const auto value = evaluate(choice.value, machine); value && std::isfinite(value->number))
            offered.push_back({choice.words, value->number});
    return offered;
}

void addMeasured(LessonAnswers& answers, const Lesson& lesson, const LessonMachine& machine)
{
    if (lesson.stretch)
        answers.axis = letterOf(lesson.stretch->axis);
    answers.offered = offeredAnswers(lesson, machine);
    if (lesson.asks == LessonAsks::Curve) {
        answers.unit = "s";
        answers.measuredCurve = measuredCurve(lesson, machine);
        return;
    }
    if (const auto value = answerOf(lesson, machine)) {
        answers.unit = value->unit;
        answers.measured = value->number;
        LessonMachine unmeasured = machine;
        unmeasured.time = {};
        unmeasured.result = {};
        answers.isByRoofs = answerOf(lesson, unmeasured).ok();
    }
}

} // namespace ridgepoint
