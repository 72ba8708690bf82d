// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// Transposition in blocks of 16 x 16: whole cache lines are read, turned in registers and written, so that neither side
// needs a line twice. Blocks follow each other down 64 rows, then to the right, so that both sides see runs of 256 bytes.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/cpu/operators/transpose_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "core/cpu/highway_targets.h"
#include "core/cpu/kernels.h"
#include "core/cpu/operators/operator_kernels.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace ridgepoint {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Vector = hn::Vec<Floats>;
constexpr std::size_t lanes = hn::MaxLanes(Floats());
constexpr std::size_t lineElements = 16;

/// Turns a square of `lanes` vectors in place: elements change places at distances of 1 and 2, then 4, then 8 vectors.
HWY_INLINE void turnSquare([[maybe_unused]] Vector (&v)[lanes])
{
#if HWY_TARGET != HWY_SCALAR
    const Floats d;
    const hn::Repartition<double, Floats> pairs;
    for (std::size_t i = 0; i < lanes; i += 4) {
        const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(d, v[i], v[i + 1]));
        const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(d, v[i], v[i + 1]));
        const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(d, v[i + 2], v[i + 3]));
        const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(d, v[i + 2], v[i + 3]));
        v[i] = hn::BitCast(d, hn::InterleaveLower(pairs, low01, low23));
        v[i + 1] = hn::BitCast(d, hn::InterleaveUpper(pairs, low01, low23));
        v[i + 2] = hn::BitCast(d, hn::InterleaveLower(pairs, high01, high23));
        v[i + 3] = hn::BitCast(d, hn::InterleaveUpper(pairs, high01, high23));
    }
#if HWY_MAX_BYTES >= 32
    if constexpr (lanes >= 8) {
        for (std::size_t i = 0; i < lanes; i += 8)
            for (std::size_t j = i; j < i + 4; ++j) {
                const Vector near = v[j];
                const Vector far = v[j + 4];
                v[j] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(far), near);
                v[j + 4] = hn::OddEvenBlocks(far, hn::SwapAdjacentBlocks(near));
            }
    }
    if constexpr (lanes >= 16) {
        for (std::size_t j = 0; j < 8; ++j) {
            const Vector near = v[j];
            const Vector far = v[j + 8];
            v[j] = hn::ConcatLowerLower(d, far, near);
            v[j + 8] = hn::ConcatUpperUpper(d, far, near);
        }
    }
#endif
#endif
}

/// One block of 16 rows (the last one repeated beyond `rows`) from column `column` on, of which `columns` exist.
template <Stores stores>
HWY_INLINE void turnBlock(const OperatorData& data, std::size_t row, std::size_t column, std::size_t columns)
{
    const Floats d;
    constexpr std::size_t squares = lineElements / lanes;
    for (std::size_t right = 0; right < columns; right += lanes) {
        Vector lines[squares][lanes];
        for (std::size_t down = 0; down < squares; ++down) {
            for (std::size_t i = 0; i < lanes; ++i) {
                const std::size_t from = std::min(row + down * lanes + i, data.rows - 1);
                lines[down][i] = hn::Load(d, data.first + from * data.stride + column + right);
            }
            turnSquare(lines[down]);
        }
        for (std::size_t i = 0; i < std::min(lanes, columns - right); ++i) {
            float* to = data.out + (column + right + i) * data.otherStride + row;
            for (std::size_t down = 0; down < squares; ++down) {
                if constexpr (stores == Stores::NonTemporal)
                    hn::Stream(lines[down][i], d, to + down * lanes);
                else
                    hn::Store(lines[down][i], d, to + down * lanes);
            }
        }
    }
}

/// Asks for four rows of the next tile while a block of this one is turned.
HWY_INLINE void prefetchRows(const OperatorData& data, std::size_t row, std::size_t column, std::size_t columns)
{
    for (std::size_t i = row; i < std::min(row + 4, data.rows); ++i)
        for (std::size_t at = column; at < column + columns; at += lineElements)
            hwy::Prefetch(data.first + i * data.stride + at);
}

template <Stores stores>
void transpose(const OperatorData& data, OperatorPart& part)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    for (std::size_t unit = part.begin; unit < part.end; ++unit) {
        const std::size_t left = unit * transposeTile;
        const std::size_t columns = std::min(transposeTile, data.columns - left);
        for (std::size_t top = 0; top < data.rows; top += transposeTile) {
            const std::size_t rows = std::min(transposeTile, data.rows - top);
            std::size_t ahead = top + transposeTile;
            for (std::size_t right = 0; right < columns; right += lineElements)
                for (std::size_t down = 0; down < rows; down += lineElements, ahead += 4) {
                    prefetchRows(data, ahead, left, columns);
                    turnBlock<stores>(data, top + down, left + right, std::min(lineElements, columns - right));
                }
        }
    }
    if constexpr (stores == Stores::NonTemporal)
        hwy::FlushStream();
}

} // namespace

void addTranspose(OperatorKernels& table)
{
    table.put(Operator::Transpose, transpose<Stores::Usual>, transpose<Stores::NonTemporal>);
}

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint {

void addTransposeKernels(InstructionSet set, OperatorKernels& table) { RIDGEPOINT_FOR_TARGET(set, addTranspose, table) }

} // namespace ridgepoint
#endif
