// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/units.h"
#include "core/model/workload.h"
#include "gpu/plan/kernel_call.h"

namespace ridgepoint {

/// What a plan must know of a GPU.
struct GpuShape {
    int multiprocessors = 1; ///< visible ones: fewer than the chip's under MIG
    int maxThreadsPerMultiprocessor = 1024;
    Bytes l2;
    int computeCapability = 75; ///< 10 major + minor
};

/// Launches of one whole chain: n/d passes, each one call over one in-place tensor (buffer 0), in order. Any N >= 1.
/// `threads` and the launch mode change nothing here. InvalidInput for impossible counts, Unsupported for an operation
/// in a precision that has no kernels, or bf16 before compute capability 8.0.
[[nodiscard]] Result<CallPlan> planWorkload(const Workload& workload, const GpuShape& shape);

/// One pass of an operation over `elements` elements at `data`, applied `applications` times with these operands (as
/// operandsOf(operation, precision) or others, such as 1 and 1 to count additions); the operation and precision must
/// have kernels.
struct PassRequest {
    Operation operation = Operation::Fma;
    Precision precision = Precision::Fp32;
    std::uint64_t elements = 1;
    std::uint64_t applications = 1;
    double first = 0.0;
    double second = 0.0;
    BufferPointer data;
};
[[nodiscard]] KernelCall passCall(const PassRequest& request);
/// The same through the loop of the pointwise operations, adding `first` each time (rp_count_f32); fp32 only.
[[nodiscard]] KernelCall countCall(const PassRequest& request);

/// A call of a kernel that works tile by tile over that many vectors: `pointers`, then fullTiles and tailVectors; its
/// further arguments are to be appended.
[[nodiscard]] KernelCall tiledCall(std::string kernel, std::vector<KernelArgument> pointers, std::uint64_t vectors);

/// A buffer of `elements` numbers padded to whole vectors, and the call that writes the uniform pattern to it.
[[nodiscard]] BufferPlan tensorBuffer(std::uint64_t elements, Precision precision, InitialContent content);
[[nodiscard]] KernelCall fillCall(const BufferPlan& buffer, std::size_t index);

} // namespace ridgepoint
