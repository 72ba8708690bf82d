// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "gpu/plan/roof_plan.h"
#include "gpu/runtime/cuda_device.h"

#include <memory>
#include <string>

namespace ridgepoint {

/// launch.wait_each, launch.queued, launch.graph and launch.fixed, all by the host's clock over chains of the empty
/// kernel of `plan`: 1024 launches a chain queued or in a graph, so that what is fixed per chain shows no more.
[[nodiscard]] Result<RoofWork> prepareLaunchRoof(const std::shared_ptr<CudaDevice>& device, const std::string& id);

} // namespace ridgepoint
