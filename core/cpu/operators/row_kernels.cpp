// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// Layer normalisation and softmax, a row at a time: passes over a row of which only the first reads memory. Meanwhile
// they ask for the next row and write the results of the one before, or memory would idle while a row is computed.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/cpu/operators/row_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "core/cpu/functions_inl.h"
#include "core/cpu/highway_targets.h"
#include "core/cpu/kernels.h"
#include "core/cpu/operators/operator_kernels.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace ridgepoint {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Vector = hn::Vec<Floats>;
constexpr std::size_t lanes = hn::MaxLanes(Floats());
constexpr std::size_t lineElements = 16;
/// What keeps the quotient finite for a row of equal numbers, as frameworks have it.
constexpr double epsilon = 1e-5;

/// The mask of a vector whose first element is number `bit` (a multiple of its lanes) of a tensor's bits, the lowest
/// first. Eight bytes from there must be readable.
HWY_INLINE hn::Mask<Floats> maskAt(const std::uint8_t* bits, std::size_t bit)
{
    if constexpr (lanes >= 8) {
        return hn::LoadMaskBits(Floats(), bits + bit / 8);
    } else {
        const std::uint8_t shifted[8] = {static_cast<std::uint8_t>(bits[bit / 8] >> (bit % 8))};
        return hn::LoadMaskBits(Floats(), shifted);
    }
}

template <Stores stores> HWY_INLINE void put(Vector value, float* to)
{
    if constexpr (stores == Stores::NonTemporal)
        hn::Stream(value, Floats(), to);
    else
        hn::Store(value, Floats(), to);
}

/// What a pass over a row does for its neighbours meanwhile, at every second vector: half of the next row is asked for,
/// half of the one before is written. Else memory would idle while a row is computed.
template <class Write> class Meanwhile {
public:
    Meanwhile(const float* next, std::size_t half, std::size_t columns, Write write)
        : m_next(next),
          m_first(half == 0 ? 0 : halfOf(columns)),
          m_end(half == 0 ? halfOf(columns) : columns / lanes * lanes),
          m_write(write)
    {}
    HWY_INLINE void step(std::size_t at)
    {
        const std::size_t place = m_first + at / 2;
        if ((at & lanes) != 0 || place >= m_end)
            return;
        if (place % lineElements == 0)
            hwy::Prefetch(m_next + place);
        m_write(place, place + lanes);
    }
    static std::size_t halfOf(std::size_t columns) { return (columns / lanes + 1) / 2 * lanes; }

private:
    const float* m_next;
    std::size_t m_first;
    std::size_t m_end;
    Write m_write;
};

/// Calls body(sofar, offset) for whole vectors of a row, four a turn, each with an accumulator of its own, and hands
/// what they combine to to fold() every 64 turns: added one by one, the squares of a long row would each be rounded to
/// the size of all that came before (with one lane, a row of 40 009 numbers lost 20 units of the last place in its
/// variance).
template <class Combine, class Body, class Fold>
HWY_INLINE void over(std::size_t columns, Vector start, Combine&& combine, Body&& body, Fold&& fold)
{
    constexpr std::size_t step = 4 * lanes;
    constexpr std::size_t block = 64 * step;
    const std::size_t whole = columns / lanes * lanes;
    const std::size_t turns = whole / step * step;
    for (std::size_t at = 0; at < turns;) {
        Vector sums[4] = {start, start, start, start};
        for (const std::size_t end = HWY_MIN(at + block, turns); at < end; at += step) {
            sums[0] = body(sums[0], at);
            sums[1] = body(sums[1], at + lanes);
            sums[2] = body(sums[2], at + 2 * lanes);
            sums[3] = body(sums[3], at + 3 * lanes);
        }
        fold(combine(combine(sums[0], sums[1]), combine(sums[2], sums[3])));
    }
    if (turns == whole)
        return;
    Vector rest = start;
    for (std::size_t at = turns; at < whole; at += lanes)
        rest = body(rest, at);
    fold(rest);
}

HWY_INLINE Vector added(Vector a, Vector b) { return hn::Add(a, b); }
HWY_INLINE Vector larger(Vector a, Vector b) { return hn::Max(a, b); }
HWY_INLINE double sumOf(Vector v) { return static_cast<double>(hn::GetLane(hn::SumOfLanes(Floats(), v))); }

/// A row whose mean and deviation are known and whose results are still to be written.
struct PendingNorm {
    const float* row = nullptr;
    float mean = 0.0F;
    float factor = 0.0F;
    float* out = nullptr;
};

/// Writes elements [begin, end) of a pending row.
template <Stores stores>
HWY_INLINE void writeNorm(const OperatorData& data, const PendingNorm& pending, std::size_t begin, std::size_t end)
{
    const Floats d;
    const Vector mean = hn::Set(d, pending.mean);
    const Vector factor = hn::Set(d, pending.factor);
    for (std::size_t at = begin; at < end; at += lanes) {
        const Vector scaled = hn::Mul(hn::Sub(hn::Load(d, pending.row + at), mean), factor);
        put<stores>(hn::MulAdd(scaled, hn::Load(d, data.second + at), hn::Load(d, data.shift + at)), pending.out + at);
    }
}

