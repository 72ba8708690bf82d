// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "gpu/runtime/cuda_device.h"

#include <memory>

namespace ridgepoint {

/// An operator by our own kernels, queued. Unsupported for the vendor's library, which is not used for operators here.
[[nodiscard]] Result<ReadyWork> prepareOperatorWork(const std::shared_ptr<CudaDevice>& device,
                                                    const OperatorRequest& request);

} // namespace ridgepoint
