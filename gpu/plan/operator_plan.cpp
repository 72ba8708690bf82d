// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/operator_plan.h"

#include "gpu/plan/kernel_list.h"
#include "gpu/plan/tiling.h"

#include <algorithm>
#include <string_view>

namespace ridgepoint {
namespace {

constexpr std::uint64_t vectorFloats = vectorBytes / sizeof(float);
constexpr std::uint64_t bitsPerByte = 8;

std::uint64_t roundedUp(std::uint64_t count, std::uint64_t unit) { return (count + unit - 1) / unit * unit; }
std::uint32_t piecesOf(std::uint64_t count, std::uint64_t unit)
{
    return static_cast<std::uint32_t>((count + unit - 1) / unit);
}

/// Builds up a plan buffer by buffer; numbers of rows and columns fit 32 bits as valid calls have them.
class Planner {
public:
    Planner(const OperatorCall& call, const GpuShape& shape)
        : m_rows(static_cast<std::uint64_t>(call.rows)),
          m_columns(static_cast<std::uint64_t>(call.columns)),
          m_shape(shape)
    {
        m_plan.call = call;
        m_plan.cost = costOf(call, Stores::Collected);
    }

    [[nodiscard]] OperatorPlan planned()
    {
        switch (m_plan.call.which) {
        case OperatorKind::Copy: planFlat("rp_copy_f32"); break;
        case OperatorKind::Add:
        case OperatorKind::Relu:
        case OperatorKind::Gelu:
        case OperatorKind::Exp:
        case OperatorKind::Cos:
        case OperatorKind::Scale:
        case OperatorKind::Dropout: planFlat(operatorKernelName(m_plan.call.which)); break;
        case OperatorKind::Sum: planSum(); break;
        case OperatorKind::LayerNorm:
        case OperatorKind::Softmax:
        case OperatorKind::ScaledSoftmax:
        case OperatorKind::AddDropoutNorm: planRows(); break;
        case OperatorKind::AddRow:
        case OperatorKind::AddRowGelu: planAddedRow(); break;
        case OperatorKind::MaxPool: planPool(); break;
        case OperatorKind::Transpose: planTranspose(); break;
        }
        return std::move(m_plan);
    }

private:
    /// A buffer of rows of floats; its index.
    std::size_t addRows(TensorRole role, std::uint64_t rows, std::uint64_t columns)
    {
        const std::uint64_t stride = roundedUp(columns, vectorFloats);
        return add({.role = role, .rows = rows, .columns = columns, .stride = stride}, sizeof(float));
    }
    std::size_t add(const OperatorTensor& tensor, std::uint64_t elementBytes)
    {
        const bool isSaved = holdsBits(tensor.role);
        const bool isInput = !isSaved && tensor.role != TensorRole::Result && tensor.role != TensorRole::Sums;
        m_plan.tensors.push_back(tensor);
        m_plan.plan.buffers.push_back({.usefulBytes = tensor.rows * tensor.columns * elementBytes,
                                       .bytes = roundedUp(tensor.rows * tensor.stride * elementBytes, vectorBytes),
                                       .content = isInput ? InitialContent::Uniform
                                                : isSaved ? InitialContent::Saved
                                                          : InitialContent::Unspecified});
        const std::size_t index = m_plan.plan.buffers.size() - 1;
        if (isInput)
            m_plan.plan.fill.push_back(fillCall(m_plan.plan.buffers.back(), index));
        return index;
    }
    [[nodiscard]] std::uint32_t strideOf(std::size_t buffer) const
    {
        return static_cast<std::uint32_t>(m_plan.tensors[buffer].stride);
    }
    void call(std::string kernel, std::uint32_t blocks, std::uint32_t threads, std::vector<KernelArgument> arguments)
    {
        m_plan.plan.calls.push_back({.kernel = std::move(kernel),
                                     .grid = {.x = blocks},
                                     .block = {.x = threads},
                                     .arguments = std::move(arguments)});
    }

