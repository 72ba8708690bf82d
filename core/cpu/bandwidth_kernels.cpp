// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// What the bandwidth roofs run. Two streams a thread draw more from DRAM than one; prefetch 1 KiB ahead hides what the
// hardware's own prefetchers leave at page borders. Within caches either may cost more than it gains.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/cpu/bandwidth_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "core/cpu/bandwidth_kernels.h"
#include "core/cpu/highway_targets.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <utility>

HWY_BEFORE_NAMESPACE();
namespace ridgepoint {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
constexpr std::size_t lanes = hn::MaxLanes(Floats());
constexpr std::size_t lineElements = 16;
constexpr std::size_t linesAhead = 16;
/// Lines of each stream in one turn of a loop.
constexpr std::size_t turn = 4;
/// Vectors in one turn of a loop over a single stream.
constexpr std::size_t unrolled = 16;
constexpr std::size_t step = unrolled * lanes;
constexpr auto vectors = std::make_index_sequence<unrolled>();

/// Unrolled by hand: at one store a cycle, a loop's own counting would show.
template <std::size_t... index>
HWY_INLINE void updateTurn(float* HWY_RESTRICT data, hn::Vec<Floats> one, std::index_sequence<index...>)
{
    const Floats d;
    (hn::Store(hn::Add(hn::Load(d, data + index * lanes), one), d, data + index * lanes), ...);
}

/// Loads both streams before it stores either: more reads are then under way at once.
template <std::size_t... index> HWY_INLINE void updatePair(float* HWY_RESTRICT low, float* HWY_RESTRICT high,
                                                           hn::Vec<Floats> one, std::index_sequence<index...>)
{
    const Floats d;
    hn::Vec<Floats> lows[] = {hn::Load(d, low + index * lanes)...};
    hn::Vec<Floats> highs[] = {hn::Load(d, high + index * lanes)...};
    (hn::Store(hn::Add(lows[index], one), d, low + index * lanes), ...);
    (hn::Store(hn::Add(highs[index], one), d, high + index * lanes), ...);
}

HWY_INLINE void updateRest(float* HWY_RESTRICT data, const float* end, hn::Vec<Floats> one)
{
    const Floats d;
    for (; data != end; data += lanes)
        hn::Store(hn::Add(hn::Load(d, data), one), d, data);
}

/// One stream: in L1, a second one half a power of two away would make loads wait for stores of the same page offset.
void updateOne(float* HWY_RESTRICT data, std::size_t lines, std::int64_t passes, float first, float second)
{
    hn::Vec<Floats> one = hn::Set(Floats(), first);
    hn::Vec<Floats> other = hn::Set(Floats(), second);
    for (; passes > 0; --passes) {
        float* HWY_RESTRICT at = data;
        for (const float* end = data + lines * lineElements / step * step; at != end; at += step)
            updateTurn(at, one, vectors);
        updateRest(at, data + lines * lineElements, one);
        std::swap(one, other);
    }
}

template <bool isAhead>
void updateTwo(float* HWY_RESTRICT data, std::size_t lines, std::int64_t passes, float first, float second)
{
    hn::Vec<Floats> one = hn::Set(Floats(), first);
    hn::Vec<Floats> other = hn::Set(Floats(), second);
    constexpr std::size_t pair = turn * lanes; // eight vectors in registers, also where they are narrow
    const std::size_t stream = lines / (2 * turn) * turn;
    for (; passes > 0; --passes) {
        float* HWY_RESTRICT low = data;
        float* HWY_RESTRICT high = data + stream * lineElements;
        for (const float* end = high; low != end; low += pair, high += pair) {
            if constexpr (isAhead)
                for (std::size_t line = 0; line < pair; line += lineElements) {
                    hwy::Prefetch(low + line + linesAhead * lineElements);
                    hwy::Prefetch(high + line + linesAhead * lineElements);
                }
            updatePair(low, high, one, std::make_index_sequence<turn>());
        }
        updateRest(high, data + lines * lineElements, one);
        std::swap(one, other);
    }
}

HWY_INLINE void copyLines(float* HWY_RESTRICT to, const float* HWY_RESTRICT from, std::size_t lines)
{
    const Floats d;
    for (std::size_t line = 0; line < lines; ++line)
        hwy::Prefetch(from + (line + linesAhead) * lineElements);
    for (std::size_t at = 0; at < lines * lineElements; at += lanes)
        hn::Stream(hn::Load(d, from + at), d, to + at);
}

void copyFar(float* HWY_RESTRICT to, const float* HWY_RESTRICT from, std::size_t lines, std::int64_t passes)
{
    const std::size_t stream = lines / (2 * turn) * turn;
    for (; passes > 0; --passes) {
        for (std::size_t line = 0; line < stream; line += turn) {
            copyLines(to + line * lineElements, from + line * lineElements, turn);
            copyLines(to + (stream + line) * lineElements, from + (stream + line) * lineElements, turn);
        }
        copyLines(to + 2 * stream * lineElements, from + 2 * stream * lineElements, lines - 2 * stream);
        hwy::FlushStream(); // a pass ends when its stores are on their way
    }
}

float readFar(const float* HWY_RESTRICT data, std::size_t lines, std::int64_t passes)
{
    const Floats d;
    constexpr std::size_t count = turn * lineElements / lanes;
    hn::Vec<Floats> lowSum = hn::Zero(d);
    hn::Vec<Floats> highSum = hn::Zero(d);
    const std::size_t stream = lines / (2 * turn) * turn;
    for (; passes > 0; --passes) {
        const float* HWY_RESTRICT low = data;
        const float* HWY_RESTRICT high = data + stream * lineElements;
        for (std::size_t line = 0; line < stream; line += turn) {
            for (std::size_t next = 0; next < turn; ++next) {
                hwy::Prefetch(low + (next + linesAhead) * lineElements);
                hwy::Prefetch(high + (next + linesAhead) * lineElements);
            }
            for (std::size_t i = 0; i < count; ++i) {
                lowSum = hn::Add(lowSum, hn::Load(d, low + i * lanes));
                highSum = hn::Add(highSum, hn::Load(d, high + i * lanes));
            }
            low += turn * lineElements;
            high += turn * lineElements;
        }
        for (std::size_t at = 0; at < (lines - 2 * stream) * lineElements; at += lanes)
            lowSum = hn::Add(lowSum, hn::Load(d, high + at));
    }
    return hn::GetLane(hn::SumOfLanes(d, hn::Add(lowSum, highSum)));
}

void writeFar(float* HWY_RESTRICT data, std::size_t lines, std::int64_t passes)
{
    const Floats d;
    const std::size_t stream = lines / 2;
    for (std::int64_t pass = 1; pass <= passes; ++pass) {
        const hn::Vec<Floats> value = hn::Set(d, static_cast<float>(pass));
        float* HWY_RESTRICT low = data;
        float* HWY_RESTRICT high = data + stream * lineElements;
        for (std::size_t at = 0; at < stream * lineElements; at += lineElements)
            for (std::size_t i = 0; i < lineElements; i += lanes) {
                hn::Stream(value, d, low + at + i);
                hn::Stream(value, d, high + at + i);
            }
        for (std::size_t at = 2 * stream * lineElements; at < lines * lineElements; at += lanes)
            hn::Stream(value, d, data + at);
        hwy::FlushStream();
    }
}

template <std::size_t... index>
HWY_INLINE void copyTurn(float* HWY_RESTRICT to, const float* HWY_RESTRICT from, std::index_sequence<index...>)
{
    const Floats d;
    (hn::Store(hn::Load(d, from + index * lanes), d, to + index * lanes), ...);
}

void copyNear(float* HWY_RESTRICT to, const float* HWY_RESTRICT from, std::size_t lines, std::int64_t passes)
{
    const std::size_t whole = lines * lineElements / step * step;
    for (; passes > 0; --passes) {
        for (std::size_t at = 0; at != whole; at += step)
            copyTurn(to + at, from + at, vectors);
        for (std::size_t at = whole; at != lines * lineElements; at += lanes)
            copyTurn(to + at, from + at, std::make_index_sequence<1>());
    }
}

/// Eight sums, because each addition waits for the one before in its sum.
template <std::size_t... index>
HWY_INLINE void readTurn(const float* HWY_RESTRICT data, hn::Vec<Floats> (&sums)[8], std::index_sequence<index...>)
{
    const Floats d;
    ((sums[index % 8] = hn::Add(sums[index % 8], hn::Load(d, data + index * lanes))), ...);
}

float readNear(const float* HWY_RESTRICT data, std::size_t lines, std::int64_t passes)
{
    const Floats d;
    const hn::Vec<Floats> zero = hn::Zero(d);
    hn::Vec<Floats> sums[8] = {zero, zero, zero, zero, zero, zero, zero, zero};
    const std::size_t whole = lines * lineElements / step * step;
    for (; passes > 0; --passes) {
        for (std::size_t at = 0; at != whole; at += step)
            readTurn(data + at, sums, vectors);
        for (std::size_t at = whole; at != lines * lineElements; at += lanes)
            readTurn(data + at, sums, std::make_index_sequence<1>());
    }
    const hn::Vec<Floats> low = hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3]));
    const hn::Vec<Floats> high = hn::Add(hn::Add(sums[4], sums[5]), hn::Add(sums[6], sums[7]));
    return hn::GetLane(hn::SumOfLanes(d, hn::Add(low, high)));
}

