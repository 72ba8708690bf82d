// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/experiment_json.h"

#include "core/experiment/older_results.h"
#include "core/session/json_convert.h"
#include "core/session/json_limits.h"
#include "core/session/json_write.h"
#include "core/session/timeline_json.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

constexpr int mostPlots = 16;
constexpr std::size_t mostParameters = 64;

/// A text of at most maximumExperimentTextBytes; longer ones are refused, because a result holds thousands of them.
std::string boundedText(const JsonFields& fields, const char* name)
{
    std::string text = fields.textOr(name, "");
    if (text.size() > maximumExperimentTextBytes) {
        fields.problem().report(fields.pathOf(name),
                                "a text of at most " + std::to_string(maximumExperimentTextBytes) + " bytes");
        text.clear();
    }
    return text;
}

template <class Items> void bound(const JsonFields& fields, const char* name, Items& items, std::size_t most)
{
    if (items.size() <= most)
        return;
    fields.problem().report(fields.pathOf(name), "an array of at most " + std::to_string(most));
    items.clear();
}

constexpr double largestCount = 1e60;

/// Counts of the calculator and a time; what is out of their range is no work at all rather than an unreadable file.
bool isStorable(const PointWork& point)
{
    const EnvelopeWork& work = point.work;
    const auto isCount = [](double value) { return std::isfinite(value) && value >= 0.0 && value <= largestCount; };
    return isCount(work.elements) && isCount(work.bytesPerElement) && isCount(work.accessesPerElement)
        && isCount(work.operationsPerElement) && isCount(work.flopsPerOperation) && isCount(work.passes)
        && isCount(work.launches) && isCount(point.time.value()) && isCount(point.bandwidth.value())
        && isCount(point.launch.value());
}

PointWork pointWorkFrom(const JsonFields& fields)
{
    const auto count = [&](const char* name, double otherwise) {
        return fields.numberOr(name, 0.0, largestCount, otherwise);
    };
    PointWork point;
    point.work = {.elements = count("elements", 1.0),
                  .bytesPerElement = count("bytes_per_element", 4.0),
                  .accessesPerElement = count("accesses", 2.0),
                  .operationsPerElement = count("operations", 1.0),
                  .flopsPerOperation = count("flops_per_operation", 1.0),
                  .passes = count("passes", 1.0),
                  .launches = count("launches", 1.0)};
    point.time = Seconds(count("time_s", 0.0));
    point.computeRoof = boundedText(fields, "compute_roof");
    point.bandwidthRoof = boundedText(fields, "bandwidth_roof");
    point.launchRoof = boundedText(fields, "launch_roof");
    point.bandwidth = BytesPerSecond(count("bandwidth_bytes_per_s", 0.0));
    point.launch = Seconds(count("launch_s", 0.0));
    return point;
}

constexpr double mostWatts = 1e6;
constexpr double highestClock = 1e12;

void writeText(JsonWriter& json, std::string_view name, const std::string& text)
{
    if (!text.empty())
        json.field(name, std::string_view(text).substr(0, maximumExperimentTextBytes
                                                              - 8)); // a cut character becomes a longer one
}

/// Words, and an id where that is another: the words alone are what older versions write and read.
template <class SomeName> SomeName nameFrom(const JsonFields& fields, const char* words, const char* id)
{
    std::string known = boundedText(fields, words);
    return fields.has(id) ? SomeName(boundedText(fields, id), std::move(known)) : SomeName(std::move(known));
}

template <class Of> void writeName(JsonWriter& json, std::string_view words, std::string_view id, const Name<Of>& name)
{
    writeText(json, words, name.words());
    if (name.id() != name.words())
        writeText(json, id, name.id());
}

PowerState powerStateFrom(const JsonFields& fields)
{
    return {.watts = fields.numberOr("watts", 0.0, mostWatts, 0.0),
            .clock = Hertz(fields.numberOr("clock_hz", 0.0, highestClock, 0.0)),
            .heldBackBy = boundedText(fields, "held_back_by")};
}

