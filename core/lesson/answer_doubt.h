// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/interval.h"
#include "core/lesson/lesson.h"
#include "core/stats/sample.h"

#include <optional>
#include <span>

/// When a measured answer is not to be held against a prediction, because by the roofs it cannot be.
namespace ridgepoint {

/// Up to this factor a disturbed answer may differ from that of the roofs: what roofs are uncertain by, and what stays
/// of an overlap that is not complete.
inline constexpr double likeRoofs = 1.1;
/// Up to this one an undisturbed answer may: where nothing overlaps, a time is the sum of two that the roofs take the
/// larger of.
inline constexpr double withoutOverlap = 2.0;
/// A place lies between measured ones, which are an octave apart: so many times as far.
inline constexpr double nextPlace = 2.0;

/// Whether a measured number lies so far from that of the roofs: outside its interval, where it has one, and by more
/// than `factor`. Numbers without a ratio do not.
[[nodiscard]] bool isFarFromRoofs(double measured, const std::optional<Interval>& range, double byRoofs, double factor);

/// An answer that the roofs do not allow.
struct AnswerDoubt {
    enum class Cause {
        OtherPrograms, ///< used the processor while it was measured
        Roofs,         ///< a measured time contradicts the roofs (doubtfulRoof), which may be out of date
        Unknown,
    };
    Cause cause = Cause::Unknown;
    LessonValue byRoofs; ///< what the answer comes to with the roofs' times
};

/// The answer by the roofs alone: with the times that they predict, and with what the experiment of this result
/// predicted. Unavailable where they say nothing of it: of other threads than theirs, and of parts without a
/// prediction.
[[nodiscard]] Result<LessonValue> answerByRoofs(const Lesson& lesson, const LessonMachine& machine,
                                                const ExperimentResult* result = nullptr);

/// Why the measured answer is doubted; nothing where it is not, and where nothing measured is in it. `samples`: those
/// of the lesson's times; `range`: its interval. What an undisturbed experiment measured is not doubted, nor where its
/// curve reaches a value: that is there to show what roofs leave out.
[[nodiscard]] std::optional<AnswerDoubt> answerDoubt(const Lesson& lesson, const LessonMachine& machine,
                                                     std::span<const Sample> samples,
                                                     const std::optional<Interval>& range,
                                                     const ExperimentResult* result = nullptr);

/// How far the measured answer may be held against a prediction.
struct AnswerGrounds {
    std::optional<Interval> range; ///< its interval
    std::optional<AnswerDoubt> doubt;
    bool contradictsRoofs = false; ///< one of the lesson's times does (doubtfulRoof)
};

/// By the samples of all the lesson's times, those that are measured. `areOfOneState`: of the device; intervals say
/// nothing of what lies between two, so that the answer then has none.
[[nodiscard]] AnswerGrounds answerGrounds(const Lesson& lesson, const LessonMachine& machine,
                                          std::span<const Sample> samples, const ExperimentResult* result = nullptr,
                                          bool areOfOneState = true);

} // namespace ridgepoint
