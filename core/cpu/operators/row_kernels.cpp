// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// Layer normalisation and softmax, a row at a time: three passes over a row, of which only the first reads memory. All
// three prefetch the next row, a part each, or memory would idle while a row is computed.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/cpu/operators/row_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "core/cpu/highway_targets.h"
#include "core/cpu/kernels.h"
#include "core/cpu/operators/mask_bits_inl.h"
#include "core/cpu/operators/operator_kernels.h"

#include <hwy/cache_control.h>
#include <hwy/contrib/math/math-inl.h>
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

template <Stores stores>
HWY_INLINE void put(Vector value, float* to)
{
    if constexpr (stores == Stores::NonTemporal)
        hn::Stream(value, Floats(), to);
    else
        hn::Store(value, Floats(), to);
}

/// Prefetches one of the three parts of a row while another one is gone over.
class Ahead {
public:
    Ahead(const float* next, std::size_t part, std::size_t lines)
        : m_at(next + part * lines / 3 * lineElements), m_end(next + (part + 1) * lines / 3 * lineElements)
    {
    }
    /// Called for every line of the row at hand; asks for a line of the next one at every third call.
    HWY_INLINE void step(std::size_t line)
    {
        if (line % 3 == 0 && m_at < m_end) {
            hwy::Prefetch(m_at);
            m_at += lineElements;
        }
    }
    [[nodiscard]] bool isDone() const { return m_at >= m_end; }

private:
    const float* m_at;
    const float* m_end;
};

/// Calls body(sofar, offset) for whole vectors of a row, four a turn, each with an accumulator of its own, and hands what
/// they combine to to fold() every 64 turns: added one by one, the squares of a long row would each be rounded to the size
/// of all that came before (with one lane, a row of 40 009 numbers lost 20 units of the last place in its variance).
template <class Combine, class Body, class Fold>
HWY_INLINE void over(std::size_t columns, Vector start, Ahead ahead, Combine&& combine, Body&& body, Fold&& fold)
{
    constexpr std::size_t step = 4 * lanes;
    constexpr std::size_t block = 64 * step;
    const std::size_t whole = columns / lanes * lanes;
    const std::size_t turns = whole / step * step;
    for (std::size_t at = 0; at < turns;) {
        Vector sums[4] = {start, start, start, start};
        for (const std::size_t end = HWY_MIN(at + block, turns); at < end; at += step) {
            for (std::size_t line = at; line < at + step; line += lineElements)
                ahead.step(line / lineElements);
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

template <Stores stores>
HWY_INLINE void normaliseRow(const OperatorData& data, const float* HWY_RESTRICT row, const float* next, float* HWY_RESTRICT out)
{
    const Floats d;
    const std::size_t columns = data.columns;
    const std::size_t lines = (columns + lineElements - 1) / lineElements;
    const std::size_t whole = columns / lanes * lanes;
    const auto tail = hn::FirstN(d, columns - whole);
    const auto count = static_cast<double>(columns);

    double sum = 0.0;
    over(columns, hn::Zero(d), Ahead(next, 0, lines), added,
         [&](Vector sofar, std::size_t at) { return hn::Add(sofar, hn::Load(d, row + at)); },
         [&](Vector part) { sum += sumOf(part); });
    if (whole != columns)
        sum += sumOf(hn::IfThenElseZero(tail, hn::Load(d, row + whole)));
    const Vector mean = hn::Set(d, static_cast<float>(sum / count));

    double squares = 0.0;
    over(columns, hn::Zero(d), Ahead(next, 1, lines), added,
         [&](Vector sofar, std::size_t at) {
             const Vector deviation = hn::Sub(hn::Load(d, row + at), mean);
             return hn::MulAdd(deviation, deviation, sofar);
         },
         [&](Vector part) { squares += sumOf(part); });
    if (whole != columns) {
        const Vector deviation = hn::IfThenElseZero(tail, hn::Sub(hn::Load(d, row + whole), mean));
        squares += sumOf(hn::Mul(deviation, deviation));
    }
    const Vector factor = hn::Set(d, static_cast<float>(1.0 / std::sqrt(squares / count + epsilon)));

    Ahead ahead(next, 2, lines);
    for (std::size_t line = 0; line < lines; ++line) {
        ahead.step(line);
        for (std::size_t at = line * lineElements; at < (line + 1) * lineElements; at += lanes) {
            const Vector scaled = hn::Mul(hn::Sub(hn::Load(d, row + at), mean), factor);
            put<stores>(hn::MulAdd(scaled, hn::Load(d, data.second + at), hn::Load(d, data.shift + at)), out + at);
        }
    }
}

/// A row whose exponentials are there and whose results are still to be written.
struct Pending {
    const float* powers = nullptr;
    float factor = 0.0F;
    float* out = nullptr;
};

/// Writes elements [begin, end) of a pending row.
template <Stores stores>
HWY_INLINE void writePending(const Pending& pending, std::size_t begin, std::size_t end)
{
    const Floats d;
    const Vector factor = hn::Set(d, pending.factor);
    for (std::size_t at = begin; at < end; at += lanes)
        put<stores>(hn::Mul(hn::Load(d, pending.powers + at), factor), pending.out + at);
}

/// The exponent of a softmax: of a scaled one, by the scale, which is positive, so that the maximum stays the same element.
template <bool scaled>
HWY_INLINE Vector exponentOf(Vector number, Vector maximum)
{
    const Vector difference = hn::Sub(number, maximum);
    if constexpr (scaled)
        return hn::Mul(difference, hn::Set(Floats(), static_cast<float>(attentionScale)));
    else
        return difference;
}

/// Computes a row's exponentials and writes the results of the one before meanwhile: in a burst of its own, writing would
/// wait for memory while nothing is computed.
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
    over(columns, most, Ahead(next, 0, lines), larger,
         [&](Vector sofar, std::size_t at) { return hn::Max(sofar, hn::Load(d, row + at)); },
         [&](Vector part) { most = hn::Max(most, part); });
    if (whole != columns)
        most = hn::Max(most, hn::IfThenElse(tail, hn::Load(d, row + whole), most));
    const Vector maximum = hn::MaxOfLanes(d, most);

    const bool hasBefore = before.out != nullptr;
    double sum = 0.0;
    over(columns, hn::Zero(d), Ahead(next, 1, lines), added,
         [&](Vector sofar, std::size_t at) {
             const Vector power = hn::Exp(d, exponentOf<scaled>(hn::Load(d, row + at), maximum));
             hn::Store(power, d, powers + at);
             if (hasBefore)
                 writePending<stores>(before, at, at + lanes);
             return hn::Add(sofar, power);
         },
         [&](Vector part) { sum += sumOf(part); });
    if (whole != columns) {
        const Vector power = hn::IfThenElseZero(tail, hn::Exp(d, exponentOf<scaled>(hn::Load(d, row + whole), maximum)));
        hn::Store(power, d, powers + whole);
        sum += sumOf(power);
    }
    if (hasBefore)
        writePending<stores>(before, whole, lines * lineElements);
    for (Ahead ahead(next, 2, lines); !ahead.isDone();)
        ahead.step(0);
    return {powers, static_cast<float>(1.0 / sum), out};
}

template <Stores stores>
void layerNorm(const OperatorData& data, OperatorPart& part)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    for (std::size_t row = part.begin; row < part.end; ++row) {
        const float* here = data.first + row * data.stride;
        normaliseRow<stores>(data, here, row + 1 < part.end ? here + data.stride : here, data.out + row * data.stride);
    }
    if constexpr (stores == Stores::NonTemporal)
        hwy::FlushStream();
}

template <Stores stores, bool scaled = false>
void softmax(const OperatorData& data, OperatorPart& part)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    Pending pending;
    for (std::size_t row = part.begin; row < part.end; ++row) {
        const float* here = data.first + row * data.stride;
        float* powers = part.scratch + row % 2 * data.stride;
        pending = softmaxRow<stores, scaled>(data, here, row + 1 < part.end ? here + data.stride : here, data.out + row * data.stride, powers, pending);
    }
    if (pending.out != nullptr)
        writePending<stores>(pending, 0, (data.columns + lineElements - 1) / lineElements * lineElements);
    if constexpr (stores == Stores::NonTemporal)
        hwy::FlushStream();
}

