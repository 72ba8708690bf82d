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

template <Stores stores> HWY_INLINE void put(Vector value, float* to)
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

template <Stores stores> void maxPool(const OperatorData& data, OperatorPart& part)
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

/// The same past the caches: scattered into two strips of rows in the first-level cache, which are then written whole.
/// What is scattered to memory itself reads every line before it writes it.
void backwardByIndexPastCaches(const OperatorData& data, OperatorPart& part)
{
    const Floats d;
    const hn::RebindToSigned<Floats> di;
    lastKernelSet = instructionSetOf(HWY_TARGET);
    constexpr std::size_t strip = 64; // pooled elements
    constexpr std::size_t apart = 2 * strip
                                + 2 * lineElements; // strips 4 KiB apart would look alike to the cache's stores
    const std::size_t pooled = data.columns / 2;
    float* HWY_RESTRICT scratch = part.scratch;
    std::memset(scratch, 0, 2 * apart * sizeof(float));
    for (std::size_t pair = part.begin; pair < part.end; ++pair) {
        const bool single = 2 * pair + 1 == data.rows; // an odd last row has no maxima
        const float* HWY_RESTRICT gradient = data.first + pair * data.otherStride;
        const std::int32_t* HWY_RESTRICT places = data.places + pair * data.otherStride;
        for (std::size_t begin = 0; 2 * begin < data.stride; begin += strip) {
            const auto origin = static_cast<std::int32_t>(2 * pair * data.stride + 2 * begin);
            const auto below = static_cast<std::int32_t>(data.stride); // from there on it is the second row
            const auto back = static_cast<std::int32_t>(data.stride - apart);
            const std::size_t end = single ? begin : std::min(begin + strip, pooled);
            std::size_t at = begin;
            for (; at + lanes <= end; at += lanes) {
                hwy::Prefetch(gradient + at + elementsAhead);
                hwy::Prefetch(places + at + elementsAhead);
                const auto place = hn::Sub(hn::Load(di, places + at), hn::Set(di, origin));
                const auto isBelow = hn::Gt(place, hn::Set(di, below - 1));
                hn::ScatterIndex(hn::Load(d, gradient + at), d, scratch,
                                 hn::Sub(place, hn::IfThenElseZero(isBelow, hn::Set(di, back))));
            }
            for (; at < end; ++at) {
                const std::int32_t place = places[at] - origin;
                scratch[place < below ? place : place - back] = gradient[at];
            }
            const std::size_t floats = std::min(2 * strip, data.stride - 2 * begin);
            for (std::size_t row = 0; row < (single ? 1 : 2); ++row) {
                float* HWY_RESTRICT out = data.out + (2 * pair + row) * data.stride + 2 * begin;
                float* HWY_RESTRICT from = scratch + row * apart;
                for (std::size_t i = 0; i < floats; i += lanes) {
                    hn::Stream(hn::Load(d, from + i), d, out + i);
                    hn::Store(hn::Zero(d), d, from + i);
                }
            }
        }
    }
    hwy::FlushStream();
}

template <Stores stores> void backwardByMask(const OperatorData& data, OperatorPart& part)
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
                    put<stores>(
                        hn::IfThenElseZero(maskAt(data.mask, first + at), hn::TableLookupLanes(values, lowTwice)),
                        data.out + first + at);
                    put<stores>(hn::IfThenElseZero(maskAt(data.mask, first + at + lanes),
                                                   hn::TableLookupLanes(values, highTwice)),
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
    table.put(Operator::MaxPoolBackwardIndex, backwardByIndex, backwardByIndexPastCaches);
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
