// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/chain.cuh"

using ridgepoint::device::F64;

RIDGEPOINT_CHAINS(f64, F64)

std::span<const ridgepoint::KernelEntry> ridgepoint::chainKernelsF64()
{
    static const KernelEntry entries[] = {RIDGEPOINT_CHAINS_ENTRIES(f64)};
    return entries;
}
