// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/timeline.h"

#include <algorithm>
#include <limits>

namespace ridgepoint {
namespace {

TimelineSpan spanOf(SpanKind kind, const char* name, const RecordedSpan& span)
{
    return {.kind = kind,
            .name = name,
            .begin = span.begin.value(),
            .duration = std::max(0.0, (span.end - span.begin).value())};
}

/// The work of a lane by its begin.
std::vector<TimelineSpan> workOf(const TimelineLane& lane)
{
    std::vector<TimelineSpan> work;
    std::copy_if(lane.spans.begin(), lane.spans.end(), std::back_inserter(work),
                 [](const TimelineSpan& span) { return span.kind == SpanKind::Work; });
    std::sort(work.begin(), work.end(), [](const TimelineSpan& a, const TimelineSpan& b) { return a.begin < b.begin; });
    return work;
}

/// How long at least one of these was under way, each moment counted once.
double covered(const std::vector<TimelineSpan>& work)
{
    double total = 0.0;
    double end = -std::numeric_limits<double>::infinity();
    for (const TimelineSpan& span : work) {
        const double spanEnd = span.begin + span.duration;
        total += std::max(0.0, spanEnd - std::max(span.begin, end));
        end = std::max(end, spanEnd);
    }
    return total;
}

} // namespace

std::string_view nameOf(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Work: return "work";
    case SpanKind::Launch: return "launch";
    case SpanKind::Move: return "move";
    case SpanKind::Wait: return "wait";
    }
    return "work";
}

std::vector<TimelineLane> lanesOf(const LaunchRecording& recording, const std::string& group, int plot)
{
    std::vector<TimelineLane> lanes{
        {.group = group, .name = "host", .note = recording.method, .spans = {}, .plot = plot}};
    for (const HostSpan& one : recording.host)
        lanes.front().spans.push_back(one.doing == HostDoing::Submits ? spanOf(SpanKind::Launch, "submit", one.span)
                                                                      : spanOf(SpanKind::Wait, "wait", one.span));
    for (const ExecutionLane& device : recording.device) {
        TimelineLane lane{.group = group, .name = device.name, .note = recording.method, .spans = {}, .plot = plot};
        for (const RecordedSpan& span : device.spans)
            lane.spans.push_back(spanOf(SpanKind::Work, "kernel", span));
        lanes.push_back(std::move(lane));
    }
    return lanes;
}

double idleShare(std::span<const TimelineLane> lanes, std::string_view group)
{
    double first = std::numeric_limits<double>::infinity();
    double last = -first;
    double busy = 0.0;
    int working = 0;
    for (const TimelineLane& lane : lanes) {
        const std::vector<TimelineSpan> work = lane.group == group ? workOf(lane) : std::vector<TimelineSpan>{};
        if (work.empty())
            continue;
        ++working;
        busy += covered(work);
        first = std::min(first, work.front().begin);
        for (const TimelineSpan& span : work)
            last = std::max(last, span.begin + span.duration);
    }
    return working > 0 && last > first ? std::clamp(1.0 - busy / (working * (last - first)), 0.0, 1.0) : -1.0;
}

} // namespace ridgepoint
