// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson.h"

#include "core/experiment/registry.h"
#include "core/lesson/lesson_prediction.h"
#include "core/lesson/page_lines.h"
#include "core/model/nearest_word.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace ridgepoint {
namespace {

/// A page is read and shown whole; a file beyond this is no lesson.
constexpr std::size_t largestPage = 64 * 1024;
constexpr int longestMinutes = 120;

/// A part of a text: plain, or an expression (without its braces).
struct Piece {
    std::string_view text;
    int line = 0; ///< from 0
    bool isExpression = false;
};

/// Nothing where a brace is not closed; `open` is then the line of it.
std::optional<std::vector<Piece>> piecesOf(std::string_view text, int& open)
{
    std::vector<Piece> pieces;
    int line = 0;
    while (!text.empty()) {
        const bool isExpression = text.front() == '{';
        const auto end = text.find(isExpression ? '}' : '{');
        if (isExpression && end == std::string_view::npos) {
            open = line;
            return std::nullopt;
        }
        const std::string_view part = text.substr(0, end);
        pieces.push_back({isExpression ? part.substr(1) : part, line, isExpression});
        line += static_cast<int>(std::count(part.begin(), part.end(), '\n'));
        text.remove_prefix(std::min(text.size(), part.size() + (isExpression ? 1 : 0)));
    }
    return pieces;
}

/// Words between blanks; an expression is one, because one number takes its place.
int wordCount(const std::vector<Piece>& pieces)
{
    int words = 0;
    bool isInWord = false;
    for (const Piece& piece : pieces) {
        if (piece.isExpression) {
            words += isInWord ? 0 : 1;
            isInWord = true;
            continue;
        }
        for (const char c : piece.text) {
            const bool isBlank = c == ' ' || c == '\n' || c == '\t';
            words += !isBlank && !isInWord ? 1 : 0;
            isInWord = !isBlank;
        }
    }
    return words;
}

const ExperimentInfo* infoOf(const Lesson& lesson)
{
    return lesson.experiment != nullptr ? &lesson.experiment->info() : nullptr;
}

/// What was expected in place of a word, and which of these was meant.
std::string unlike(std::string_view word, const std::vector<std::string>& known)
{
    const auto meant = nearestWord(word, known);
    std::string words = meant ? "did you mean " + *meant + "? Expected " : "expected ";
    for (std::size_t i = 0; i < known.size(); ++i)
        words += (i == 0 ? "" : i + 1 == known.size() ? " or " : ", ") + known[i];
    return words + ", not \"" + std::string(word) + '"';
}

/// Reads a page; after the first error nothing is read any more.
class PageReader {
public:
    PageReader(std::string_view page, std::string id) : m_lines(page, "lesson", "lesson.page")
    {
        m_lesson.id = std::move(id);
    }

    Result<Lesson> read()
    {
        m_lines.readFields([this](std::string_view name, std::string_view value) { takeField(name, value); });
        requireFields();
        checkAxes();
        readSections();
        checkExpressions();
        if (m_lines.error())
            return *m_lines.error();
        return std::move(m_lesson);
    }

private:
    void takeField(std::string_view name, std::string_view value)
    {
        if (name == "title")
            m_lesson.title = value;
        else if (name == "minutes")
            m_lesson.minutes = m_lines.minutes(value, longestMinutes);
        else if (name == "prerequisite")
            m_prerequisite = value;
        else if (name == "devices")
            takeDevices(value);
        else if (name == "work")
            takeWork(value);
        else if (name == "experiment")
            takeExperiment(value);
        else if (name == "measures")
            m_lesson.measures = value;
        else if (name == "axes")
            takeAxes(value);
        else
            m_lines.fail(unlike(
                name, {"title", "minutes", "prerequisite", "devices", "work", "experiment", "measures", "axes"}));
    }

    void takeAxes(std::string_view value)
    {
        m_lesson.axes = value;
        m_axesLine = m_lines.number();
    }

