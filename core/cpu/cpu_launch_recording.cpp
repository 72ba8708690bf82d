// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/cpu_device.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

namespace ridgepoint {
namespace {

using Clock = LaunchStamps::Clock;

// One run in which somebody else takes a processor would show that and nothing else.
constexpr int recordedRuns = 9;
constexpr std::int64_t warmUpRuns = 16;
// More threads would be more lines than a picture has room for.
constexpr std::size_t mostThreads = 8;

/// What reading the clock once takes.
Seconds costOfStamp()
{
    constexpr int stamps = 2000;
    const auto begin = Clock::now();
    auto end = begin;
    for (int i = 0; i < stamps; ++i)
        end = Clock::now();
    return Seconds(std::chrono::duration<double>(end - begin).count() / stamps);
}

Clock::duration lengthOf(const LaunchStamps& stamps) { return stamps.waits.back().end - stamps.submits.front().begin; }

/// The same in time since the first hand-over began.
LaunchRecording recordingOf(const LaunchStamps& stamps)
{
    const auto zero = stamps.submits.front().begin;
    const auto spanOf = [zero](const LaunchStamps::Span& span) {
        const auto since = [zero](Clock::time_point time) {
            return Seconds(std::chrono::duration<double>(time - zero).count());
        };
        return RecordedSpan{since(span.begin), since(span.end)};
    };
    LaunchRecording recording;
    for (const LaunchStamps::Span& span : stamps.submits)
        recording.host.push_back({HostDoing::Submits, spanOf(span)});
    for (const LaunchStamps::Span& span : stamps.waits)
        recording.host.push_back({HostDoing::Waits, spanOf(span)});
    std::stable_sort(recording.host.begin(), recording.host.end(),
                     [](const HostSpan& a, const HostSpan& b) { return a.span.begin < b.span.begin; });
    for (std::size_t thread = 0; thread < std::min(stamps.work.size(), mostThreads); ++thread) {
        ExecutionLane lane{"thread " + std::to_string(thread + 1), {}};
        for (const LaunchStamps::Span& span : stamps.work[thread])
            lane.spans.push_back(spanOf(span));
        recording.device.push_back(std::move(lane));
    }
    return recording;
}

std::string methodFor(std::size_t threads)
{
    std::string words = "the run of median length out of " + std::to_string(recordedRuns)
                      + " runs; every time stamp takes about "
                      + std::to_string(std::llround(costOfStamp().value() * 1e9))
                      + " ns, two per kernel and thread, which the picture includes; the host is thread 1";
    if (threads > mostThreads)
        words += "; the first " + std::to_string(mostThreads) + " of " + std::to_string(threads) + " threads";
    return words;
}

} // namespace

Result<LaunchRecording> recordPointwise(const std::shared_ptr<CpuDevice>& device, const Workload& workload)
{
    const auto ready = pointwiseChain(device, workload);
    if (!ready)
        return ready.error();
    Tensor& tensor = device->tensor();
    Launcher launcher(*ready->team->pool, ready->chain);
    launcher.setSwapped(tensor.isDisplaced());
    std::vector<LaunchStamps> runs;
    static_cast<void>(timed(*device, *ready->team, [&] {
        launcher.run(workload.launchMode, warmUpRuns);
        for (int run = 0; run < recordedRuns; ++run)
            runs.push_back(launcher.record(workload.launchMode));
    }));
    tensor.setDisplaced(launcher.isSwapped());
    std::sort(runs.begin(), runs.end(),
              [](const LaunchStamps& a, const LaunchStamps& b) { return lengthOf(a) < lengthOf(b); });
    LaunchRecording recording = recordingOf(runs[recordedRuns / 2]);
    recording.method = methodFor(runs.front().work.size());
    return recording;
}

} // namespace ridgepoint