template <std::size_t... index>
HWY_INLINE void writeTurn(float* HWY_RESTRICT data, hn::Vec<Floats> value, std::index_sequence<index...>)
{
    (hn::Store(value, Floats(), data + index * lanes), ...);
}

void writeNear(float* HWY_RESTRICT data, std::size_t lines, std::int64_t passes)
{
    const std::size_t whole = lines * lineElements / step * step;
    for (std::int64_t pass = 1; pass <= passes; ++pass) {
        const hn::Vec<Floats> value = hn::Set(Floats(), static_cast<float>(pass));
        for (std::size_t at = 0; at != whole; at += step)
            writeTurn(data + at, value, vectors);
        for (std::size_t at = whole; at != lines * lineElements; at += lanes)
            writeTurn(data + at, value, std::make_index_sequence<1>());
    }
}

} // namespace

void fillBandwidth(BandwidthKernels& kernels)
{
    kernels = {.update = {updateOne, updateTwo<false>, updateTwo<true>},
               .read = readNear,
               .readFar = readFar,
               .copy = copyNear,
               .copyFar = copyFar,
               .write = writeNear,
               .writeFar = writeFar};
}

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint {

BandwidthKernels bandwidthKernelsFor(InstructionSet set)
{
    BandwidthKernels kernels;
    RIDGEPOINT_FOR_TARGET(set, fillBandwidth, kernels)
    return kernels;
}

} // namespace ridgepoint
#endif
