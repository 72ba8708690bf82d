// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/chain.cuh"

using ridgepoint::device::F32;

RIDGEPOINT_CHAINS(f32, F32)

std::span<const ridgepoint::KernelEntry> ridgepoint::chainKernelsF32()
{
    static const KernelEntry entries[] = {RIDGEPOINT_CHAINS_ENTRIES(f32)};
    return entries;
}
