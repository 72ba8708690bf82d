// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_answers.h"

#include "core/session/json_fields.h"
#include "core/session/json_limits.h"
#include "core/session/json_writer.h"

#include <cmath>
#include <fstream>

namespace ridgepoint {
namespace {

constexpr std::string_view formatName = "ridgepoint-answers";
constexpr int version = 1;
constexpr int mostChoices = 99;
constexpr std::size_t largestFile = 64 * 1024;

} // namespace

std::optional<double> LessonAnswers::ratio() const
{
    if (!measured || !(*measured > 0.0) || !(prediction > 0.0))
        return std::nullopt;
    const double quotient = *measured / prediction;
    return std::isfinite(quotient) ? std::optional(quotient) : std::nullopt;
}

std::string toJson(const LessonAnswers& answers)
{
    JsonWriter json;
    json.beginObject().field("format", formatName).field("version", version).field("lesson", answers.lesson);
    json.field("title", answers.title);
    if (!answers.person.empty())
        json.field("name", answers.person);
    json.field("created", answers.created).field("device", answers.device).field("device_name", answers.deviceName);
    json.field("threads", answers.threads).field("prediction", answers.prediction).field("unit", answers.unit);
    json.key("measured");
    if (answers.measured)
        json.value(*answers.measured);
    else
        json.null();
    json.field("seen", answers.seen).endObject();
    return json.take();
}

Result<LessonAnswers> answersFromJson(std::string_view text)
{
    const auto parsed = parseJson(text);
    if (!parsed)
        return parsed.error();
    JsonProblem problem;
    const JsonFields fields(*parsed, {}, problem);
    if (fields.textOr("format", formatName) != formatName)
        problem.report("format", "\"ridgepoint-answers\"");
    if (fields.countOr("version", 1, limits::count, version) > version)
        return Error{ErrorKind::Unsupported,
                     "answers.newer",
                     "These answers were written by a newer version of Ridgepoint; use that version.",
                     {}};
    LessonAnswers answers;
    answers.lesson = fields.text("lesson");
    answers.title = fields.textOr("title", {});
    answers.person = fields.textOr("name", {});
    answers.created = fields.textOr("created", {});
    answers.device = fields.textOr("device", {});
    answers.deviceName = fields.textOr("device_name", {});
    answers.threads = fields.countOr("threads", 0, limits::threads, 0);
    answers.choice = fields.countOr("choice", 1, mostChoices, 0);
    if (answers.choice == 0)
        answers.prediction = fields.number("prediction", -limits::rate, limits::rate);
    answers.unit = fields.textOr("unit", {});
    if (const auto found = parsed->find("measured"); found != parsed->end() && !found->is_null())
        answers.measured = fields.number("measured", -limits::rate, limits::rate);
    answers.seen = fields.textOr("seen", {});
    if (problem.error())
        return *problem.error();
    return answers;
}

Result<std::string> readSmallFile(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string text(largestFile + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    const auto got = static_cast<std::size_t>(file.gcount());
    if (!file && !file.eof())
        return Error{ErrorKind::Unavailable,
                     "lesson.cannot-read",
                     "cannot read %1; check that the file exists and may be read",
                     {path.string()}};
    if (got > largestFile)
        return Error{ErrorKind::InvalidInput, "lesson.file-too-large", "%1 has more than 64 KiB", {path.string()}};
    text.resize(got);
    return text;
}

} // namespace ridgepoint
