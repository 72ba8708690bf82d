// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "gpu/runtime/cuda_device.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// bandwidth.h2d, bandwidth.d2h (memory as a program usually gets it) and the same with .pinned (page-locked).
[[nodiscard]] std::vector<std::string> transferRoofIds();
[[nodiscard]] bool isTransferRoof(std::string_view id);

/// Copies of 64 MiB (or of `footprint`) between host and device, one after the other, waited for at the end.
/// Unavailable when host or device has not the memory.
[[nodiscard]] Result<RoofWork> prepareTransferRoof(const std::shared_ptr<CudaDevice>& device,
                                                   const RoofRequest& request);

} // namespace ridgepoint
