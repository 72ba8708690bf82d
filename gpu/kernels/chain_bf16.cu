// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/chain.cuh"

using ridgepoint::device::Bf16;

RIDGEPOINT_CHAINS(bf16, Bf16)

std::span<const ridgepoint::KernelEntry> ridgepoint::chainKernelsBf16()
{
    static const KernelEntry entries[] = {RIDGEPOINT_CHAINS_ENTRIES(bf16)};
    return entries;
}
