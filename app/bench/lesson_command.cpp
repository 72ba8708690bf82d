// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/environment.h"
#include "app/bench/experiment_request.h"
#include "app/bench/measure_roofs.h"
#include "app/bench/option_values.h"
#include "app/bench/program.h"
#include "app/bench/progress_bar.h"
#include "app/bench/text_format.h"
#include "core/analysis/guess.h"
#include "core/experiment/frame/experiment_result.h"
#include "core/lesson/answer_doubt.h"
#include "core/lesson/class_answers.h"
#include "core/lesson/lesson.h"
#include "core/lesson/lesson_answers.h"
#include "core/lesson/lesson_prediction.h"
#include "core/session/text_file.h"
#include "core/stats/sample.h"
#include "core/stats/summary.h"
#include "core/sweep/cell_meter.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

/// Rounds of every workload at least, which give an interval with a claim, and at most, on a busy machine.
constexpr int usualLessonRounds = minimumRounds + 2;
constexpr int mostLessonRounds = 3 * usualLessonRounds;
constexpr double narrowEnough = 0.03; ///< as of a sweep's cells

/// A lesson as it was asked for: by its id or by its file.
struct NamedLesson : Lesson {
    std::string name;
};

struct LessonCommand : SharedOptions {
    std::optional<NamedLesson> lesson;
    std::optional<LessonAnswers> answers;
    std::optional<std::filesystem::path> file;
    std::optional<GatheredAnswers> gathered;
    bool list = false;
};

std::string textOf(const LessonValue& value) { return quantityText(value.number, value.unit); }

/// A section for the terminal, a paragraph after the other; what a dash in it means is said below.
std::string sectionText(const Lesson& lesson, LessonSection which, const LessonMachine& machine)
{
    constexpr std::size_t columns = 100;
    const std::string filled = filledText(lesson.section(which).text, machine, textOf);
    std::string text;
    for (std::size_t begin = 0; begin < filled.size();) {
        const auto end = std::min(filled.find("\n\n", begin), filled.size());
        if (const std::string paragraph = wrapped(filled.substr(begin, end - begin), columns); !paragraph.empty())
            text += (text.empty() ? "" : "\n") + paragraph + "\n";
        begin = end + 2;
    }
    return text;
}

/// A failure to read what a file should hold; it quotes the file, and the parser names the option.
Error inFile(const std::string& name, const Error& error)
{
    return {.id = error.id, .text = "\"%1\": %2", .arguments = {name, error.message()}};
}

std::string listText()
{
    std::string text;
    for (const LessonPage& page : shippedLessonPages())
        if (const auto lesson = parseLesson(page.text, std::string(page.id)))
            text += lesson->id + "  " + lesson->title + " (" + std::to_string(lesson->minutes) + " min)\n    "
                  + lesson->measures + "\n";
    return text;
}

/// One that the program brings along, or a page in a file, which then ends in .md.
Result<std::optional<NamedLesson>> parseLessonNamed(const std::string& name)
{
    const std::filesystem::path path(name);
    if (path.extension() == ".md") {
        const auto page = readSmallFile(path);
        if (!page)
            return inFile(name, page.error());
        auto lesson = parseLesson(*page, path.stem().string());
        if (!lesson)
            return inFile(name, lesson.error());
        return std::optional(NamedLesson{std::move(*lesson), name});
    }
    std::vector<std::string> ids;
    for (const LessonPage& page : shippedLessonPages()) {
        ids.emplace_back(page.id);
        if (page.id != name)
            continue;
        auto lesson = parseLesson(page.text, name);
        if (!lesson)
            return lesson.error();
        return std::optional(NamedLesson{std::move(*lesson), name});
    }
    return unknownName(name, ids);
}

Result<std::optional<GatheredAnswers>> parseFolder(const std::string& name)
{
    auto gathered = gatherAnswers(name);
    if (!gathered)
        return inFile(name, gathered.error());
    return std::optional(std::move(*gathered));
}

