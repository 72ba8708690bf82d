// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/launch_recording.h"
#include "core/model/result.h"
#include "gpu/runtime/cuda_device.h"
#include "gpu/runtime/planned_work.h"

namespace ridgepoint {

/// Records one chain of a work: the host's launches and waits by its clock, the device's kernels by an event before and
/// behind each. A graph is one span, because nothing comes between its kernels. Both clocks are brought together by an
/// event that the host waits for first, so they agree to within the time of such a wait, which the method tells.
[[nodiscard]] Result<LaunchRecording> recordByEvents(CudaDevice& device, PlannedWork& work);

} // namespace ridgepoint
