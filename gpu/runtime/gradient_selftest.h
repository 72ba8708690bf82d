// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/plan/kernel_list.h"
#include "gpu/runtime/cuda_selftest.h"

namespace ridgepoint {

/// The checks of one kernel of the families Gradient and Polynomial: chains whose plans launch it, with every tail,
/// held against the float64 reference on random numbers, each number within the bound of what its own operations round.
[[nodiscard]] SelftestItem gradientItem(const KernelInfo& info, std::uint32_t seed);

} // namespace ridgepoint