bool isStorable(const PowerState& state)
{
    return state.watts >= 0.0 && state.watts <= mostWatts && state.clock.value() >= 0.0
        && state.clock.value() <= highestClock;
}

std::string_view nameOf(OpenAbove open) { return open == OpenAbove::Value ? "value" : "interval"; }

std::optional<OpenAbove> openAboveNamed(std::string_view name)
{
    for (const OpenAbove open : {OpenAbove::Interval, OpenAbove::Value})
        if (nameOf(open) == name)
            return open;
    return std::nullopt;
}

bool inRange(double value) { return std::isfinite(value) && std::abs(value) <= limits::rate; }

void writeJson(JsonWriter& json, const PointWork& point)
{
    const EnvelopeWork& work = point.work;
    json.beginObject()
        .field("elements", work.elements)
        .field("bytes_per_element", work.bytesPerElement)
        .field("accesses", work.accessesPerElement);
    json.field("operations", work.operationsPerElement)
        .field("flops_per_operation", work.flopsPerOperation)
        .field("passes", work.passes);
    json.field("launches", work.launches).field("time_s", point.time.value());
    writeText(json, "compute_roof", point.computeRoof);
    writeText(json, "bandwidth_roof", point.bandwidthRoof);
    writeText(json, "launch_roof", point.launchRoof);
    if (point.bandwidth > BytesPerSecond())
        json.field("bandwidth_bytes_per_s", point.bandwidth.value());
    if (point.launch > Seconds())
        json.field("launch_s", point.launch.value());
    json.endObject();
}

} // namespace

bool isStorable(const ExperimentPoint& point)
{
    return inRange(point.movedX.value_or(0.0)) && inRange(point.x) && inRange(point.y) && inRange(point.low)
        && inRange(point.high) && point.plot >= 0 && point.plot < mostPlots;
}

ExperimentPoint experimentPointFrom(const JsonFields& fields)
{
    ExperimentPoint point;
    point.series = nameFrom<SeriesName>(fields, "series", "series_id");
    point.label = nameFrom<LabelName>(fields, "label", "label_id");
    point.x = fields.numberOr("x", -limits::rate, limits::rate, 0.0);
    point.y = fields.number("y", -limits::rate, limits::rate);
    point.low = fields.numberOr("low", -limits::rate, limits::rate, point.y);
    point.high = fields.numberOr("high", -limits::rate, limits::rate, point.y);
    if (fields.has("flags"))
        point.flags = fields.choice("flags", flagsFrom);
    point.provenance = fields.choice("provenance", provenanceNamed);
    point.source = boundedText(fields, "source");
    point.note = boundedText(fields, "note");
    point.plot = fields.countOr("plot", 0, mostPlots - 1, 0);
    if (fields.has("work"))
        point.work = pointWorkFrom(fields.object("work"));
    if (fields.has("x_moved"))
        point.movedX = fields.number("x_moved", -limits::rate, limits::rate);
    point.parent = boundedText(fields, "parent");
    if (fields.has("power"))
        point.power = powerStateFrom(fields.object("power"));
    if (fields.has("open_above"))
        point.openAbove = fields.choice("open_above", openAboveNamed);
    return point;
}

void writeJson(JsonWriter& json, const ExperimentPoint& point)
{
    json.beginObject();
    writeName(json, "series", "series_id", point.series);
    writeName(json, "label", "label_id", point.label);
    json.field("x", point.x).field("y", point.y).field("low", point.low).field("high", point.high);
    if (!point.flags.empty())
        json.field("flags", toString(point.flags));
    json.field("provenance", nameOf(point.provenance));
    writeText(json, "source", point.source);
    writeText(json, "note", point.note);
    if (point.plot != 0)
        json.field("plot", point.plot);
    if (point.work && isStorable(*point.work)) {
        json.key("work");
        writeJson(json, *point.work);
    }
    if (point.movedX)
        json.field("x_moved", *point.movedX);
    writeText(json, "parent", point.parent.id());
    if (point.power && isStorable(*point.power)) {
        json.key("power").beginObject();
        if (point.power->watts > 0.0)
            json.field("watts", point.power->watts);
        if (point.power->clock > Hertz())
            json.field("clock_hz", point.power->clock.value());
        writeText(json, "held_back_by", point.power->heldBackBy);
        json.endObject();
    }
    if (point.openAbove != OpenAbove::No)
        json.field("open_above", nameOf(point.openAbove));
    json.endObject();
}

