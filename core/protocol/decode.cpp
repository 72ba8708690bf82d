// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/line_reader.h"
#include "core/protocol/messages.h"
#include "core/protocol/names.h"
#include "core/session/experiment_json.h"
#include "core/session/timeline_json.h"
#include "core/session/json_convert.h"
#include "core/session/json_limits.h"
#include "core/session/json_text.h"

#include <limits>
#include <utility>

namespace ridgepoint::protocol {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();

std::int64_t runFrom(const JsonFields& fields) { return fields.integer("run", 0, largest); }

StartSweep startSweepFrom(const JsonFields& fields)
{
    StartSweep request;
    request.moreKnown = fields.flagOr("more_known", false);
    if (!request.moreKnown)
        request.plan = planFrom(fields.object("plan"));
    if (fields.has("roofs"))
        request.roofs = roofSetFrom(fields.object("roofs"));
    if (fields.has("known"))
        request.known = fields.objects("known", sampleFrom);
    return request;
}

MeasureRoofs measureRoofsFrom(const JsonFields& fields)
{
    return {fields.text("device"), fields.countOr("threads", 0, limits::threads, 0),
            fields.has("only") ? fields.texts("only") : std::vector<std::string>{},
            fields.flagOr("is_reference", false)};
}

StartExperiment startExperimentFrom(const JsonFields& fields)
{
    StartExperiment request;
    request.device = fields.text("device");
    request.threads = fields.countOr("threads", 0, limits::threads, 0);
    request.experiment = fields.text("experiment");
    request.parameters = parameterTextsFrom(fields, "parameters");
    request.budget = Seconds(fields.numberOr("budget_s", limits::shortestTime, limits::time, request.budget.value()));
    if (fields.has("known"))
        request.known = roofSetFrom(fields.object("known"));
    return request;
}

Request requestFrom(std::size_t index, const JsonFields& fields)
{
    switch (index) {
    case 0:
        return Initialize{fields.count("protocol_version", 0, limits::count), fields.textOr("client", ""),
                          fields.flagOr("gaps", false)};
    case 1: return measureRoofsFrom(fields);
    case 2: return startSweepFrom(fields);
    case 3: return FocusSweep{runFrom(fields), fields.objects("first", workloadFrom)};
    case 4: return CancelSweep{runFrom(fields)};
    case 5: return SetProbe{fields.text("device"), workloadFrom(fields.object("workload"))};
    case 6: return StopProbe{};
    case 7: return ListExperiments{fields.text("device")};
    case 8: return startExperimentFrom(fields);
    case 9: return CancelExperiment{runFrom(fields)};
    case 10: return ResumeMeasuring{fields.integer("sequence", 0, largest)};
    default: return Shutdown{};
    }
}

ExperimentOffer offerFrom(const JsonFields& fields)
{
    ExperimentOffer offer{fields.text("id"), fields.textOr("title", ""), std::nullopt};
    if (!fields.flag("available"))
        offer.reason = errorFrom(fields.object("error"));
    return offer;
}

Response responseFrom(std::size_t index, const JsonFields& fields)
{
    switch (index) {
    case 0:
        return InitializeResult{fields.count("protocol_version", 0, limits::count), fields.textOr("program", ""),
                                fields.objects("devices", deviceFrom)};
    case 1: return RoofsResult{roofSetFrom(fields.object("set"))};
    case 2: return RunResult{runFrom(fields)};
    case 3: return ExperimentsResult{fields.objects("experiments", offerFrom)};
    default: return Acknowledged{};
    }
}

RoofMeasured roofMeasuredFrom(const JsonFields& fields)
{
    RoofMeasured message;
    message.device = fields.text("device");
    message.threads = fields.count("threads", 0, limits::threads);
    message.roof = roofFrom(fields.object("roof"));
    message.levels = fields.objects("levels", levelFrom);
    return message;
}

SweepProgress progressFrom(const JsonFields& fields)
{
    SweepProgress message;
    message.run = runFrom(fields);
    message.measuredCells = fields.integer("measured_cells", 0, largest);
    message.totalCells = fields.integer("total_cells", 0, largest);
    message.fraction = fields.number("fraction", 0.0, 1.0);
    message.left = Seconds(fields.numberOrInfinity("left_s", 0.0, limits::time));
    if (fields.has("coarse_left_s"))
        message.coarseLeft = Seconds(fields.numberOrInfinity("coarse_left_s", 0.0, limits::time));
    return message;
}

std::optional<SweepOutcome> outcomeNamed(std::string_view name)
{
    const auto index = indexOf(outcomeNames, name);
    return index ? std::optional(static_cast<SweepOutcome>(*index)) : std::nullopt;
}

SweepFinished finishedFrom(const JsonFields& fields)
{
    SweepFinished message{runFrom(fields), fields.choice("outcome", outcomeNamed), std::nullopt};
    if (fields.has("error"))
        message.error = errorFrom(fields.object("error"));
    return message;
}

ExperimentFinished experimentFinishedFrom(const JsonFields& fields)
{
    ExperimentFinished message;
    message.run = runFrom(fields);
    message.outcome = fields.choice("outcome", outcomeNamed);
    if (fields.has("error"))
        message.error = errorFrom(fields.object("error"));
    message.result = experimentResultFrom(fields.object("result"));
    return message;
}

MachineLoad machineLoadFrom(const JsonFields& fields)
{
    return {{.processors = fields.number("processors", 0.0, limits::threads),
             .stolen = fields.number("stolen", 0.0, limits::threads),
             .of = fields.count("of", 0, limits::threads),
             .program = fields.textOr("program", ""),
             .ofProgram = fields.numberOr("program_processors", 0.0, limits::threads, 0.0)}};
}

std::optional<TargetState> targetStateNamed(std::string_view name)
{
    const auto index = indexOf(targetStateNames, name);
    return index ? std::optional(static_cast<TargetState>(*index)) : std::nullopt;
}

TargetProgress targetProgressFrom(const JsonFields& fields)
{
    TargetProgress message;
    message.state = fields.choice("state", targetStateNamed);
    message.text = fields.textOr("text", "");
    if (fields.has("fraction"))
        message.fraction = fields.number("fraction", 0.0, 1.0);
    message.job = fields.textOr("job", "");
    message.reason = fields.textOr("reason", "");
    message.position = fields.countOr("position", 0, limits::count, 0);
    message.start = fields.textOr("start", "");
    return message;
}

Notification notificationFrom(std::size_t index, const JsonFields& fields)
{
    switch (index) {
    case 0: return roofMeasuredFrom(fields);
    case 1: return SweepSample{runFrom(fields), sampleFrom(fields.object("sample"))};
    case 2: return progressFrom(fields);
    case 3: return finishedFrom(fields);
    case 4: return ProbeSample{runFrom(fields), sampleFrom(fields.object("sample"))};
    case 5: return ProbeFailed{runFrom(fields), errorFrom(fields.object("error"))};
    case 6: return ExperimentMeasured{runFrom(fields), experimentPointFrom(fields.object("point"))};
    case 7: return ExperimentRecorded{runFrom(fields), timelineLaneFrom(fields.object("lane"))};
    case 8:
        return ExperimentProgressed{runFrom(fields), fields.textOr("what", ""), fields.number("fraction", 0.0, 1.0)};
    case 9: return experimentFinishedFrom(fields);
    case 10: return MeasuringGap{fields.integer("sequence", 0, largest)};
    case 11: return Heartbeat{fields.integer("sequence", 0, largest)};
    case 12: return machineLoadFrom(fields);
    case 13: return RoofsProgress{fields.text("device"), fields.number("fraction", 0.0, 1.0)};
    case 14: return targetProgressFrom(fields);
    default: return TargetFailed{fields.text("id"), fields.textOr("text", ""), fields.textOr("remedy", "")};
    }
}

/// The parse of a line within the limit.
Result<Json> parseLine(std::string_view line)
{
    if (line.size() > maximumLineBytes)
        return lineTooLong();
    return parseJson(line);
}

Error notAMessage(std::string_view why)
{
    return {ErrorKind::Corrupt,
            "protocol.not-a-message",
            "this line is not a message of the protocol: %1",
            {std::string(why)}};
}

std::optional<std::string> envelopeProblem(const Json& message)
{
    if (message.is_array())
        return "batches are not supported, send one object a line";
    if (!message.is_object())
        return "it must be one JSON object";
    const auto version = message.find("jsonrpc");
    if (version == message.end() || *version != "2.0")
        return "\"jsonrpc\" must be \"2.0\"";
    return std::nullopt;
}

std::string shortened(std::string_view word) { return std::string(word.substr(0, 64)); }

/// The number of an "id" field; nothing where it is absent or null. Reports what is neither.
std::optional<std::int64_t> idOf(const JsonFields& message, const Json& object)
{
    const auto found = object.find("id");
    if (found == object.end() || found->is_null())
        return std::nullopt;
    return message.integer("id", smallest, largest);
}

/// "params" may be left out where nothing is asked for.
JsonFields parametersOf(const JsonFields& message)
{
    static const Json none = Json::object();
    return message.has("params") ? message.object("params") : JsonFields(none, "params", message.problem());
}

IncomingError incomingErrorFrom(const JsonFields& message, std::optional<std::int64_t> id)
{
    const JsonFields fields = message.object("error");
    IncomingError incoming{
        id, fields.count("code", std::numeric_limits<int>::min(), std::numeric_limits<int>::max()), {}};
    if (fields.has("data"))
        incoming.error = errorFrom(fields.object("data"));
    else
        incoming.error = {ErrorKind::DeviceFailure, "protocol.remote", "%1", {fields.text("message")}};
    return incoming;
}

Incoming incomingFrom(const JsonFields& message, const Json& object)
{
    if (message.has("method")) {
        const std::string method = message.text("method");
        const auto index = indexOf(notificationMethods, method);
        if (index)
            return notificationFrom(*index, parametersOf(message));
        message.problem().report(notAMessage("there is no notification \"" + shortened(method) + '"'));
        return Notification{Heartbeat{}};
    }
    const auto id = idOf(message, object);
    if (message.has("error"))
        return incomingErrorFrom(message, id);
    const JsonFields fields = message.object("result");
    const std::string kind = fields.text("kind");
    const auto index = indexOf(responseKinds, kind);
    if (!index)
        message.problem().report(notAMessage("there is no result of kind \"" + shortened(kind) + '"'));
    if (!id)
        message.problem().report(notAMessage("a result needs a whole number as \"id\""));
    return IncomingResponse{id.value_or(0), responseFrom(index.value_or(responseKinds.size()), fields)};
}

} // namespace