    /// "runtime over tensor size" or "roofline", several with semicolons between them; what follows a comma is not
    /// checked, but a roofline named there is shown as well. An experiment has charts of its own.
    void checkAxes()
    {
        const std::string_view all = m_lesson.axes;
        const auto check = [&](std::string_view word, const std::vector<std::string>& known) {
            if (std::ranges::find(known, word) == known.end())
                m_lines.fail(m_axesLine, "column " + std::to_string(word.data() - all.data() + 1) + " of \""
                                             + std::string(all) + "\": " + unlike(word, known));
        };
        for (std::size_t begin = 0; m_lesson.experiment == nullptr && begin < all.size();) {
            const std::string_view chart = all.substr(begin, std::min(all.find(';', begin), all.size()) - begin);
            begin += chart.size() + 1;
            std::string_view words = trimmed(chart.substr(0, chart.find(',')));
            if (words.empty())
                words = chart.substr(0, 0); // which has a column
            constexpr std::string_view between = " over ";
            const auto over = words.find(between);
            std::vector<std::string> charts{"runtime", "performance", "bandwidth"};
            if (over == std::string_view::npos)
                charts.emplace_back("roofline");
            check(words.substr(0, over), charts);
            if (over != std::string_view::npos)
                check(trimmed(words.substr(over + between.size())),
                      {"operations per element", "fusion depth", "tensor size", "arithmetic intensity"});
        }
    }

    void takeDevices(std::string_view value)
    {
        while (!value.empty()) {
            const auto end = std::min(value.find(','), value.size());
            const std::string_view word = trimmed(value.substr(0, end));
            if (word != "cpu" && word != "gpu")
                return m_lines.fail("expected cpu, gpu or both with a comma, not \"" + std::string(word) + "\"");
            m_lesson.devices.push_back(word == "cpu" ? DeviceKind::Cpu : DeviceKind::Cuda);
            value.remove_prefix(std::min(value.size(), end + 1));
        }
    }

    void takeWork(std::string_view value)
    {
        if (const auto checked = checkWorkload(value); !checked)
            return m_lines.fail(checked.error().message());
        m_lesson.work = value;
    }

    /// "matmul largest=2048": an id, then parameters as on the command line.
    void takeExperiment(std::string_view value)
    {
        const auto experiment = requireExperiment(takeWord(value));
        if (!experiment)
            return m_lines.fail(experiment.error().message());
        ParameterTexts given;
        while (!value.empty()) {
            const std::string_view word = takeWord(value);
            const auto equals = word.find('=');
            if (equals == std::string_view::npos)
                return m_lines.fail("expected a parameter such as size=1Mi, not \"" + std::string(word) + "\"");
            given[std::string(word.substr(0, equals))] = word.substr(equals + 1);
        }
        auto parameters = readParameters((*experiment)->info(), given);
        if (!parameters)
            return m_lines.fail(parameters.error().message());
        m_lesson.experiment = *experiment;
        m_lesson.parameters = std::move(*parameters);
    }

    void requireFields()
    {
        const std::pair<bool, const char*> fields[] = {
            {m_lesson.title.empty(), "title"},        {m_lesson.minutes == 0, "minutes"},
            {m_prerequisite.empty(), "prerequisite"}, {m_lesson.devices.empty(), "devices"},
            {m_lesson.work.empty(), "work"},          {m_lesson.measures.empty(), "measures"},
            {m_lesson.axes.empty(), "axes"}};
        for (const auto& [isMissing, name] : fields)
            if (isMissing)
                m_lines.fail(std::string("expected the field \"") + name + ": …\" before \"---\"");
        if (m_prerequisite != "none")
            m_lesson.prerequisite = m_prerequisite;
    }

    void readSections()
    {
        std::optional<std::size_t> current;
        while (const auto line = m_lines.next()) {
            if (line->starts_with("## ")) {
                const std::size_t number = current ? *current + 1 : 0;
                if (number == allLessonSections.size() || trimmed(line->substr(3)) != nameOf(allLessonSections[number]))
                    return m_lines.fail(expectedHeading(number) + ", not \"" + std::string(*line) + "\"");
                current = number;
                m_lesson.sections[number].line = m_lines.number() + 1;
            } else if (current && allLessonSections[*current] == LessonSection::Predict && isOfQuestion(*line)) {
                m_lesson.sections[*current].text += '\n'; // later lines keep their numbers
            } else if (current) {
                m_lesson.sections[*current].text.append(*line).append("\n");
            } else if (!trimmed(*line).empty()) {
                return m_lines.fail(expectedHeading(0));
            }
        }
        const std::size_t after = current ? *current + 1 : 0;
        if (after < allLessonSections.size())
            m_lines.fail(expectedHeading(after) + " before the end");
    }

