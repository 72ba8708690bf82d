// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// The reduction to one number: two streams a thread.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/cpu/operators/sum_kernels.cpp"
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
constexpr std::size_t linesAhead = 16;
constexpr std::size_t turn = 4;

/// A vector's sum may take this many additions before it goes into the double: rounding then stays small at any size.
constexpr std::size_t linesABlock = 1024;

HWY_INLINE double total(Vector sum) { return static_cast<double>(hn::GetLane(hn::SumOfLanes(Floats(), sum))); }

/// Both streams, `lines` (a multiple of `turn`) of each.
HWY_INLINE double sumPair(const float* HWY_RESTRICT low, const float* HWY_RESTRICT high, std::size_t lines)
{
    const Floats d;
    Vector sums[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    constexpr std::size_t count = turn * lineElements / lanes;
    for (std::size_t line = 0; line < lines; line += turn, low += turn * lineElements, high += turn * lineElements) {
        for (std::size_t next = linesAhead; next < linesAhead + turn; ++next) {
            hwy::Prefetch(low + next * lineElements);
            hwy::Prefetch(high + next * lineElements);
        }
        for (std::size_t i = 0; i < count; i += 2) {
            sums[0] = hn::Add(sums[0], hn::Load(d, low + i * lanes));
            sums[1] = hn::Add(sums[1], hn::Load(d, high + i * lanes));
            sums[2] = hn::Add(sums[2], hn::Load(d, low + (i + 1) * lanes));
            sums[3] = hn::Add(sums[3], hn::Load(d, high + (i + 1) * lanes));
        }
    }
    return total(hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3])));
}

void sumAll(const OperatorData& data, OperatorPart& part)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    const std::size_t stream = (part.end - part.begin) / (2 * turn) * turn;
    // The last line of the tensor may hold padding, which is no element.
    const std::size_t last = std::min(part.end * lineElements, data.rows * data.columns);
    part.sum = 0.0;
    if (part.begin == part.end)
        return;
    const std::size_t line = part.begin;
    const std::size_t at = (part.begin + 2 * stream) * lineElements;
    // The line with the tail never belongs to a stream, unless the lines divide evenly.
    const bool tailInStream = at > last;
    const std::size_t paired = tailInStream ? stream - turn : stream;
    for (std::size_t done = 0; done < paired; done += linesABlock) {
        const std::size_t lines = std::min(linesABlock, paired - done);
        part.sum += sumPair(data.first + (line + done) * lineElements,
                            data.first + (line + stream + done) * lineElements, lines);
    }
    const auto single = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            part.sum += static_cast<double>(data.first[i]);
    };
    if (tailInStream) {
        single((line + paired) * lineElements, (line + stream) * lineElements);
        single((line + stream + paired) * lineElements, last);
    } else {
        single(at, last);
    }
}

} // namespace

void addSums(OperatorKernels& table) { table.put(OperatorKind::Sum, sumAll, sumAll); }

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint {

void addSumKernels(InstructionSet set, OperatorKernels& table) { RIDGEPOINT_FOR_TARGET(set, addSums, table) }

} // namespace ridgepoint
#endif
