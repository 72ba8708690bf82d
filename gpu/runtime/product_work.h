// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "gpu/runtime/cuda_device.h"

#include <memory>

namespace ridgepoint {

/// A product by our own kernel, queued: tiles of a fixed shape (ownGpuTile), each computed whole by one block.
/// Unsupported for other precisions, numbers and for batches, InvalidInput for impossible extents, Unavailable where
/// memory does not suffice or a display would be held up.
[[nodiscard]] Result<ReadyWork> prepareOwnProduct(const std::shared_ptr<CudaDevice>& device, const ProductCall& call);

} // namespace ridgepoint
