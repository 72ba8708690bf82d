// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/units.h"

#include <string>
#include <vector>

namespace ridgepoint {

/// Something that was under way, in time since the recording began.
struct RecordedSpan {
    Seconds begin;
    Seconds end;
};

/// What the host was doing.
enum class HostDoing {
    Submits, ///< hands a launch, or the whole list, to the device
    Waits,   ///< for a launch, or for the last one
};

/// What the host did for how long.
struct HostSpan {
    HostDoing doing = HostDoing::Submits;
    RecordedSpan span;
};

/// One of those who carry launches out: a thread of a processor, or a whole GPU.
struct ExecutionLane {
    std::string name;                ///< "thread 2", "NVIDIA H200"
    std::vector<RecordedSpan> spans; ///< one a launch, in order; one for all where launches cannot be told apart
};

/// When each launch of one chain was submitted and carried out. A recording is a run of its own: taking the times costs
/// time, so it is never a measurement of how long anything takes.
struct LaunchRecording {
    std::vector<HostSpan> host;
    std::vector<ExecutionLane> device;
    std::string method; ///< how the times were taken and what that leaves out, in words
};

} // namespace ridgepoint