    static std::string expectedHeading(std::size_t number)
    {
        return number == allLessonSections.size()
                 ? "expected no further heading"
                 : "expected \"## " + std::string(nameOf(allLessonSections[number])) + '"';
    }

    /// Takes "place: k from 1 to 512", or the same of a curve.
    void takeStretch(LessonAsks asks, std::string_view words)
    {
        constexpr std::string_view from = " from ";
        constexpr std::string_view to = " to ";
        if (m_lesson.stretch)
            m_lines.fail("expected one \"place:\" or \"curve:\"; there is one already");
        m_lesson.asks = asks;
        m_lesson.stretch = LessonStretch{.from = {}, .to = {}, .line = m_lines.number()};
        const auto low = words.find(from);
        const auto high = words.rfind(to);
        const std::string_view letter = trimmed(words.substr(0, low));
        const auto axis = std::ranges::find_if(allAxisKinds, [&](AxisKind one) { return letterOf(one) == letter; });
        if (low == std::string_view::npos || high == std::string_view::npos || high < low + from.size()
            || axis == allAxisKinds.end())
            return m_lines.fail("expected k, d or N and its ends, such as \"k from 1 to 512\", not \""
                                + std::string(words) + '"');
        m_lesson.stretch->axis = *axis;
        m_lesson.stretch->from = trimmed(words.substr(low + from.size(), high - low - from.size()));
        m_lesson.stretch->to = trimmed(words.substr(high + to.size()));
    }

    /// Takes "answer: EXPRESSION", "place: …", "curve: …" and "- words = EXPRESSION", which are no text of the section.
    bool isOfQuestion(std::string_view line)
    {
        const std::pair<std::string_view, LessonAsks> stretches[] = {{"place:", LessonAsks::Place},
                                                                     {"curve:", LessonAsks::Curve}};
        for (const auto& [word, asks] : stretches)
            if (line.starts_with(word)) {
                takeStretch(asks, trimmed(line.substr(word.size())));
                return true;
            }
        constexpr std::string_view answer = "answer:";
        if (line.starts_with(answer)) {
            if (!m_lesson.answer.empty())
                m_lines.fail("expected one answer; there is one already");
            m_lesson.answer = trimmed(line.substr(answer.size()));
            m_lesson.answerLine = m_lines.number();
            return true;
        }
        if (!line.starts_with("- "))
            return false;
        const auto equals = line.rfind(" = ");
        if (equals == std::string_view::npos || equals <= 2)
            m_lines.fail("expected a choice such as \"- twice as long = 2\"");
        else
            m_lesson.choices.push_back({std::string(trimmed(line.substr(2, equals - 2))),
                                        std::string(trimmed(line.substr(equals + 3))), m_lines.number()});
        return true;
    }

    void checkExpressions()
    {
        for (const LessonSection which : allLessonSections) {
            const Lesson::Section& section = m_lesson.section(which);
            int open = 0;
            const auto pieces = piecesOf(section.text, open);
            if (!pieces)
                return m_lines.fail(section.line + open, "expected \"}\" after \"{\"");
            const int words = wordCount(*pieces);
            if (words == 0)
                return m_lines.fail(section.line, "expected a text under \"## " + std::string(nameOf(which)) + '"');
            if (words > mostLessonWords)
                return m_lines.fail(section.line, "expected at most " + std::to_string(mostLessonWords)
                                                      + " words under \"## " + std::string(nameOf(which)) + "\", not "
                                                      + std::to_string(words));
        }
        checkQuestion();
        for (const LessonExpression& expression : expressionsOf(m_lesson))
            if (const auto checked = checkExpression(expression.text, infoOf(m_lesson)); !checked)
                return m_lines.fail(expression.line, checked.error().message());
        if (m_lesson.stretch)
            checkCounts();
    }

