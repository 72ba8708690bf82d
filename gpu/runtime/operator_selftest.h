// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/plan/kernel_list.h"
#include "gpu/runtime/cuda_selftest.h"

namespace ridgepoint {

/// The checks of one kernel of the families Operator and Saved: every shape that its plan gives to it, small and odd
/// ones, held against the float64 reference on random numbers.
[[nodiscard]] SelftestItem operatorItem(const KernelInfo& info, const GpuShape& shape, std::uint32_t seed);

} // namespace ridgepoint
