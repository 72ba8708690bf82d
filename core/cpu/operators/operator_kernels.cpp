// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/operators/operator_kernels.h"

namespace ridgepoint {

const OperatorKernels& operatorKernelsFor(InstructionSet set)
{
    static const auto tables = [] {
        std::array<OperatorKernels, instructionSetCount> all;
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

bool isFlat(OperatorKind which) { return which < OperatorKind::LayerNorm || which == OperatorKind::Scale; }

std::size_t unitsOf(OperatorKind which, std::size_t rows, std::size_t columns)
{
    const auto pieces = [](std::size_t count, std::size_t piece) { return (count + piece - 1) / piece; };
    switch (which) {
    case OperatorKind::LayerNorm:
    case OperatorKind::Softmax:
    case OperatorKind::AddRow:
    case OperatorKind::Dropout:
    case OperatorKind::ScaledSoftmax:
    case OperatorKind::AddRowGelu:
    case OperatorKind::AddDropoutNorm: return rows;
    case OperatorKind::MaxPool: return rows / 2;
    case OperatorKind::Transpose: return pieces(columns, transposeColumns);
    default: return pieces(rows * columns, 16);
    }
}

} // namespace ridgepoint