HWY_INLINE std::size_t paddedRow(std::size_t columns)
{
    return (columns + lineElements - 1) / lineElements * lineElements;
}

/// Finds mean and deviation of a row, and writes the row before meanwhile.
template <Stores stores> HWY_INLINE PendingNorm normaliseRow(const OperatorData& data, const float* HWY_RESTRICT row,
                                                             const float* next, float* out, const PendingNorm& before)
{
    const Floats d;
    const std::size_t columns = data.columns;
    const std::size_t whole = columns / lanes * lanes;
    const auto tail = hn::FirstN(d, columns - whole);
    const auto count = static_cast<double>(columns);
    const bool hasBefore = before.out != nullptr;
    const auto write = [&](std::size_t begin, std::size_t end) {
        if (hasBefore)
            writeNorm<stores>(data, before, begin, end);
    };

    double sum = 0.0;
    Meanwhile first(next, 0, columns, write);
    over(
        columns, hn::Zero(d), added,
        [&](Vector sofar, std::size_t at) {
            first.step(at);
            return hn::Add(sofar, hn::Load(d, row + at));
        },
        [&](Vector part) { sum += sumOf(part); });
    if (whole != columns)
        sum += sumOf(hn::IfThenElseZero(tail, hn::Load(d, row + whole)));
    const auto mean = static_cast<float>(sum / count);
    const Vector means = hn::Set(d, mean);

    double squares = 0.0;
    Meanwhile second(next, 1, columns, write);
    over(
        columns, hn::Zero(d), added,
        [&](Vector sofar, std::size_t at) {
            second.step(at);
            const Vector deviation = hn::Sub(hn::Load(d, row + at), means);
            return hn::MulAdd(deviation, deviation, sofar);
        },
        [&](Vector part) { squares += sumOf(part); });
    if (whole != columns) {
        const Vector deviation = hn::IfThenElseZero(tail, hn::Sub(hn::Load(d, row + whole), means));
        squares += sumOf(hn::Mul(deviation, deviation));
    }
    write(whole, paddedRow(columns));
    return {row, mean, static_cast<float>(1.0 / std::sqrt(squares / count + epsilon)), out};
}

/// A row whose exponentials are there and whose results are still to be written.
struct Pending {
    const float* powers = nullptr;
    float factor = 0.0F;
    float* out = nullptr;
};

/// Writes elements [begin, end) of a pending row.
template <Stores stores> HWY_INLINE void writePending(const Pending& pending, std::size_t begin, std::size_t end)
{
    const Floats d;
    const Vector factor = hn::Set(d, pending.factor);
    for (std::size_t at = begin; at < end; at += lanes)
        put<stores>(hn::Mul(hn::Load(d, pending.powers + at), factor), pending.out + at);
}

/// The exponent of a softmax: of a scaled one, by the scale, which is positive, so that the maximum stays the same
/// element.
template <bool scaled> HWY_INLINE Vector exponentOf(Vector number, Vector maximum)
{
    const Vector difference = hn::Sub(number, maximum);
    if constexpr (scaled)
        return hn::Mul(difference, hn::Set(Floats(), static_cast<float>(attentionScale)));
    else
        return difference;
}

/// Computes a row's exponentials and writes the results of the one before meanwhile: in a burst of its own, writing
/// would wait for memory while nothing is computed.
template <Stores stores, bool scaled>
HWY_INLINE Pending softmaxRow(const OperatorData& data, const float* HWY_RESTRICT row, const float* next, float* out,
                              float* HWY_RESTRICT powers, const Pending& before)
{
    const Floats d;
    const std::size_t columns = data.columns;
    const std::size_t lines = (columns + lineElements - 1) / lineElements;
    const std::size_t whole = columns / lanes * lanes;
    const auto tail = hn::FirstN(d, columns - whole);

    Vector most = hn::Set(d, row[0]);
    over(
        columns, most, larger, [&](Vector sofar, std::size_t at) { return hn::Max(sofar, hn::Load(d, row + at)); },
        [&](Vector part) { most = hn::Max(most, part); });
    if (whole != columns)
        most = hn::Max(most, hn::IfThenElse(tail, hn::Load(d, row + whole), most));
    const Vector maximum = hn::MaxOfLanes(d, most);

    const bool hasBefore = before.out != nullptr;
    double sum = 0.0;
    over(
        columns, hn::Zero(d), added,
        [&](Vector sofar, std::size_t at) {
            if (at % lineElements == 0)
                hwy::Prefetch(next + at);
            const Vector power = exponential<false>(d, exponentOf<scaled>(hn::Load(d, row + at), maximum));
            hn::Store(power, d, powers + at);
            if (hasBefore)
                writePending<stores>(before, at, at + lanes);
            return hn::Add(sofar, power);
        },
        [&](Vector part) { sum += sumOf(part); });
    if (whole != columns) {
        const Vector power = hn::IfThenElseZero(
            tail, exponential<false>(d, exponentOf<scaled>(hn::Load(d, row + whole), maximum)));
        hn::Store(power, d, powers + whole);
        sum += sumOf(power);
    }
    if (hasBefore)
        writePending<stores>(before, whole, lines * lineElements);
    return {powers, static_cast<float>(1.0 / sum), out};
}

