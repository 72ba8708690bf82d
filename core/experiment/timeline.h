// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/launch_recording.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// What one result may hold of timelines; files and messages are held to it too.
inline constexpr std::size_t maximumTimelineLanes = 64;
inline constexpr std::size_t maximumTimelineSpans = 4096; ///< of all lanes together
inline constexpr std::size_t maximumSpanNameBytes = 64;

/// What sort of thing was under way; the chart's colour.
enum class SpanKind {
    Work,   ///< what the device is there for: a kernel
    Launch, ///< handing work over
    Move,   ///< bringing data
    Wait,   ///< for somebody else
};

/// A stretch of a timeline, in seconds since its group's recording began.
struct TimelineSpan {
    SpanKind kind = SpanKind::Work;
    std::string name; ///< "kernel", in words; at most maximumSpanNameBytes
    double begin = 0.0;
    double duration = 0.0;

    friend bool operator==(const TimelineSpan&, const TimelineSpan&) = default;
};

/// One line of a timeline: what somebody did, in the order of time. Lanes of one group share their clock.
struct TimelineLane {
    std::string group; ///< one recording: "wait-each"
    std::string name;  ///< who did it: "host", "thread 2"
    std::string note;  ///< how the times were taken, in words
    std::vector<TimelineSpan> spans;
    int plot = 0; ///< which of the experiment's plots

    friend bool operator==(const TimelineLane&, const TimelineLane&) = default;
};

/// "work", "launch", "move", "wait".
[[nodiscard]] std::string_view nameOf(SpanKind kind);

/// The lanes of a recorded chain: the host's, then those of who carried it out. `plot` is the timeline's.
[[nodiscard]] std::vector<TimelineLane> lanesOf(const LaunchRecording& recording, const std::string& group, int plot);

/// Of the lanes that work in this group: how large a part of the time from the first work's begin to the last one's end
/// nothing was worked, on the average of those lanes, 0 to 1; negative where nothing was.
[[nodiscard]] double idleShare(std::span<const TimelineLane> lanes, std::string_view group);

} // namespace ridgepoint
