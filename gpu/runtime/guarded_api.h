// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/runtime/cuda_api.h"

#include <memory>

namespace ridgepoint {

/// The same calls until one comes back with a status that ends the process (endsTheProcess). From then on nothing
/// reaches the run-time any more, and every call gives that status: not even letting go of memory or a stream, which a
/// GPU that fell off the bus may never answer.
[[nodiscard]] std::shared_ptr<CudaApi> guardedApi(std::shared_ptr<CudaApi> api);

/// Whether a guarded call of this process has come back so. The process must then end without tidying up (std::_Exit).
[[nodiscard]] bool anyDeviceLost();

} // namespace ridgepoint
