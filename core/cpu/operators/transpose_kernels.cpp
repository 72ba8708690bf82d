// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// Transposition in blocks of 16 x 16: whole cache lines are read, turned in registers and written, so that neither side
// needs a line twice. Blocks follow each other down 32 rows and then to the right: so many rows read on are as many
// streams as a processor's prefetcher follows, and reading is what waits. Going down the columns instead (asking for
// each line by itself, for as much as a thread may have under way) took twice as long, whatever the size of a tile.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/cpu/operators/transpose_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "core/cpu/highway_targets.h"
#include "core/cpu/kernels.h"
#include "core/cpu/operators/operator_kernels.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <type_traits>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace ridgepoint {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Vector = hn::Vec<Floats>;
constexpr std::size_t lanes = hn::MaxLanes(Floats());
constexpr std::size_t lineElements = 16;
constexpr std::size_t bandRows = 32;

/// Calls `body` for every number below `count`, known when it is compiled: arrays of vectors then stay in registers.
template <std::size_t... index, class Body> HWY_INLINE void unrolled(std::index_sequence<index...>, Body&& body)
{
    (body(std::integral_constant<std::size_t, index>()), ...);
}

/// Turns four vectors from `at` on: each 128-bit block becomes a turned square of four.
HWY_INLINE void turnFours([[maybe_unused]] Vector* HWY_RESTRICT v)
{
#if HWY_TARGET != HWY_SCALAR
    const Floats d;
    const hn::Repartition<double, Floats> pairs;
    const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(d, v[0], v[1]));
    const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(d, v[0], v[1]));
    const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(d, v[2], v[3]));
    const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(d, v[2], v[3]));
    v[0] = hn::BitCast(d, hn::InterleaveLower(pairs, low01, low23));
    v[1] = hn::BitCast(d, hn::InterleaveUpper(pairs, low01, low23));
    v[2] = hn::BitCast(d, hn::InterleaveLower(pairs, high01, high23));
    v[3] = hn::BitCast(d, hn::InterleaveUpper(pairs, high01, high23));
#endif
}

/// Turns a square of `lanes` vectors in place: elements change places at distances of 1 and 2, then 4, then 8 vectors.
HWY_INLINE void turnSquare([[maybe_unused]] Vector* HWY_RESTRICT v)
{
    unrolled(std::make_index_sequence<lanes / 4>(), [&](auto four) { turnFours(v + 4 * four.value); });
#if HWY_TARGET != HWY_SCALAR && HWY_MAX_BYTES >= 32
    if constexpr (lanes >= 8)
        unrolled(std::make_index_sequence<lanes / 2>(), [&](auto pair) {
            constexpr std::size_t j = pair.value / 4 * 8 + pair.value % 4;
            const Vector near = v[j];
            const Vector far = v[j + 4];
            v[j] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(far), near);
            v[j + 4] = hn::OddEvenBlocks(far, hn::SwapAdjacentBlocks(near));
        });
    if constexpr (lanes >= 16)
        unrolled(std::make_index_sequence<8>(), [&](auto j) {
            const Floats d;
            const Vector near = v[j.value];
            const Vector far = v[j.value + 8];
            v[j.value] = hn::ConcatLowerLower(d, far, near);
            v[j.value + 8] = hn::ConcatUpperUpper(d, far, near);
        });
#endif
}

/// Turns a whole block of 16 x 16.
template <Stores stores> HWY_INLINE void turnWholeBlock(float* HWY_RESTRICT to, std::size_t toStride,
                                                        const float* HWY_RESTRICT from, std::size_t fromStride)
{
    constexpr std::size_t squares = lineElements / lanes;
    for (std::size_t right = 0; right < lineElements; right += lanes, from += lanes, to += lanes * toStride) {
        Vector v[lineElements];
        unrolled(std::make_index_sequence<lineElements>(),
                 [&](auto i) { v[i.value] = hn::Load(Floats(), from + i.value * fromStride); });
        unrolled(std::make_index_sequence<squares>(), [&](auto square) { turnSquare(v + square.value * lanes); });
        unrolled(std::make_index_sequence<lineElements>(), [&](auto i) {
            constexpr std::size_t down = i.value % squares;
            constexpr std::size_t line = i.value / squares;
            if constexpr (stores == Stores::NonTemporal)
                hn::Stream(v[down * lanes + line], Floats(), to + line * toStride + down * lanes);
            else
                hn::Store(v[down * lanes + line], Floats(), to + line * toStride + down * lanes);
        });
    }
}

/// Turns 16 columns of a whole band, and asks for those that stand a little to the right.
template <Stores stores> HWY_INLINE void turnBand(const OperatorData& data, std::size_t row, std::size_t column)
{
    constexpr std::size_t ahead = 4 * lineElements;
    const float* HWY_RESTRICT from = data.first + row * data.stride + column;
    for (std::size_t i = 0; i < bandRows; ++i)
        hwy::Prefetch(from + i * data.stride + ahead);
    for (std::size_t down = 0; down < bandRows; down += lineElements)
        turnWholeBlock<stores>(data.out + column * data.otherStride + row + down, data.otherStride,
                               from + down * data.stride, data.stride);
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

template <Stores stores> void transpose(const OperatorData& data, OperatorPart& part)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    const std::size_t end = std::min(part.end * transposeColumns, data.columns);
    for (std::size_t top = 0; top < data.rows; top += bandRows) {
        const std::size_t rows = std::min(bandRows, data.rows - top);
        for (std::size_t left = part.begin * transposeColumns; left < end; left += lineElements) {
            if (rows == bandRows && left + lineElements <= end) {
                turnBand<stores>(data, top, left);
                continue;
            }
            for (std::size_t down = 0; down < rows; down += lineElements)
                turnBlock<stores>(data, top + down, left, std::min(lineElements, end - left));
        }
    }
    if constexpr (stores == Stores::NonTemporal)
        hwy::FlushStream();
}

} // namespace

void addTranspose(OperatorKernels& table)
{
    table.put(OperatorKind::Transpose, transpose<Stores::Usual>, transpose<Stores::NonTemporal>);
}

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint {

void addTransposeKernels(InstructionSet set, OperatorKernels& table) { RIDGEPOINT_FOR_TARGET(set, addTranspose, table) }

} // namespace ridgepoint
#endif
