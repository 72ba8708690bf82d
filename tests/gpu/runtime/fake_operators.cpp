// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// What the operators' kernels do, written down once more and plainly, in double and by the float64 formulas where there
// are any.
#include "core/model/dropout_bits.h"
#include "core/model/operator_reference.h"
#include "gpu/plan/tiling.h"
#include "tests/gpu/runtime/fake_cuda.h"

#include <algorithm>

namespace ridgepoint::test {
namespace {

struct Arguments {
    const std::vector<std::uint64_t>& values;

    [[nodiscard]] float* floats(std::size_t i) const { return reinterpret_cast<float*>(values[i]); }
    /// A bit for each number, `stride` bytes from row to row.
    [[nodiscard]] std::vector<bool> bits(std::size_t i, std::size_t rows, std::size_t columns, std::size_t stride) const
    {
        std::vector<bool> all;
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t column = 0; column < columns; ++column)
                all.push_back(
                    (reinterpret_cast<const std::uint8_t*>(values[i])[row * stride + column / 8] >> column % 8 & 1)
                    != 0);
        return all;
    }
    [[nodiscard]] std::size_t number(std::size_t i) const { return static_cast<std::uint32_t>(values[i]); }
};

std::vector<double> rowsOf(const float* data, std::size_t rows, std::size_t columns, std::size_t stride)
{
    std::vector<double> values;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            values.push_back(static_cast<double>(data[row * stride + column]));
    return values;
}

void putRows(const std::vector<double>& values, float* to, std::size_t columns, std::size_t stride)
{
    for (std::size_t i = 0; i < values.size(); ++i)
        to[i / columns * stride + i % columns] = static_cast<float>(values[i]);
}

void elementwise(OperatorKind which, const Arguments& a)
{
    const std::size_t shape = which == OperatorKind::Add || which == OperatorKind::Dropout ? 3 : 2;
    const std::size_t elements = (a.number(shape) * tileVectors + a.number(shape + 1)) * vectorBytes / sizeof(float);
    OperatorInput input{.which = which,
                        .rows = 1,
                        .columns = elements,
                        .first = rowsOf(a.floats(1), 1, elements, elements),
                        .second = {},
                        .shift = {},
                        .bias = {},
                        .residual = {},
                        .kept = {}};
    if (which == OperatorKind::Add)
        input.second = rowsOf(a.floats(2), 1, elements, elements);
    if (which == OperatorKind::Dropout)
        input.kept = a.bits(2, 1, elements, 0);
    putRows(reference(input), a.floats(0), elements, elements);
}

/// A number a block, each of every `blocks`-th number.
void sums(const Arguments& a, std::size_t blocks)
{
    std::vector<double> totals(blocks);
    for (std::size_t i = 0; i < a.number(2); ++i)
        totals[i % blocks] += static_cast<double>(a.floats(1)[i]);
    putRows(totals, a.floats(0), blocks, blocks);
}

void byRow(OperatorKind which, const Arguments& a)
{
    const bool isDropped = which == OperatorKind::AddDropoutNorm;
    const bool hasBias = isDropped || which == OperatorKind::AddRow || which == OperatorKind::AddRowGelu;
    const std::size_t shape = isDropped ? 7 : which == OperatorKind::LayerNorm ? 4 : hasBias ? 3 : 2;
    const std::size_t rows = a.number(shape);
    const std::size_t columns = a.number(shape + 1);
    const std::size_t stride = a.number(shape + 2);
    OperatorInput input{.which = which,
                        .rows = rows,
                        .columns = columns,
                        .first = rowsOf(a.floats(1), rows, columns, stride),
                        .second = {},
                        .shift = {},
                        .bias = {},
                        .residual = {},
                        .kept = {}};
    if (hasBias)
        input.bias = rowsOf(a.floats(2), 1, columns, columns);
    if (isDropped) {
        input.kept = a.bits(3, rows, columns, a.number(10));
        input.residual = rowsOf(a.floats(4), rows, columns, stride);
    }
    if (isDropped || which == OperatorKind::LayerNorm) {
        input.second = rowsOf(a.floats(shape - 2), 1, columns, columns);
        input.shift = rowsOf(a.floats(shape - 1), 1, columns, columns);
    }
    putRows(reference(input), a.floats(0), columns, stride);
}

void maxPool(const Arguments& a)
{
    const OperatorInput input{.which = OperatorKind::MaxPool,
                              .rows = a.number(2),
                              .columns = a.number(3),
                              .first = rowsOf(a.floats(1), a.number(2), a.number(3), a.number(4)),
                              .second = {},
                              .shift = {},
                              .bias = {},
                              .residual = {},
                              .kept = {}};
    putRows(reference(input), a.floats(0), a.number(3) / 2, a.number(5));
}

void transpose(const Arguments& a)
{
    const OperatorInput input{.which = OperatorKind::Transpose,
                              .rows = a.number(2),
                              .columns = a.number(3),
                              .first = rowsOf(a.floats(1), a.number(2), a.number(3), a.number(4)),
                              .second = {},
                              .shift = {},
                              .bias = {},
                              .residual = {},
                              .kept = {}};
    putRows(reference(input), a.floats(0), a.number(2), a.number(5));
}

} // namespace

void computeOperator(OperatorKind which, const Dim3& grid, const std::vector<std::uint64_t>& values)
{
    const Arguments a{values};
    switch (which) {
    case OperatorKind::Copy:
    case OperatorKind::Add:
    case OperatorKind::Relu:
    case OperatorKind::Gelu:
    case OperatorKind::Exp:
    case OperatorKind::Cos:
    case OperatorKind::Scale:
    case OperatorKind::Dropout: return elementwise(which, a);
    case OperatorKind::Sum: return sums(a, grid.x);
    case OperatorKind::LayerNorm:
    case OperatorKind::Softmax:
    case OperatorKind::AddRow:
    case OperatorKind::ScaledSoftmax:
    case OperatorKind::AddRowGelu:
    case OperatorKind::AddDropoutNorm: return byRow(which, a);
    case OperatorKind::MaxPool: return maxPool(a);
    case OperatorKind::Transpose: return transpose(a);
    }
}

void computeSaved(const std::vector<std::uint64_t>& values)
{
    const Arguments a{values};
    for (std::size_t word = 0; word < a.number(1); ++word)
        reinterpret_cast<std::uint64_t*>(values[0])[word] = keptBits(word);
}

void computeProduct(const std::vector<std::uint64_t>& values)
{
    const Arguments a{values};
    for (std::size_t row = 0; row < a.number(3); ++row)
        for (std::size_t column = 0; column < a.number(4); ++column) {
            double sum = 0.0;
            for (std::size_t k = 0; k < a.number(5); ++k)
                sum += static_cast<double>(a.floats(1)[k * a.number(6) + row])
                     * static_cast<double>(a.floats(2)[k * a.number(7) + column]);
            a.floats(0)[row * a.number(8) + column] = static_cast<float>(sum);
        }
}

} // namespace ridgepoint::test
