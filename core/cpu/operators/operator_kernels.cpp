// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/operators/operator_kernels.h"

namespace ridgepoint {

const OperatorKernels& operatorKernelsFor(InstructionSet set)
{
    static const auto tables = [] {
        std::array<OperatorKernels, allInstructionSets.size()> all;
        for (const InstructionSet each : allInstructionSets) {
            OperatorKernels& table = all[static_cast<std::size_t>(each)];
            addElementwiseKernels(each, table);
            addSumKernels(each, table);
            addRowKernels(each, table);
            addPoolKernels(each, table);
            addTransposeKernels(each, table);
        }
        return all;
    }();
    return tables[static_cast<std::size_t>(set)];
}

bool isFlat(Operator which) { return which < Operator::LayerNorm || which == Operator::Scale; }

std::size_t unitsOf(Operator which, std::size_t rows, std::size_t columns)
{
    const auto pieces = [](std::size_t count, std::size_t piece) { return (count + piece - 1) / piece; };
    switch (which) {
    case Operator::LayerNorm:
    case Operator::Softmax:
    case Operator::AddRow:
    case Operator::Dropout:
    case Operator::ScaledSoftmax:
    case Operator::AddRowGelu:
    case Operator::AddDropoutNorm: return rows;
    case Operator::MaxPool: return rows / 2;
    case Operator::Transpose: return pieces(columns, transposeColumns);
    default: return pieces(rows * columns, 16);
    }
}

} // namespace ridgepoint