/// One line a bin: a # for each prediction, at most fifty, and how many measured that.
std::string distributionText(const LessonClass& group)
{
    constexpr std::size_t longestBar = 50;
    int most = 1;
    for (const LessonClass::Bin& bin : group.bins)
        most = std::max(most, bin.predictions);
    const std::string whose = group.isByRoofs ? "  <- by the roofs of " : "  <- measured by ";
    std::string text;
    for (const LessonClass::Bin& bin : group.bins) {
        const auto bar = static_cast<std::size_t>(bin.predictions);
        const auto drawn = static_cast<std::size_t>(most) <= longestBar
                             ? bar
                             : (bar * longestBar + static_cast<std::size_t>(most) - 1) / static_cast<std::size_t>(most);
        text += "  " + padded(quantityText(bin.place(), group.unit), 12) + std::string(drawn, '#')
              + (bin.predictions > 0 ? " " + std::to_string(bin.predictions) : "")
              + (bin.measurements > 0 ? whose + std::to_string(bin.measurements) : "") + "\n";
    }
    return text;
}

/// What a class wrote, each answer once, with how many gave it.
std::string writtenText(const char* title, const std::vector<std::string>& written)
{
    constexpr std::size_t columns = 96;
    std::string text = written.empty() ? std::string() : std::string("  ") + title + "\n";
    for (const CountedAnswer& one : countedAnswers(written)) {
        const std::string people = one.people > 1 ? std::to_string(one.people) + " \u00d7 " : "";
        std::string lines = wrapped(people + one.words, columns);
        for (auto end = lines.find('\n'); end != std::string::npos; end = lines.find('\n', end + 1))
            lines.insert(end + 1, "    ");
        text += "  - " + lines + "\n";
    }
    return text;
}

std::string gatheredText(const GatheredAnswers& gathered)
{
    std::string text;
    for (const LessonClass& group : classesOf(gathered.answers)) {
        text += (text.empty() ? "" : "\n") + (group.title.empty() ? group.lesson : group.title) + ": "
              + std::to_string(group.predictions) + (group.predictions == 1 ? " prediction" : " predictions");
        if (!group.measured.empty())
            text += ", " + std::to_string(group.near) + " of them " + nearWords(group);
        text += "\n";
        if (!group.question.empty())
            text += "  " + group.question + "\n";
        if (!group.axis.empty())
            text += (group.isCurves ? "  where curves begin to rise, in " : "  places in ")
                  + std::string(axisWords(group.axis)) + "\n";
        text += distributionText(group);
        for (const auto& [device, values] : group.measured)
            text += "  " + (device.empty() ? std::string("unnamed device") : device) + ": "
                  + quantityText(values.front(), group.unit) + " to " + quantityText(values.back(), group.unit) + " on "
                  + std::to_string(values.size()) + "\n";
        if (group.leftOut > 0)
            text += "  left out: " + std::to_string(group.leftOut)
                  + (group.isCurves ? " that do not begin to rise or are far from all others\n"
                                    : " that are no positive number or far from all others\n");
        if (group.unpredicted > 0)
            text += "  no prediction: " + std::to_string(group.unpredicted) + "\n";
        if (group.doubted > 0)
            text += "  measured and not counted: " + std::to_string(group.doubted)
                  + " that the roofs of their devices do not allow\n";
        text += writtenText("What they saw:", group.seen)
              + writtenText("What they answered at the end:", group.transfer);
    }
    for (const std::string& skipped : gathered.skipped)
        text += "skipped " + skipped + "\n";
    return text.empty() ? "no answers are in this folder\n" : text;
}

Result<std::optional<LessonAnswers>> parseAnswers(const std::string& name)
{
    const auto text = readSmallFile(name);
    if (!text)
        return inFile(name, text.error());
    auto answers = answersFromJson(*text);
    if (!answers)
        return inFile(name, answers.error());
    return std::optional(std::move(*answers));
}

