// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "gpu/plan/kernel_call.h"
#include "gpu/runtime/cuda_device.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ridgepoint {

/// One buffer of a check, between two guards that must stay untouched.
struct CheckedBuffer {
    Precision precision = Precision::Fp32;
    std::uint64_t elements = 0;
    std::uint64_t bytes = 0; ///< with padding to whole vectors; what is not an element is poisoned with NaN
    std::function<double(std::uint64_t)> input;            ///< empty: poisoned
    std::function<double(std::uint64_t, double)> expected; ///< of index and input; empty, or a NaN: not compared
    std::function<double(std::uint64_t, double)> scale;    ///< of index and expectation; empty: max(1, |expected|)
    bool isBits =
        false; ///< elements are whole numbers of 16 bits: bits that a number of any precision might not carry whole
};

/// Calls on small buffers whose results are known.
struct KernelCheck {
    std::string kernel;
    double tolerance = 0.0; ///< in epsilons of the buffer's precision, times the scale
    std::vector<CheckedBuffer> buffers;
    std::vector<KernelCall> calls;
    LaunchMode mode = LaunchMode::Queued;
    int submissions = 1; ///< of the whole list of calls
};

/// Runs the calls on the device and compares every element of every buffer that has an expectation; the detail says
/// which element differed, or that something was written outside. An Error only when the device fails.
[[nodiscard]] Result<SelftestLine> runCheck(CudaDevice& device, const KernelCheck& check);

/// Keeps the worst of two lines about the same kernel.
void mergeLines(SelftestLine& total, const SelftestLine& line);

} // namespace ridgepoint
