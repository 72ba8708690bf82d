// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"
#include "core/lesson/lesson_expression.h"
#include "core/model/axis_kind.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// The states that a lesson goes through, in this order, each a section of its page.
enum class LessonSection { Question, Predict, Do, WhatDidYouSee, Why, Limits, Transfer };
inline constexpr std::array allLessonSections{
    LessonSection::Question, LessonSection::Predict, LessonSection::Do,      LessonSection::WhatDidYouSee,
    LessonSection::Why,      LessonSection::Limits,  LessonSection::Transfer};
/// Its heading in a page: "What did you see?", "Where it stops being true".
[[nodiscard]] std::string_view nameOf(LessonSection section);

/// More words than these are not read beside a chart.
inline constexpr int mostLessonWords = 60;

/// One of the answers to choose from: what it says, and the value that it stands for.
struct LessonChoice {
    std::string words;
    std::string value; ///< an expression
    int line = 0;      ///< of the page, from 1
};

/// What a lesson asks for under "Predict".
enum class LessonAsks {
    Value, ///< a number, or one of its choices
    Place, ///< where on an axis something is
    Curve, ///< the runtime along an axis
};

/// The part of an axis that a place or a curve is predicted on.
struct LessonStretch {
    AxisKind axis = AxisKind::Operations;
    std::string from; ///< expressions of counts
    std::string to;
    int line = 0; ///< of the page, from 1
};

/// One question that the machine at hand answers, as it is written in resources/lessons/en/ID.md or in a lecturer's own
/// file (core/lesson/README.md has the format).
struct Lesson {
    struct Section {
        std::string text; ///< Markdown with expressions in braces
        int line = 0;     ///< of its first line in the page
    };

    std::string id;
    std::string title;
    int minutes = 0;
    std::string prerequisite;                         ///< id of another lesson; empty for none
    std::vector<DeviceKind> devices;                  ///< on which its question makes sense
    std::string work;                                 ///< assignments: what the question is about
    const ExperimentDefinition* experiment = nullptr; ///< whose result its expressions read; null for none
    ExperimentParameters parameters;                  ///< of the experiment
    std::string measures;                             ///< what is measured, in words
    std::string axes;                                 ///< what the charts' axes show, in words
    std::array<Section, allLessonSections.size()> sections;
    std::string answer; ///< an expression over measured times, or riseWord of a place; empty of a curve
    int answerLine = 0;
    std::vector<LessonChoice> choices; ///< none where a number is asked for
    LessonAsks asks = LessonAsks::Value;
    std::optional<LessonStretch> stretch; ///< of a place or a curve

    /// In a page, the answer of a place: where the measured runtime begins to rise.
    static constexpr std::string_view riseWord = "rise";
    [[nodiscard]] bool asksWhereItRises() const
    {
        return asks == LessonAsks::Curve || (asks == LessonAsks::Place && answer == riseWord);
    }
    /// Whether its answer is a place between those that were measured.
    [[nodiscard]] bool answersWithAPlace() const { return asksWhereItRises() || answer.starts_with("reach "); }
    [[nodiscard]] const Section& section(LessonSection which) const
    {
        return sections[static_cast<std::size_t>(which)];
    }
    [[nodiscard]] bool runsOn(DeviceKind kind) const;
};

/// Reads a page. InvalidInput names the line, what was expected there, and what stands there instead: fields and
/// sections that are missing, unknown or in another order, expressions that are none, sections that are too long.
[[nodiscard]] Result<Lesson> parseLesson(std::string_view page, std::string id);

/// An expression of a page and the line that it begins in.
struct LessonExpression {
    std::string text;
    int line = 0;
};
/// All of them: in braces, of the answer, of the choices, of a stretch's ends.
[[nodiscard]] std::vector<LessonExpression> expressionsOf(const Lesson& lesson);

/// The machine with the lesson's own work as its base. `threads`: 0 on a GPU; `result`: of the lesson's experiment,
/// null where it was not measured. InvalidInput where the lesson is not for such a device, Unavailable where its work
/// depends on something that was not measured, such as a cache; the experiment's reason where the device cannot run it.
[[nodiscard]] Result<LessonMachine> lessonMachine(const Lesson& lesson, const DeviceInfo& device, RoofSet roofs,
                                                  int threads,
                                                  std::function<std::optional<Seconds>(const Workload&)> time,
                                                  std::shared_ptr<const ExperimentResult> result = nullptr);
/// What a lesson asks to be measured: each workload of which it uses the time, in the order of the page, once; then
/// those of its stretch.
[[nodiscard]] std::vector<Workload> measuredWorkloads(const Lesson& lesson, const LessonMachine& machine);
/// What a lesson's numbers take from the roofs of a machine, before any is measured: of its expressions and of its own
/// work.
[[nodiscard]] RoofNeeds roofNeeds(const Lesson& lesson);
/// Whether this is the result that the lesson asks for, on a device with so many threads.
[[nodiscard]] bool isItsResult(const Lesson& lesson, const ExperimentResult& result, std::string_view device,
                               int threads);
/// The first expression that is a mistake on this machine, with its line: what only its roofs and a measured result
/// tell, such as a workload that cannot be or an id that the experiment has not. Nothing where what is missing could
/// still be measured.
[[nodiscard]] std::optional<Error> mistakeOf(const Lesson& lesson, const LessonMachine& machine);

/// Writes a value for people.
using FormatLessonValue = std::function<std::string(const LessonValue&)>;
/// A section's text with values in place of its expressions; a dash for what is not known on this machine.
[[nodiscard]] std::string filledText(std::string_view text, const LessonMachine& machine,
                                     const FormatLessonValue& format);

/// A page that the programs bring along.
struct LessonPage {
    std::string_view id;
    std::string_view text;
};
/// In the order of the menu.
[[nodiscard]] std::span<const LessonPage> shippedLessonPages();

} // namespace ridgepoint
