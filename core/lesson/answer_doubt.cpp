// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/answer_doubt.h"

#include "core/analysis/roof_doubt.h"
#include "core/lesson/lesson_prediction.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

/// What of the measurement an answer is made of.
struct AnswerParts {
    std::vector<Workload> times;
    std::vector<ResultReading> readings;
};

AnswerParts partsOf(const Lesson& lesson, const LessonMachine& machine)
{
    if (lesson.asksWhereItRises())
        return {stretchWorkloads(lesson, machine), {}};
    AnswerParts parts;
    LessonMachine noting = machine;
    noting.time = [&](const Workload& workload) {
        parts.times.push_back(workload);
        return machine.time ? machine.time(workload) : std::nullopt;
    };
    if (machine.result)
        noting.result = [&](const ResultReading& reading) {
            parts.readings.push_back(reading);
            return machine.result(reading);
        };
    (void)evaluate(lesson.answer, noting);
    return parts;
}

/// The result as its experiment predicted it; empty without one.
std::shared_ptr<const ExperimentResult> asPredicted(const ExperimentResult* result)
{
    auto predicted = std::make_shared<ExperimentResult>();
    if (result == nullptr)
        return predicted;
    predicted->id = result->id;
    predicted->device = result->device;
    predicted->parameters = result->parameters;
    for (const ExperimentPoint& point : result->points)
        if (point.provenance == Provenance::Predicted) {
            predicted->points.push_back(point);
            predicted->points.back().provenance = Provenance::Measured;
        }
    return predicted;
}

} // namespace

bool isFarFromRoofs(double measured, const std::optional<Interval>& range, double byRoofs, double factor)
{
    if (!(measured > 0.0) || !(byRoofs > 0.0) || !std::isfinite(measured) || !std::isfinite(byRoofs))
        return false;
    const bool isInside = range && byRoofs >= range->low && byRoofs <= range->high;
    return !isInside && std::max(measured / byRoofs, byRoofs / measured) > factor;
}

Result<LessonValue> answerByRoofs(const Lesson& lesson, const LessonMachine& machine, const ExperimentResult* result)
{
    LessonMachine roofs = machine;
    roofs.time = [&machine](const Workload& workload) -> std::optional<Seconds> {
        if (workload.threads != machine.roofs.threads)
            return std::nullopt;
        const auto prediction = predict(workload, machine.roofs, machine.kind);
        return prediction ? std::optional(prediction->time) : std::nullopt;
    };
    roofs.result = [predicted = asPredicted(result), info = machine.experiment](const ResultReading& reading) {
        if (info == nullptr || reading.kind == ResultReading::Kind::Guess) // which reads what was measured
            return Result<double>(Error{
                ErrorKind::Unavailable, "lesson.not-predicted", "The roofs do not tell the answer to a question.", {}});
        return readResult(*predicted, *info, reading);
    };
    return answerOf(lesson, roofs);
}

std::optional<AnswerDoubt> answerDoubt(const Lesson& lesson, const LessonMachine& machine,
                                       std::span<const Sample> samples, const std::optional<Interval>& range,
                                       const ExperimentResult* result)
{
    const AnswerParts parts = partsOf(lesson, machine);
    const auto measured = answerOf(lesson, machine);
    const bool isReach = std::ranges::any_of(
        parts.readings, [](const ResultReading& reading) { return reading.kind == ResultReading::Kind::Reach; });
    if (!measured || isReach || (parts.times.empty() && parts.readings.empty()))
        return std::nullopt;
    const auto byRoofs = answerByRoofs(lesson, machine, result);
    if (!byRoofs)
        return std::nullopt;
    std::vector<Sample> its;
    std::ranges::copy_if(samples, std::back_inserter(its), [&](const Sample& sample) {
        return std::ranges::find(parts.times, sample.workload) != parts.times.end();
    });
    const bool isBusy = std::ranges::any_of(its, [](const Sample& s) { return s.flags.has(Flag::MachineBusy); })
                     || (result != nullptr && std::ranges::any_of(parts.readings, [&](const ResultReading& reading) {
                             return wasDisturbed(*result, reading);
                         }));
    const auto isFar = [&](double factor) {
        return isFarFromRoofs(measured->number, range, byRoofs->number,
                              lesson.asksWhereItRises() ? nextPlace * factor : factor);
    };
    if (isBusy)
        return isFar(likeRoofs) ? std::optional(AnswerDoubt{AnswerDoubt::Cause::OtherPrograms, *byRoofs})
                                : std::nullopt;
    if (isFar(likeRoofs) && doubtfulRoof(samples, machine.roofs, machine.kind))
        return AnswerDoubt{AnswerDoubt::Cause::Roofs, *byRoofs};
    if (parts.readings.empty() && isFar(withoutOverlap))
        return AnswerDoubt{AnswerDoubt::Cause::Unknown, *byRoofs};
    return std::nullopt;
}

AnswerGrounds answerGrounds(const Lesson& lesson, const LessonMachine& machine, std::span<const Sample> samples,
                            const ExperimentResult* result, bool areOfOneState)
{
    const auto intervalOf = [samples](const Workload& workload) {
        const auto sample = std::ranges::find(samples, workload, &Sample::workload);
        return sample != samples.end() && hasConfidenceInterval(*sample) && sample->low > Seconds()
                 ? std::optional(Interval{sample->low.value(), sample->high.value()})
                 : std::nullopt;
    };
    AnswerGrounds grounds;
    if (areOfOneState)
        grounds.range = answerInterval(lesson, machine, intervalOf, result);
    grounds.doubt = answerDoubt(lesson, machine, samples, grounds.range, result);
    grounds.contradictsRoofs = doubtfulRoof(samples, machine.roofs, machine.kind).has_value();
    return grounds;
}

} // namespace ridgepoint
