// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/cpu_device.h"
#include "core/cpu/onednn/onednn.h"
#include "core/measure/backend.h"

#include <memory>

namespace ridgepoint {

/// A square or other product of fp32 or bf16 matrices, c = a b: rows x inner by inner x columns, summed in fp32.
struct ProductCall {
    Precision precision = Precision::Fp32;
    std::int64_t rows = 1;
    std::int64_t columns = 1;
    std::int64_t inner = 1;
    int threads = 0;
};

/// An operator carried out by the library on the tensors that our own kernels use. Unsupported for those it lacks (cos,
/// sums, a gradient by a bit mask).
[[nodiscard]] Result<OperatorWork> prepareLibraryOperator(const std::shared_ptr<CpuDevice>& device, const std::shared_ptr<OneDnn>& library,
                                                          const OperatorCall& call);

/// A matrix product by the library, in layouts of its own choice; 2 rows columns inner FLOP a run. Unsupported for precisions
/// other than fp32 and bf16, InvalidInput for extents below one.
[[nodiscard]] Result<RoofWork> prepareLibraryProduct(const std::shared_ptr<CpuDevice>& device, const std::shared_ptr<OneDnn>& library,
                                                     const ProductCall& call);

} // namespace ridgepoint
