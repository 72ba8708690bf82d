// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/plan/kernel_list.h"
#include "gpu/runtime/cuda_selftest.h"

namespace ridgepoint {

/// The checks of the kernel of the family Product: tiles with every edge and steps with every rest, held against the
/// product in double on random numbers.
[[nodiscard]] SelftestItem productItem(const KernelInfo& info, std::uint32_t seed);

} // namespace ridgepoint