/// What a file says of an answer, as it may be written.
std::string exampleAnswer(const Lesson& lesson)
{
    return !lesson.choices.empty()          ? "\"choice\": 1"
         : lesson.asks == LessonAsks::Curve ? "\"prediction\": [[1, 0.001], [512, 0.1]]"
         : lesson.asks == LessonAsks::Place ? "\"prediction\": 16"
                                            : "\"prediction\": 1";
}

/// Whether the answers are of the kind that the lesson asks for.
Result<void> checkAnswers(const Lesson& lesson, const LessonAnswers& answers)
{
    const std::size_t choices = lesson.choices.size();
    if (static_cast<std::size_t>(answers.choice) > choices && lesson.asks != LessonAsks::Curve)
        return Error{.id = "lesson.no-such-choice",
                     .text = choices == 0 ? "--answers: this lesson asks for a number; give it as \"prediction\""
                                          : "--answers: \"choice\" must be from 1 to %1, as the question lists them",
                     .arguments = {std::to_string(choices)}};
    const bool isNumber = answers.curve.empty() && (answers.prediction || answers.choice > 0);
    if (lesson.asks == LessonAsks::Curve ? answers.curve.empty() : !isNumber)
        return Error{.id = "lesson.other-prediction",
                     .text = "--answers: this lesson asks for %1, such as %2",
                     .arguments = {lesson.asks == LessonAsks::Curve ? "pairs of a place and seconds" : "a number",
                                   exampleAnswer(lesson)}};
    if (answers.prediction)
        if (const auto possible = checkPrediction(lesson, *answers.prediction); !possible)
            return about("--answers", possible.error());
    return {};
}

Result<void> completeLesson(const LessonCommand& command)
{
    if (!command.lesson)
        return Error{.id = "lesson.none-named",
                     .text = "ID: missing; ridgepoint-bench lesson --list shows the lessons"};
    if (command.file && !command.answers)
        return Error{.id = "lesson.output-of-nothing",
                     .text = "-o: needs a prediction to compare with; give it with --answers FILE"};
    if (command.answers && command.answers->lesson != command.lesson->id)
        return Error{.id = "lesson.other-answers",
                     .text = "--answers: these are of the lesson \"%1\", not of \"%2\"",
                     .arguments = {command.answers->lesson, command.lesson->id}};
    return command.answers ? checkAnswers(*command.lesson, *command.answers) : Result<void>();
}

/// Between which ends a place or a curve is predicted; empty where a value is asked for.
std::string stretchText(const Lesson& lesson, const LessonMachine& machine)
{
    if (!lesson.stretch)
        return {};
    const auto end = [&](const std::string& expression) {
        const auto value = evaluate(expression, machine);
        return value ? textOf(*value) : expression;
    };
    const std::string axis(axisWords(letterOf(lesson.stretch->axis)));
    return (lesson.asks == LessonAsks::Curve ? "Answer with pairs of " + axis + " and seconds, "
                                             : "Answer in " + axis + ", ")
         + "from " + end(lesson.stretch->from) + " to " + end(lesson.stretch->to) + ".\n";
}

/// What the lesson asks, as far as it can be said before the roofs are known, and how to answer.
std::string questionText(const NamedLesson& lesson, const LessonMachine& machine)
{
    std::string text = lesson.title + " (" + std::to_string(lesson.minutes) + " min)\n\n"
                     + sectionText(lesson, LessonSection::Question, machine) + "\n"
                     + sectionText(lesson, LessonSection::Predict, machine);
    for (std::size_t i = 0; i < lesson.choices.size(); ++i)
        text += "  " + std::to_string(i + 1) + "  " + lesson.choices[i].words + "\n";
    text += stretchText(lesson, machine);
    if (text.find("\u2013") != std::string::npos)
        text += "\nA dash stands for a number of this machine; `ridgepoint-bench roofs --device " + machine.roofs.device
              + "` measures the roofs.\n";
    return text + "\nWrite your answer into a file, then measure:\n  echo '{\"lesson\": \"" + lesson.id + "\", "
         + exampleAnswer(lesson) + "}' > answers.json\n  ridgepoint-bench lesson " + lesson.name
         + " --answers answers.json -o results.json\n";
}

