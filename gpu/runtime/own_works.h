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

/// An operator by our own kernels, queued. Unsupported for the vendor's library, which is not used for operators here.
[[nodiscard]] Result<ReadyWork> prepareOperatorWork(const std::shared_ptr<CudaDevice>& device,
                                                    const OperatorRequest& request);

/// A product by our own kernel, queued: tiles of a fixed shape (ownGpuTile), each computed whole by one block.
/// Unsupported for other precisions, numbers and for batches, InvalidInput for impossible extents, Unavailable where
/// memory does not suffice or a display would be held up.
[[nodiscard]] Result<ReadyWork> prepareOwnProduct(const std::shared_ptr<CudaDevice>& device, const ProductCall& call);

} // namespace ridgepoint
