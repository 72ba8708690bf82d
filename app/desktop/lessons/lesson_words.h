// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "core/analysis/interval.h"
#include "core/lesson/answer_doubt.h"
#include "core/lesson/lesson.h"
#include "core/lesson/lesson_answers.h"

#include <QString>

#include <optional>
#include <string>

namespace ridgepoint {

/// "What did you see?"
[[nodiscard]] QString sectionWords(LessonSection section);
/// A section's text with the values of this machine; where there is none, why.
[[nodiscard]] QString sectionText(const Lesson& lesson, LessonSection section, const Result<LessonMachine>& here,
                                  const Format& format);
/// Why the charts show no results, and what is asked for in them.
[[nodiscard]] QString hiddenWords(LessonAsks asks);
/// Of what a place is the number that is asked for; empty where no place is typed.
[[nodiscard]] QString numberOfWords(const Lesson& lesson);
/// What the field of the prediction holds before a number in this unit is typed.
[[nodiscard]] QString placeholderWords(const Lesson& lesson, const std::string& unit, const Format& format);
/// How to predict, or that it is too late; empty where the field or the choices say enough.
[[nodiscard]] QString predictingWords(LessonAsks asks, bool isPredicted, bool wereResultsShown);
/// What was predicted, by the words of a chosen answer, beside what was measured and its interval; empty before it was.
/// `range`: the measured interval, by which it is judged; nothing where it is not known, which is said of an answer of
/// times alone, or in these words why. `isDoubted`: no verdict is given.
[[nodiscard]] QString comparisonWords(const Lesson& lesson, const LessonAnswers& answers,
                                      const Result<LessonMachine>& here, const Format& format,
                                      const std::optional<Interval>& range = std::nullopt,
                                      const QString& whyNoRange = {}, bool isDoubted = false);
/// Why the measured answer says nothing of a prediction, and what to do; empty where it does.
[[nodiscard]] QString doubtWords(const Lesson& lesson, const std::optional<AnswerDoubt>& doubt, const Format& format);
/// Why this result of the lesson's experiment answers nothing; before that, where measuring again would not help, what
/// to do. `isWhole`: the run came to its end.
[[nodiscard]] QString noAnswerWords(const Lesson& lesson, const ExperimentResult& result, const Error& why,
                                    bool isWhole);

} // namespace ridgepoint
