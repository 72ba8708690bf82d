// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_answers.h"

#include "core/session/json_fields.h"
#include "core/session/json_limits.h"
#include "core/session/json_writer.h"

#include <fstream>

namespace ridgepoint {
namespace {

constexpr std::string_view formatName = "ridgepoint-answers";
constexpr int version = 1;
constexpr int mostChoices = 99;
constexpr std::size_t largestFile = 64 * 1024;
constexpr std::size_t mostPlaces = 256; ///< of a curve that somebody drew

void writeCurve(JsonWriter& json, std::string_view name, const std::vector<CurvePlace>& curve)
{
    json.key(name).beginArray();
    for (const CurvePlace& place : curve)
        json.beginArray().value(place.x).value(place.value).endArray();
    json.endArray();
}

/// Pairs of a place and seconds, in ascending order of places.
std::vector<CurvePlace> curveFrom(const Json& array, const char* name, JsonProblem& problem)
{
    std::vector<CurvePlace> curve;
    for (const Json& pair : array) {
        const bool isPair = pair.is_array() && pair.size() == 2;
        const auto x = isPair ? numberOf(pair[0], 1.0, limits::rate) : std::nullopt;
        const auto seconds = isPair ? numberOf(pair[1], limits::shortestTime, limits::rate) : std::nullopt;
        if (!x || !seconds || curve.size() >= mostPlaces || (!curve.empty() && *x <= curve.back().x)) {
            problem.report(name,
                           "a number, or pairs of a place and seconds in ascending order, [[1, 0.001], [2, 0.002]]");
            return {};
        }
        curve.push_back({*x, *seconds});
    }
    return curve;
}

} // namespace

std::optional<double> LessonAnswers::predictedNumber() const { return curve.empty() ? prediction : kneeOf(curve); }

std::optional<double> LessonAnswers::measuredNumber() const { return isOfCurve() ? kneeOf(measuredCurve) : measured; }

std::string toJson(const LessonAnswers& answers)
{
    JsonWriter json;
    json.beginObject().field("format", formatName).field("version", version).field("lesson", answers.lesson);
    json.field("title", answers.title);
    if (!answers.question.empty())
        json.field("question", answers.question);
    if (!answers.person.empty())
        json.field("name", answers.person);
    json.field("created", answers.created).field("device", answers.device).field("device_name", answers.deviceName);
    json.field("threads", answers.threads);
    if (!answers.axis.empty())
        json.field("axis", answers.axis);
    if (!answers.curve.empty())
        writeCurve(json, "prediction", answers.curve);
    else if (answers.prediction)
        json.field("prediction", *answers.prediction);
    if (!answers.offered.empty()) {
        json.key("offered").beginArray();
        for (const OfferedAnswer& one : answers.offered)
            json.beginObject().field("answer", one.words).field("value", one.value).endObject();
        json.endArray();
    }
    json.field("unit", answers.unit);
    if (!answers.measuredCurve.empty())
        writeCurve(json, "measured", answers.measuredCurve);
    else if (answers.measured)
        json.key("measured").value(*answers.measured);
    else
        json.key("measured").null();
    if (answers.isByRoofs)
        json.field("by_roofs", true);
    if (answers.contradictsRoofs)
        json.field("contradicts_roofs", true);
    if (answers.isDoubted)
        json.field("doubted", true);
    json.field("seen", answers.seen).field("transfer", answers.transfer).endObject();
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
    answers.question = fields.textOr("question", {});
    answers.person = fields.textOr("name", {});
    answers.created = fields.textOr("created", {});
    answers.device = fields.textOr("device", {});
    answers.deviceName = fields.textOr("device_name", {});
    answers.threads = fields.countOr("threads", 0, limits::threads, 0);
    answers.choice = fields.countOr("choice", 1, mostChoices, 0);
    answers.axis = fields.textOr("axis", {});
    if (const auto found = parsed->find("prediction"); found != parsed->end() && found->is_array() && !found->empty())
        answers.curve = curveFrom(*found, "prediction", problem);
    else if (answers.choice == 0 && (fields.has("prediction") || !parsed->contains("measured")))
        answers.prediction = fields.number("prediction", -limits::rate, limits::rate);
    if (fields.has("offered"))
        answers.offered = fields.objects("offered", [](const JsonFields& one) {
            return OfferedAnswer{one.text("answer"), one.number("value", -limits::rate, limits::rate)};
        });
    answers.unit = fields.textOr("unit", {});
    if (const auto found = parsed->find("measured"); found != parsed->end() && !found->is_null()) {
        if (found->is_array() && !found->empty())
            answers.measuredCurve = curveFrom(*found, "measured", problem);
        else
            answers.measured = fields.number("measured", -limits::rate, limits::rate);
    }
    // Of a percentage 0 is a prediction; everything else is above 0, and it stood for none.
    if (parsed->contains("measured") && answers.prediction == 0.0 && answers.unit != "%")
        answers.prediction.reset();
    answers.isByRoofs = fields.flagOr("by_roofs", false);
    answers.contradictsRoofs = fields.flagOr("contradicts_roofs", false);
    answers.isDoubted = fields.flagOr("doubted", false);
    answers.seen = fields.textOr("seen", {});
    answers.transfer = fields.textOr("transfer", {});
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
