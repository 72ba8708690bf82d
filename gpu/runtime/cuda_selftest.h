// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/plan/workload_plan.h"
#include "gpu/runtime/cuda_kernel_check.h"

#include <string>
#include <vector>

namespace ridgepoint {

/// One line of the self-test: checks of one kernel at several sizes, or the reason that it is left out.
struct SelftestItem {
    std::string kernel;
    std::vector<KernelCheck> checks;
    std::string skipped; ///< why there is nothing to check on this device
};

/// Every kernel of kernelList() against its float64 reference on random input, through the calls that measuring makes,
/// and counts by result: chains of add-one in the three launch modes must give exactly x + n k.
[[nodiscard]] std::vector<SelftestItem> selftestItems(const GpuShape& shape, std::uint32_t seed);

/// Runs the checks of one item, worst first in what the line tells.
[[nodiscard]] Result<SelftestLine> runItem(CudaDevice& device, const SelftestItem& item);

} // namespace ridgepoint
