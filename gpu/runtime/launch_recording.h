// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/launch_recording.h"
#include "core/model/result.h"
#include "gpu/libraries/activity_recorder.h"
#include "gpu/runtime/cuda_device.h"
#include "gpu/runtime/planned_work.h"

#include <functional>
#include <memory>
#include <string>

namespace ridgepoint {

/// Makes the work of which one chain is to be recorded.
using WorkMaker = std::function<Result<std::unique_ptr<PlannedWork>>()>;

/// Records one chain of a work: the host's launches and waits by its clock, the device's kernels by an event before and
/// behind each. A graph is one span, because nothing comes between its kernels. Both clocks are brought together by an
/// event that the host waits for first, so they agree to within the time of such a wait, which the method tells, with the
/// reason why no profiler did it, if there is one.
[[nodiscard]] Result<LaunchRecording> recordByEvents(CudaDevice& device, const WorkMaker& make, const std::string& whyNotProfiled = {});

/// Records one chain of a work by a profiler (every kernel by itself, no event in between), which is loaded and started for this
/// one run and stopped after it. Where it is not there, refuses, loses something or tells what cannot be: by events, and the
/// method says which of the two, and why. The work is made while the profiler runs, for one that starts late may miss the
/// kernels of a graph, and gone before it stops. Without a profiler: by events.
[[nodiscard]] Result<LaunchRecording> recordOn(CudaDevice& device, const WorkMaker& make, const ActivityOpener& profiler);

} // namespace ridgepoint