template <Stores stores> void layerNorm(const OperatorData& data, OperatorPart& part)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    PendingNorm pending;
    for (std::size_t row = part.begin; row < part.end; ++row) {
        const float* here = data.first + row * data.stride;
        pending = normaliseRow<stores>(data, here, row + 1 < part.end ? here + data.stride : here,
                                       data.out + row * data.stride, pending);
    }
    if (pending.out != nullptr)
        writeNorm<stores>(data, pending, 0, paddedRow(data.columns));
    if constexpr (stores == Stores::NonTemporal)
        hwy::FlushStream();
}

template <Stores stores, bool scaled = false> void softmax(const OperatorData& data, OperatorPart& part)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    Pending pending;
    for (std::size_t row = part.begin; row < part.end; ++row) {
        const float* here = data.first + row * data.stride;
        float* powers = part.scratch + row % 2 * data.stride;
        pending = softmaxRow<stores, scaled>(data, here, row + 1 < part.end ? here + data.stride : here,
                                             data.out + row * data.stride, powers, pending);
    }
    if (pending.out != nullptr)
        writePending<stores>(pending, 0, (data.columns + lineElements - 1) / lineElements * lineElements);
    if constexpr (stores == Stores::NonTemporal)
        hwy::FlushStream();
}

/// Kept numbers of a vector, scaled; nothing for the others.
HWY_INLINE Vector dropped(const OperatorData& data, Vector number, std::size_t element)
{
    return hn::IfThenElseZero(maskAt(data.kept, element),
                              hn::Mul(number, hn::Set(Floats(), static_cast<float>(dropoutFactor))));
}

template <Stores stores> void dropout(const OperatorData& data, OperatorPart& part)
{
    const Floats d;
    lastKernelSet = instructionSetOf(HWY_TARGET);
    constexpr std::size_t elementsAhead = 16 * lineElements;
    const std::size_t padded = (data.columns + lineElements - 1) / lineElements * lineElements;
    for (std::size_t row = part.begin; row < part.end; ++row)
        for (std::size_t line = row * data.stride; line < row * data.stride + padded; line += lineElements) {
            hwy::Prefetch(data.first + line + elementsAhead);
            for (std::size_t at = line; at < line + lineElements; at += lanes)
                put<stores>(dropped(data, hn::Load(d, data.first + at), at), data.out + at);
        }
    if constexpr (stores == Stores::NonTemporal)
        hwy::FlushStream();
}

/// Writes a row with bias, dropout and residual to scratch, where the norm's three passes find it.
HWY_INLINE void gatherRow(const OperatorData& data, std::size_t row, bool hasNext, float* HWY_RESTRICT scratch)
{
    const Floats d;
    const std::size_t padded = (data.columns + lineElements - 1) / lineElements * lineElements;
    const std::size_t begin = row * data.stride;
    for (std::size_t line = 0; line < padded; line += lineElements) {
        if (hasNext)
            hwy::Prefetch(data.residual + begin + data.stride + line);
        for (std::size_t at = line; at < line + lineElements; at += lanes) {
            const Vector biased = hn::Add(hn::Load(d, data.first + begin + at), hn::Load(d, data.bias + at));
            hn::Store(hn::Add(dropped(data, biased, begin + at), hn::Load(d, data.residual + begin + at)), d,
                      scratch + at);
        }
    }
}

template <Stores stores> void addDropoutNorm(const OperatorData& data, OperatorPart& part)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    PendingNorm pending;
    for (std::size_t row = part.begin; row < part.end; ++row) {
        const bool hasNext = row + 1 < part.end;
        float* gathered = part.scratch + row % 2 * data.stride;
        gatherRow(data, row, hasNext, gathered);
        pending = normaliseRow<stores>(data, gathered, data.first + (row + (hasNext ? 1 : 0)) * data.stride,
                                       data.out + row * data.stride, pending);
    }
    if (pending.out != nullptr)
        writeNorm<stores>(data, pending, 0, paddedRow(data.columns));
    if constexpr (stores == Stores::NonTemporal)
        hwy::FlushStream();
}

} // namespace

void addRows(OperatorKernels& table)
{
    table.put(OperatorKind::LayerNorm, layerNorm<Stores::Usual>, layerNorm<Stores::NonTemporal>);
    table.put(OperatorKind::Softmax, softmax<Stores::Usual>, softmax<Stores::NonTemporal>);
    table.put(OperatorKind::ScaledSoftmax, softmax<Stores::Usual, true>, softmax<Stores::NonTemporal, true>);
    table.put(OperatorKind::Dropout, dropout<Stores::Usual>, dropout<Stores::NonTemporal>);
    table.put(OperatorKind::AddDropoutNorm, addDropoutNorm<Stores::Usual>, addDropoutNorm<Stores::NonTemporal>);
}

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint {

void addRowKernels(InstructionSet set, OperatorKernels& table) { RIDGEPOINT_FOR_TARGET(set, addRows, table) }

} // namespace ridgepoint
#endif
