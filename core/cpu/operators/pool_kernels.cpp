// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// Max-pooling 2 x 2, stride 2.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/cpu/operators/pool_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "core/cpu/highway_targets.h"
#include "core/cpu/kernels.h"
#include "core/cpu/operators/operator_kernels.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

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

} // namespace

void addPools(OperatorKernels& table)
{
    table.put(OperatorKind::MaxPool, maxPool<Stores::Usual>, maxPool<Stores::NonTemporal>);
}

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint {

void addPoolKernels(InstructionSet set, OperatorKernels& table) { RIDGEPOINT_FOR_TARGET(set, addPools, table) }

} // namespace ridgepoint
#endif
