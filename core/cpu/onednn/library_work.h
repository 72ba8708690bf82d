// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/cpu_device.h"
#include "core/cpu/onednn/onednn.h"
#include "core/measure/backend.h"

#include <memory>

namespace ridgepoint {

/// An operator carried out by the library on the tensors that our own kernels use. Unsupported for those it lacks (cos,
/// sums).
[[nodiscard]] Result<ReadyWork> prepareLibraryOperator(const std::shared_ptr<CpuDevice>& device,
                                                       const std::shared_ptr<OneDnn>& library,
                                                       const OperatorCall& call);

/// A matrix product by the library, summed in fp32. Unsupported for precisions other than fp32 and bf16, InvalidInput
/// for extents below one.
[[nodiscard]] Result<ReadyWork> prepareLibraryProduct(const std::shared_ptr<CpuDevice>& device,
                                                      const std::shared_ptr<OneDnn>& library, const ProductCall& call);

} // namespace ridgepoint
