// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/chain.cuh"

using ridgepoint::device::F16;

RIDGEPOINT_CHAINS(f16, F16)

std::span<const ridgepoint::KernelEntry> ridgepoint::chainKernelsF16()
{
    static const KernelEntry entries[] = {RIDGEPOINT_CHAINS_ENTRIES(f16)};
    return entries;
}