using Times = std::map<Workload, Sample>;

/// Times the workloads in interleaved rounds, so that what disturbs the machine disturbs all alike.
Result<Times> timesOf(Backend& backend, const std::vector<Workload>& workloads, const RoofSet& roofs,
                      Surroundings& surroundings, ProgressBar& progress)
{
    CellMeter meter(backend, surroundings.clock, roofs, workloads.front());
    std::map<Workload, CellRecord> records;
    for (int round = 0; round < mostLessonRounds; ++round) {
        bool isSettled = round >= usualLessonRounds;
        for (const Workload& workload : workloads) {
            if (surroundings.interruption.requested())
                return Error{.kind = ErrorKind::Cancelled,
                             .id = "lesson.cancelled",
                             .text = "cancelled before everything was measured"};
            if (const auto visited = meter.visit(workload, records[workload]); !visited)
                return visited.error();
            isSettled = isSettled && summarise(records[workload].readings).relativeWidth() <= narrowEnough;
        }
        if (isSettled)
            break;
        progress.show({.phase = "lesson",
                       .item = "",
                       .done = round + 1,
                       .total = usualLessonRounds,
                       .fraction = std::min(1.0, static_cast<double>(round + 1) / usualLessonRounds),
                       .left = {}});
    }
    progress.clear();
    Times times;
    for (const auto& [workload, record] : records)
        times.emplace(workload, sampleOf(workload, backend.info().id, record.readings));
    return times;
}

std::vector<Sample> samplesOf(const Times& times)
{
    std::vector<Sample> samples;
    for (const auto& [workload, sample] : times)
        samples.push_back(sample);
    return samples;
}

/// Why the answer is not held against a prediction; empty where it is.
std::string doubtText(const Lesson& lesson, const std::optional<AnswerDoubt>& doubt)
{
    if (!doubt)
        return {};
    const std::string byRoofs = textOf(doubt->byRoofs)
                              + (lesson.asksWhereItRises()
                                     ? ' ' + std::string(axisWords(letterOf(lesson.stretch->axis)))
                                     : std::string());
    switch (doubt->cause) {
    case AnswerDoubt::Cause::OtherPrograms:
        return "Other programs were running; by the roofs it would be " + byRoofs + ". Run the lesson again.\n";
    case AnswerDoubt::Cause::Roofs:
        return "What was measured contradicts the roofs, by which it would be " + byRoofs + ". Run the lesson again.\n";
    case AnswerDoubt::Cause::Unknown: break;
    }
    return "By the roofs it would be " + byRoofs + ", and what was measured is far from that. Run the lesson again.\n";
}

/// What the lesson's experiment measures here.
Result<ExperimentResult> resultOf(const Lesson& lesson, const HeldDevice& held, const RoofSet& roofs,
                                  Surroundings& surroundings, ProgressBar& progress)
{
    RanExperiment ran = runExperiment(
        *held.backend,
        {.experiment = lesson.experiment, .parameters = lesson.parameters, .threads = held.threads, .known = roofs},
        timeStamp(), surroundings, progress);
    if (ran.outcome == RunOutcome::Cancelled)
        return Error{
            .kind = ErrorKind::Cancelled, .id = "lesson.cancelled", .text = "cancelled before everything was measured"};
    if (ran.outcome == RunOutcome::Failed)
        return ran.error.value_or(
            Error{.kind = ErrorKind::DeviceFailure, .id = "experiment.failed", .text = "the experiment failed"});
    return std::move(ran.result);
}

