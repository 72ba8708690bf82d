// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/work.h"
#include "gpu/runtime/cuda_device.h"

#include <memory>

namespace ridgepoint {

/// Batches that a thread of the host loads into page-locked buffers, that are copied to the device in a stream beside
/// the device's own, and computed with in that one by a chain of multiply-adds, in place. Events order the two streams:
/// a copy begins once the batch that had its buffer on the device has been computed with, computing once its copy is
/// there; a staging buffer is loaded anew once its copy is over. Unavailable when host or device has not the memory,
/// InvalidInput for impossible counts.
[[nodiscard]] Result<std::unique_ptr<StagedWork>> prepareStagedWork(const std::shared_ptr<CudaDevice>& device,
                                                                    const StagedRequest& request);

} // namespace ridgepoint
