// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/instruction_set.h"
#include "core/cpu/memory_access.h"
#include "core/model/operands.h"
#include "core/model/workload.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ridgepoint {

/// One thread's share of one pass: applies an operation `applications` >= 1 times to every element of `lines` whole
/// cache lines at `data` (64-byte aligned), in place; reads and writes no other byte.
using PassKernel = void (*)(void* data, std::size_t lines, std::int64_t applications, const Operands& operands);

/// The operations that a kernel exists for: the seven of the model, and add-one run by the strategy of the heavy
/// operations, which shows by its result how often that strategy applies an operation.
inline constexpr std::size_t kernelCount = allOperations.size() + 1;
inline constexpr std::size_t blockedCountingKernel = allOperations.size();

/// A kernel in fp32 and in fp64, by each MemoryAccess.
using KernelForms = std::array<std::array<PassKernel, allMemoryAccesses.size()>, 2>;

/// Every kernel of one instruction set.
struct KernelTable {
    std::array<KernelForms, kernelCount> kernels{};

    /// The kernel of an operation, which does the same by every access; precision must be Fp32 or Fp64.
    [[nodiscard]] PassKernel of(Operation operation, Precision precision,
                                MemoryAccess access = MemoryAccess::TwoStreams) const
    {
        return of(static_cast<std::size_t>(operation), precision, access);
    }
    [[nodiscard]] PassKernel of(std::size_t kernel, Precision precision,
                                MemoryAccess access = MemoryAccess::TwoStreams) const;
};

/// The kernels compiled for that instruction set. Calling them needs isSupported(set).
[[nodiscard]] const KernelTable& kernelsFor(InstructionSet set);

/// Adds fma, mul, add and relu. One function a family; kernelsFor() calls them.
void addFusedKernels(InstructionSet set, KernelTable& table);
/// Adds gelu, exp, cos and the blocked counting kernel.
void addBlockedKernels(InstructionSet set, KernelTable& table);

/// The instruction set of the kernel that this thread ran last, written by the kernel's own compiled body: what proves
/// that a forced one ran. One store a pass, too little to show in a time.
inline thread_local constinit InstructionSet lastKernelSet = InstructionSet::Scalar;

} // namespace ridgepoint