/// A drawn curve beside the measured one, a line a place.
std::string curvesText(const LessonAnswers& answers)
{
    constexpr std::size_t width = 14;
    const auto line = [&](const std::string& place, const std::string& said, const std::string& measured,
                          const std::string& ratio) {
        return padded(place, 2 * width) + padded(said, width) + padded(measured, width) + ratio + "\n";
    };
    std::string text = line(std::string(axisWords(answers.axis)), "predicted", "measured", "measured / predicted");
    for (const CurvePlace& place : answers.measuredCurve)
        if (const auto said = valueAt(answers.curve, place.x))
            text += line(quantityText(place.x, ""), quantityText(*said, "s"), quantityText(place.value, "s"),
                         quantityText(place.value / *said, "x"));
    const auto knee = [](const std::vector<CurvePlace>& curve) -> std::string {
        if (const auto place = kneeOf(curve))
            return quantityText(*place, "");
        return risesFromTheStart(curve) ? "the start" : "nowhere";
    };
    return text + line("begins to rise at", knee(answers.curve), knee(answers.measuredCurve), "");
}

/// How a prediction relates to what was measured.
std::string agreementText(const NumberJudgement& judged)
{
    std::string times = quantityText(judged.factor, "x");
    times = times.substr(0, times.find("\u00d7")); // without its sign
    const auto off = [&](const std::string& side) {
        return judged.isUncertain
                 ? "Your prediction is too " + side + "; the measurement is too uncertain to tell by how much.\n"
                 : "Your prediction is " + times + " times too " + side + ".\n";
    };
    switch (judged.verdict) {
    case NumberVerdict::Right: return "That agrees with your prediction.\n";
    case NumberVerdict::Close: return "Your prediction is close.\n";
    case NumberVerdict::Undecided:
        return "The measurement is too uncertain to tell whether your prediction is right.\n";
    case NumberVerdict::TooLow: return off("low");
    case NumberVerdict::TooHigh: return off("high");
    }
    return {};
}

/// The interval of the answer, as the window has it; empty where it has none.
std::string rangeText(const Lesson& lesson, const LessonAnswers& answers, const std::optional<Interval>& range)
{
    if (answers.isByRoofs)
        return {};
    if (!range) // a place may well have none
        return lesson.stretch || lesson.answersWithAPlace() ? "" : "interval not known";
    const std::string low = quantityText(range->low, answers.unit);
    const std::string high = quantityText(range->high, answers.unit);
    return lesson.stretch ? "between " + low + " and " + high : low + " to " + high;
}

/// What the machine says to the question: "16.0× (15.8× to 16.2×)", "as long as before (1.01×, 0.990× to 1.03×)".
std::string measuredText(const Lesson& lesson, const LessonMachine& machine, const LessonAnswers& answers,
                         const std::optional<Interval>& range)
{
    const auto answer = answerOf(lesson, machine);
    if (!answer)
        return answer.error().message();
    const std::string axis = answers.axis.empty() ? "" : ' ' + std::string(axisWords(answers.axis));
    const std::string number = quantityText(answer->number, answer->unit) + axis;
    const std::string interval = rangeText(lesson, answers, range);
    if (const std::string chosen = choiceFor(answer->number, lesson, machine, range); !chosen.empty())
        return chosen + " (" + number + (interval.empty() ? "" : ", " + interval) + ")";
    return interval.empty() ? number : number + " (" + interval + ")";
}

/// The prediction beside the answer, then what explains it. A doubt of the answer is said first.
std::string answerText(const Lesson& lesson, const LessonMachine& machine, const LessonAnswers& answers,
                       const AnswerGrounds& grounds)
{
    std::string text = lesson.title + "\n\n" + doubtText(lesson, grounds.doubt);
    if (lesson.asks == LessonAsks::Curve) {
        text += curvesText(answers);
    } else {
        const std::string axis = answers.axis.empty() ? "" : ' ' + std::string(axisWords(answers.axis));
        const std::string said = quantityText(answers.prediction.value_or(0.0), answers.unit) + axis;
        text += "Predicted  "
              + (answers.choice == 0
                     ? said
                     : lesson.choices[static_cast<std::size_t>(answers.choice) - 1].words + " (" + said + ")")
              + (answers.isByRoofs ? "\nBy roofs   " : "\nMeasured   ")
              + measuredText(lesson, machine, answers, grounds.range) + "\n";
        if (const auto judged = judgePrediction(lesson, answers, grounds.range); judged && !grounds.doubt)
            text += agreementText(*judged);
    }
    const bool saysRoofs = grounds.doubt && grounds.doubt->cause == AnswerDoubt::Cause::Roofs;
    for (const LessonSection which :
         {LessonSection::WhatDidYouSee, LessonSection::Why, LessonSection::Limits, LessonSection::Transfer}) {
        text += "\n" + std::string(nameOf(which)) + "\n";
        // This very run has measured them; a doubt has said so.
        if (which == LessonSection::Why && answers.contradictsRoofs && !saysRoofs)
            text += "What was measured contradicts the roofs. Run the lesson again.\n\n";
        text += sectionText(lesson, which, machine);
    }
    return text;
}

