// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/timeline_json.h"

#include "core/experiment/frame/experiment_result.h"
#include "core/session/json_limits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace ridgepoint {
namespace {

constexpr int mostLanePlots = 16;
constexpr double longestSeconds = 1e9;
constexpr std::array allSpanKinds{SpanKind::Work, SpanKind::Launch, SpanKind::Move, SpanKind::Wait};

std::optional<SpanKind> spanKindNamed(std::string_view name)
{
    const auto found = std::find_if(allSpanKinds.begin(), allSpanKinds.end(),
                                    [&](SpanKind kind) { return nameOf(kind) == name; });
    return found == allSpanKinds.end() ? std::nullopt : std::optional(*found);
}

std::string boundedText(const JsonFields& fields, const char* name, std::size_t most)
{
    std::string text = fields.textOr(name, "");
    if (text.size() > most) {
        fields.problem().report(fields.pathOf(name), "a text of at most " + std::to_string(most) + " bytes");
        text.clear();
    }
    return text;
}

TimelineSpan spanFrom(const JsonFields& fields)
{
    TimelineSpan span;
    span.kind = fields.choice("kind", spanKindNamed);
    span.name = boundedText(fields, "name", maximumSpanNameBytes);
    span.begin = fields.number("begin_s", -longestSeconds, longestSeconds);
    span.duration = fields.number("duration_s", 0.0, longestSeconds);
    return span;
}

bool isStorable(const TimelineSpan& span)
{
    return std::isfinite(span.begin) && std::abs(span.begin) <= longestSeconds && span.duration >= 0.0
        && span.duration <= longestSeconds && span.name.size() <= maximumSpanNameBytes;
}

/// Cut short where it is too long: three bytes for each that is no UTF-8 must still fit.
std::string_view storable(const std::string& text)
{
    return std::string_view(text).substr(0, maximumExperimentTextBytes / 4);
}

} // namespace

TimelineLane timelineLaneFrom(const JsonFields& fields)
{
    TimelineLane lane;
    std::string words = boundedText(fields, "group", maximumExperimentTextBytes);
    std::string id = boundedText(fields, "group_id", maximumExperimentTextBytes);
    lane.group = id.empty() ? LabelName(std::move(words)) : LabelName(std::move(id), std::move(words));
    lane.name = boundedText(fields, "lane", maximumExperimentTextBytes);
    lane.note = boundedText(fields, "note", maximumExperimentTextBytes);
    lane.plot = fields.countOr("plot", 0, mostLanePlots - 1, 0);
    lane.spans = fields.objects("spans", spanFrom);
    if (lane.spans.size() > maximumTimelineSpans) {
        fields.problem().report(fields.pathOf("spans"), "an array of at most " + std::to_string(maximumTimelineSpans));
        lane.spans.clear();
    }
    return lane;
}

void writeJson(JsonWriter& json, const TimelineLane& lane)
{
    json.beginObject().field("group", storable(lane.group.words())).field("lane", storable(lane.name));
    if (lane.group.id() != lane.group.words())
        json.field("group_id", storable(lane.group.id()));
    if (!lane.note.empty())
        json.field("note", storable(lane.note));
    if (lane.plot > 0 && lane.plot < mostLanePlots)
        json.field("plot", lane.plot);
    json.key("spans").beginArray();
    for (const TimelineSpan& span : lane.spans)
        if (isStorable(span))
            json.beginObject()
                .field("kind", nameOf(span.kind))
                .field("name", span.name)
                .field("begin_s", span.begin)
                .field("duration_s", span.duration)
                .endObject();
    json.endArray().endObject();
}

std::vector<TimelineLane> timelineFrom(const JsonFields& fields, const char* name)
{
    std::vector<TimelineLane> lanes;
    if (!fields.has(name))
        return lanes;
    lanes = fields.objects(name, timelineLaneFrom);
    std::size_t spans = 0;
    for (const TimelineLane& lane : lanes)
        spans += lane.spans.size();
    if (lanes.size() > maximumTimelineLanes || spans > maximumTimelineSpans) {
        fields.problem().report(fields.pathOf(name), "an array of at most " + std::to_string(maximumTimelineLanes)
                                                         + " lanes with " + std::to_string(maximumTimelineSpans)
                                                         + " spans together");
        lanes.clear();
    }
    return lanes;
}

void writeTimeline(JsonWriter& json, std::string_view name, const std::vector<TimelineLane>& lanes)
{
    if (lanes.empty())
        return;
    json.key(name).beginArray();
    for (const TimelineLane& lane : lanes)
        writeJson(json, lane);
    json.endArray();
}

} // namespace ridgepoint
