// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// Max-pooling 2 x 2, stride 2, and its gradient in two ways: scattered by the saved places of the maxima into rows that
// were set to zero just before, or written in one stream by a saved bit for each element.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/cpu/operators/pool_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "core/cpu/highway_targets.h"
#include "core/cpu/kernels.h"
#include "core/cpu/operators/mask_bits_inl.h"
#include "core/cpu/operators/operator_kernels.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace ridgepoint {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Vector = hn::Vec<Floats>;
constexpr std::size_t lanes = hn::MaxLanes(Floats());
constexpr std::size_t lineElements = 16;
constexpr std::size_t elementsAhead = 16 * lineElements;

template <Stores stores>
HWY_INLINE void put(Vector value, float* to)
{
    if constexpr (stores == Stores::NonTemporal)
        hn::Stream(value, Floats(), to);
    else
        hn::Store(value, Floats(), to);
}

/// The larger of each two neighbours of lower then upper: half as many numbers.
HWY_INLINE Vector neighboursMax(Vector lower, Vector upper)
{
#if HWY_TARGET == HWY_SCALAR
    return hn::Max(lower, upper);
#else
    const Floats d;
    return hn::Max(hn::ConcatEven(d, upper, lower), hn::ConcatOdd(d, upper, lower));
#endif
}

template <Stores stores>
void maxPool(const OperatorData& data, OperatorPart& part)
{
    const Floats d;
    lastKernelSet = instructionSetOf(HWY_TARGET);
    const std::size_t lines = (data.columns / 2 + lineElements - 1) / lineElements;
    for (std::size_t pair = part.begin; pair < part.end; ++pair) {
        const float* HWY_RESTRICT upper = data.first + 2 * pair * data.stride;
        const float* HWY_RESTRICT lower = upper + data.stride;
        float* HWY_RESTRICT out = data.out + pair * data.otherStride;
        for (std::size_t line = 0; line < lines; ++line) {
            for (std::size_t ahead = elementsAhead; ahead <= elementsAhead + lineElements; ahead += lineElements) {
                hwy::Prefetch(upper + ahead);
                hwy::Prefetch(lower + ahead);
            }
            for (std::size_t at = 0; at < lineElements; at += lanes) {
                const Vector left = hn::Max(hn::Load(d, upper + 2 * at), hn::Load(d, lower + 2 * at));
                const Vector right = hn::Max(hn::Load(d, upper + 2 * at + lanes), hn::Load(d, lower + 2 * at + lanes));
                put<stores>(neighboursMax(left, right), out + at);
            }
            upper += 2 * lineElements;
            lower += 2 * lineElements;
            out += lineElements;
        }
    }
    if constexpr (stores == Stores::NonTemporal)
        hwy::FlushStream();
}

void backwardByIndex(const OperatorData& data, OperatorPart& part)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    constexpr std::size_t strip = 512; // pooled elements: 8 KiB of two rows, set to zero and then scattered into
    const std::size_t pooled = data.columns / 2;
    for (std::size_t pair = part.begin; pair < part.end; ++pair) {
        float* rows = data.out + 2 * pair * data.stride;
        if (2 * pair + 1 == data.rows) { // an odd last row has no maxima
            std::memset(rows, 0, data.stride * sizeof(float));
            continue;
        }
        for (std::size_t begin = 0; 2 * begin < data.stride; begin += strip) {
            const std::size_t floats = std::min(2 * strip, data.stride - 2 * begin);
            std::memset(rows + 2 * begin, 0, floats * sizeof(float));
            std::memset(rows + data.stride + 2 * begin, 0, floats * sizeof(float));
            const float* HWY_RESTRICT gradient = data.first + pair * data.otherStride;
            const std::int32_t* HWY_RESTRICT places = data.places + pair * data.otherStride;
            for (std::size_t at = begin; at < std::min(begin + strip, pooled); ++at)
                data.out[places[at]] = gradient[at];
        }
    }
}

template <Stores stores>
void backwardByMask(const OperatorData& data, OperatorPart& part)
{
    const Floats d;
    lastKernelSet = instructionSetOf(HWY_TARGET);
    // Every number twice: the lower half of a vector becomes one vector, the upper half the next.
    HWY_ALIGN std::int32_t twice[2 * lanes];
    for (std::size_t i = 0; i < 2 * lanes; ++i)
        twice[i] = static_cast<std::int32_t>(i / 2);
    const auto lowTwice = hn::SetTableIndices(d, twice);
    const auto highTwice = hn::SetTableIndices(d, twice + (lanes > 1 ? lanes : 0));

    for (std::size_t pair = part.begin; pair < part.end; ++pair) {
        const bool single = 2 * pair + 1 == data.rows; // an odd last row: its bits are all zero
        const float* HWY_RESTRICT gradient = data.first + pair * data.otherStride;
        for (std::size_t begin = 0; begin < data.stride; begin += 2 * lineElements) {
            hwy::Prefetch(gradient + begin / 2 + elementsAhead);
            for (std::size_t row = 2 * pair; row < 2 * pair + (single ? 1 : 2); ++row) {
                const std::size_t first = row * data.stride + begin;
                for (std::size_t at = 0; at < 2 * lineElements; at += 2 * lanes) {
                    const Vector values = single ? hn::Zero(d) : hn::Load(d, gradient + (begin + at) / 2);
                    put<stores>(hn::IfThenElseZero(maskAt(data.mask, first + at), hn::TableLookupLanes(values, lowTwice)),
                                data.out + first + at);
                    put<stores>(hn::IfThenElseZero(maskAt(data.mask, first + at + lanes), hn::TableLookupLanes(values, highTwice)),
                                data.out + first + at + lanes);
                }
            }
        }
    }
    if constexpr (stores == Stores::NonTemporal)
        hwy::FlushStream();
}

} // namespace

void addPools(OperatorKernels& table)
{
    table.put(Operator::MaxPool, maxPool<Stores::Usual>, maxPool<Stores::NonTemporal>);
    table.put(Operator::MaxPoolBackwardIndex, backwardByIndex, backwardByIndex);
    table.put(Operator::MaxPoolBackwardMask, backwardByMask<Stores::Usual>, backwardByMask<Stores::NonTemporal>);
}

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint {

void addPoolKernels(InstructionSet set, OperatorKernels& table) { RIDGEPOINT_FOR_TARGET(set, addPools, table) }

} // namespace ridgepoint
#endif