ExitCode deliver(const LessonCommand& command, const LessonMachine& machine, const LessonAnswers& answers,
                 const AnswerGrounds& grounds, Surroundings& surroundings)
{
    if (command.file)
        if (const auto saved = writeTextFile(toJson(answers) + "\n", *command.file); !saved)
            return fail(surroundings, saved.error());
    return printResult(surroundings,
                       command.json ? toJson(answers) + "\n" : answerText(*command.lesson, machine, answers, grounds));
}

ExitCode measure(const LessonCommand& command, Surroundings& surroundings)
{
    const auto held = holdDevice(command, surroundings);
    if (!held)
        return fail(surroundings, held.error());
    // Before anything is measured: whether the lesson is one for this device.
    const Lesson& lesson = *command.lesson;
    if (const auto possible = lessonMachine(lesson, held->info, {}, held->threads, {});
        !possible && possible.error().kind == ErrorKind::InvalidInput)
        return fail(surroundings, possible.error());
    if (lesson.experiment != nullptr)
        if (const auto possible = canRunOn(*lesson.experiment, held->info, surroundings.devices); !possible)
            return fail(surroundings, possible.error());
    ProgressBar progress = progressFor(command, surroundings);
    const RoofNeeds needs = roofNeeds(lesson);
    const RoofMeasurement measured = measureRoofs(*held->backend, held->threads,
                                                  roofsToPredict(*held->backend, needs.timed, needs.roofs),
                                                  surroundings, progress);
    warnOf(measured.roofs, surroundings);
    if (measured.error)
        return fail(surroundings, *measured.error);
    const RoofSet roofs = recallAndNote(measured, held->info, surroundings);
    const auto times = std::make_shared<Times>();
    const auto timeOf = [times](const Workload& workload) -> std::optional<Seconds> {
        const auto found = times->find(workload);
        return found != times->end() ? std::optional(found->second.time) : std::nullopt;
    };
    // What is wrong with a page is said before the longer part is measured for it.
    const auto before = lessonMachine(lesson, held->info, roofs, held->threads, timeOf);
    if (!before)
        return fail(surroundings, before.error());
    if (const auto mistake = mistakeOf(lesson, *before))
        return fail(surroundings, *mistake);
    std::shared_ptr<const ExperimentResult> result;
    if (lesson.experiment != nullptr) {
        auto ran = resultOf(lesson, *held, roofs, surroundings, progress);
        if (!ran)
            return fail(surroundings, ran.error());
        result = std::make_shared<const ExperimentResult>(std::move(*ran));
    }
    const auto machine = lessonMachine(lesson, held->info, roofs, held->threads, timeOf, result);
    if (!machine)
        return fail(surroundings, machine.error());
    if (const auto workloads = measuredWorkloads(lesson, *machine); !workloads.empty()) {
        auto timed = timesOf(*held->backend, workloads, machine->roofs, surroundings, progress);
        if (!timed)
            return fail(surroundings, timed.error());
        *times = std::move(*timed);
    }
    if (const auto mistake = mistakeOf(lesson, *machine))
        return fail(surroundings, *mistake);
    // A runtime that does not begin to rise is an answer, too.
    if (const auto answer = answerOf(lesson, *machine); !answer && answer.error().id != "lesson.no-rise")
        return fail(surroundings, about("answer", answer.error()));
    LessonAnswers answers = *command.answers;
    if (answers.choice > 0) {
        const auto said = evaluate(lesson.choices[static_cast<std::size_t>(answers.choice) - 1].value, *machine);
        if (!said)
            return fail(surroundings, about("choice", said.error()));
        answers.prediction = said->number;
    }
    answers.title = lesson.title;
    answers.question = inOneLine(sectionText(lesson, LessonSection::Predict, *machine));
    answers.created = timeStamp();
    answers.device = held->info.id;
    answers.deviceName = held->info.name;
    answers.threads = held->threads;
    addMeasured(answers, lesson, *machine);
    const AnswerGrounds grounds = answerGrounds(lesson, *machine, samplesOf(*times), result.get());
    answers.contradictsRoofs = grounds.contradictsRoofs;
    answers.isDoubted = grounds.doubt.has_value();
    return deliver(command, *machine, answers, grounds, surroundings);
}