std::variant<IncomingRequest, RequestFailure> decodeRequest(std::string_view line)
{
    const auto parsed = parseLine(line);
    if (!parsed)
        return RequestFailure{std::nullopt, parseErrorCode, parsed.error()};
    const Json& object = parsed.value();
    if (const auto problem = envelopeProblem(object))
        return RequestFailure{std::nullopt, invalidRequestCode, notAMessage(*problem)};

    JsonProblem problem;
    const JsonFields message(object, {}, problem);
    const auto id = idOf(message, object);
    if (problem.error())
        return RequestFailure{std::nullopt, invalidRequestCode, *problem.error()};
    const std::string method = message.text("method");
    if (problem.error())
        return RequestFailure{id, invalidRequestCode, *problem.error()};
    const auto index = indexOf(requestMethods, method);
    if (!index)
        return RequestFailure{
            id,
            unknownMethodCode,
            {ErrorKind::InvalidInput, "protocol.unknown-method", "there is no method \"%1\"", {shortened(method)}}};
    Request request = requestFrom(*index, parametersOf(message));
    if (problem.error())
        return RequestFailure{id, invalidParametersCode, *problem.error()};
    return IncomingRequest{id, std::move(request)};
}

Result<Incoming> decodeFromBench(std::string_view line)
{
    const auto parsed = parseLine(line);
    if (!parsed)
        return parsed.error();
    if (const auto why = envelopeProblem(parsed.value()))
        return notAMessage(*why);
    JsonProblem problem;
    Incoming incoming = incomingFrom(JsonFields(parsed.value(), {}, problem), parsed.value());
    if (problem.error())
        return *problem.error();
    return incoming;
}

} // namespace ridgepoint::protocol