    /// What belongs on an axis has no unit.
    void checkCounts()
    {
        const LessonStretch& stretch = *m_lesson.stretch;
        std::vector<LessonExpression> counts{{stretch.from, stretch.line}, {stretch.to, stretch.line}};
        if (!m_lesson.asksWhereItRises())
            counts.push_back({m_lesson.answer, m_lesson.answerLine});
        for (const LessonExpression& count : counts)
            if (const auto unit = checkExpression(count.text, infoOf(m_lesson)); unit && !unit->empty())
                m_lines.fail(count.line, "expected a number without a unit, which has a place on the axis "
                                             + std::string(letterOf(stretch.axis)) + ", not \"" + count.text
                                             + "\", which is in " + *unit);
    }

    /// Whether what is asked for has what belongs to it, and nothing else.
    void checkQuestion()
    {
        const bool isCurve = m_lesson.asks == LessonAsks::Curve;
        if (isCurve && !m_lesson.answer.empty())
            m_lines.fail(m_lesson.answerLine, "expected no answer beside \"curve:\", which is compared with the times "
                                              "that are measured along it");
        if (m_lesson.stretch && !m_lesson.choices.empty())
            m_lines.fail(m_lesson.choices.front().line, "expected no choices beside \"place:\" or \"curve:\"");
        if (m_lesson.answer.empty() && !isCurve)
            m_lines.fail(m_lesson.section(LessonSection::Predict).line,
                         "expected \"answer: EXPRESSION\" under \"## Predict\"");
        if (m_lesson.choices.size() == 1)
            m_lines.fail(m_lesson.choices.front().line,
                         "expected two choices or more, or none where a number is asked");
    }

    PageLines m_lines;
    std::string m_prerequisite;
    int m_axesLine = 0;
    Lesson m_lesson;
};

} // namespace

std::string_view nameOf(LessonSection section)
{
    switch (section) {
    case LessonSection::Question: return "Question";
    case LessonSection::Predict: return "Predict";
    case LessonSection::Do: return "Do";
    case LessonSection::WhatDidYouSee: return "What did you see?";
    case LessonSection::Why: return "Why";
    case LessonSection::Limits: return "Where it stops being true";
    case LessonSection::Transfer: return "Transfer";
    }
    return {};
}

bool Lesson::runsOn(DeviceKind kind) const { return std::ranges::find(devices, kind) != devices.end(); }

Result<Lesson> parseLesson(std::string_view page, std::string id)
{
    if (page.size() > largestPage)
        return Error{ErrorKind::InvalidInput, "lesson.too-large", "This is no lesson: it has more than 64 KiB.", {}};
    return PageReader(page, std::move(id)).read();
}

std::vector<LessonExpression> expressionsOf(const Lesson& lesson)
{
    std::vector<LessonExpression> all;
    for (const LessonSection which : allLessonSections) {
        const Lesson::Section& section = lesson.section(which);
        int open = 0;
        for (const Piece& piece : piecesOf(section.text, open).value_or(std::vector<Piece>()))
            if (piece.isExpression)
                all.push_back({std::string(piece.text), section.line + piece.line});
        if (which == LessonSection::Predict) {
            if (!lesson.asksWhereItRises())
                all.push_back({lesson.answer, lesson.answerLine});
            if (lesson.stretch)
                for (const std::string* end : {&lesson.stretch->from, &lesson.stretch->to})
                    all.push_back({*end, lesson.stretch->line});
            for (const LessonChoice& choice : lesson.choices)
                all.push_back({choice.value, choice.line});
        }
    }
    return all;
}

Result<LessonMachine> lessonMachine(const Lesson& lesson, const DeviceInfo& device, RoofSet roofs, int threads,
                                    std::function<std::optional<Seconds>(const Workload&)> time,
                                    std::shared_ptr<const ExperimentResult> result)
{
    if (!lesson.runsOn(device.kind))
        return Error{ErrorKind::InvalidInput,
                     "lesson.device",
                     device.kind == DeviceKind::Cpu
                         ? "The lesson \"%1\" is for a GPU; choose one in the list of devices."
                         : "The lesson \"%1\" is for a processor; choose it in the list of devices.",
                     {lesson.title}};
    if (lesson.experiment != nullptr)
        if (const auto possible = lesson.experiment->availability(device); !possible)
            return possible.error();
    LessonMachine machine{.roofs = std::move(roofs),
                          .kind = device.kind,
                          .memory = device.memory,
                          .base = {},
                          .time = std::move(time),
                          .experiment = infoOf(lesson)};
    if (lesson.experiment != nullptr && result != nullptr)
        machine.result = [info = machine.experiment, result = std::move(result)](const ResultReading& reading) {
            return readResult(*result, *info, reading);
        };
    machine.base.threads = threads;
    // Twice, because the size of "memory" in elements depends on the precision that the first round reads.
    for (int round = 0; round < 2; ++round) {
        const auto base = workloadOf(lesson.work, machine);
        if (!base)
            return base.error();
        machine.base = *base;
    }
    return machine;
}

