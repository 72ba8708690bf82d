// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/plan/kernel_list.h"
#include "gpu/runtime/cuda_selftest.h"

namespace ridgepoint {

/// The checks of the kernels that measure caches, latencies, whole numbers and other ways to update memory: numbers
/// that come out exactly, by the calls of the roofs' own plans over little memory and a few rounds.
[[nodiscard]] SelftestItem levelItem(const KernelInfo& info, const GpuShape& shape);

/// The checks of one kernel of the families Operator and Saved: every shape that its plan gives to it, small and odd
/// ones, held against the float64 reference on random numbers.
[[nodiscard]] SelftestItem operatorItem(const KernelInfo& info, const GpuShape& shape, std::uint32_t seed);

/// The checks of the kernel of the family Product: tiles with every edge and steps with every rest, held against the
/// product in double on random numbers.
[[nodiscard]] SelftestItem productItem(const KernelInfo& info, std::uint32_t seed);

/// The checks of one kernel of the families Gradient and Polynomial: chains whose plans launch it, with every tail,
/// held against the float64 reference on random numbers, each number within the bound of what its own operations round.
[[nodiscard]] SelftestItem gradientItem(const KernelInfo& info, std::uint32_t seed);

} // namespace ridgepoint
