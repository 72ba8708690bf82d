// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/launch_recording.h"
#include "core/model/result.h"
#include "gpu/libraries/activity_recorder.h"
#include "gpu/runtime/profiler_clock.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ridgepoint {

/// One chain that ran under a profiler, as it was found.
struct ProfiledRun {
    std::vector<HostSpan> host; ///< by the host's monotonic clock
    ActivityRecords records;    ///< of this chain and of what came before it
    CommonMoment before;        ///< all that came before was done
    CommonMoment after;         ///< the chain was done
    std::size_t kernels = 0;    ///< that the chain is made of
};

/// The recording of such a run, in time since its first launch. DeviceFailure where the records cannot be right, in words that
/// name the profiler: some were lost, there are more or fewer kernels than ran, or times that are none or not of this run.
[[nodiscard]] Result<LaunchRecording> recordingOf(const ProfiledRun& run, const std::string& device, const std::string& profiler);

} // namespace ridgepoint
