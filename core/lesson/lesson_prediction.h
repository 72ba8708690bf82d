// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/guess.h"
#include "core/lesson/lesson.h"
#include "core/lesson/lesson_answers.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Predictions over a stretch of the cube: a place on an axis, or the runtime along it.
namespace ridgepoint {

/// Most workloads of a stretch: each is measured several times.
inline constexpr std::size_t mostStretchWorkloads = 32;
/// A measured factor within this one of 1 is no difference that a prediction of 1 has missed.
inline constexpr double sameAsOne = 1.05;

/// The letter of an axis in a page and in answers: "k", "d", "N".
[[nodiscard]] std::string_view letterOf(AxisKind axis);
/// "operations per element", "fusion depth", "numbers"; the letter itself where it is none.
[[nodiscard]] std::string_view axisWords(std::string_view letter);

/// The workloads of a lesson's stretch at its powers of two and its ends, ascending; of depths those that divide the
/// chain. Empty for a lesson without one, for ends that are no counts on this machine or lie the wrong way round, and
/// for more than mostStretchWorkloads.
[[nodiscard]] std::vector<Workload> stretchWorkloads(const Lesson& lesson, const LessonMachine& machine);
/// The runtimes that were measured along the stretch.
[[nodiscard]] std::vector<CurvePlace> measuredCurve(const Lesson& lesson, const LessonMachine& machine);

/// Why a number is no prediction for this lesson: a factor, time, rate or count is above 0, and a place 1 or more.
/// InvalidInput; a percentage may be 0.
[[nodiscard]] Result<void> checkPrediction(const Lesson& lesson, double number);

/// What the machine says to a lesson's question: the value of its answer, or where the runtime along the stretch begins
/// to rise (kneeOf, by slopes over an octave); of a curve the latter too, for those who compare places. Unavailable
/// where it was not measured or does not rise.
[[nodiscard]] Result<LessonValue> answerOf(const Lesson& lesson, const LessonMachine& machine);

/// The interval of the answer, from those of the measured times and of the experiment's readings that it is made of: by
/// how much it differs with each at either end of its interval and the others as they are, added as of independent
/// ones. Of where a runtime rises, between which places that may be (kneeRange). Nothing where one of them has none:
/// that of the others alone would be too narrow. `result`: of the lesson's experiment.
[[nodiscard]] std::optional<Interval> answerInterval(
    const Lesson& lesson, const LessonMachine& machine,
    const std::function<std::optional<Interval>(const Workload&)>& intervalOf,
    const ExperimentResult* result = nullptr);

/// Holds a prediction against the measured answer: as a place between measured ones where the lesson answers with one
/// (judgePlace), else as a number (judgeNumber). One that is close is right, too, within rightWithin, where the
/// interval is not too wide; a factor to which there are no answers to choose only where it is nearer to what was
/// measured, in logarithms, than to 1, because 1 would say that nothing differs (sameAsOne at least). What was measured
/// without an interval may be anything near: a prediction of it is close at best. Nothing where it was not measured, of
/// a curve and where they have no ratio.
[[nodiscard]] std::optional<NumberJudgement> judgePrediction(const Lesson& lesson, const LessonAnswers& answers,
                                                             const std::optional<Interval>& range);

/// The words of the answer to choose that this number is right for (within rightWithin), the nearest of several; else
/// of the one that alone lies in the number's interval. Empty where there is none.
[[nodiscard]] std::string choiceFor(double number, const Lesson& lesson, const LessonMachine& machine,
                                    const std::optional<Interval>& range = std::nullopt);

/// The answers to choose with their values on this machine, without those of which it does not know the value.
[[nodiscard]] std::vector<OfferedAnswer> offeredAnswers(const Lesson& lesson, const LessonMachine& machine);

/// Writes what the machine says beside a prediction: device's times of a curve, or the answer; nothing where it is
/// unknown. Sets the unit, the axis, the answers that are offered and isByRoofs, too.
void addMeasured(LessonAnswers& answers, const Lesson& lesson, const LessonMachine& machine);

} // namespace ridgepoint
