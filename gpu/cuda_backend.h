// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"

#include <memory>
#include <string>
#include <vector>

namespace ridgepoint {

/// The CUDA devices of this machine, unusable ones with the reason; never empty, so that a machine without a GPU
/// still says why. Answers in under 100 ms where there is no driver.
[[nodiscard]] std::vector<DeviceInfo> cudaDevices();

/// Opens "cuda:0", "cuda:1" …; Unavailable or Unsupported with the reason that cudaDevices() shows.
[[nodiscard]] Result<std::unique_ptr<Backend>> makeCudaBackend(const std::string& id);

} // namespace ridgepoint
