// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/lessons/lesson_words.h"

#include "app/charts/data/experiment_data.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/explore/guess_words.h"
#include "core/analysis/guess.h"
#include "core/lesson/lesson_prediction.h"

#include <QStringList>

#include <algorithm>

namespace ridgepoint {
namespace {

/// The lines of a paragraph as one, so that the panel's width breaks them.
QString paragraphs(const std::string& text)
{
    QStringList all;
    for (const QString& paragraph : QString::fromStdString(text).split(QStringLiteral("\n\n")))
        if (!paragraph.trimmed().isEmpty())
            all << paragraph.simplified();
    return all.join(QStringLiteral("\n\n"));
}

QString valueWords(const LessonValue& value, const Format& format)
{
    return preciseWords(value.number, value.unit, format);
}

/// What a place of the lesson is a number of.
QString axisWordsOf(const Lesson& lesson)
{
    return catalogueWords(std::string(axisWords(letterOf(lesson.stretch->axis))));
}

/// "24 operations per element".
QString placeWords(double place, const Lesson& lesson, const Format& format)
{
    return tr("%1 %2").arg(valueWords({place, {}}, format), axisWordsOf(lesson));
}

/// "1.01× (0.990× to 1.03×: as long as before)"; what is empty is left out.
QString withNote(const QString& number, const QString& interval, const QString& chosen)
{
    if (interval.isEmpty() && chosen.isEmpty())
        return number;
    const QString note = interval.isEmpty() ? chosen : chosen.isEmpty() ? interval : tr("%1: %2").arg(interval, chosen);
    return tr("%1 (%2)").arg(number, note);
}

/// How a prediction relates to what was measured.
QString agreementWords(const NumberJudgement& judged, const Format& format)
{
    const QString times = format.factor(judged.factor).chopped(1); // without its sign
    switch (judged.verdict) {
    case NumberVerdict::Right: return tr("That agrees with your prediction.");
    case NumberVerdict::Close: return tr("Your prediction is close.");
    case NumberVerdict::Undecided:
        return tr("The measurement is too uncertain to tell whether your prediction is right.");
    case NumberVerdict::TooLow:
        return judged.isUncertain
                 ? tr("Your prediction is too low; the measurement is too uncertain to tell by how much.")
                 : tr("Your prediction is %1 times too low.").arg(times);
    case NumberVerdict::TooHigh:
        return judged.isUncertain
                 ? tr("Your prediction is too high; the measurement is too uncertain to tell by how much.")
                 : tr("Your prediction is %1 times too high.").arg(times);
    }
    return {};
}

} // namespace

QString sectionWords(LessonSection section)
{
    switch (section) {
    case LessonSection::Question: return tr("Question");
    case LessonSection::Predict: return tr("Predict");
    case LessonSection::Do: return tr("Do");
    case LessonSection::WhatDidYouSee: return tr("What did you see?");
    case LessonSection::Why: return tr("Why");
    case LessonSection::Limits: return tr("Where it stops being true");
    case LessonSection::Transfer: return tr("Transfer");
    }
    return {};
}

QString sectionText(const Lesson& lesson, LessonSection section, const Result<LessonMachine>& here,
                    const Format& format)
{
    if (!here)
        return errorMessage(here.error());
    return paragraphs(filledText(lesson.section(section).text, *here,
                                 [&](const LessonValue& value) { return valueWords(value, format).toStdString(); }));
}

QString hiddenWords(LessonAsks asks)
{
    switch (asks) {
    case LessonAsks::Value: break;
    case LessonAsks::Place:
        return tr("The results are hidden until you have predicted: on the lesson's page “Predict”, click the place in "
                  "the curves, or move it with the arrow keys. Esc shows them.");
    case LessonAsks::Curve:
        return tr("The results are hidden until you have predicted: on the lesson's page “Predict”, draw a curve from "
                  "left to right, or move it with the arrow keys. Esc shows them.");
    }
    return tr("The results are hidden until you have predicted in the lesson. Esc shows them.");
}

QString numberOfWords(const Lesson& lesson)
{
    if (lesson.asks == LessonAsks::Place)
        return capitalised(axisWordsOf(lesson));
    if (lesson.experiment != nullptr && lesson.answersWithAPlace() && lesson.experiment->info().plots.size() == 1)
        return catalogueWords(lesson.experiment->info().plots.front().x.title);
    return {};
}

QString placeholderWords(const Lesson& lesson, const std::string& unit, const Format& format)
{
    if (lesson.stretch)
        return tr("a number");
    if (!numberOfWords(lesson).isEmpty())
        return tr("a number, such as 500");
    return unit == "x" ? tr("a factor, such as 2") : tr("a number, such as %1").arg(quantityWords(2.0, unit, format));
}

QString predictingWords(LessonAsks asks, bool isPredicted, bool wereResultsShown)
{
    if (wereResultsShown)
        return isPredicted ? tr("Your prediction stands, because the results have been shown.")
                           : tr("The results have been shown, so that nothing can be predicted any more.");
    switch (asks) {
    case LessonAsks::Value: break;
    case LessonAsks::Place:
        return tr("Type the number or click its place in the curves. In the curves the arrow keys move it, and Enter "
                  "goes on.");
    case LessonAsks::Curve:
        return isPredicted ? tr("Draw on to change the curve, or go on. Backspace takes the last stroke or point back.")
                           : tr("Draw the curve from left to right in one of the curves' plots: press and drag, or "
                                "click one point after another. In the curves the arrow keys draw, Backspace takes "
                                "the last stroke or point back, and Enter goes on.");
    }
    return {};
}

QString comparisonWords(const Lesson& lesson, const LessonAnswers& answers, const Result<LessonMachine>& here,
                        const Format& format, const std::optional<Interval>& range, const QString& whyNoRange,
                        bool isDoubted)
{
    if (lesson.asks == LessonAsks::Curve) {
        if (const auto judged = judgeCurve(answers.curve, answers.measuredCurve); judged && !isDoubted)
            return curveGuessWords(*judged, format);
        const auto knee = kneeOf(answers.measuredCurve);
        return knee ? tr("Measured: the runtime begins to rise at %1.").arg(placeWords(*knee, lesson, format))
                    : QString();
    }
    const auto words = [&](double number) {
        return lesson.stretch ? placeWords(number, lesson, format) : valueWords({number, answers.unit}, format);
    };
    const auto plain = [&](double number) { return valueWords({number, {}}, format); };
    const auto rangeWords = [&](const Interval& ends) {
        return lesson.stretch ? tr("between %1 and %2").arg(plain(ends.low), plain(ends.high))
                              : tr("%1 to %2").arg(words(ends.low), words(ends.high));
    };
    const bool ofPlaces = lesson.stretch || lesson.answersWithAPlace(); // which may well have none
    QString measured;
    if (answers.measured) {
        const std::string chosen = here ? choiceFor(*answers.measured, lesson, *here, range) : std::string();
        const QString interval = answers.isByRoofs     ? QString()
                               : range                 ? rangeWords(*range)
                               : !whyNoRange.isEmpty() ? whyNoRange
                               : ofPlaces              ? QString()
                                                       : tr("interval not known");
        measured = (answers.isByRoofs ? tr("By the roofs: %1.") : tr("Measured: %1."))
                       .arg(withNote(words(*answers.measured), interval, text(chosen)));
    } else {
        const auto answer = here ? answerOf(lesson, *here) : Result<LessonValue>(here.error());
        if (answer || answer.error().id != "lesson.no-rise") // which is an answer, too
            return {};
        measured = errorMessage(answer.error());
    }
    if (!answers.prediction)
        return measured;
    const auto chosen = static_cast<std::size_t>(answers.choice);
    const QString both = (chosen > 0 && chosen <= lesson.choices.size()
                              ? tr("You predicted: %1.").arg(text(lesson.choices[chosen - 1].words))
                              : tr("You predicted %1.").arg(words(*answers.prediction)))
                       + QLatin1Char('\n') + measured;
    const auto judged = isDoubted ? std::nullopt : judgePrediction(lesson, answers, range);
    return judged ? both + QLatin1Char('\n') + agreementWords(*judged, format) : both;
}

QString doubtWords(const Lesson& lesson, const std::optional<AnswerDoubt>& doubt, const Format& format)
{
    if (!doubt)
        return {};
    const QString byRoofs = lesson.asksWhereItRises() ? placeWords(doubt->byRoofs.number, lesson, format)
                                                      : valueWords(doubt->byRoofs, format);
    switch (doubt->cause) {
    case AnswerDoubt::Cause::OtherPrograms:
        return tr("Other programs were running; by the roofs it would be %1. Measure again.").arg(byRoofs);
    case AnswerDoubt::Cause::Roofs:
        return tr("What was measured contradicts the roofs, by which it would be %1. Measure the roofs again (F5), "
                  "then press Measure it.")
            .arg(byRoofs);
    case AnswerDoubt::Cause::Unknown: break;
    }
    return tr("By the roofs it would be %1, and what was measured is far from that. Measure again.").arg(byRoofs);
}

QString noAnswerWords(const Lesson& lesson, const ExperimentResult& result, const Error& why, bool isWhole)
{
    const QString reason = capitalised(errorMessage(why));
    int absent = 0;
    int failed = 0;
    for (const UnavailablePart& part : result.unavailable)
        if (!part.isRoof) { // a roof that is missing keeps no part from being measured
            const ErrorKind kind = part.reason.kind;
            ++(kind == ErrorKind::Unavailable || kind == ErrorKind::Unsupported ? absent : failed);
        }
    if (why.kind != ErrorKind::Unavailable || why.id != "lesson.value-missing" || !isWhole || absent == 0 || failed > 0)
        return reason;
    return tr("This lesson needs a part of the experiment “%1” that is not installed or not there on this machine. "
              "Choose another lesson.")
               .arg(catalogueWords(lesson.experiment->info().title))
         + QLatin1Char('\n') + reason;
}

} // namespace ridgepoint
