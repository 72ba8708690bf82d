// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/runtime/cuda_api.h"

#include <memory>

namespace ridgepoint {

/// The CUDA run-time itself; in builds with the CUDA toolkit.
[[nodiscard]] std::shared_ptr<CudaApi> makeCudartApi();

} // namespace ridgepoint