    void planFlat(std::string kernel)
    {
        const std::uint64_t elements = m_rows * m_columns;
        std::vector<KernelArgument> pointers{BufferPointer{addRows(TensorRole::Result, 1, elements)},
                                             BufferPointer{addRows(TensorRole::First, 1, elements)}};
        if (m_plan.call.which == OperatorKind::Add)
            pointers.emplace_back(BufferPointer{addRows(TensorRole::Second, 1, elements)});
        if (m_plan.call.which == OperatorKind::Dropout)
            pointers.emplace_back(BufferPointer{addKept(1, elements)});
        m_plan.plan.calls.push_back(
            tiledCall(std::move(kernel), std::move(pointers), roundedUp(elements, vectorFloats) / vectorFloats));
        m_plan.method = "own CUDA kernel, a tile of 8 KiB per block";
    }

    /// The bits of a dropout, and what draws them.
    std::size_t addKept(std::uint64_t rows, std::uint64_t columns)
    {
        const std::size_t kept = addBits(TensorRole::Kept, rows, roundedUp(columns, bitsPerByte) / bitsPerByte);
        const auto words = static_cast<std::uint32_t>(m_plan.plan.buffers[kept].bytes / sizeof(std::uint64_t));
        m_plan.plan.fill.push_back({.kernel = "rp_fill_kept",
                                    .grid = {.x = piecesOf(words, blockThreads)},
                                    .block = {.x = blockThreads},
                                    .arguments = {BufferPointer{kept}, words}});
        return kept;
    }

    void planSum()
    {
        const std::uint64_t elements = m_rows * m_columns;
        const std::uint64_t resident = static_cast<std::uint64_t>(std::max(m_shape.multiprocessors, 1))
                                     * residentBlocks;
        const auto blocks = static_cast<std::uint32_t>(
            std::clamp<std::uint64_t>(elements / (tileBytes / sizeof(float)), 1, resident));
        const BufferPointer result{addRows(TensorRole::Result, 1, 1)};
        const BufferPointer first{addRows(TensorRole::First, 1, elements)};
        const BufferPointer sums{blocks > 1 ? addRows(TensorRole::Sums, 1, blocks) : result.buffer};
        const auto launch = [&](std::uint32_t grid, BufferPointer to, BufferPointer from, std::uint64_t numbers) {
            call(operatorKernelName(m_plan.call.which), grid, blockThreads,
                 {to, from, static_cast<std::uint32_t>(numbers)});
        };
        launch(blocks, sums, first, elements);
        if (blocks > 1)
            launch(1, result, sums, blocks);
        m_plan.method = blocks > 1
                          ? "own CUDA kernel, " + std::to_string(blocks) + " blocks, whose sums a second launch adds ("
                                + std::to_string(8 * blocks) + " B more)"
                          : std::string("own CUDA kernel, one block");
    }

    void planRows()
    {
        const bool isDropped = m_plan.call.which == OperatorKind::AddDropoutNorm;
        const bool isNorm = isDropped || m_plan.call.which == OperatorKind::LayerNorm;
        const std::size_t result = addRows(TensorRole::Result, m_rows, m_columns);
        std::vector<KernelArgument> arguments{BufferPointer{result},
                                              BufferPointer{addRows(TensorRole::First, m_rows, m_columns)}};
        std::size_t keptBuffer = 0;
        if (isDropped) {
            arguments.emplace_back(BufferPointer{addRows(TensorRole::Bias, 1, m_columns)});
            keptBuffer = addKept(m_rows, m_columns);
            arguments.emplace_back(BufferPointer{keptBuffer});
            arguments.emplace_back(BufferPointer{addRows(TensorRole::Residual, m_rows, m_columns)});
        }
        if (isNorm) {
            arguments.emplace_back(BufferPointer{addRows(TensorRole::Second, 1, m_columns)});
            arguments.emplace_back(BufferPointer{addRows(TensorRole::Shift, 1, m_columns)});
        }
        arguments.insert(arguments.end(),
                         {static_cast<std::uint32_t>(m_rows), static_cast<std::uint32_t>(m_columns), strideOf(result)});
        if (isDropped)
            arguments.emplace_back(strideOf(keptBuffer));
        const std::uint32_t threads = rowThreads(m_plan.call.columns);
        const bool twice = m_plan.call.columns > longestHeldRow;
        const bool isWarp = threads == warpThreads;
        call(rowKernelName(m_plan.call.which, threads, twice),
             isWarp ? piecesOf(m_rows, blockThreads / warpThreads) : static_cast<std::uint32_t>(m_rows),
             isWarp ? blockThreads : threads, std::move(arguments));
        m_plan.method = "own CUDA kernel, " + std::string(isWarp ? "a warp" : "a block of " + std::to_string(threads))
                      + " per row";
        m_plan.method += !twice ? ", which is kept in registers"
                                : "; a row is read again after its sums are known: from the L2 cache if the active "
                                  "rows fit there, otherwise "
                                      + std::string(isDropped ? "8.125" : "4") + " B more per float";
        if (isNorm)
            m_plan.method += std::string(isDropped ? "; bias, scales and shifts" : "; scales and shifts")
                           + " are read once from memory, then for each row from the caches";
    }

