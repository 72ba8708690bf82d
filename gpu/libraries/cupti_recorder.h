// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/libraries/activity_recorder.h"

#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// The names of NVIDIA's profiling library (4 MB) to look for, newest first: on the loader's path, then where the toolkit
/// puts it. It comes with the CUDA toolkit, not with the driver.
[[nodiscard]] std::vector<std::string> cuptiNames();

/// The profiler of that library, loaded now and not started. Unavailable: "libcupti.so.13 not found", a library older than
/// that of CUDA 12.6, what it lacks, or that this program was built without its header (cupti_left_out.cpp).
[[nodiscard]] Result<std::unique_ptr<ActivityRecorder>> openCupti(std::span<const std::string> names);

} // namespace ridgepoint