ParameterTexts parameterTextsFrom(const JsonFields& fields, const char* name)
{
    ParameterTexts texts;
    if (!fields.has(name))
        return texts;
    const JsonFields object = fields.object(name);
    const std::vector<std::string> names = object.names();
    if (names.size() > mostParameters) {
        fields.problem().report(fields.pathOf(name),
                                "an object of at most " + std::to_string(mostParameters) + " texts");
        return texts;
    }
    for (const std::string& one : names)
        texts[one] = boundedText(object, one.c_str());
    return texts;
}

void writeParameterTexts(JsonWriter& json, std::string_view name, const ParameterTexts& texts)
{
    json.key(name).beginObject();
    for (const auto& [one, text] : texts)
        json.field(one, text);
    json.endObject();
}

ExperimentResult experimentResultFrom(const JsonFields& fields)
{
    ExperimentResult result;
    result.id = boundedText(fields, "experiment");
    result.device = boundedText(fields, "device");
    result.deviceName = boundedText(fields, "device_name");
    result.threads = fields.countOr("threads", 0, limits::threads, 0);
    result.created = boundedText(fields, "created");
    result.parameters = parameterTextsFrom(fields, "parameters");
    if (fields.has("roofs"))
        result.roofs = fields.objects("roofs", roofFrom);
    result.points = fields.objects("points", experimentPointFrom);
    bound(fields, "points", result.points, maximumExperimentPoints);
    result.lanes = timelineFrom(fields, "timeline");
    if (fields.has("unavailable"))
        result.unavailable = fields.objects("unavailable", [](const JsonFields& part) {
            return UnavailablePart{.part = boundedText(part, "part"),
                                   .reason = errorFrom(part.object("error")),
                                   .isRoof = part.flagOr("roof", false),
                                   .series = boundedText(part, "series_id")};
        });
    bound(fields, "unavailable", result.unavailable, maximumExperimentParts);
    if (fields.has("notes"))
        result.notes = fields.texts("notes");
    bound(fields, "notes", result.notes, maximumExperimentParts);
    completeOlder(result);
    return result;
}

void writeJson(JsonWriter& json, const ExperimentResult& result)
{
    json.beginObject().field("experiment", result.id).field("device", result.device);
    writeText(json, "device_name", result.deviceName);
    json.field("threads", result.threads);
    writeText(json, "created", result.created);
    writeParameterTexts(json, "parameters", result.parameters);
    json.key("roofs").beginArray();
    for (const Roof& roof : result.roofs)
        if (limits::inRange(roof.value, limits::leastRoof(roof.kind), limits::rate))
            writeJson(json, roof);
    json.endArray();
    json.key("points").beginArray();
    for (const ExperimentPoint& point : result.points)
        if (isStorable(point))
            writeJson(json, point);
    json.endArray();
    writeTimeline(json, "timeline", result.lanes);
    json.key("unavailable").beginArray();
    for (const UnavailablePart& part : result.unavailable) {
        json.beginObject().field("part", part.part);
        if (part.isRoof)
            json.field("roof", true);
        writeText(json, "series_id", part.series.id());
        json.field("reason", part.reason.message()).key("error");
        writeJson(json, part.reason);
        json.endObject();
    }
    json.endArray();
    json.key("notes").beginArray();
    for (const std::string& note : result.notes)
        json.value(note);
    json.endArray().endObject();
}

} // namespace ridgepoint
