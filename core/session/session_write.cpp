// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"

#include "core/session/experiment_json.h"
#include "core/session/json_fields.h"
#include "core/session/json_limits.h"
#include "core/session/json_write.h"
#include "core/session/own_kernels_csv.h"
#include "core/session/own_kernels_json.h"
#include "core/session/sample_columns.h"
#include "core/session/session_fields.h"
#include "core/session/text_file.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <span>

namespace ridgepoint {
namespace {

/// Whether the reader would take the sample back: one bad sample must not make the whole file unreadable.
bool isStorable(const Sample& sample)
{
    for (const columns::Whole& column : columns::wholes())
        if (column.get(sample) < column.low || column.get(sample) > column.high)
            return false;
    for (const columns::Real& column : columns::reals())
        if (!limits::inRange(column.get(sample), column.low, column.high))
            return false;
    return validate(sample.workload).ok() && !sample.isInverted() && sample.device.size() <= limits::wordBytes
        && sample.keptReadings.size() <= maximumKeptReadings
        && std::ranges::all_of(sample.keptReadings,
                               [](float reading) { return std::isfinite(reading) && reading >= 0.0F; });
}

bool isStorable(const Plan& plan)
{
    return validate(plan).ok() && plan.budget.value() <= limits::time && plan.base.threads <= limits::threads;
}

using Rows = std::vector<const Sample*>;

void writeWords(JsonWriter& json, JsonWriter& dictionary, const columns::Word& column, const Rows& rows)
{
    std::map<std::string, std::int64_t, std::less<>> places;
    dictionary.key(column.name).beginArray();
    json.key(column.name).beginArray();
    for (const Sample* sample : rows) {
        const auto [place, isNew] = places.try_emplace(column.get(*sample), static_cast<std::int64_t>(places.size()));
        if (isNew)
            dictionary.value(place->first);
        json.value(place->second);
    }
    json.endArray();
    dictionary.endArray();
}

void writeKeptReadings(JsonWriter& json, const Rows& rows)
{
    json.key(columns::keptReadings).beginArray();
    for (const Sample* sample : rows) {
        json.beginArray();
        for (const float reading : sample->keptReadings)
            json.value(reading);
        json.endArray();
    }
    json.endArray();
}

void writeSamples(JsonWriter& json, const std::vector<Sample>& samples)
{
    Rows rows;
    rows.reserve(samples.size());
    for (const Sample& sample : samples)
        if (isStorable(sample))
            rows.push_back(&sample);
    json.beginObject();
    JsonWriter dictionary;
    dictionary.beginObject();
    for (const columns::Word& column : columns::words())
        writeWords(json, dictionary, column, rows);
    json.key(columns::dictionary).raw(dictionary.endObject().text());
    for (const columns::Whole& column : columns::wholes()) {
        json.key(column.name).beginArray();
        for (const Sample* sample : rows)
            json.value(column.get(*sample));
        json.endArray();
    }
    for (const columns::Real& column : columns::reals()) {
        json.key(column.name).beginArray();
        for (const Sample* sample : rows)
            json.value(column.get(*sample));
        json.endArray();
    }
    writeKeptReadings(json, rows);
    json.endObject();
}

/// The fields of a text that is one JSON object; nothing for another text.
std::optional<Json> objectIn(const std::string& text, int enclosing)
{
    const auto parsed = parseJson(text, enclosing);
    return parsed && parsed->is_object() ? std::optional(parsed.value()) : std::nullopt;
}

Error notAnObject(std::string_view id, std::string_view what)
{
    return {ErrorKind::InvalidInput, std::string(id), "%1 must be one JSON object.", {std::string(what)}};
}

void write(JsonWriter& json, const Session& session)
{
    json.beginObject().field("format", sessionFormat).field("version", sessionVersion);
    json.field("created", session.created);
    json.key("devices");
    writeJsonArray(json, session.devices);
    json.key("roofs");
    writeJsonArray(json, session.roofs);
    json.key("environment").beginObject();
    for (const auto& [name, value] : session.environment)
        json.field(name, value);
    json.endObject();
    json.key("settings").beginObject().key("plans");
    json.beginArray();
    for (const Plan& plan : session.plans)
        if (isStorable(plan))
            writeJson(json, plan);
    json.endArray();
    json.endObject();
    json.key("samples");
    writeSamples(json, session.samples);
    if (!session.ownKernels.empty()) {
        json.key("own_kernels").beginArray();
        for (const OwnKernel& kernel : session.ownKernels)
            if (isStorable(kernel))
                writeJson(json, kernel);
        json.endArray();
    }
    if (!session.experiments.empty()) {
        json.key("experiments");
        // The latest are kept where there are too many.
        const std::size_t count = std::min(session.experiments.size(), maximumExperimentResults);
        writeJsonArray(json, std::span(session.experiments).last(count));
    }
    if (objectIn(session.viewJson, 1))
        json.key("view").raw(session.viewJson);
    json.field("notes", session.notes);
    if (const auto unknown = objectIn(session.unknownJson, 0))
        for (const auto& [name, value] : unknown->items())
            if (!isSessionField(name))
                json.key(name).raw(value.dump());
    json.endObject();
}

} // namespace

std::string toJson(const Session& session)
{
    JsonWriter json;
    write(json, session);
    return json.take();
}

Result<void> writeSession(const Session& session, const std::filesystem::path& path)
{
    if (!session.viewJson.empty() && !objectIn(session.viewJson, 1))
        return notAnObject("session.view", "The window's state");
    if (!session.unknownJson.empty() && !objectIn(session.unknownJson, 0))
        return notAnObject("session.unknown-fields", "The text of unknown fields");
    if (session.samples.size() > maximumSessionSamples)
        return Error{ErrorKind::InvalidInput,
                     "session.too-many-samples",
                     "A session has at most %1 samples; this one has %2.",
                     {std::to_string(maximumSessionSamples), std::to_string(session.samples.size())}};
    return writeTextFile(
        [&session, &path](const PutText& put) -> Result<void> {
            std::size_t bytes = 0;
            JsonWriter json([&](std::string_view piece) {
                bytes += piece.size();
                return bytes <= maximumSessionBytes && put(piece);
            });
            write(json, session);
            const bool complete = json.finish();
            return complete || bytes <= maximumSessionBytes ? Result<void>() : sessionTooLarge(path.string());
        },
        path);
}

} // namespace ridgepoint
