// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/messages.h"
#include "core/protocol/names.h"
#include "core/session/experiment_json.h"
#include "core/session/timeline_json.h"
#include "core/session/json_write.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ridgepoint::protocol {
namespace {

void writeTexts(JsonWriter& json, std::string_view name, const std::vector<std::string>& texts)
{
    json.key(name).beginArray();
    for (const std::string& text : texts)
        json.value(text);
    json.endArray();
}

void writeParameters(JsonWriter& json, const Initialize& request)
{
    json.field("protocol_version", request.protocolVersion).field("client", request.client).field("gaps", request.gaps);
}

void writeParameters(JsonWriter& json, const MeasureRoofs& request)
{
    json.field("device", request.device).field("threads", request.threads);
    writeTexts(json, "only", request.only);
    json.field("is_reference", request.isReference);
}

void writeParameters(JsonWriter& json, const StartSweep& request)
{
    if (!request.moreKnown) {
        json.key("plan");
        writeJson(json, request.plan);
    }
    json.key("known");
    writeJsonArray(json, request.known);
    if (!request.roofs.roofs.empty()) {
        json.key("roofs");
        writeJson(json, request.roofs);
    }
    json.field("more_known", request.moreKnown);
}

void writeParameters(JsonWriter& json, const FocusSweep& request)
{
    json.field("run", request.run).key("first");
    writeJsonArray(json, request.first);
}

void writeParameters(JsonWriter& json, const CancelSweep& request) { json.field("run", request.run); }

void writeParameters(JsonWriter& json, const SetProbe& request)
{
    json.field("device", request.device).key("workload");
    writeJson(json, request.workload);
}

void writeParameters(JsonWriter& /*json*/, const StopProbe& /*request*/) {}
void writeParameters(JsonWriter& json, const ListExperiments& request) { json.field("device", request.device); }

void writeParameters(JsonWriter& json, const StartExperiment& request)
{
    json.field("device", request.device).field("threads", request.threads).field("experiment", request.experiment);
    writeParameterTexts(json, "parameters", request.parameters);
    json.field("budget_s", request.budget.value()).key("known");
    writeJson(json, request.known);
}

void writeParameters(JsonWriter& json, const CancelExperiment& request) { json.field("run", request.run); }
void writeParameters(JsonWriter& json, const ResumeMeasuring& request) { json.field("sequence", request.sequence); }
void writeParameters(JsonWriter& /*json*/, const Shutdown& /*request*/) {}

void writeResult(JsonWriter& json, const InitializeResult& result)
{
    json.field("protocol_version", result.protocolVersion).field("program", result.program).key("devices");
    writeJsonArray(json, result.devices);
}

void writeResult(JsonWriter& json, const RoofsResult& result)
{
    json.key("set");
    writeJson(json, result.roofs);
}

void writeResult(JsonWriter& json, const RunResult& result) { json.field("run", result.run); }

void writeResult(JsonWriter& json, const ExperimentsResult& result)
{
    json.key("experiments").beginArray();
    for (const ExperimentOffer& offer : result.experiments) {
        json.beginObject()
            .field("id", offer.id)
            .field("title", offer.title)
            .field("available", !offer.reason.has_value());
        if (offer.reason) {
            json.field("reason", offer.reason->message()).key("error");
            writeJson(json, *offer.reason);
        }
        json.endObject();
    }
    json.endArray();
}

void writeResult(JsonWriter& /*json*/, const Acknowledged& /*result*/) {}

void writeParameters(JsonWriter& json, const RoofMeasured& message)
{
    json.field("device", message.device).field("threads", message.threads).key("roof");
    writeJson(json, message.roof);
    json.key("levels");
    writeJsonArray(json, message.levels);
}

void writeParameters(JsonWriter& json, const RoofsProgress& message)
{
    json.field("device", message.device).field("fraction", message.fraction);
}

void writeParameters(JsonWriter& json, const TargetProgress& message)
{
    json.field("state", targetStateNames[static_cast<std::size_t>(message.state)]).field("text", message.text);
    if (message.fraction)
        json.field("fraction", *message.fraction);
    if (!message.job.empty())
        json.field("job", message.job);
    if (!message.reason.empty())
        json.field("reason", message.reason);
    if (message.position > 0)
        json.field("position", message.position);
    if (!message.start.empty())
        json.field("start", message.start);
}

void writeParameters(JsonWriter& json, const TargetFailed& message)
{
    json.field("id", message.id).field("text", message.text).field("remedy", message.remedy);
}

void writeSampleOfRun(JsonWriter& json, std::int64_t run, const Sample& sample)
{
    json.field("run", run).key("sample");
    writeJson(json, sample);
}

void writeParameters(JsonWriter& json, const SweepSample& message)
{
    writeSampleOfRun(json, message.run, message.sample);
}
void writeParameters(JsonWriter& json, const ProbeSample& message)
{
    writeSampleOfRun(json, message.run, message.sample);
}

void writeParameters(JsonWriter& json, const SweepProgress& message)
{
    json.field("run", message.run);
    json.field("measured_cells", message.measuredCells).field("total_cells", message.totalCells);
    // Sums of estimates may leave the range by a rounding error.
    json.field("fraction", message.fraction >= 0.0 ? std::min(message.fraction, 1.0) : 0.0);
    json.field("left_s", message.left.value());
    if (message.coarseLeft)
        json.field("coarse_left_s", message.coarseLeft->value());
}

void writeParameters(JsonWriter& json, const SweepFinished& message)
{
    json.field("run", message.run).field("outcome", outcomeNames[static_cast<std::size_t>(message.outcome)]);
    if (message.error) {
        json.key("error");
        writeJson(json, *message.error);
    }
}

void writeParameters(JsonWriter& json, const ExperimentMeasured& message)
{
    json.field("run", message.run).key("point");
    writeJson(json, message.point);
}

void writeParameters(JsonWriter& json, const ExperimentRecorded& message)
{
    json.field("run", message.run).key("lane");
    writeJson(json, message.lane);
}

void writeParameters(JsonWriter& json, const ExperimentProgressed& message)
{
    json.field("run", message.run).field("what", message.what);
    json.field("fraction", message.fraction >= 0.0 ? std::min(message.fraction, 1.0) : 0.0);
}

void writeParameters(JsonWriter& json, const ExperimentFinished& message)
{
    json.field("run", message.run).field("outcome", outcomeNames[static_cast<std::size_t>(message.outcome)]);
    if (message.error) {
        json.key("error");
        writeJson(json, *message.error);
    }
    json.key("result");
    writeJson(json, message.result);
}

void writeParameters(JsonWriter& json, const MeasuringGap& message) { json.field("sequence", message.sequence); }
void writeParameters(JsonWriter& json, const ProbeFailed& message)
{
    json.field("run", message.run).key("error");
    writeJson(json, message.error);
}

void writeParameters(JsonWriter& json, const Heartbeat& message) { json.field("sequence", message.sequence); }

void writeParameters(JsonWriter& json, const MachineLoad& message)
{
    const OtherLoad& load = message.load;
    json.field("processors", load.processors).field("stolen", load.stolen).field("of", load.of);
    json.field("program", load.program).field("program_processors", load.ofProgram);
}

JsonWriter beginMessage(std::size_t likelyBytes)
{
    JsonWriter json;
    json.reserve(likelyBytes);
    json.beginObject().field("jsonrpc", "2.0");
    return json;
}

/// Rough size of a sample's object, so that the text grows once at most.
constexpr std::size_t sampleBytes = 512;

} // namespace

