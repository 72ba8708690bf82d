// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/instruction_set.h"
#include "core/model/operator.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ridgepoint {

/// Where an operator's tensors lie: fp32, every row at a 64-byte aligned address and padded to whole cache lines. The
/// operators without rows (copy to sum) see one row of all elements.
struct OperatorData {
    std::size_t rows = 0; ///< of the input
    std::size_t columns = 0;
    std::size_t stride = 0;        ///< floats from one row of that tensor to the next: a multiple of 32
    std::size_t otherStride = 0;   ///< the same of the transposed or pooled tensor
    const float* first = nullptr;  ///< the input
    const float* second = nullptr; ///< add: the other summand. Layer norm: the scales of a row
    const float* shift = nullptr;  ///< layer norm: the shifts of a row
    float* out = nullptr;
    const float* residual = nullptr;    ///< add-dropout-norm: what is added, laid out like the input
    const float* bias = nullptr;        ///< a row that is added to every row
    const std::uint8_t* kept = nullptr; ///< dropout: a bit for each element of the input, padding counted, the lowest
                                        ///< first, eight bytes beyond readable
};

/// What one thread works on.
struct OperatorPart {
    std::size_t begin = 0; ///< units [begin, end), see unitsOf
    std::size_t end = 0;
    float* scratch = nullptr; ///< 64-byte aligned; room for two padded rows
    double sum = 0.0;         ///< what sums give
};

/// One thread's share of an operator. It writes rows with their padding, and nothing outside.
using OperatorKernel = void (*)(const OperatorData& data, OperatorPart& part);

/// Every operator's kernel of one instruction set, with usual and with non-temporal stores; the same where it has no
/// choice.
struct OperatorKernels {
    std::array<std::array<OperatorKernel, 2>, allOperators.size()> kernels{};
    [[nodiscard]] OperatorKernel of(OperatorKind which, Stores stores) const
    {
        return kernels[static_cast<std::size_t>(which)][stores == Stores::Usual ? 0 : 1];
    }
    void put(OperatorKind which, OperatorKernel usual, OperatorKernel nonTemporal)
    {
        kernels[static_cast<std::size_t>(which)] = {usual, nonTemporal};
    }
};

/// The kernels compiled for that instruction set. Calling them needs isSupported(set).
[[nodiscard]] const OperatorKernels& operatorKernelsFor(InstructionSet set);

/// The pieces in which an operator's work is dealt to threads: cache lines of the one row of an operator without rows,
/// rows, pairs of rows of a pooling's input (a last single one counts), or 64 columns of what is transposed.
[[nodiscard]] std::size_t unitsOf(OperatorKind which, std::size_t rows, std::size_t columns);
/// Whether an operator sees its tensor as one row of rows x columns elements.
[[nodiscard]] bool isFlat(OperatorKind which);

/// Columns of one unit of a transposition.
inline constexpr std::size_t transposeColumns = 64;

/// One function a family; operatorKernelsFor() calls them.
void addElementwiseKernels(InstructionSet set, OperatorKernels& table);
void addSumKernels(InstructionSet set, OperatorKernels& table);
void addRowKernels(InstructionSet set, OperatorKernels& table);
void addPoolKernels(InstructionSet set, OperatorKernels& table);
void addTransposeKernels(InstructionSet set, OperatorKernels& table);

} // namespace ridgepoint