ExitCode run(LessonCommand& command, Surroundings& surroundings)
{
    if (command.list)
        return printResult(surroundings, listText());
    if (command.gathered)
        return printResult(surroundings, gatheredText(*command.gathered));
    if (const auto completed = completeLesson(command); !completed)
        return fail(surroundings, completed.error());
    const auto device = chosenDevice(command, surroundings);
    if (!device)
        return fail(surroundings, device.error());
    if (const auto threads = chosenThreads(command, *device); !threads)
        return fail(surroundings, threads.error());
    if (command.answers)
        return measure(command, surroundings);
    LessonMachine unmeasured{.roofs = {.device = device->id, .threads = device->threads},
                             .kind = device->kind,
                             .memory = device->memory,
                             .base = {},
                             .time = {}};
    return printResult(surroundings, questionText(*command.lesson, unmeasured));
}

} // namespace

Command lessonCommand()
{
    const auto command = std::make_shared<LessonCommand>();
    command->device = "cpu";
    OptionSpec device = option::device(*command);
    device.help = "the device that answers (default: cpu; `devices` lists them)";
    device.required = false;
    return {.name = "lesson",
            .summary = "ask a lesson's question, and measure the answer beside your prediction",
            .options =
                {{.names = "ID",
                  .value = "",
                  .help = "the lesson (--list shows them), or a page in a file that ends in .md",
                  .take = into(command->lesson, parseLessonNamed),
                  .file = FileUse::Read},
                 {"--list", "", "list the lessons", set(command->list)},
                 {.names = "--gather",
                  .value = "FOLDER",
                  .help = "print how a class predicted, from the files of -o in a folder",
                  .take = into(command->gathered, parseFolder),
                  .file = FileUse::Here},
                 device,
                 {.names = "--answers",
                  .value = "FILE",
                  .help = "what you predict: {\"lesson\": \"ID\", \"prediction\": NUMBER}, or \"choice\": which of the "
                          "answers; of a curve pairs of a place and seconds",
                  .take = into(command->answers, parseAnswers),
                  .file = FileUse::Read},
                 option::threads(*command),
                 {.names = "-o,--output",
                  .value = "FILE",
                  .help = "save prediction and answer (JSON)",
                  .take = into(command->file, parseOutputFile),
                  .file = FileUse::Written},
                 option::json(*command),
                 option::progress(*command)},
            .notes = {"Without --answers nothing is measured: the question is printed, so that you predict first. With "
                      "it the lesson's work, its experiment and the roofs that they need are measured, and the answer, "
                      "what explains it and where it stops being true are printed."},
            .examples = {"ridgepoint-bench lesson --list", "ridgepoint-bench lesson double-the-work",
                         "ridgepoint-bench lesson double-the-work --answers answers.json -o results.json",
                         "ridgepoint-bench lesson --gather class-of-tuesday"},
            .run = [command](Surroundings& surroundings) { return run(*command, surroundings); },
            .measures = true};
}

} // namespace ridgepoint