std::vector<Workload> measuredWorkloads(const Lesson& lesson, const LessonMachine& machine)
{
    std::vector<Workload> all;
    LessonMachine asking = machine;
    asking.time = [&](const Workload& workload) {
        if (std::ranges::find(all, workload) == all.end())
            all.push_back(workload);
        return std::optional(Seconds(1.0 + static_cast<double>(all.size())));
    };
    asking.result = [](const ResultReading&) { return Result<double>(1.0); };
    for (const LessonExpression& expression : expressionsOf(lesson))
        (void)evaluate(expression.text, asking);
    for (const Workload& workload : stretchWorkloads(lesson, machine))
        if (std::ranges::find(all, workload) == all.end())
            all.push_back(workload);
    return all;
}

RoofNeeds roofNeeds(const Lesson& lesson)
{
    const auto work = checkWorkload(lesson.work);
    const Workload base = work ? *work : Workload{};
    RoofNeeds needs;
    needs.timed.push_back(base);
    for (const LessonExpression& expression : expressionsOf(lesson))
        addNeeds(needs, expression.text, base, infoOf(lesson));
    return needs;
}

bool isItsResult(const Lesson& lesson, const ExperimentResult& result, std::string_view device, int threads)
{
    return lesson.experiment != nullptr && result.id == lesson.experiment->info().id && result.device == device
        && result.threads == threads && result.parameters == lesson.parameters.texts();
}

std::optional<Error> mistakeOf(const Lesson& lesson, const LessonMachine& machine)
{
    LessonMachine imagined = machine;
    int asked = 0;
    imagined.time = [&](const Workload& workload) {
        if (const auto time = machine.time ? machine.time(workload) : std::nullopt)
            return std::optional(*time);
        // About what it will be, and no two alike, so that a difference of two is not 0.
        const auto predicted = predict(workload, machine.roofs, machine.kind);
        return std::optional((predicted ? predicted->time : Seconds(1e-3)) * (1.0 + 1e-3 * ++asked));
    };
    const auto inLine = [](int line, const std::string& what) {
        return Error{ErrorKind::InvalidInput, "lesson.page", "Line %1: %2", {std::to_string(line), what}};
    };
    for (const LessonExpression& expression : expressionsOf(lesson))
        if (const auto value = evaluate(expression.text, imagined);
            !value && value.error().kind == ErrorKind::InvalidInput)
            return inLine(expression.line, value.error().message());
    if (!lesson.stretch || stretchWorkloads(lesson, machine).size() >= 2)
        return std::nullopt;
    const auto from = evaluate(lesson.stretch->from, machine);
    const auto to = evaluate(lesson.stretch->to, machine);
    if (!from || !to)
        return std::nullopt;
    return inLine(lesson.stretch->line, "expected two ends of the axis " + std::string(letterOf(lesson.stretch->axis))
                                            + " from 1 on, the lower one first, with at most "
                                            + std::to_string(mostStretchWorkloads - 2)
                                            + " powers of two between them, not " + quantityText(from->number, "")
                                            + " and " + quantityText(to->number, ""));
}

std::string filledText(std::string_view text, const LessonMachine& machine, const FormatLessonValue& format)
{
    std::string filled;
    int open = 0;
    for (const Piece& piece : piecesOf(text, open).value_or(std::vector<Piece>{{text}})) {
        const auto value = piece.isExpression ? evaluate(piece.text, machine) : LessonValue{};
        filled += !piece.isExpression ? std::string(piece.text) : value ? format(*value) : "\u2013";
    }
    return filled;
}

} // namespace ridgepoint
