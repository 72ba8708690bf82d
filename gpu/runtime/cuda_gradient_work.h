// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "gpu/runtime/cuda_device.h"

#include <memory>

namespace ridgepoint {

/// A chain with its gradient by our own kernels, both passes queued over the whole tensors. InvalidInput for impossible
/// counts, Unavailable where memory does not suffice for what it saves or a display would be held up.
[[nodiscard]] Result<ReadyWork> prepareOwnGradient(const std::shared_ptr<CudaDevice>& device, const GradientCall& call);

} // namespace ridgepoint