    void planAddedRow()
    {
        const std::size_t result = addRows(TensorRole::Result, m_rows, m_columns);
        const std::size_t first = addRows(TensorRole::First, m_rows, m_columns);
        const std::size_t bias = addRows(TensorRole::Bias, 1, m_columns);
        call(operatorKernelName(m_plan.call.which),
             piecesOf(piecesOf(m_columns, vectorFloats), blockThreads) * piecesOf(m_rows, addedRows), blockThreads,
             {BufferPointer{result}, BufferPointer{first}, BufferPointer{bias}, static_cast<std::uint32_t>(m_rows),
              static_cast<std::uint32_t>(m_columns), strideOf(result)});
        m_plan.method = "own CUDA kernel, a vector of four rows per thread; the bias is read once from memory, then "
                        "for each four rows from the caches";
    }

    void planPool()
    {
        const std::size_t result = addRows(TensorRole::Result, m_rows / 2, m_columns / 2);
        const std::size_t first = addRows(TensorRole::First, m_rows, m_columns);
        call("rp_operator_max_pool_f32", poolBlocks((m_columns / 2 + 1) / 2, m_rows / 2), blockThreads,
             {BufferPointer{result}, BufferPointer{first}, static_cast<std::uint32_t>(m_rows),
              static_cast<std::uint32_t>(m_columns), strideOf(first), strideOf(result)});
        m_plan.method = "own CUDA kernel, two windows of four pairs of rows per thread";
    }

    std::size_t addBits(TensorRole role, std::uint64_t rows, std::uint64_t bytes)
    {
        return add({.role = role, .rows = rows, .columns = bytes, .stride = roundedUp(bytes, vectorBytes)}, 1);
    }
    static std::uint32_t poolBlocks(std::uint64_t vectors, std::uint64_t pairs)
    {
        return piecesOf(vectors, blockThreads) * piecesOf(pairs, poolPairs);
    }

    void planTranspose()
    {
        const std::size_t result = addRows(TensorRole::Result, m_columns, m_rows);
        const std::size_t first = addRows(TensorRole::First, m_rows, m_columns);
        call("rp_operator_transpose_f32", piecesOf(m_columns, transposeColumns) * piecesOf(m_rows, transposeRows),
             blockThreads,
             {BufferPointer{result}, BufferPointer{first}, static_cast<std::uint32_t>(m_rows),
              static_cast<std::uint32_t>(m_columns), strideOf(first), strideOf(result)});
        m_plan.method = "own CUDA kernel, tiles of 64 x 32 through shared memory";
    }

    OperatorPlan m_plan;
    std::uint64_t m_rows;
    std::uint64_t m_columns;
    GpuShape m_shape;
};

} // namespace

std::string operatorKernelName(OperatorKind which)
{
    std::string name(nameOf(which));
    std::replace(name.begin(), name.end(), '-', '_');
    return "rp_operator_" + name + "_f32";
}

std::string rowKernelName(OperatorKind which, std::uint32_t threads, bool twice)
{
    return operatorKernelName(which) + (twice ? "_twice" : "_r" + std::to_string(threads));
}

std::uint32_t rowThreads(std::int64_t columns)
{
    for (const std::uint32_t threads : rowKernelThreads)
        if (columns <= static_cast<std::int64_t>(threads * vectorsPerThread * vectorFloats))
            return threads;
    return rowKernelThreads.back();
}

Result<OperatorPlan> planOperator(const OperatorCall& call, const GpuShape& shape)
{
    if (auto valid = validate(call); !valid)
        return valid.error();
    return Planner(call, shape).planned();
}

} // namespace ridgepoint
