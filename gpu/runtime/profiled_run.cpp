// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/profiled_run.h"

#include <algorithm>
#include <cstdio>
#include <limits>

namespace ridgepoint {
namespace {

/// What was not done before this run, in time by the host's clock and in its order.
std::vector<RecordedSpan> spansOf(const std::vector<Activity>& activities, const ProfiledRun& run, const ProfilerClock& clock)
{
    std::vector<RecordedSpan> spans;
    for (const Activity& one : activities)
        if (one.end > run.before.profiler)
            spans.push_back({clock.hostTime(one.begin), clock.hostTime(one.end)});
    std::sort(spans.begin(), spans.end(), [](const RecordedSpan& a, const RecordedSpan& b) { return a.begin < b.begin; });
    return spans;
}

bool hasNoTimes(const Activity& one) { return one.begin == 0 || one.end < one.begin; }

Result<void> check(const ProfiledRun& run, const std::vector<RecordedSpan>& kernels, const std::string& profiler)
{
    const auto wrong = [&](const char* id, const char* text, std::vector<std::string> more) {
        more.insert(more.begin(), profiler);
        return Error{ErrorKind::DeviceFailure, id, text, std::move(more)};
    };
    if (run.records.lost > 0)
        return wrong("profiler.lost", "%1 lost %2 of its records", {std::to_string(run.records.lost)});
    if (std::any_of(run.records.kernels.begin(), run.records.kernels.end(), hasNoTimes))
        return wrong("profiler.no-times", "%1 kept no times of a kernel", {});
    if (kernels.size() != run.kernels)
        return wrong("profiler.count", "%1 told of %2 kernels where %3 ran", {std::to_string(kernels.size()), std::to_string(run.kernels)});
    const auto isOutside = [&](const RecordedSpan& span) { return span.begin < run.before.host || span.end > run.after.host; };
    if (std::any_of(kernels.begin(), kernels.end(), isOutside))
        return wrong("profiler.outside", "%1 told of kernels at times when none ran", {});
    return {};
}

/// By how much a call lies outside of what the host's clock says of it, if it is one of those that it was read around.
Seconds beside(const RecordedSpan& call, const std::vector<HostSpan>& host)
{
    Seconds least{std::numeric_limits<double>::infinity()};
    for (const HostSpan& one : host)
        if (call.begin < one.span.end && call.end > one.span.begin)
            least = std::min(least, std::max({one.span.begin - call.begin, call.end - one.span.end, Seconds()}));
    return least < Seconds(std::numeric_limits<double>::infinity()) ? least : Seconds();
}

/// By how much the two lanes contradict each other at most: a kernel that began before it was handed over or ended after it was
/// waited for, a call of the run-time's outside of the stretch that the host's clock was read around. It is seen without
/// trusting the profiler's own bringing together of a device's clock and the host's.
Seconds contradiction(const std::vector<RecordedSpan>& kernels, const std::vector<RecordedSpan>& calls, const std::vector<HostSpan>& host)
{
    Seconds worst;
    std::vector<Seconds> handedOver;
    for (const HostSpan& one : host)
        if (one.doing == HostDoing::Submits)
            handedOver.push_back(one.span.begin);
    for (std::size_t i = 0; i < kernels.size() && !handedOver.empty(); ++i)
        worst = std::max(worst, handedOver[std::min(i, handedOver.size() - 1)] - kernels[i].begin);
    for (const RecordedSpan& kernel : kernels)
        worst = std::max(worst, kernel.end - host.back().span.end);
    for (const RecordedSpan& call : calls)
        worst = std::max(worst, beside(call, host));
    return worst;
}

std::string methodOf(const std::string& profiler, Seconds agreement)
{
    char text[160];
    std::snprintf(text, sizeof text, "; every kernel by itself, those of a graph too; writing it down takes time of the host, which is in the picture; both clocks agree to within %.2g us",
                  agreement.value() * 1e6);
    return "device spans recorded by " + profiler + text;
}

void shift(std::vector<RecordedSpan>& spans, Seconds zero)
{
    for (RecordedSpan& span : spans)
        span = {span.begin - zero, span.end - zero};
}

} // namespace

Result<LaunchRecording> recordingOf(const ProfiledRun& run, const std::string& device, const std::string& profiler)
{
    const auto clock = ProfilerClock::between(run.before, run.after);
    if (!clock)
        return clock.error();
    ExecutionLane lane{device, spansOf(run.records.kernels, run, *clock), spansOf(run.records.copies, run, *clock)};
    if (auto right = check(run, lane.spans, profiler); !right)
        return right.error();
    LaunchRecording recording{.host = run.host, .device = {}, .method = {}};
    if (!run.host.empty()) {
        const Seconds apart = contradiction(lane.spans, spansOf(run.records.calls, run, *clock), run.host);
        recording.method = methodOf(profiler, std::max(clock->uncertainty(), apart));
        const Seconds zero = run.host.front().span.begin;
        for (HostSpan& one : recording.host)
            one.span = {one.span.begin - zero, one.span.end - zero};
        shift(lane.spans, zero);
        shift(lane.copies, zero);
    }
    recording.device = {std::move(lane)};
    return recording;
}

} // namespace ridgepoint
