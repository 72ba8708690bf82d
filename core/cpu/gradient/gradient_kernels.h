// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/instruction_set.h"
#include "core/model/gradient_chain.h"

#include <array>
#include <cstddef>

namespace ridgepoint {

/// Where the tensors of a chain and its gradient lie: fp32, 64-byte aligned, padded to whole cache lines.
struct GradientData {
    const float* input = nullptr;    ///< x
    const float* gradient = nullptr; ///< dL/dy
    float* out = nullptr;            ///< dL/dx
    /// Everything saved: the results of the links, one tensor each, the last one y. Only the input saved: y alone.
    float* const* values = nullptr;
    int length = 1;
    const float* coefficients = nullptr; ///< of the polynomial, degree + 1 of them, the constant first
    const float* derivative = nullptr;   ///< of its derivative, degree of them
    int degree = 1;
};

/// Cache lines [begin, end) of every tensor, and a thread's own room for gradientScratchFloats, 64-byte aligned.
struct GradientPart {
    std::size_t begin = 0;
    std::size_t end = 0;
    float* scratch = nullptr;
};

/// Room for the results of the longest chain over eight vectors, or for a block of 4 KiB.
inline constexpr std::size_t gradientScratchFloats = static_cast<std::size_t>(longestGradientChain) * 8 * 16;

/// One thread's share of one pass. Reads and writes the lines of its part and no others; results go past the caches.
using GradientKernel = void (*)(const GradientData& data, const GradientPart& part);

/// Both passes of one link, by what is saved.
struct GradientPasses {
    std::array<GradientKernel, allSavings.size()> forward{};
    std::array<GradientKernel, allSavings.size()> backward{};
};

/// The kernels of one instruction set, by link.
using GradientKernels = std::array<GradientPasses, allChainLinks.size()>;

/// The kernels compiled for that instruction set. Calling them needs isSupported(set).
[[nodiscard]] const GradientKernels& gradientKernelsFor(InstructionSet set);

} // namespace ridgepoint
