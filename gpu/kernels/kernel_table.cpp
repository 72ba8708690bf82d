// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/kernel_table.h"

#include <algorithm>

namespace ridgepoint {

const std::vector<KernelEntry>& kernelTable()
{
    // Never destroyed: a thread that was left in a driver that hangs may come back and read it while the program ends.
    static const auto* const table = [] {
        auto* all = new std::vector<KernelEntry>; // NOLINT: see above
        for (const auto part :
             {chainKernelsF32(), chainKernelsF64(), chainKernelsF16(), chainKernelsBf16(), pointwiseKernels(),
              trafficKernels(), fillKernels(), levelKernels(), integerKernels(), variantKernels(),
              operatorElementwiseKernels(), operatorSumKernels(), operatorRowKernels(), operatorLayerKernels(),
              operatorPoolKernels(), operatorTransposeKernels(), productKernels(), gradientKernels()})
            all->insert(all->end(), part.begin(), part.end());
        return all;
    }();
    return *table;
}

const void* kernelFunction(std::string_view name)
{
    const auto found = std::find_if(kernelTable().begin(), kernelTable().end(),
                                    [&](const KernelEntry& entry) { return entry.name == name; });
    return found == kernelTable().end() ? nullptr : found->function;
}

} // namespace ridgepoint