/// Kept numbers of a vector, scaled; nothing for the others.
HWY_INLINE Vector dropped(const OperatorData& data, Vector number, std::size_t element)
{
    return hn::IfThenElseZero(maskAt(data.kept, element), hn::Mul(number, hn::Set(Floats(), static_cast<float>(dropoutFactor))));
}

template <Stores stores>
void dropout(const OperatorData& data, OperatorPart& part)
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
            hn::Store(hn::Add(dropped(data, biased, begin + at), hn::Load(d, data.residual + begin + at)), d, scratch + at);
        }
    }
}

template <Stores stores>
void addDropoutNorm(const OperatorData& data, OperatorPart& part)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    for (std::size_t row = part.begin; row < part.end; ++row) {
        const bool hasNext = row + 1 < part.end;
        gatherRow(data, row, hasNext, part.scratch);
        normaliseRow<stores>(data, part.scratch, data.first + (row + (hasNext ? 1 : 0)) * data.stride, data.out + row * data.stride);
    }
    if constexpr (stores == Stores::NonTemporal)
        hwy::FlushStream();
}

} // namespace

void addRows(OperatorKernels& table)
{
    table.put(Operator::LayerNorm, layerNorm<Stores::Usual>, layerNorm<Stores::NonTemporal>);
    table.put(Operator::Softmax, softmax<Stores::Usual>, softmax<Stores::NonTemporal>);
    table.put(Operator::ScaledSoftmax, softmax<Stores::Usual, true>, softmax<Stores::NonTemporal, true>);
    table.put(Operator::Dropout, dropout<Stores::Usual>, dropout<Stores::NonTemporal>);
    table.put(Operator::AddDropoutNorm, addDropoutNorm<Stores::Usual>, addDropoutNorm<Stores::NonTemporal>);
}

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint {

void addRowKernels(InstructionSet set, OperatorKernels& table) { RIDGEPOINT_FOR_TARGET(set, addRows, table) }

} // namespace ridgepoint
#endif
