// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/kernels.h"

#include <cassert>

namespace ridgepoint {

PassKernel KernelTable::of(std::size_t kernel, Precision precision, MemoryAccess access) const
{
    assert(precision == Precision::Fp32 || precision == Precision::Fp64);
    return kernels[kernel][precision == Precision::Fp32 ? 0 : 1][static_cast<std::size_t>(access)];
}

const KernelTable& kernelsFor(InstructionSet set)
{
    static const auto tables = [] {
        std::array<KernelTable, instructionSetCount> all;
        for (const InstructionSet each : allInstructionSets) {
            addFusedKernels(each, all[static_cast<std::size_t>(each)]);
            addBlockedKernels(each, all[static_cast<std::size_t>(each)]);
        }
        return all;
    }();
    return tables[static_cast<std::size_t>(set)];
}

} // namespace ridgepoint
