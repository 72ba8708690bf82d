// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/plan/kernel_list.h"
#include "gpu/runtime/cuda_selftest.h"

namespace ridgepoint {

/// The checks of the kernels that measure caches, latencies, whole numbers and other ways to update memory: numbers
/// that come out exactly, by the calls of the roofs' own plans over little memory and a few rounds.
[[nodiscard]] SelftestItem levelItem(const KernelInfo& info, const GpuShape& shape);

} // namespace ridgepoint