std::string encodeRequest(std::int64_t id, const Request& request)
{
    const auto* start = std::get_if<StartSweep>(&request);
    JsonWriter json = beginMessage(sampleBytes * (1 + (start != nullptr ? start->known.size() : 0)));
    json.field("id", id).field("method", requestMethods[request.index()]).key("params").beginObject();
    std::visit([&json](const auto& parameters) { writeParameters(json, parameters); }, request);
    json.endObject().endObject();
    return json.take();
}

std::string encodeResponse(std::int64_t id, const Response& response)
{
    JsonWriter json = beginMessage(sampleBytes);
    json.field("id", id).key("result").beginObject().field("kind", responseKinds[response.index()]);
    std::visit([&json](const auto& result) { writeResult(json, result); }, response);
    json.endObject().endObject();
    return json.take();
}

std::string encodeError(std::optional<std::int64_t> id, int code, const Error& error)
{
    JsonWriter json = beginMessage(sampleBytes);
    json.key("id");
    if (id)
        json.value(*id);
    else
        json.null();
    json.key("error").beginObject().field("code", code).field("message", error.message()).key("data");
    writeJson(json, error);
    json.endObject().endObject();
    return json.take();
}

std::string encodeNotification(const Notification& notification)
{
    JsonWriter json = beginMessage(2 * sampleBytes);
    json.field("method", notificationMethods[notification.index()]).key("params").beginObject();
    std::visit([&json](const auto& message) { writeParameters(json, message); }, notification);
    json.endObject().endObject();
    return json.take();
}

std::vector<StartSweep> splitToFit(StartSweep request)
{
    constexpr std::size_t room = maximumLineBytes / 2;
    std::vector<StartSweep> parts;
    std::vector<Sample> part;
    std::size_t bytes = 0;
    for (Sample& sample : request.known) {
        JsonWriter json;
        writeJson(json, sample);
        if (bytes + json.text().size() + 1 > room) {
            parts.push_back(StartSweep{{}, std::exchange(part, {}), true, {}});
            bytes = 0;
        }
        bytes += json.text().size() + 1;
        part.push_back(std::move(sample));
    }
    request.moreKnown = false;
    // A plan of very long axes may need the last line for itself.
    request.known.clear();
    if (!part.empty()
        && encodeRequest(std::numeric_limits<std::int64_t>::max(), request).size() + bytes > maximumLineBytes)
        parts.push_back(StartSweep{{}, std::exchange(part, {}), true, {}});
    request.known = std::move(part);
    parts.push_back(std::move(request));
    return parts;
}

} // namespace ridgepoint::protocol
